"""Live hands, bets that nobody has matched, pots and the acts in turn, at a table where the acts of a row have happened."""

from __future__ import annotations

from typing import Any

import pytest

import dealerkit as dk
from dealerkit.facts.hands import (
    acts_in_turn,
    betting_rounds,
    contested,
    first_cards,
    kept_back,
    last_in,
    late_cards,
    layers,
    left_to_bet,
    live,
    no_more_betting,
    only_a_blind_is_uncalled,
    uncalled,
    whole_hand,
)


def table(acts: str, at: str = "preflop", name: str = "holdem", **more: Any) -> dk.Table:
    """A table of four, with the button on seat 4, so that seat 1 posts 1, seat 2 posts 2 and seat 3 begins."""
    made = dk.Table(name, seats=4, seed=1, button=4, **{"stacks": ["50"] * 4, **more})
    made.advance(at)
    for line in filter(None, acts.split("; ")):
        made.push(line)
    return made


BETS: list[tuple[str, str, dict[str, Any], list[int], tuple[int, int], tuple[int, int]]] = [
    # acts, the live seats, what nobody has matched of what lies in front, and of what has been brought in
    ("blinds", "", {}, [1, 2, 3, 4], (2, 1), (0, 0)),
    ("a raise", "s3 raise 6", {}, [1, 2, 3, 4], (3, 4), (0, 0)),
    ("a raise that was called", "s3 raise 6; s4 call", {}, [1, 2, 3, 4], (0, 0), (0, 0)),
    ("one has folded", "s3 raise 6; s4 fold", {}, [1, 2, 3], (3, 4), (0, 0)),
    ("all but one have folded", "s3 raise 6; s4 fold; s1 fold; s2 fold", {}, [3], (3, 4), (0, 0)),
    ("who raised has folded", "s3 raise 6; s3 fold", {}, [1, 2, 4], (0, 0), (0, 0)),
    ("brought in by mistake", "s3 raise 6; s4 fold; s1 fold; s2 fold; d sweep", {}, [3], (0, 0), (3, 4)),
    ("a call brought in is no more than it", "s3 call; s4 fold; s1 fold; s2 check; d sweep", {}, [2, 3], (0, 0), (0, 0)),
    ("brought in of a seat that has folded", "s3 raise 6; s3 fold; d sweep", {}, [1, 2, 4], (0, 0), (0, 0)),
    ("forced bets alone", "s3 fold; s4 fold; s1 fold; d sweep", {}, [2], (0, 0), (0, 0)),
    ("an all-in of less", "s3 raise 50; s4 call", {"stacks": ["50", "50", "50", "20"]}, [1, 2, 3, 4], (3, 30), (0, 0)),
]


@pytest.mark.parametrize(("acts", "more", "alive", "in_front", "in_pots"), [pytest.param(*row[1:], id=row[0]) for row in BETS])
def test_rm_22_what_nobody_has_matched(
    acts: str, more: dict[str, Any], alive: list[int], in_front: tuple[int, int], in_pots: tuple[int, int]
) -> None:
    """Its seat, and how many chips; a forced bet that was brought in is not one."""
    now = table(acts, **more).now
    assert live(now) == alive
    assert contested(now) is (len(alive) > 1)
    assert (uncalled(now), kept_back(now)) == (in_front, in_pots)


@pytest.mark.parametrize(
    ("acts", "blind"),
    [
        pytest.param("s3 fold; s4 fold; s1 fold", True, id="a-walk"),
        pytest.param("s3 fold; s4 fold", False, id="two-are-in"),
        pytest.param("s3 raise 6; s4 fold; s1 fold; s2 fold", False, id="a-raise"),
        pytest.param("s3 fold; s4 call; s1 fold; s2 raise 6; s4 fold", False, id="the-blind-has-raised"),
        pytest.param("s3 call; s4 fold; s1 fold; s2 check; s3 fold", True, id="the-blind-has-checked"),
    ],
)
def test_rm_22_a_blind_that_nobody_called_stays(acts: str, blind: bool) -> None:
    """It is won with the pot; a bet goes back."""
    assert only_a_blind_is_uncalled(table(acts).now) is blind


@pytest.mark.parametrize(
    ("acts", "stacks", "over"),
    [
        pytest.param("", ["50", "50", "50", "50"], False, id="all-have-chips"),
        pytest.param("s3 raise 50; s4 call; s1 fold", ["50", "50", "50", "50"], True, id="one-has"),
        pytest.param("s3 raise 20; s4 call", ["50", "50", "20", "50"], False, id="some-have"),
        pytest.param("s3 raise 20; s4 fold; s1 fold; s2 call", ["50", "20", "20", "50"], True, id="none-of-those-in-has"),
    ],
)
def test_ftr_26_whether_a_bet_can_be_made(acts: str, stacks: list[str], over: bool) -> None:
    """At most one of those who are in has chips behind."""
    assert no_more_betting(table(acts, stacks=stacks).now) is over


