"""What has been done with the deck and the pot since it counted, by the log alone; and seats that a misdeal does not change."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.facts.protection import disputes_open
from dealerkit.facts.seats import entitled
from dealerkit.facts.tables import deck_lies_together, pot_is_gone, sides_seen
from dealerkit.felt import Act
from tests.table.dealing import to_the_next_hand


def acts(lines: str) -> list[Act]:
    """Acts, parted by semicolons."""
    return [Act.parse(line) for line in filter(None, lines.split("; "))]


@pytest.mark.parametrize(
    ("log", "together"),
    [
        ("", False),
        ("d deal s1; d gather", True),
        ("d gather; d count 52; s1 pass", True),
        ("d gather; d riffle", False),
        ("d gather; d shuffle; d count 52", False),
        ("d gather; d load", False),
        ("d gather; d deal s1", False),
        ("d riffle; d gather", True),
    ],
)
def test_whether_the_deck_lies_together(log: str, together: bool) -> None:
    """From the gathering on, until the cards are mixed, loaded or dealt."""
    now: Any = SimpleNamespace(log=acts(log))
    assert deck_lies_together(now) is together


@pytest.mark.parametrize(
    ("log", "seen"),
    [
        ("d introduce; d spread up; d spread down", {"up", "down"}),
        ("d introduce; d spread up", {"up"}),
        ("d introduce", set()),
        ("d spread up; d introduce; d spread down", {"down"}),
        ("d spread up", set()),
        ("d introduce; d spread up; d deal s1", set()),
        ("d introduce; d deal s1; d spread up", set()),
        ("d introduce; d spread up; d riffle", {"up"}),
    ],
)
def test_how_a_new_deck_was_spread(log: str, seen: set[str]) -> None:
    """Since it was brought, and before it is dealt from."""
    now: Any = SimpleNamespace(log=acts(log))
    assert sides_seen(now) == seen


@pytest.mark.parametrize(
    ("log", "is_open"),
    [
        ("", False),
        ("d deal s1", False),
        ("s1 dispute bet", True),
        ("s1 dispute bet; d floor", True),
        ("s1 dispute bet; f rule play_on", False),
        ("s1 dispute bet; f rule play_on; s2 dispute bet", True),
    ],
)
def test_rm_26_whether_a_dispute_is_open(log: str, is_open: bool) -> None:
    """Until the floor has ruled."""
    assert disputes_open(acts(log)) is is_open


def test_the_pot_is_gone_once_it_is_pushed() -> None:
    """Not before there was one, and not while a part of it lies there."""
    table = dk.Table("holdem", seats=3, seed=1, button=3)
    table.advance("preflop")
    assert pot_is_gone(table.now) is False
    for line in ("s3 raise 6", "s1 fold", "s2 fold"):
        table.push(line)
    table.advance("award")
    assert pot_is_gone(table.now) is False
    act = table.next_act()
    assert act is not None
    assert act.verb == "award"
    table.push(f"d award s3 {act.n - 1}" if act.n is not None else "")
    assert pot_is_gone(table.now) is False
    table.push("d award s3 1")
    assert pot_is_gone(table.now) is True


@pytest.mark.parametrize("void", [True, False])
def test_md_17_a_hand_dealt_again_has_the_same_seats(void: bool) -> None:
    """Whoever leaves after a misdeal was ruled is dealt in again; whoever leaves after a hand is not."""
    table = dk.Table("holdem", seats=4, seed=1, button=4)
    table.advance("preflop")
    if void:
        table.push("f rule misdeal")
    else:
        for line in ("s3 fold", "s4 fold", "s1 fold"):
            table.push(line)
    to_the_next_hand(table)
    table.push("s3 sitout")
    table.advance("preflop")
    assert (3 in entitled(table.now)) is void
