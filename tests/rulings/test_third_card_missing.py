"""A third card that was not drawn: what the table itself can tell of it (BA-33, BA-34)."""

from __future__ import annotations

import pytest

from dealerkit.facts.faults import FAULTS
from dealerkit.rules.games import game
from dealerkit.table.table import Table


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        (["2h", "Ks", "3h", "4c"], True),  # player five: a card is due
        (["2h", "Ks", "4h", "3c"], True),  # player six stands, banker three draws
        (["2h", "Ks", "7h", "6c"], False),  # a natural
        (["2h", "Ks", "4h", "7c"], False),  # six and seven
    ],
)
def test_the_table_tells_whether_a_card_is_missing(cards, missing):
    """Where none is due there is no such fault; where one is, no bet was moved and no later card is out."""
    table = Table(game("mini-baccarat"), seats=1)
    table.advance("deal")
    for side, card in zip(("player", "banker", "player", "banker"), cards, strict=True):
        table.push(f"d deal {side} {card}")
    told = {"settled": False, "order_certain": True, "later_card_drawn": False}
    assert FAULTS["third_card_missing"](table.now) == (told if missing else None)
