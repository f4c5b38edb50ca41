"""Records written act by act, each flushed, so that a crash loses at most a torn line."""

from __future__ import annotations

import contextlib
import os
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from dealerkit.errors import RecordError
from dealerkit.files.output import check_way
from dealerkit.table.record.locks import lock
from dealerkit.table.record.model import RULE, Header, Record, RecordLine
from dealerkit.table.record.reader import read_record


class Writer:
    """A record on disk, written act by act; a context manager that locks it against other sessions.

    Args:
        path: Path of the record.
        stream: The file, unbuffered and open at its end.
    """

    def __init__(self, path: Path, stream: FileIO) -> None:
        self.path, self.stream = path, stream
        self.ends: list[int] = [self.stream.tell()]

    @classmethod
    def create(cls, path: Path, header: Header) -> Writer:
        """Begin a new record; an existing file is never overwritten, and a file left empty by a failure is removed.

        Args:
            path: File to create.
            header: Header of the record.

        Raises:
            RecordError: If the file cannot be written.
            OutputError: If a link leads out of the folder, or the file is a pipe.
        """
        check_way(path)
        try:
            stream = path.open("xb", buffering=0)
        except FileExistsError as error:
            raise RecordError(
                str(path), 0, "a file with this name already exists", "choose another name, or resume the record"
            ) from error
        except OSError as error:
            hint = "choose a folder you can write to"
            raise RecordError(str(path), 0, f"the record cannot be written: {error.strerror}", hint) from error
        try:
            lock(stream, path)
            _write(stream, header.text())
        except OSError as error:
            stream.close()
            with contextlib.suppress(OSError):
                path.unlink()
            hint = "make room, or choose another place; no file was saved"
            raise RecordError(str(path), 0, f"the record cannot be written: {error.strerror}", hint) from error
        return cls(path, stream)

    @classmethod
    def resume(cls, path: Path) -> tuple[Writer, Record]:
        """Continue a record in a file; a torn last line is cut off.

        Returns:
            The writer, and the record as it is so far.

        Raises:
            RecordError: If it cannot be read or written, or another session has it.
        """
        read_record(path)  # reports a file of another kind before anything is opened for writing
        try:
            stream = path.open("r+b", buffering=0)
        except OSError as error:
            raise RecordError(str(path), 0, f"the record cannot be written: {error.strerror}") from error
        try:
            lock(stream, path)
            record = read_record(path)  # read again, since another session may have written until the lock was held
            size = stream.seek(0, os.SEEK_END)
            if record.torn:
                raw = path.read_bytes()
                size = raw.rfind(b"\n") + 1
                stream.seek(size)
                stream.truncate()
        except OSError as error:
            stream.close()
            raise RecordError(str(path), 0, f"the record cannot be written: {error.strerror}") from error
        except BaseException:
            stream.close()
            raise
        writer = cls(path, stream)
        writer.ends = _line_ends(path)[: len(record.lines) + 1] or [size]
        return writer, record

    def write(self, line: RecordLine) -> None:
        """Append an act. When this returns, the file has it.

        Raises:
            RecordError: If the disk is full or the file is gone. Earlier acts are safe, and no part of this act is written.
        """
        at = self.stream.tell()
        try:
            _write(self.stream, f"{line}\n")
        except OSError as error:
            with contextlib.suppress(OSError):
                self.stream.truncate(at)
                self.stream.seek(at)
            hint = "make room, then resume the record"
            raise RecordError(str(self.path), 0, f"the action could not be saved: {error.strerror}", hint) from error
        self.ends.append(self.stream.tell())

    def take_back(self) -> None:
        """Remove the last act."""
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


def _write(stream: FileIO, text: str) -> None:
    """Write the whole text, in as many writes as the system needs.

    Raises:
        OSError: If a write fails; a part of the text may have been written.
    """
    rest = text.encode("utf-8", "surrogateescape")
    while rest:
        rest = rest[stream.write(rest) :]


def _line_ends(path: Path) -> list[int]:
    """Return the positions in the file, in bytes, where the header and each act end."""
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
