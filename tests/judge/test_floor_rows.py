"""The floor by itself: a table of the games' cases, acts at it, what the floor has to rule then, and what is done next.

A row of `floor_rows.yaml` says

- `case`, `acts`: the case, which begins with the rule that it proves, for its table, and acts in the place of its own
- `next`: what a perfect dealer does next, or the floor
- `gives`: the ruling that the floor has to give; null for none
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from dealerkit.jobs.cases.run import new_table
from tests.table.moments import cases, lines_of, push

ROWS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "floor_rows.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']}: {row['acts'][-1]}")
def test_what_the_floor_has_to_rule_and_what_is_next(row):
    """After the acts."""
    case = cases()[row["case"]]
    table = new_table(case)
    for line in [*lines_of(case, 0), *row["acts"]]:
        push(table, line)
    ruling = table.floor.to_rule
    assert (str(table.next_act()), ruling and str(ruling)) == (row["next"], row["gives"])
