"""Anybody does anything, at any table: nothing is lost, what is refused changes nothing, all can be taken back and replayed."""

from __future__ import annotations

import contextlib
import pickle
import random

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from tests.attack.kinds import Attack
from tests.attack.tables import (
    any_act,
    belongings,
    in_the_middle,
    likely,
    of_somebody_else,
    players_of,
    said_in_a_round,
    table_of,
)
from tests.folding import state

pytestmark = pytest.mark.campaign


def whole(table: dk.Table) -> tuple[object, ...]:
    """Everything there is of a table, down to the bookkeeping of its felt."""
    felt = table.felt
    slots = {name: getattr(felt, name) for name in _slots(felt) if name not in ("layout", "index")}
    return (*state(table), len(table.rulings), {name: _kept(value) for name, value in slots.items()})


def _slots(thing: object) -> list[str]:
    names = list(getattr(thing, "__dict__", ()))
    return names + [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(thing, name)]


def _kept(value: object) -> object:
    """A value that stays as it is when the felt goes on."""
    if isinstance(value, random.Random):
        return value.getstate()
    try:
        return pickle.dumps(value)
    except (TypeError, AttributeError, pickle.PicklingError):
        return repr(value)


def test_anything_at_any_time(record_property):
    """No card and no chip is lost; a refused act changes nothing; every finding can be explained; undo and replay come back."""

    def trial(rng: random.Random, say) -> None:
        table, said = table_of(rng, rng.choice((0, 0, 0.2)))
        say(said)
        if table is None:
            return
        before, players, often = belongings(table), players_of(rng), rng.choice((0.05, 0.3, 0.8))
        states = [state(table)]
        for _ in range(rng.randint(20, 160)):
            act = likely(table, rng, players, often)
            if act is None:
                act = any_act(table, rng)
            if act is None:
                continue
            was = whole(table) if rng.random() < 0.2 else None
            try:
                table.push(act)
            except Impossible:
                assert was is None or whole(table) == was, f"'{act}' was refused and changed something"
                assert state(table) == states[-1], f"'{act}' was refused and changed something"
                continue
            states.append(state(table))
            assert belongings(table) == before, f"'{act}' lost or made something"
            assert table.expected is not None
        for finding in table.findings:
            assert table.explain(finding).severity in {"minor", "major", "critical"}
        text = table.record()
        upto = rng.randrange(len(states))
        assert state(dk.replay(text, upto)) == states[upto], f"replayed to {upto} it is another table"
        for back in range(1, min(len(states), 12)):
            act = table.pop()
            assert state(table) == states[-1 - back], f"'{act}' was taken back, and it is another table"
        assert belongings(table) == before

    Attack("acts", 30, record_property).run(trial)


@pytest.mark.thorough
def test_acts_of_a_round_where_they_do_not_belong(record_property):
    """Whatever step is open and whoever is out already, what is said and done in a round may come at any other time."""

    def trial(rng: random.Random, say) -> None:
        table, said = table_of(rng, rng.choice((0, 0, 0.2)))
        if table is not None and rng.random() < 0.6:
            table = in_the_middle(table, rng)
        say(said if table is None else table.record())
        if table is None:
            return
        before, players, often = belongings(table), players_of(rng), rng.choice((0.1, 0.3, 0.8))
        acts = said_in_a_round(table, rng)
        for _ in range(rng.randint(20, 80)):
            act = (
                of_somebody_else(rng.choice(acts), rng, table.seats)
                if rng.random() < often
                else likely(table, rng, players, 0.05)
            )
            if act is None:
                continue
            say(act.text)
            with contextlib.suppress(Impossible):
                table.push(act)
            assert belongings(table) == before, f"'{act}' lost or made something"
            assert table.expected is not None
            assert table.owed is not None

    Attack("misplaced", 40, record_property).run(trial)


@pytest.mark.parametrize("number", [56, 71])
def test_a_question_is_the_same_when_cards_gathered_in_a_turn_are_taken_back(number):
    """What players are asked is worked out when somebody looks: never from how the table lay before an act nobody was told of."""
    rng = random.Random(f"kk{number}")
    table, _ = table_of(rng, 0.1, "jenny-jenny")
    assert table is not None
    players, states = players_of(rng), [state(table)]
    for _ in range(rng.randint(30, 90)):
        act = likely(table, rng, players, 0.04)
        with contextlib.suppress(Impossible):
            if act is not None:
                table.push(act)
                states.append(state(table))
    for text in ("d gather", "d gather", "d shuffle"):
        with contextlib.suppress(Impossible):
            if rng.random() < 0.7:
                table.push(text)
                states.append(state(table))
    for back in range(1, min(len(states), 12)):
        act = table.pop()
        assert state(table) == states[-1 - back], f"'{act}' was taken back, and it is another table"


