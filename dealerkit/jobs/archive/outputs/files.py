"""The files that findings are written into, each in the format that its name says, all at once or not at all."""

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
"""How the name of a file ends, by which its format goes."""

_OF_EVERY_HAND = (".parquet", ".html")
"""Formats that tell of hands without findings, too."""


class FindingWriter(Protocol):
    """A writer that is given the findings of one hand after the other."""

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:
        """Take one hand and its findings, or what stands in a hand's place; the hand is None where no writer asked for hands."""

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:
        """Come to an end.

        Args:
            left: What was not judged, and how many records.
            passed: What is not a record.
        """


def ending(path: Path) -> str:
    """Return the ending by which a file's format goes; empty if there is no such format.

    >>> ending(Path("june.sarif.json")), ending(Path("june.HTML")), ending(Path("june.txt"))
    ('.sarif', '.html', '')
    """
    name = path.name.lower().removesuffix(".json")
    return next((ending for ending in ENDINGS if name.endswith(ending)), "")


def lacking(paths: Sequence[Path]) -> list[str]:
    """Return the packages that these files need and that are not installed."""
    wanted = ["pyarrow"] if any(ending(path) == ".parquet" for path in paths) else []
    return [name for name in wanted if importlib.util.find_spec(name) is None]


def hands_beside(path: Path) -> Path:
    """Return the file for hands beside one for findings: `june-hands.parquet` beside `june.parquet`."""
    return path.with_name(f"{path.stem}-hands{path.suffix}")


class FindingFiles:
    """Chooses the findings that are told, and writes them into files.

    Args:
        paths: The files.
        selection: Which findings are told.
        title: What was checked, in words.
        passed: Counts the files that are not records.
        baseline: Whether what was told before is left out.
        force: Whether somebody else's files are replaced.

    Attributes:
        every: Whether hands without findings are wanted too.

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
        """Write what is told of a chunk; return it with that alone."""
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
