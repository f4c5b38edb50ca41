"""After a slip with a remedy that is dealt, a perfect dealer carries it out and finishes the hand: nothing else is found."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.training.walk.slips import plant
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

SLIPS = {
    "first card to the wrong seat": ("pitch", ["d deal s3"]),
    "first card shown": ("pitch", ["d deal s2 up"]),
    "third card shown": ("pitch", ["d deal s2", "d deal s3", "d deal s4 up"]),
    "two cards shown": ("pitch", ["d deal s2", "d deal s3", "d deal s4 up", "d deal s1 up"]),
    "two in a row": ("pitch", ["d deal s2", "d deal s3", "d deal s3"]),
    "one card too many": ("preflop", ["d deal s2"]),
    "boxed card": ("pitch", ["d deal s2", "d deal s3 boxed"]),
    "boxed card on the board": ("turn_card", ["d deal board boxed"]),
    "four cards": ("board", ["d deal board 4 together"]),
    "five cards": ("board", ["d deal board 5 together"]),
    "a fourth card": ("board", ["d deal board 3 together", "d deal board"]),
    "early flop": ("preflop", ["s4 call", "s1 call", "d burn", "d deal board 3 together"]),
    "early flop without a burn": ("preflop", ["s4 call", "d deal board 3 together"]),
    "early turn": ("flop_betting", ["s2 check", "d tap", "d burn", "d deal board"]),
    "early turn without a burn": ("flop_betting", ["s2 check", "d deal board"]),
    "early river": ("turn_betting", ["s2 check", "d burn", "d deal board"]),
    "turn and river at once": ("turn_burn", ["d burn", "d deal board", "d deal board"]),
    "flop without a burn": ("burn", ["d deal board 3 together"]),
    "flop face down without a burn": ("burn", ["d deal board 3 down"]),
    "turn without a burn": ("turn_burn", ["d deal board"]),
    "river without a burn": ("river_burn", ["d deal board"]),
    "two burns": ("turn_burn", ["d burn", "d burn"]),
    "turn face down": ("turn_burn", ["d burn", "d deal board down"]),
    "river laid out ahead": ("turn_burn", ["d burn", "d deal board", "d deal board down"]),
    "reshuffled face up": ("turn_burn", ["d fumble stub", "d rebuild stub up"]),
    "dropped stub": ("turn_burn", ["d fumble stub"]),
}
"""Where a slip is made in hold'em and Omaha, and how."""

FORMS = ("holdem", "omaha", "holdem-short-deck", "stud7", "razz", "five-card-stud", "draw", "lowball-27", "badugi")


def finish(table: dk.Table) -> None:
    """A perfect dealer, the floor and players who go on, until the next hand's button; no card and no chip is lost on the way."""
    cards, chips = Counter(table.felt.all_cards()), table.felt.chips()
    for _ in range(250):
        act = table.next_act()
        assert act is not None, table.log[-6:]
        table.push(act)
        assert Counter(table.felt.all_cards()) == cards, act
        assert table.felt.chips() == chips, act
        if act.verb == "button":
            return
    pytest.fail(f"the hand does not end: {table.log[-6:]}")


def dealt(table: dk.Table) -> bool:
    """Whether the last ruling has a remedy that is dealt."""
    known = table.house.remedies
    return bool(table.rulings) and any(known[name].dealt for name in table.rulings[-1].ruling.to_deal)


@pytest.mark.sample(3)
@pytest.mark.parametrize("rules", ["rrop", "tda"])
@pytest.mark.parametrize("game", ["holdem", "omaha"])
@pytest.mark.parametrize("name", SLIPS)
def test_a_perfect_dealer_carries_the_remedy_out(name: str, game: str, rules: str) -> None:
    """Whatever was ruled, the hand comes to its end with what was found first and nothing more; the record says the same."""
    step, acts = SLIPS[name]
    table = dk.Table(game, rules, seats=4, button=1, seed=3)
    table.advance(step)
    for act in acts:
        table.push(act)
    found = len(table.findings)
    assert found or table.rulings or table.agenda.books.duties
    finish(table)
    assert [finding.code for finding in table.findings[found:]] == []
    assert dk.replay(table.record()).findings == table.findings


@pytest.mark.parametrize("form", FORMS)
def test_slips_that_a_dealer_may_make_are_put_right(form: str) -> None:
    """Any plausible slip whose remedy is dealt: it is carried out, and nothing else is found until the hand is over."""
    tried = 0
    for seed in range(6 * max(1, LONG)):
        rng = random.Random(f"{form}/{seed}")
        rules = rng.choice(["rrop", "tda", "wsop-live"])
        table = dk.Table(form, rules, seats=rng.randint(2, 5), button=1, seed=seed)
        stop = rng.randint(8, 60)
        while len(table.log) < stop and (act := table.next_act()) is not None:
            table.push(act)
        if plant(table, rng) is None or not dealt(table):
            continue
        tried += 1
        found = len(table.findings)
        try:
            finish(table)
        except Impossible as error:
            pytest.fail(f"{form} {rules} {seed}: {error}")
        more = [finding.code for finding in table.findings[found:]]
        assert more == [], (form, rules, seed, [str(act) for act in table.log[-30:]])
    assert tried or not LONG


def test_what_was_under_way_resumes_below_the_remedy() -> None:
    """The betting that an early card interrupted goes on with the seat that was to act."""
    table = dk.Table("holdem", "tda", seats=4, seed=3)
    table.advance("flop_betting")
    for act in ("s2 check", "d tap", "d burn", "d deal board"):
        table.push(act)
    assert str(table.expected.dealer[0]) == "d floor"
    for _ in range(4):
        table.push(table.expected.dealer[0])
    assert list(table.expected.players) == ["s3"]
    assert not table.expected.dealer


def test_taking_back_goes_through_a_remedy() -> None:
    """Every act of a remedy can be taken back, and what was expected before it is expected again."""
    table = dk.Table("holdem", "rrop", seats=4, seed=3)
    table.advance("preflop")
    table.push("d deal s2")
    table.push("d deal s3")
    seen = []
    for _ in range(12):
        act = table.next_act()
        assert act is not None
        seen.append((act, str(table.expected), table.felt.rows["stack"][:]))
        table.push(act)
    for act, expected, stacks in reversed(seen):
        assert table.pop() == act
        assert (str(table.expected), table.felt.rows["stack"]) == (expected, stacks)


def test_a_ruling_is_kept_with_the_slip_and_read_from_there(monkeypatch):
    """Whoever asks whether a misdeal may still be called reads the ruling that was given, until somebody acts on the hand."""
    table = dk.Table("holdem", rules="tda", seats=4, seed=1)
    table.advance("pitch")
    assert [finding.code for finding in table.push("d deal s2 up")] == ["step/pitch-wrong-face"]
    [ruled] = table.rulings
    [slip] = table.now.slips
    assert slip.ruling is ruled.ruling
    assert slip.ruling.outcome == "misdeal"
    table.push("d floor")
    asked = []
    monkeypatch.setattr("dealerkit.games.poker.facts.rulings.ruling_on", lambda now, fault: asked.append(fault))
    assert table.push(f"f rule misdeal {ruled.code}") == ()
    assert asked == []
