"""Findings and hands in Parquet: a file of each, a row a finding or hand, written in groups of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import BinaryIO

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from dealerkit.hands.listing import OtherFiles
from dealerkit.jobs.archive.outputs.rows import CheckedRow, FindingRow
from dealerkit.jobs.archive.values import NotJudged

_GROUP = 1 << 15
"""Rows that are written together."""

_TYPES = {"str": pa.string(), "int": pa.int32(), "bool": pa.bool_(), "tuple[str, ...]": pa.list_(pa.string())}
_OFTEN = {"file", "game", "rules", "table", "dealer", "zone", "code", "severity", "title", "why", "remedy", "follows", "worst"}
"""Columns with few distinct texts, stored as dictionaries."""

_METADATA = {b"dealerkit": b"dealerkit archive 1"}


def schema_of(row: type[attrs.AttrsInstance]) -> pa.Schema:
    """Return the Parquet columns, with their types, for a kind of row.

    Args:
        row: `FindingRow` or `CheckedRow`.
    """
    columns = []
    for field in attrs.fields(row):
        kind = _TYPES[str(field.type)]
        columns.append((field.name, pa.dictionary(pa.int32(), kind) if field.name in _OFTEN else kind))
    return pa.schema(columns, metadata=_METADATA)


class _ParquetRows:
    """Buffered rows of one kind on their way into a file.

    Args:
        stream: The output.
        row: `FindingRow` or `CheckedRow`.
    """

    def __init__(self, stream: BinaryIO, row: type[attrs.AttrsInstance]) -> None:
        self.schema = schema_of(row)
        self._waiting: list[FindingRow | CheckedRow] = []
        self._writer = pq.ParquetWriter(stream, self.schema, compression="zstd")

    def add(self, row: FindingRow | CheckedRow) -> None:
        self._waiting.append(row)
        if len(self._waiting) >= _GROUP:
            self.write()

    def write(self) -> None:
        if not self._waiting:
            return
        columns = [
            pa.array(
                [_clean(getattr(row, name)) for row in self._waiting], kind.value_type if pa.types.is_dictionary(kind) else kind
            )
            for name, kind in zip(self.schema.names, self.schema.types, strict=True)
        ]
        arrays = [
            column.dictionary_encode() if pa.types.is_dictionary(kind) else column
            for column, kind in zip(columns, self.schema.types, strict=True)
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self.schema))
        self._waiting.clear()

    def close(self) -> None:
        self._writer.close()


def _clean(value: object) -> object:
    """Return a value as Parquet holds it: text without halves of characters."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode() if not value.isascii() else value
    return [_clean(item) for item in value] if isinstance(value, tuple) else value


class ParquetFiles:
    """Writer of two Parquet files: one row for each finding, one row for each hand.

    Args:
        findings: The file of findings.
        hands: The file of hands.
    """

    def __init__(self, findings: BinaryIO, hands: BinaryIO) -> None:
        self._findings, self._hands = _ParquetRows(findings, FindingRow), _ParquetRows(hands, CheckedRow)

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:
        """Write a hand and its findings; for an unreadable hand only the findings."""
        if hand is not None and hand.hand:
            self._hands.add(hand)
        for row in finding_rows:
            self._findings.add(row)

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:  # noqa: ARG002 - it is told elsewhere
        """Write the buffered rows."""
        self._findings.write()
        self._hands.write()

    def close(self) -> None:
        """Close both files without writing the buffered rows."""
        self._findings.close()
        self._hands.close()
