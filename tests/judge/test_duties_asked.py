"""Duties that are not asked about after an act never come of it: a table at which all are asked tells the same."""

from __future__ import annotations

import itertools
import random

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.facts.situation import ONLY_OF, SLIPPED
from dealerkit.rules.games import game, games
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.table.bots.chance import random_legal
from tests.folding import state
from tests.sampling import LONG, daily

ACTS = 240 * (1 + LONG)
"""Some four hands of poker; a slip now and then, so that clean rounds come after others."""


GAMES = [
    (name, rules)
    for name in games()
    for rules in [one for one in rule_sets() if rule_set(one).family == game(name).family] or [None]
]
"""Every game under every rule set of its family."""


def tables(name: str, rules: str | None) -> tuple[dk.Table, dk.Table]:
    """Two tables of one game; at the second every duty is asked about after every act, whatever its facts say they need."""
    usual, whole = (dk.Table(name, rules, seed=3) for _ in range(2))
    watch = whole.house.watch
    every = {
        (verb, planned, remarked): those
        for verb, those in watch.items()
        for planned, remarked in itertools.product((False, True), repeat=2)
    }
    whole.house = attrs.evolve(whole.house, likely=every, loud=(watch, watch))
    return usual, whole


def open_duties(table: dk.Table) -> list[tuple[str, str]]:
    """The duties that wait, each with who brought it."""
    return [(pending.duty.id, pending.owner) for pending in table.agenda.books.duties]


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "rules"), daily(GAMES, 10))
def test_what_is_not_asked_about_never_holds(name: str, rules: str | None) -> None:
    """Dealt by dealers who slip now and then, and take acts back, both tables are the same after every act."""
    usual, whole = tables(name, rules)
    rng = random.Random(f"{name} {rules}")
    done: list[str] = []
    for _ in range(ACTS):
        dice = rng.random()
        if dice < 0.01 and usual.log:
            usual.pop(), whole.pop()
        act: object = rng.choice(done) if dice < 0.06 and done else None
        if act is None and dice < 0.9 and usual.ask and not usual.plan() and not usual.owed:
            seat = rng.choice(sorted(usual.ask))
            act = random_legal(usual, seat, usual.ask[seat], rng) if seat != "d" else None
        act = act or usual.next_act()
        if act is None:
            break
        text = str(act)
        try:
            usual.push(text)
        except Impossible:
            continue
        whole.push(text)
        done.append(text)
        assert (state(usual), open_duties(usual)) == (state(whole), open_duties(whole)), done
    assert usual.findings or usual.next_act() is None


def test_a_slip_is_known_until_its_round_is_over() -> None:
    """Duties of what came of a slip are asked about from the slip to the next round, and again once the slip is taken back."""
    table = dk.Table("holdem", "tda", seats=4, seed=3)
    table.advance("flop.burn")
    assert [SLIPPED in ONLY_OF.values(), slipped(table)] == [True, False]
    table.push("d deal board")
    assert slipped(table)
    table.pop()
    assert not slipped(table)
    table.push("d deal board")
    while table.agenda.round.begun == 0:
        table.advance()
    assert not slipped(table)


def slipped(table: dk.Table) -> bool:
    """Whether the round that is under way has a slip."""
    return table.agenda.books.slipped == table.agenda.round.begun
