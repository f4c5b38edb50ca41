"""What facts read off the log and the felt alone: hands out, seats that came back, steps of a procedure, void deals."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.facts.faults import FAULTS
from dealerkit.facts.hands import last_in, live
from dealerkit.facts.misdeals import deal_stands, void_deal_is_gathered
from dealerkit.facts.rounds import steps_in
from dealerkit.facts.seats import Blinds, blinds_of, owing
from dealerkit.felt import Act
from tests.table.dealing import to_the_next_hand


def acts(lines: str) -> list[Act]:
    """Acts, parted by semicolons."""
    return [Act.parse(line) for line in filter(None, lines.split("; "))]


@pytest.mark.parametrize(
    ("act", "stands", "gathered"),
    [
        ("f rule misdeal", False, False),
        ("f rule play_on", True, False),
        ("d gather", False, True),
        ("d deal s1", False, False),
    ],
)
def test_sg_06_what_was_ruled_on_a_deal(act: str, stands: bool, gathered: bool) -> None:
    """Anything but a misdeal lets it stand."""
    now: Any = SimpleNamespace(act=Act.parse(act))
    assert (deal_stands(now), void_deal_is_gathered(now)) == (stands, gathered)


@pytest.mark.parametrize(
    ("log", "seat"),
    [
        pytest.param("d deal s1; d deal s2; s1 fold; d gather", 2, id="gathered-by-the-dealer"),
        pytest.param("d deal s1; d deal s2; d deal s3; s1 fold; d kill s3; d gather", 2, id="another-was-killed"),
        pytest.param("d deal s1; d deal s2; s1 fold; s2 fold", 2, id="thrown-in-last"),
        pytest.param("d deal s1; d deal s2; s2 muck; s1 muck", 1, id="mucked-last"),
        pytest.param("d deal s1; d deal s2; d kill s2; s1 fold", 1, id="the-other-was-killed"),
        pytest.param("d deal s1; d deal s2; d gather", 0, id="two-were-in"),
        pytest.param("", 0, id="nobody-has-a-card"),
    ],
)
def test_dp_27_the_hand_that_was_in_last(log: str, seat: int) -> None:
    """When no hand is in any more: by who was dealt to, who folded, and whose hand was killed."""
    felt = SimpleNamespace(places={}, released=0, folded=0, drawing=0, seats=3)
    now: Any = SimpleNamespace(log=acts(log), cache={}, felt=felt, since=lambda _: acts(log))
    assert last_in(now) == seat


def test_live_hands_are_looked_for_again_when_more_has_happened() -> None:
    """After one act they follow from it; after two they are read off the felt."""
    felt = SimpleNamespace(places={"s1": [1], "s2": [2], "s3": [3]}, released=0, folded=0, drawing=0, seats=3)
    now: Any = SimpleNamespace(log=acts("d deal s3"), cache={}, felt=felt)
    assert live(now) == [1, 2, 3]
    for line, folded, left in (("s1 fold", 0b10, [2, 3]), ("s2 check", 0b10, [2, 3])):
        now.log.append(Act.parse(line))
        felt.folded = folded
        assert live(now) == left
    felt.folded = 0b110
    now.log += acts("s2 fold; s3 check")
    assert live(now) == [3]
    felt.folded = 0b1110
    now.log += acts("s3 check; s3 fold")
    assert live(now) == []


@pytest.mark.parametrize(
    ("posts", "owes"),
    [
        pytest.param("", {}, id="no-hand-was-missed"),
        pytest.param("s3 post 1", {}, id="one-post"),
        pytest.param("s3 post 1; s4 post 2", {2: False}, id="a-hand-of-blinds"),
        pytest.param("s3 post 1; s4 post 2; s4 post 1", {2: False}, id="three-posts"),
        pytest.param("s3 post 1; s4 post 2; s4 post 1; s5 post 2", {2: True}, id="two-hands-of-blinds"),
        pytest.param("s3 post ante 1; s4 post ante 1; s5 post ante 1", {}, id="antes-are-no-blinds"),
    ],
)
def test_co_31_who_came_back_owes_what_passed_him_by(posts: str, owes: dict[int, bool]) -> None:
    """The big blind, and the small one too when both have passed; what was posted before he left counts for nothing."""
    log = acts("; ".join(filter(None, ["s2 post 1; s3 post 2; s2 sitout", posts, "s2 sitin"])))
    game = SimpleNamespace(options={})
    now: Any = SimpleNamespace(log=log, game=game, felt=SimpleNamespace(returned=1 << 2, seats=5))
    assert owing(now) == owes
    game.options = {"missed_blinds": "none"}
    assert owing(now) == {}


@pytest.mark.parametrize(
    ("log", "owes"),
    [
        ("d award s1 5; s2 buy 100", {2: False}),
        ("d deal s1; d award s1 5; s2 buy 100; s3 buy 100", {2: False, 3: False}),
        ("d deal s2; d award s1 5; s2 buy 100", {}),
        ("s2 buy 100", {}),
        ("s2 buy 100; d award s1 5", {}),
    ],
)
def test_co_33_a_new_player_owes_the_big_blind(log: str, owes: dict[int, bool]) -> None:
    """Since the last hand, and never dealt a card; before the first hand nobody is new."""
    game = SimpleNamespace(options={"new_player_posts": "big_blind"})
    now: Any = SimpleNamespace(log=acts(log), game=game, felt=SimpleNamespace(returned=0, seats=5))
    assert owing(now) == owes
    game.options = {}
    assert owing(now) == {}


def test_the_steps_of_a_procedure_are_those_of_its_parts_too() -> None:
    """In their order; what is no step is passed over."""
    steps: Any = {
        "a": {"do": "burn"},
        "why": "text",
        "b": {"steps": {"c": {"play": "betting"}, "d": {"steps": {"e": {"do": "x"}}}}},
    }
    assert [name for name, _ in steps_in(steps)] == ["a", "c", "e"]


def test_de_10_a_dead_button_remembers_the_blinds_of_the_last_hand() -> None:
    """The big blind moves on by one player, and the small blind's place is where it was, though that seat is empty now."""
    table = dk.Table("holdem", seats=5, seed=1, button=2, options={"button_rule": "dead"})
    table.advance("preflop")
    assert blinds_of(table.now) == Blinds(3, 4, 3)
    for line in ("s5 fold", "s1 fold", "s2 fold", "s3 fold"):
        table.push(line)
    to_the_next_hand(table)
    table.push("s4 sitout")
    table.advance("blinds")
    assert blinds_of(table.now) == Blinds(0, 5, 4)


def test_sg_06_a_deal_is_decided_by_the_first_act_of_a_player() -> None:
    """A cut is none; where the game names the fact after which it is too late, that decides once a hand is out."""
    tell = FAULTS["deal_error"]
    table = dk.Table("nap", seats=3, seed=1, button=3)
    table.advance("bidding")
    told = tell(table.now)
    table.push("s1 bid two")
    assert (told, tell(table.now)) == ({"decided": False}, {"decided": True})
