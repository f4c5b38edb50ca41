"""The output files for findings, in the format of each file's suffix, written whole or not at all."""

from __future__ import annotations

import contextlib
import importlib.util
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import attrs

from dealerkit.files.late_modules import late_imports
from dealerkit.files.output import replaced
from dealerkit.hands.listing import OtherFiles
from dealerkit.jobs.archive.outputs.rows import CheckedRow, FindingRow, hand_row
from dealerkit.jobs.archive.outputs.sarif import Sarif
from dealerkit.jobs.archive.outputs.selection import FindingSelection
from dealerkit.jobs.archive.outputs.tables import CsvTable, JsonLines
from dealerkit.jobs.archive.values import ChunkJudged, HandJudged, NotJudged

with late_imports():  # an extra
    from dealerkit.jobs.archive.outputs import page, parquet

ENDINGS = (".sarif", ".jsonl", ".csv", ".parquet", ".html")
"""The suffixes of output files, one for each format."""

_OF_EVERY_HAND = (".parquet", ".html")
"""Formats that tell of hands without findings, too."""


class FindingWriter(Protocol):
    """A writer that takes the findings of one hand after another."""

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:
        """Take a hand and its findings, or the error in place of an unreadable hand.

        Args:
            hand: The hand's row; None if no writer asked for hands.
            finding_rows: Its findings.
        """

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:
        """Finish writing.

        Args:
            left: The number of records that were not judged, by game and reason.
            passed: The files that are not records.
        """


def ending(path: Path) -> str:
    """Return the suffix of a file in small letters if it names an output format; else an empty text.

    >>> ending(Path("june.sarif.json")), ending(Path("june.HTML")), ending(Path("june.txt"))
    ('.sarif', '.html', '')
    """
    name = path.name.lower().removesuffix(".json")
    return next((ending for ending in ENDINGS if name.endswith(ending)), "")


def lacking(paths: Sequence[Path]) -> list[str]:
    """Return the names of the packages that writing these files needs and that are not installed."""
    wanted = ["pyarrow"] if any(ending(path) == ".parquet" for path in paths) else []
    return [name for name in wanted if importlib.util.find_spec(name) is None]


def hands_beside(path: Path) -> Path:
    """Return the file of hands beside a file of findings: `june-hands.parquet` beside `june.parquet`."""
    return path.with_name(f"{path.stem}-hands{path.suffix}")


class FindingFiles:
    """Selection of the findings to show, and the files they are written to.

    Args:
        paths: The files.
        selection: The selection of findings.
        title: The title of the check.
        passed: Counts the files that are not records.
        baseline: Whether findings of an earlier run are left out.
        force: Whether to replace files that dealerkit did not write.

    Attributes:
        every: Whether a writer needs hands without findings, too.

    Raises:
        OutputError, OSError: If one cannot be written.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        selection: FindingSelection,
        title: str,
        passed: OtherFiles,
        *,
        baseline: bool = False,
        force: bool = False,
    ) -> None:
        self.selection, self._passed = selection, passed
        self.every = any(ending(path) in _OF_EVERY_HAND for path in paths)
        self._writers: list[FindingWriter] = []
        with contextlib.ExitStack() as stack:
            for path in paths:
                stream = stack.enter_context(replaced(path, force=force))
                match ending(path):
                    case ".sarif":
                        self._writers.append(Sarif(stream, baseline=baseline))
                    case ".jsonl":
                        self._writers.append(JsonLines(stream))
                    case ".csv":
                        self._writers.append(CsvTable(stream))
                    case ".html":
                        self._writers.append(page.ReportPage(stream, title))
                    case _:
                        hands = stack.enter_context(replaced(hands_beside(path), force=force))
                        self._writers.append(stack.enter_context(contextlib.closing(parquet.ParquetFiles(stream, hands))))
            self._stack = stack.pop_all()
        self._left = Counter[NotJudged]()

    def take(self, chunk: ChunkJudged) -> ChunkJudged:
        """Write the selected findings of a chunk; return the chunk with those alone."""
        if not self._writers and self.selection.takes_all:
            return chunk
        self._left.update(dict(chunk.not_judged))
        hands = (self._take(hand) for hand in chunk.hands)
        return attrs.evolve(chunk, hands=tuple(hand for hand in hands if hand.findings))

    def _take(self, hand: HandJudged) -> HandJudged:
        chosen = self.selection.chosen(hand)
        if self._writers:
            rows = self.selection.rows(hand, chosen)
            row = hand_row(hand, rows, self.selection.names) if self.every else None
            for writer in self._writers:
                writer.hand(row, rows)
        return hand if len(chosen) == len(hand.findings) else attrs.evolve(hand, findings=tuple(flaw for flaw, _ in chosen))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._stack:
            if kind is not None:  # nothing half written is left
                self._stack.__exit__(kind, error, trace)
                return
            for writer in self._writers:
                writer.end(self._left, self._passed)
