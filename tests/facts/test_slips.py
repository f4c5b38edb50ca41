"""The slips of a hand, as the steps of a remedy look for them: by code, by remedy, and what has happened since."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.facts import fact_named
from dealerkit.facts.slips import chips_of_the_hand, overtaken, since_slip, slip_act, slip_called, stakes_of_the_hand, the_slip
from dealerkit.felt import Act

LOG = [Act.parse(line) for line in ("d deal s1", "d burn", "d deal s2", "s1 fold", "d sweep")]


def now(slips: dict[int, str], begun: int = 1) -> Any:
    """A moment behind these acts, of which some were slips: how many acts there were with them, and their code."""
    ruled = [SimpleNamespace(at=at, code=code) for at, code in slips.items()]
    return SimpleNamespace(marks={"hand": begun}, slips=ruled, log=LOG, mended={slip.code: slip for slip in ruled})


@pytest.mark.parametrize(
    ("slips", "code", "at"),
    [
        pytest.param({2: "burn", 3: "deal"}, "", 3, id="the-last-of-any"),
        pytest.param({2: "burn", 3: "deal"}, "burn", 2, id="the-last-of-a-code"),
        pytest.param({2: "burn", 4: "burn"}, "burn", 4, id="of-two-the-last"),
        pytest.param({2: "burn"}, "deal", None, id="none-of-the-code"),
        pytest.param({1: "burn"}, "", None, id="of-the-hand-before"),
        pytest.param({1: "burn", 2: "deal"}, "burn", None, id="of-that-code-in-the-hand-before"),
        pytest.param({}, "", None, id="none"),
    ],
)
def test_the_slip_that_was_called(slips: dict[int, str], code: str, at: int | None) -> None:
    """In this hand."""
    slip = slip_called(now(slips), code)
    assert (None if slip is None else slip.at) == at


def test_the_slip_that_a_remedy_is_about() -> None:
    """By the name of the remedy; one of the hand before is over."""
    assert the_slip(now({2: "RM-01", 3: "RM-05"}), {"of": "RM-01"}).at == 2
    assert the_slip(now({1: "RM-01"}), {"of": "RM-01"}) is None
    assert the_slip(now({2: "RM-01"}), {"of": "RM-05"}) is None
    assert the_slip(now({2: "RM-01"}), {}) is None


@pytest.mark.parametrize(
    ("at", "act", "since", "passed"),
    [
        (1, "d deal s1", ["d burn", "d deal s2", "s1 fold", "d sweep"], True),
        (2, "d burn", ["d deal s2", "s1 fold", "d sweep"], True),
        (3, "d deal s2", ["s1 fold", "d sweep"], True),
        (4, "s1 fold", ["d sweep"], False),
        (5, "d sweep", [], False),
        (6, None, [], False),
    ],
)
def test_the_act_that_was_the_slip_and_those_since(at: int, act: str | None, since: list[str], passed: bool) -> None:
    """A ruling may not fit any more once a player has acted or a card has come."""
    moment = now({at: "burn"})
    (slip,) = moment.slips
    found = slip_act(moment, slip)
    assert (None if found is None else found.text) == act
    assert [later.text for later in since_slip(moment, slip)] == since
    assert overtaken(moment, at) is passed


def test_nothing_is_said_of_no_slip() -> None:
    """No act, and none since."""
    assert slip_act(now({}), None) is None
    assert since_slip(now({}), None) == []


def test_the_chips_of_a_hand_are_those_in_the_pots() -> None:
    """What lies in front is not yet there; what was noted before the cards were gathered counts in their stead."""
    table = dk.Table("holdem", seats=3, seed=1, button=3)
    table.advance("preflop")
    assert chips_of_the_hand(table.now) == (len(table.log), {})
    for line in ("s3 raise 6", "s1 call", "s2 fold", "d sweep"):
        table.push(line)
    assert chips_of_the_hand(table.now)[1] == {1: 6, 2: 2, 3: 6}
    assert stakes_of_the_hand(table.now) == chips_of_the_hand(table.now)
    moment = table.now.copy()
    moment.stakes = (len(table.log) - 1, {1: 5})
    assert stakes_of_the_hand(moment) == moment.stakes
    moment.stakes = (moment.marks["hand"], {1: 5})
    assert stakes_of_the_hand(moment) == moment.stakes
    moment.stakes = (moment.marks["hand"] - 1, {1: 5})
    assert stakes_of_the_hand(moment) == chips_of_the_hand(table.now)
    assert chips_of_the_hand(dk.Table("golf", seed=1).now) == (0, {})


def test_dead_money_is_its_posters() -> None:
    """An ante of the big blind, once it is in the pot, and a bet of its own besides."""
    table = dk.Table("holdem", seats=3, seed=1, button=3, options={"ante": "2", "ante_by": "big_blind"})
    table.advance("preflop")
    for line in ("s3 fold", "s1 call", "s2 check", "d sweep"):
        table.push(line)
    assert chips_of_the_hand(table.now)[1] == {1: 2, 2: 4}


def test_dr_29_only_as_many_cards_as_were_shown_replace_them() -> None:
    """Two cards to a hand of which one was shown are another number than it drew, and no replacement of it."""
    table = dk.Table("draw", seats=3, seed=1)
    table.advance("draw")
    while (due := table.next_act()) is not None and due.verb != "deal":
        table.push("s2 draw 1" if due.who == "s2" else due)
    table.push("d deal s2 up")
    early = fact_named("shown_card_replaced_early")
    for text, holds in (("d deal s2", True), ("d deal s2 2", False), ("d deal s3", False)):
        table.now.act = Act.parse(text)
        assert early(table.now) is holds
