"""What a finding says, whole: what was due, how grave it is, from which slip it follows, and what is owed for it.

A row of `finding_rows.yaml` says

- `case`, `line`, `acts`: the case, which begins with the rule that it proves, for its table; how many of its own acts come first,
  by default none, and the acts behind them
- `found`: the findings on the last act: the code, what was `due`, how grave, and `because` of which finding
- `corrected`: all findings so far that were put right before a player acted; by default none
- `owed`: what is to be done before anything else
- `asks`: the seats that are to act
- `next`: what a perfect dealer does next, or the floor or a player, and so on for five acts, in which nothing is found
- `gives`: the ruling that the floor has to give; null for none
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealerkit.jobs.cases.run import new_table
from dealerkit.judge.severity import severity_of
from tests.table.moments import cases, lines_of, obeyed, push
from tests.yaml_files import data_of

ROWS: list[dict[str, Any]] = data_of(Path(__file__).parent / "finding_rows.yaml")


def lines(row: dict[str, Any]) -> list[str]:
    """Return the acts of a row, the case's own first."""
    return [*lines_of(cases()[row["case"]], row.get("line", 0)), *row["acts"]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']}: {row['acts'][-1]}")
def test_a_finding_says_what_was_due_how_grave_it_is_and_from_what_it_follows(row):
    """And the table goes on from there."""
    table = new_table(cases()[row["case"]])
    before = 0
    for line in lines(row):
        before = len(table.findings)
        push(table, line)
    known, ruling = table.house.catalogue, table.floor.to_rule
    came = {
        "found": [
            {"code": finding.code, "due": finding.expected, "severity": severity_of(known, finding)}
            | ({"because": finding.because_of[0]} if finding.because_of else {})
            for finding in table.findings[before:]
        ],
        "corrected": [finding.code for finding in table.findings if finding.self_corrected],
        "owed": [act.text for act in table.owed],
        "asks": sorted(table.ask),
        "gives": ruling and str(ruling),
        "next": [*obeyed(table, 5)],
    }
    assert came == {word: row.get(word, []) if word == "corrected" else row[word] for word in came}


def test_no_row_stands_twice():
    """The acts at a case's table are told once."""
    told = [(row["case"], *lines(row)) for row in ROWS]
    assert len({*told}) == len(told)
