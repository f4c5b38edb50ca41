"""The floor by itself: a table of the games' cases, acts at it, what the floor has to rule then, and what is done next.

A row of `floor_rows.yaml` says

- `case`, `acts`: the case, which begins with the rule that it proves, for its table, and acts in the place of its own
- `next`: what a perfect dealer does next, or the floor
- `gives`: the ruling that the floor has to give; null for none
- `found`: the codes of what was found in the last act
- `owed`: what is to be done before anything else
- `mended`: the codes of the findings that a remedy puts right
- `means`: what the floor is taken to mean by an outcome, said without a finding

The last four are compared where a row has them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealerkit.felt import Act
from dealerkit.jobs.cases.run import new_table
from tests.table.moments import cases, lines_of, push
from tests.yaml_files import data_of

ROWS: list[dict[str, Any]] = data_of(Path(__file__).parent / "floor_rows.yaml")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']}: {row['acts'][-1]}")
def test_what_the_floor_has_to_rule_and_what_is_next(row):
    """After the acts."""
    case = cases()[row["case"]]
    table = new_table(case)
    before = 0
    for line in [*lines_of(case, 0), *row["acts"]]:
        before = len(table.findings)
        push(table, line)
    ruling, floor = table.floor.to_rule, table.floor
    assert ruling is None or ruling == Act.parse(str(ruling)), "it is said as it is written"
    came = {
        "next": str(table.next_act()),
        "gives": ruling and str(ruling),
        "found": [finding.code for finding in table.findings[before:]],
        "owed": [act.text for act in table.owed],
        "mended": sorted(table.findings[number].code for number in floor.being_mended),
        "means": {said: [act.text for act in floor.means(Act.parse(said))] for said in row.get("means", ())},
    }
    assert {word: came[word] for word in row if word in came} == {word: row[word] for word in row if word in came}
