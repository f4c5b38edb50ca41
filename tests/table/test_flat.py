"""The cost of an act: it does not hang on how long a table has been dealt at, nor does memory, an act taken back, going far
back; and a slip costs few calls.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import dealerkit as dk
from tests.folding import state

SOON, LATE, NIGHT = 2_000, 8_000, 200_000
SLACK = 600
"""So many objects more are of no account: what one hand has more than another."""

KINDS = 4_000
"""Kinds of coups that a night may bring besides, each of which is kept once."""


def deal_on(table: dk.Table, acts: int) -> None:
    """Deal on until the log is so long, and to the end of a round, so that two tables stand at the same place."""
    while len(table.log) < acts or table.log[-1].verb not in ("button", "clear"):
        due = table.next_act()
        if due is not None and due.verb == "close" and "main" in table.felt.rows and not any(table.felt.rows["main"]):
            rich = [seat for seat in range(1, table.seats + 1) if table.felt.rows["stack"][seat] >= table.felt.units(10)]
            assert rich, "no player has a bet left: deal them more chips"
            for seat in rich:  # without a bet no round is dealt
                table.push(f"s{seat} bet main 10")
        table.advance()


def live_objects() -> int:
    """How many objects there are that the collector knows."""
    gc.collect()
    return len(gc.get_objects())


def calls_by_file(work: Callable[[], object]) -> Counter[str]:
    """How many calls something takes, by the file of the function called."""
    counted: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            counted[frame.f_code.co_filename] += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def calls(work: Callable[[], object]) -> int:
    """How many calls something takes."""
    return calls_by_file(work).total()


def calls_an_act(table: dk.Table) -> float:
    """How many calls an act takes, over some twenty rounds."""
    began = len(table.log)
    return calls(functools.partial(deal_on, table, began + 1_500)) / (len(table.log) - began)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "late", "slack"),
    [
        ("holdem", LATE, SLACK),
        ("mini-baccarat", LATE, SLACK),
        ("blackjack", LATE, SLACK),
        pytest.param("holdem", NIGHT, SLACK, marks=pytest.mark.slow),
        pytest.param("mini-baccarat", NIGHT, SLACK + KINDS, marks=pytest.mark.slow),
        pytest.param("blackjack", NIGHT, SLACK + KINDS, marks=pytest.mark.slow),
    ],
)
def test_a_long_session_costs_no_more_than_a_short_one(game: str, late: int, slack: int) -> None:
    """After four times as many acts, and after a hundred times, as many objects are alive, and an act takes as many calls;
    and one that is taken back costs no more than a few hands.
    """
    table = dk.Table(game, seats=4, seed=1, stacks=[1_000_000] * 4)
    deal_on(table, SOON)
    soon = calls_an_act(table)
    before = live_objects()
    deal_on(table, late)
    assert table.ok
    assert live_objects() - before < slack
    assert calls_an_act(table) < 1.1 * soon
    assert calls(table.pop) < 12_000


MOST_CALLS, MOST_FILES = 600, 56
"""So many calls of functions a slip takes, in so many files, with what is found, ruled and due from then on."""

PACKAGE = Path(dk.__file__).parent


@pytest.mark.parametrize(
    ("step", "slip", "code"),
    [
        ("flop", "d deal board 3 together", "burn/missed-before-street"),
        ("flop", "d burn 2", "burn/doubled"),
        ("turn", "d deal board", "burn/missed-before-street"),
        ("turn", "d deal s3", "deal/wrong-number-of-cards"),
        ("turn", "d turn s1", "showdown/hand-disclosed-by-dealer"),
        ("river", "d collect s1 1", "step/unexpected"),
    ],
)
def test_a_slip_takes_few_calls(step: str, slip: str, code: str) -> None:
    """The way of an act that is not the one due, through matchers, rulings and remedies, is a short one."""
    found: list[dk.Finding] = []
    for _ in range(2):  # at the first table the rule set's rulings are made
        table = dk.Table("holdem", seats=6, seed=7)
        table.advance(step)
        counted = calls_by_file(functools.partial(found_by, table, slip, found))
    assert code in [finding.code for finding in found]
    assert counted.total() < MOST_CALLS
    assert sum(PACKAGE in Path(file).parents for file in counted) <= MOST_FILES


def found_by(table: dk.Table, slip: str, found: list[dk.Finding]) -> None:
    """Let a slip happen, and keep what is found."""
    found += table.push(slip)


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
