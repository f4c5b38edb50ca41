"""Records written act by act, each flushed, so that a crash loses nothing but the line it tore."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from dealerkit.errors import RecordError
from dealerkit.record.model import RULE, Header, Line, Record
from dealerkit.record.reading import read_record


class Writer:
    """A record on disk, written act by act. A context manager.

    Args:
        path: Where it is kept.
        stream: The file, open at its end.
    """

    def __init__(self, path: Path, stream: TextIO) -> None:
        self.path, self.stream = path, stream
        self.ends: list[int] = [self.stream.tell()]

    @classmethod
    def create(cls, path: Path, header: Header) -> Writer:
        """A new record; an existing file is never overwritten.

        Raises:
            RecordError: If it cannot be written.
        """
        try:
            stream = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError as error:
            raise RecordError(str(path), 0, "there is such a file already", "choose another name, or resume it") from error
        except OSError as error:
            hint = "choose a folder that can be written to"
            raise RecordError(str(path), 0, f"it cannot be written: {error.strerror}", hint) from error
        stream.write(header.text())
        stream.flush()
        return cls(path, stream)

    @classmethod
    def resume(cls, path: Path) -> tuple[Writer, Record]:
        """Go on with a record; a torn last line is cut off.

        Raises:
            RecordError: If it cannot be read or written.
        """
        record = read_record(path)
        try:
            stream = path.open("r+", encoding="utf-8", newline="\n")
            size = stream.seek(0, os.SEEK_END)
            if record.torn:
                raw = path.read_bytes()
                stream.seek(raw.rfind(b"\n") + 1)
                stream.truncate()
                size = stream.seek(0, os.SEEK_END)
        except OSError as error:
            raise RecordError(str(path), 0, f"it cannot be written: {error.strerror}") from error
        writer = cls(path, stream)
        writer.ends = _line_ends(path)[: len(record.lines) + 1] or [size]
        return writer, record

    def write(self, line: Line) -> None:
        """Append an act and flush it.

        Raises:
            RecordError: If the disk is full or the file is gone; what stood there before still does.
        """
        try:
            self.stream.write(f"{line}\n")
            self.stream.flush()
            self.ends.append(self.stream.tell())
        except OSError as error:
            hint = "make room, then resume the record"
            raise RecordError(str(self.path), 0, f"the act could not be written: {error.strerror}", hint) from error

    def take_back(self) -> None:
        """Drop the last act."""
        if len(self.ends) > 1:
            self.ends.pop()
            self.stream.seek(self.ends[-1])
            self.stream.truncate()

    def close(self) -> None:
        """Close the file."""
        self.stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _line_ends(path: Path) -> list[int]:
    """Where in the file the header and each act ends, in bytes."""
    ends: list[int] = []
    at = 0
    in_acts = False
    for raw in path.read_bytes().splitlines(keepends=True):
        at += len(raw)
        if in_acts:
            if raw.split(b"#", 1)[0].strip():
                ends.append(at)
        elif raw.strip() == RULE.encode():
            in_acts = True
            ends.append(at)
    return ends
