"""Each mechanic by itself: what it asks of the players at a table in the middle of a case, each move with what it allows.

A row of `ask_rows.yaml` names a case of the games, which begins with the rule that it proves, and how many lines of its acts have
happened (`line`; all of them where none is named), or other acts at its table (`acts`). `asks` says for each seat the moves in
their order, with the amounts, cards or seats that are allowed where those are to be chosen from.

Whoever only goes on does one of the moves that are asked, and whatever can be chosen from what is allowed is allowed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.table.moments import table_at
from tests.yaml_files import data_of

ROWS: list[dict[str, Any]] = data_of(Path(__file__).parent / "ask_rows.yaml")


def move(name: str, allowed: object) -> str:
    """A move with what it allows, as a row says it; the move alone where there is nothing to choose, or no end of it."""
    if isinstance(allowed, range):
        return f"{name} {allowed[0]} to {allowed[-1]}"
    said = " or ".join(map(str, allowed)) if isinstance(allowed, tuple) else str(allowed)
    return name if allowed == (None,) or " object at " in said else f"{name} {said}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']} {row.get('line', row.get('acts', ''))}".strip())
def test_a_mechanic_asks_for_just_these_moves(row):
    """No more, no fewer, and each within its bounds."""
    table = table_at(row["case"], row.get("line"), row.get("acts"))
    ask, step = table.ask, table.players
    assert step is not None
    assert {seat: [move(name, allowed) for name, allowed in moves.items()] for seat, moves in ask.items()} == row["asks"]
    plain = {seat: step.mechanic.plain(table.now, step.params, seat, moves) for seat, moves in ask.items()}
    assert [act.text for seat, act in plain.items() if act is not None and act.value not in ask[seat].get(act.move, ())] == []
    choices = [
        (allowed, value)
        for moves in ask.values()
        for allowed in moves.values()
        if isinstance(allowed, Iterable)
        for value in itertools.islice(allowed, 40)
    ]
    assert [f"{value} of {allowed}" for allowed, value in choices if value not in allowed] == []
