"""Slips drawn from the procedure, the menu made of them, and the score."""

from __future__ import annotations

import random

import attrs
import pytest

from dealerkit import Table
from dealerkit.felt import Act
from dealerkit.judge import Finding
from dealerkit.table.bots import Bots, sensible
from dealerkit.training.walk.hands import Dealing, WalkedHand
from dealerkit.training.walk.score import Score, score
from dealerkit.training.walk.slips import Slip, due, menu, plant, slips


def at(step: str, seed: int = 7) -> Table:
    """A table taken to a step."""
    table = Table("mini-baccarat", seats=3, seed=seed)
    table.advance("bets")
    table.push("s1 bet player 100")
    table.push("s2 bet banker 50")
    table.advance(step)
    return table


@pytest.mark.parametrize("step", ["burn", "close", "deal", "player_total", "result", "signal", "take", "pay"])
def test_a_menu_has_the_act_that_is_due_once(step):
    """The right act stands among others, no act twice, the same for the same seed."""
    table = at(step)
    acts = menu(table, 7)
    assert acts.count(due(table)) == 1
    assert len(set(acts)) == len(acts) >= 3
    assert acts == menu(table, 7)


def test_the_seed_shuffles_the_menu():
    """The right act does not always stand in the same place."""
    table = at("deal")
    assert len({menu(table, seed).index(due(table)) for seed in range(40)}) > 2


def test_slips_are_of_many_kinds():
    """Wrong place and wrong way up at the first card, a step skipped at the close, a wrong amount at the payment."""
    assert {"place", "face"} <= {slip.kind for slip in slips(at("deal"))}
    assert "skipped" in {slip.kind for slip in slips(at("close"))}
    assert "amount" in {slip.kind for slip in slips(at("pay"))}


def test_nobody_is_offered_anything_while_players_choose():
    """Where the dealer waits there is nothing to pick."""
    table = Table("nap", seats=3, seed=1)
    table.advance("bidding")
    assert menu(table, 1) == []
    assert due(table) is None


@pytest.mark.parametrize("seed", range(12))
def test_a_planted_slip_is_found(seed):
    """What is planted has a finding, wherever it is planted."""
    table = at(random.Random(seed).choice(["close", "deal", "player_total", "result", "signal", "take", "pay"]), seed=seed)
    planted = plant(table, random.Random(seed))
    assert planted is not None
    assert planted.findings == tuple(table.findings)
    assert planted.slip.act != planted.due


def test_a_slip_in_which_nothing_is_found_is_kept_and_counted(monkeypatch):
    """It is not taken back: `missed` tells of it."""
    table = Table("mini-baccarat", seats=3, seed=7)
    table.advance("banker_call")
    wrong = Slip("place", Act.parse("d floor"))  # whoever calls the floor is never wrong
    monkeypatch.setattr("dealerkit.training.walk.slips.slips", lambda _: [wrong])
    before = len(table.log)
    planted = plant(table, random.Random(1), ["place"])
    assert planted is not None
    assert (planted.slip, planted.findings, len(table.log)) == (wrong, (), before + 1)
    hand = WalkedHand(1, 1, before + 5, {}, (), (), planted=(planted,))
    assert hand.missed == (planted,)
    later = Finding("step/unexpected", "", "", "", before + 3)
    assert attrs.evolve(hand, findings=(later,)).missed == ()


@pytest.mark.parametrize("game", ["mini-baccarat", "nap"])
def test_what_the_rules_allow_is_not_planted(game):
    """Calls that the house does not demand, said again or left out, and more packets than the fewest."""
    table = Table(game, seats=3, seed=7)
    for _ in range(40):
        act = table.next_act()
        for slip in slips(table):
            assert (slip.kind, slip.act.verb) not in {("again", "call"), ("again", "announce"), ("again", "tap")}
        table.push(act)
    deck = Table("holdem", seats=3, seed=7)
    deck.advance("strip")
    assert {slip.act.text for slip in slips(deck) if slip.act.verb == "strip"} == {"d strip 3"}


@pytest.mark.parametrize("game", ["mini-baccarat", "nap"])
def test_hands_are_dealt_without_a_finding(game):
    """A perfect dealer makes no slip, and what the seats win the others lose."""
    table = Table(game, seats=4, seed=3)
    hands = list(Dealing(table, Bots(sensible)).hands(12))
    assert len(hands) == 12
    assert table.ok
    assert all(sum(hand.net) == 0 for hand in hands)
    assert [hand.first for hand in hands[1:]] == [hand.last + 1 for hand in hands[:-1]]


def test_planted_slips_are_counted_and_found():
    """As many slips as asked for, each with its finding."""
    table = Table("mini-baccarat", seats=3, seed=7)
    hands = list(Dealing(table, Bots(sensible), slips=6).hands(12))
    planted = [slip for hand in hands for slip in hand.planted]
    assert len(planted) == 6
    assert all(slip.findings for slip in planted)


@pytest.mark.parametrize(
    ("severities", "points", "percent", "passed"),
    [
        pytest.param({}, 0, 100, True, id="clean"),
        pytest.param({"minor": 2}, 2, 90, True, id="minor-costs-one"),
        pytest.param({"major": 1}, 4, 80, True, id="major-costs-four"),
        pytest.param({"major": 2}, 8, 60, False, id="below-the-mark"),
        pytest.param({"critical": 1}, 0, 100, False, id="critical-is-no-pass"),
        pytest.param({"major": 9}, 36, 0, False, id="not-below-zero"),
    ],
)
def test_score(severities, points, percent, passed):
    """100 x (1 - points / steps), not below zero; critical is no pass."""
    made = Score(20, severities, points)
    assert made.percent == percent
    assert made.passed is passed


def test_the_same_minor_slip_often_is_a_major_one():
    """More than three times in a round counts as one major; a correction counts one step lower."""
    table = at("deal")

    def found(code: str, act: int, *, corrected: bool = False) -> Finding:
        return Finding(code, "close", "", "", act, self_corrected=corrected)

    minor, major = "coup/no-more-bets-not-called", "coup/wrong-payout"
    table._found = [found(minor, act) for act in range(1, 4)]
    assert score(table).points == 3
    table._found.append(found(minor, 4))
    assert score(table).points == 4
    table._found += [found(minor, act) for act in range(5, 15)]
    assert score(table).points == 4
    assert score(table, ends=[4]).points == 8
    table._found = [found(major, 1), found(major, 2, corrected=True)]
    assert score(table).points == 5
    assert score(table, since=1).points == 1
