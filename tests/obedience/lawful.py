"""Tables continued by due acts, and their state after a lawful end of the hand."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.table.rounds import Rounds


def table_at(game: str, step: str, seed: int, seats: int = 4, rules: str | None = None) -> dk.Table:
    """Return a table brought to a step by a perfect dealer."""
    table = dk.Table(game, rules, seats=seats, seed=seed)
    table.advance(step)
    return table


def obeyed(table: dk.Table, most: int = 300) -> list[Act]:
    """Do the due acts until the hand with a pushed pot is over; return them."""
    acts: list[Act] = []
    rounds = Rounds(table)
    for _ in range(most):
        act = table.next_act()
        assert act is not None
        assert table.push(act) == (), f"'{act}' was due"
        acts.append(act)
        if rounds.look(table) and any(done.verb == "award" for done in acts):
            return acts
    pytest.fail("the hand does not end")


def is_lawful(table: dk.Table, acts: list[Act]) -> None:
    """Check that the pot was pushed, that pots and fronts are empty, and that the deck is complete."""
    felt = table.felt
    assert any(act.verb == "award" for act in acts)
    assert not any(sum(felt.rows[name]) for name in (*felt.layout.pots, *felt.layout.front) if name in felt.rows)
    assert felt.left() == len(felt.layout.pack)
    assert sum(felt.rows["stack"]) == felt.chips()


def done(table: dk.Table, most: int = 300, until: str = "gather") -> list[Act]:
    """Do the due acts until an act with this verb, without any finding; return them."""
    acts: list[Act] = []
    for _ in range(most):
        act = table.next_act()
        assert act is not None
        assert table.push(act) == (), f"'{act}' was due"
        acts.append(act)
        if act.verb == until:
            return acts
    pytest.fail(f"nobody does '{until}'")