TURNS = [
    ("nobody has acted", "", "preflop", ""),
    ("in turn", "s3 call; s4 raise 6; s1 fold", "preflop", "call raise fold"),
    ("MD-02 out of turn it does not count", "s4 call; s3 call", "preflop", "call"),
]


@pytest.mark.parametrize(("acts", "at", "told"), [pytest.param(*row[1:], id=row[0]) for row in TURNS])
def test_md_14_how_far_the_action_has_gone(acts: str, at: str, told: str) -> None:
    """Players' acts in turn since the first cards."""
    assert " ".join(acts_in_turn(table(acts, at).now)) == told


POTS: list[tuple[str, str, list[str], list[tuple[int, tuple[int, ...]]]]] = [
    ("one pot", "s3 call; s4 call; s1 call; s2 check; d sweep", ["50"] * 4, [(8, (1, 2, 3, 4))]),
    ("a fold leaves its chips", "s3 call; s4 call; s1 fold; s2 check; d sweep", ["50"] * 4, [(7, (2, 3, 4))]),
    (
        "SD-13 one is all-in",
        "s3 raise 20; s4 call; s1 call; s2 fold; d sweep",
        ["50", "50", "50", "10"],
        [(32, (1, 3, 4)), (20, (1, 3))],
    ),
    (
        "SD-14 what nobody matched",
        "s3 raise 30; s4 call; s1 fold; s2 fold; d sweep",
        ["50", "50", "50", "10"],
        [(23, (3, 4)), (20, (3,))],
    ),
]


@pytest.mark.parametrize(("acts", "stacks", "pots"), [pytest.param(*row[1:], id=row[0]) for row in POTS])
def test_sd_13_what_each_pot_holds(acts: str, stacks: list[str], pots: list[tuple[int, tuple[int, ...]]]) -> None:
    """And which seats contest it, the main pot first."""
    assert layers(table(acts, stacks=stacks).now) == pots


@pytest.mark.parametrize(
    ("acts", "seat"),
    [
        pytest.param("s3 fold; s4 fold; s1 fold", 0, id="one-is-in"),
        pytest.param("s3 fold; s4 fold; s1 fold; s2 fold", 2, id="the-last-one-folded"),
        pytest.param("s3 fold; s4 fold; s2 fold; s1 fold", 1, id="another-one"),
    ],
)
def test_dp_27_whose_hand_was_the_last_one_in(acts: str, seat: int) -> None:
    """The pot is still its own; nobody's while a hand is in."""
    assert last_in(table(acts).now) == seat


@pytest.mark.parametrize(
    ("name", "whole", "first", "rounds"),
    [
        ("holdem", 2, 2, 4),
        ("omaha", 4, 4, 4),
        ("stud7", 7, 3, 5),
        ("five-card-stud", 5, 2, 4),
        ("draw", 5, 5, 2),
        ("badugi", 4, 4, 4),
    ],
)
def test_how_many_cards_a_hand_has(name: str, whole: int, first: int, rounds: int) -> None:
    """At the first bet and at the end, and how often is bet."""
    now = dk.Table(name, seats=4, seed=1).now
    assert (whole_hand(now.game), first_cards(now.game)) == (whole, first)
    assert betting_rounds(now.game.data["procedure"]) == rounds


@pytest.mark.parametrize(
    ("options", "left"),
    [
        pytest.param({}, [49, 48, 50, 50], id="no-cap"),
        pytest.param({"hand_cap": "10"}, [19, 18, 20, 20], id="BR-45-ten-big-blinds"),
        pytest.param({"hand_cap": "10", "structure": "pot_limit"}, [49, 48, 50, 50], id="in-no-limit-alone"),
        pytest.param({"hand_cap": "30"}, [49, 48, 50, 50], id="more-than-the-stacks"),
    ],
)
def test_br_45_what_each_seat_can_still_bet(options: dict[str, Any], left: list[int]) -> None:
    """Its stack, or what the cap on a hand leaves of it."""
    assert list(left_to_bet(table("", options=options).now))[1:] == left


def test_sd_01_a_card_that_comes_after_the_hand_was_shown_is_late() -> None:
    """It is no part of a hand that was complete."""
    made = table("", "showdown")
    assert live(made.now) == [1, 2, 3, 4]
    made.push("s1 show")
    assert late_cards(made.now, 1) == ()
    made.push("d deal s1")
    assert late_cards(made.now, 1) == (made.felt.places["s1"][-1],)
    assert late_cards(made.now, 2) == ()
    made.push("d deal s2")
    assert late_cards(made.now, 2) == ()


def test_an_entry_without_a_step_is_no_betting_round():
    """A house leaves a street out by an empty entry."""
    street = {"play": "betting"}
    assert betting_rounds({"flop": street, "turn": None, "river": {"steps": {"burn": {"do": "burn"}, "bets": street}}}) == 2
    assert betting_rounds({}) == 0
