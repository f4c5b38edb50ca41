"""How a table is set up: how many can play with the cards that there are."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.procedure.setup import cards_needed, most_seats

NEEDED = [
    ("holdem", 10, 28),  # two each, three burns and five on the board
    ("omaha", 10, 48),
    ("bomb-pot", 10, 36),  # two boards, each with its burns
    ("draw", 8, 40),  # what is drawn comes of the discards, if need be
    ("red-dog", 10, 50),
]


@pytest.mark.parametrize(("game", "seats", "cards"), NEEDED)
def test_a_hand_takes_so_many_cards_at_least(game: str, seats: int, cards: int) -> None:
    """Each deal, burn and street once (FTR-01, DP-10)."""
    table = dk.Table(game, seats=seats, seed=1)
    assert cards_needed(table.house.program, seats) == cards
    assert most_seats(table.game, table.house.program) == seats