@pytest.mark.parametrize("said", ["s2 say offer 0.5", "d announce offer 0.5", "s2 take pack 0.5"])
def test_an_amount_that_is_only_said_is_no_chips(said):
    """Half a chip in words, or with a card, where no chip is that small; then the cards come together in the middle of a hand."""
    table = dk.Table("nap", seats=4, seed=1, button=4)
    table.advance("hand.deal")
    while (due := table.next_act()) is not None and due.verb == "deal":
        table.push(due)
    table.push("s1 bid nap")
    table.push(said)
    before = belongings(table)
    assert [finding.code for finding in table.push("d gather")]
    assert belongings(table) == before
    assert table.log[-1].text == "d gather"


REFUSED = [
    ("mini-baccarat", "deal", "d discard stack 416"),
    ("mini-baccarat", "deal", "d discard stack"),
    ("mini-baccarat", "bets", "d return s1 s9 5"),
    ("mini-baccarat", "bets", "d return s1 s2 5"),
    ("holdem", "flop", "d discard stack 416"),
    ("holdem", "flop", "d return s1 s9 5"),
    ("holdem", "flop", "d return s1 bet 5"),
    ("holdem", "flop", "d deal board 1000"),
    ("nap", "deal", "d move s1 s9 5"),
    ("mini-baccarat", "deal", "d take s1 tie 5"),
    ("holdem", "flop", "d take s1 side-1 5"),
]


@pytest.mark.parametrize(("name", "at", "text"), REFUSED)
def test_an_act_that_physics_refuses_changes_nothing(name, at, text):
    """Chips are no cards, a seat is no spot, and there are no more cards than there are."""
    table = dk.Table(name, seats=3, seed=5)
    table.advance(at)
    was = whole(table)
    with pytest.raises(Impossible):
        table.push(Act.parse(text))
    assert whole(table) == was
    with pytest.raises(Impossible):
        table.judge(Act.parse(text))
    assert whole(table) == was


PUSHED = "d floor; d award s2 1; f rule pot_awarded pot/wrong-winner"
STOPPED = [
    ("triple-draw-27", f"d deal s2 4; d deal s2; d deal s2; d deal s1; d deal s2; {PUSHED}"),
    ("lowball-a5", f"s2 post 1; s3 post 2; d deal s2; d deal s3; s2 fold; d sweep; d deal s1 3; {PUSHED}"),
    (
        "holdem",
        "s2 post 1;s3 post 2;d deal s2;d deal s3;d sweep;s2 check;s3 check;d deal board;s2 check;s3 check;s2 fold;d floor",
    ),
]


@pytest.mark.parametrize(("name", "acts"), STOPPED)
def test_what_once_stopped_the_table(name, acts):
    """A remedy is worked out from what really happened, be it as odd as it may."""
    table = dk.Table(name, seats=3)
    for act in acts.split(";"):
        with contextlib.suppress(Impossible):
            table.push(act)
    assert table.expected is not None


@pytest.mark.parametrize(
    ("name", "at", "act"),
    [
        ("holdem", "flop", "d announce bet 0.5"),
        ("holdem", "flop", "s2 say raise 2.5"),
        ("newmarket", "hand", "d announce sold s1 0.5"),
        ("jenny-jenny", "turns", "s1 buy 10"),
        ("jenny-jenny", "turns", "s2 buy 10"),
    ],
)
def test_what_is_only_said_may_be_any_amount(name, at, act):
    """A sum that no chips make can be said, though not paid; chips bought are no card bought."""
    table = dk.Table(name, seats=4, seed=5)
    table.advance(at)
    table.push(act)
    assert table.log[-1].text == act
    table.pop()


PASSED = ["d deal banker", "d deal banker; d floor", "d clear", "d deal banker; d clear; d clap", "d close; d clear"]


@pytest.mark.parametrize("acts", PASSED)
def test_bets_go_on_when_what_passed_over_their_close_is_taken_back(acts):
    """A card dealt, or the table cleared, without "no more bets": taken back, the players may bet as before."""
    table = dk.Table("mini-baccarat", seats=3, seed=5)
    table.advance("bets")
    table.push("s1 bet player 100")
    before = state(table)
    for act in acts.split(";"):
        table.push(act)
    for _ in acts.split(";"):
        table.pop()
    assert state(table) == before
    assert table.push("s2 bet banker 50") == ()
