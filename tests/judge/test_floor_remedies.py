"""Remedies that the floor names: those of another game are refused in words, and nothing breaks."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.rules.games import games


@pytest.mark.parametrize("game", sorted(games()))
def test_any_remedy_that_the_floor_names_is_dealt_or_refused(game: str) -> None:
    """Whatever the floor says, at whatever moment, the table goes on from where it was or deals the remedy."""
    table = dk.Table(game, seed=3)
    for until in (3, 30):
        while len(table.log) < until:
            table.push(str(table.next_act()))
        for name in table.house.remedies:
            log = list(table.log)
            try:
                table.push(f"f rule misdeal {name}")
            except Impossible:
                assert table.log == log
            else:
                table.next_act()
                table.pop()
                assert table.log == log


def test_a_remedy_of_another_game_is_named_in_the_refusal() -> None:
    """RB-01 moves a card of the player's hand to the banker's, and a poker table has neither."""
    table = dk.Table("holdem", seats=3, seed=3)
    table.advance("preflop")
    with pytest.raises(Impossible, match=r"RB-01.*another game"):
        table.push("f rule misdeal RB-01")
