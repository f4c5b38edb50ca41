"""`Table.judge` says beforehand what `push` then finds, and the table is as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.table.playback import table_of
from dealerkit.table.record import read_record
from tests.folding import state

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.rec"))
LOOK_AT = 40
"""About so many acts of a record are judged, evenly spread if it is longer; and each that has a slip noted behind it."""

LOOK_CLOSELY = 12
"""Each so-manieth of them is looked at closely: the whole state before and after."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_judging_says_what_pushing_finds_and_changes_nothing(path: Path) -> None:
    """The acts of the walked records: findings and rulings; sampled: agenda, felt, log and all that can be told."""
    record = read_record(path)
    table = table_of(record.header)
    step = 1 + len(record.lines) // LOOK_AT
    for number, line in enumerate(record.lines):
        if number % step and not line.note.startswith("!"):
            table.push(line.act)
            continue
        closely = number % (step * LOOK_CLOSELY) == 0 or line.note.startswith("!")
        agenda, length, ruled = table.agenda, len(table.log), len(table.rulings)
        before = (state(table), table.felt.copy()) if closely else None
        verdict = table.judge(line.act)
        assert table.agenda is agenda
        assert (len(table.log), len(table.rulings)) == (length, ruled)
        if before is not None:
            assert state(table) == before[0]
            assert table.felt.same_as(before[1])
        assert table.push(line.act) == verdict.findings, line.act.text
        assert tuple(table.rulings[ruled:]) == verdict.rulings, line.act.text
