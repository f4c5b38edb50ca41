"""Tables that are dealt on by what is due, and what lies there when a hand has ended lawfully."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.table.rounds import Rounds


def table_at(game: str, step: str, seed: int, seats: int = 4, rules: str | None = None) -> dk.Table:
    """A table taken to a step by a perfect dealer."""
    table = dk.Table(game, rules, seats=seats, seed=seed)
    table.advance(step)
    return table


def obeyed(table: dk.Table, most: int = 300) -> list[Act]:
    """What is due, done until the hand is over in which a pot was pushed."""
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
    """The pot was pushed, nothing lies in pots or in front, and the deck is whole."""
    felt = table.felt
    assert any(act.verb == "award" for act in acts)
    assert not any(sum(felt.rows[name]) for name in (*felt.layout.pots, *felt.layout.front) if name in felt.rows)
    assert felt.left() == len(felt.layout.pack)
    assert sum(felt.rows["stack"]) == felt.chips()


def done(table: dk.Table, most: int = 300, until: str = "gather") -> list[Act]:
    """What is due, done without a finding until an act with this verb."""
    acts: list[Act] = []
    for _ in range(most):
        act = table.next_act()
        assert act is not None
        assert table.push(act) == (), f"'{act}' was due"
        acts.append(act)
        if act.verb == until:
            return acts
    pytest.fail(f"nobody does '{until}'")
