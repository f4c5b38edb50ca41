"""Writers of findings as JSON lines and as CSV, one line for each finding."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import BinaryIO

import attrs

from dealerkit.files.csv_cells import csv_row
from dealerkit.hands.listing import OtherFiles
from dealerkit.jobs.archive.outputs.rows import FINDING_COLUMNS, CheckedRow, FindingRow
from dealerkit.jobs.archive.values import NotJudged


class JsonLines:
    """Writer of JSON lines: one object for each finding.

    Args:
        stream: The output.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:  # noqa: ARG002 - of hands others tell
        """Write the findings of a hand."""
        for row in finding_rows:
            text = json.dumps(attrs.asdict(row), ensure_ascii=False)
            self._stream.write(text.encode("utf-8", "backslashreplace") + b"\n")

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:
        """Do nothing: JSON lines have no ending."""


class CsvTable:
    """CSV output: a row a finding, below the column names.

    Args:
        stream: The output.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._write(FINDING_COLUMNS)

    def _write(self, cells: Sequence[object]) -> None:
        self._stream.write(csv_row(cells).replace("\0", "\ufffd").encode("utf-8", "backslashreplace"))

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:  # noqa: ARG002 - of hands others tell
        """Write the findings of a hand."""
        for row in finding_rows:
            self._write([getattr(row, name) for name in FINDING_COLUMNS])

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:
        """Do nothing: CSV has no ending."""
