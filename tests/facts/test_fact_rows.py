"""Each fact by itself, at a table in the middle of a case: whether it holds there, or cannot be known.

A row of `fact_rows.yaml` names a case of the games, which begins with the rule that it proves, and where in it:

- `case`, `line`: the case, and how many lines of its acts have happened; all of them where none is named; or
- `acts`: acts at that case's table in place of its own
- `holds`, `fails`, `unknown`: facts that hold after the last act, that do not, and that nobody can know
- `tells`: for a fault, the facts that a ruling on it would go by, or some of them; null where there is no such fault

The rows of `told_rows.yaml` have `tells` alone, and between them each fact that a fault is told with, with most of its answers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dealerkit.facts import FACTS, Situation
from dealerkit.facts.faults import DISPUTES, FAULTS
from tests.gathered import holds_for_each
from tests.table.moments import moment_at
from tests.yaml_files import data_of

ROWS, TOLD = (data_of(Path(__file__).parent / f"{name}_rows.yaml") for name in ("fact", "told"))
VALUES = {"holds": True, "fails": False, "unknown": None}
WITHOUT = {"holds": 30, "fails": 8}
"""Facts that no row shows so: no more than so many."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']} {row.get('line', row.get('acts', ''))}".strip())
def test_a_fact_is_told_from_what_lies_there_and_what_was_done(row):
    """After the last act; a fact is asked then with that act before it, and knows who was to act before it."""
    now = moment_at(row["case"], row.get("line"), row.get("acts"))
    for word, value in VALUES.items():
        facts = {name: FACTS[name](now) for name in row.get(word, ())}
        assert {name: said if said is None else bool(said) for name, said in facts.items()} == dict.fromkeys(facts, value)
    tells_as_it_stands(now, row.get("tells", {}))


def tells_as_it_stands(now: Situation, tells: dict[str, Any]) -> None:
    """Fail if a fault is told with other facts."""
    faults = DISPUTES if "showdown" in now.game.data else FAULTS
    said = {fault: faults[fault](now) for fault in tells}
    some = {
        fault: told if told is None or tells[fault] is None else {name: told.get(name) for name in tells[fault]}
        for fault, told in said.items()
    }
    assert some == tells


@pytest.mark.parametrize("prefix", sorted({row["case"][:2] for row in TOLD}))
def test_a_fault_is_told_from_what_lies_there(prefix):
    """The facts that the floor need not ask for, at many moments; a row says those that no other row has said so often."""
    rows = [row for row in TOLD if row["case"].startswith(prefix)]

    def told(row: dict[str, Any]) -> None:
        tells_as_it_stands(moment_at(row["case"], row["line"]), row["tells"])

    holds_for_each(told, rows, lambda row: f"{row['case']}, line {row['line']}")


def test_nearly_every_fact_has_a_row_in_which_it_holds_and_one_in_which_it_does_not():
    """Whoever writes a fact shows it both ways."""
    without = {word: FACTS.keys() - {name for row in ROWS for name in row.get(word, ())} for word in WITHOUT}
    assert {word: sorted(names) for word, names in without.items() if len(names) > WITHOUT[word]} == {}
