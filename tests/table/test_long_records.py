"""A record of 2,000 acts is judged the same act by act, in one piece, folded in two, and after undo and redo."""

from __future__ import annotations

import random

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import DEALER
from tests.folding import state
from tests.table.dealing import bets, next_act

ACTS = 2000
SEED = 3


def told(table: dk.Table) -> tuple[object, ...]:
    """What has to be the same: findings, rulings, the agenda as text, and the felt."""
    round_, books = table.agenda.round, table.agenda.books
    return (
        *state(table),
        [(ruled.act, ruled.ruling) for ruled in table.rulings],
        (str(table.expected), round_.begun, round_.laps, dict(round_.rounds), dict(round_.ended), round_.reported),
        ([pending.duty.id for pending in books.duties], [step.id for step in books.may], sorted(books.credit), books.right),
    )


def session(game: str) -> dk.Table:
    """A table at which the dealer leaves an act out now and then, or does one twice; what is owed and ruled is then done."""
    rng = random.Random(SEED)
    table = dk.Table(game, seats=5, seed=SEED)

    def push(act: dk.Act) -> None:
        try:
            table.push(act)
        except Impossible:  # a slip that the felt cannot do
            assert len(table.log) > 0

    while len(table.log) < ACTS:
        if table.players is not None and table.players.until and rng.random() < 0.8 and game != "holdem":
            for bet in bets(table, rng)[:3]:
                push(bet)
        act = (table.next_act() if table.rulings or table.owed else None) or next_act(table, rng)
        assert act is not None, table.expected
        slip, plan = rng.random() if act.who == DEALER else 1.0, table.plan()
        if slip < 0.03 and len(plan) > 1:
            push(plan[1])
            continue
        if slip < 0.05:
            push(act)
        push(act)
    return table


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", ["mini-baccarat", "holdem"])
def test_a_long_record_is_judged_the_same_however_it_is_folded(game: str) -> None:
    """In one piece, in two, and back by some acts and on again at several places: nothing tells them apart."""
    table = session(game)
    assert len(table.log) >= ACTS
    assert len(table.findings) >= 15
    assert len(table.rulings) >= 15
    text, acts, whole = table.record(), list(table.log), told(table)

    again = dk.replay(text)
    assert told(again) == whole
    assert again.felt.same_as(table.felt)

    rng = random.Random(SEED)
    half = rng.randrange(ACTS // 3, 2 * ACTS // 3)
    folded = dk.replay(text, half)
    at_half = told(folded)
    for act in acts[half:]:
        folded.push(act)
    assert told(folded) == whole
    assert folded.felt.same_as(table.felt)

    for back in (1, 7, 60, len(acts) - half):
        while len(folded.log) > len(acts) - back:
            folded.pop()
        if back == len(acts) - half:
            assert told(folded) == at_half
        for act in acts[-back:]:
            folded.push(act)
        assert told(folded) == whole, back
        assert folded.felt.same_as(table.felt)
