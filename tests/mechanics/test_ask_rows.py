"""Each mechanic by itself: what it asks of the players at a table in the middle of a case, each move with what it allows.

A row of `ask_rows.yaml` names a case of the games, which begins with the rule that it proves, and how many lines of its acts have
happened (`line`; all of them where none is named). `asks` says for each seat the moves in their order, with the amounts, cards or
seats that are allowed where those are to be chosen from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.table.moments import table_at

ROWS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "ask_rows.yaml").read_text(encoding="utf-8"))


def move(name: str, allowed: object) -> str:
    """A move with what it allows, as a row says it; the move alone where there is nothing to choose, or no end of it."""
    if isinstance(allowed, range):
        return f"{name} {allowed[0]} to {allowed[-1]}"
    said = " or ".join(map(str, allowed)) if isinstance(allowed, tuple) else str(allowed)
    return name if allowed == (None,) or " object at " in said else f"{name} {said}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']} {row.get('line', '')}".strip())
def test_a_mechanic_asks_for_just_these_moves(row):
    """No more, no fewer, and each within its bounds."""
    ask = table_at(row["case"], row.get("line")).ask
    assert {seat: [move(name, allowed) for name, allowed in moves.items()] for seat, moves in ask.items()} == row["asks"]
