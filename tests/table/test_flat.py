"""A table's cost does not hang on how long it has been dealt at: memory, an act, an act taken back, and going far back."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

import pytest

import dealerkit as dk
from tests.folding import state

SOON, LATE = 2_000, 8_000
SLACK = 600
"""So many objects more are of no account: what one hand has more than another."""


def deal_on(table: dk.Table, acts: int) -> None:
    """Deal on until the log is so long, and to the end of a round, so that two tables stand at the same place."""
    while len(table.log) < acts or table.log[-1].verb not in ("button", "clear"):
        table.advance()


def live_objects() -> int:
    """How many objects there are that the collector knows."""
    gc.collect()
    return len(gc.get_objects())


def calls(work: Callable[[], object]) -> int:
    """How many calls something takes."""
    counted = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal counted
        counted += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("game", ["holdem", "mini-baccarat"])
def test_a_long_session_keeps_no_more_than_a_short_one(game: str) -> None:
    """Four times as many acts leave no more objects alive, and taking one back costs no more."""
    table = dk.Table(game, seats=4, seed=1)
    deal_on(table, SOON)
    before = live_objects()
    deal_on(table, LATE)
    assert table.ok
    assert live_objects() - before < SLACK
    assert calls(table.pop) < 12_000


def test_going_far_back_comes_to_the_same_table() -> None:
    """Behind the last two checkpoints the acts are dealt again: nothing tells the table from one that was never further on."""
    table = dk.Table("holdem", seats=4, seed=2)
    states = [state(table)]
    while len(table.log) < 900:
        act = table.next_act()
        assert act is not None
        table.push("d burn" if len(table.log) % 97 == 50 else act)
        states.append(state(table))
    assert table.findings
    for length in (700, 699, 350, 349, 40, 3, 0):
        while len(table.log) > length:
            table.pop()
        assert state(table) == states[length], length
    assert table.log == []
