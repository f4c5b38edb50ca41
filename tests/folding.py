"""The whole state of a table, and the proof that a record of it folds to the same table from any act on and back again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act


def state(table: dk.Table) -> tuple[object, ...]:
    """Return the whole state of a table."""
    return (
        [act.text for act in table.log],
        tuple(table.findings),
        {name: cards[:] for name, cards in table.felt.places.items()},
        {name: row[:] for name, row in table.felt.rows.items()},
        [act.text for act in table.plan()],
        table.agenda.step.path if table.agenda.step else "",
        sorted(
            (seat, move, _told(allowed)) for seat, asked in table.ask.items() for move, allowed in asked.items() if move != "fold"
        ),
        [(owed.step.id, [act.text for act in owed.acts]) for owed in table.agenda.books.debts],
    )


def _told(allowed: object) -> str:
    """Return an allowed move as text, without memory addresses."""
    return re.sub(r" at 0x[0-9a-f]+", "", str(allowed))


def dealt(table: dk.Table, acts: Iterable[Act | None]) -> list[object]:
    """Push acts, without those that are impossible; return the states before the first and after each."""
    states: list[object] = [state(table)]
    for act in acts:
        if act is None:
            continue
        try:
            table.push(act)
        except Impossible:
            continue
        states.append(state(table))
    return states


def folds_back(table: dk.Table, states: Sequence[object], rng: random.Random, most: int) -> None:
    """Check that every prefix of its record results in the same state, and so does taking acts back, `most` of them.

    Args:
        states: The states before the first act and after each.
    """
    text = table.record()
    again = dk.replay(text)
    assert state(again) == states[-1]
    assert again.felt.same_as(table.felt)
    for upto in sorted(rng.sample(range(len(states)), min(6, len(states)))):
        assert state(dk.replay(text, upto)) == states[upto]
    for back in range(1, min(most, len(states))):
        table.pop()
        assert state(table) == states[-1 - back], back
