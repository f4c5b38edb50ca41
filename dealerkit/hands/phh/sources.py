"""Sources of hands and records: files, pipes and standard input.

for found in read_source(Path("-")):
    print(type(found).__name__)
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, cast

from dealerkit.errors import RecordError
from dealerkit.hands.compression import BROKEN, NOT_WHOLE, NoZstandard, inner_name, is_compressed, opened
from dealerkit.hands.phh.hand import PhhHand, read_hands, read_stream
from dealerkit.hands.readers import LOOKED_AT, HandReader, converted_hands, reader_of
from dealerkit.table.record import FIRST, Record, read_record_stream, read_records

SUFFIXES: Final = (".phh", ".phhs")
"""Endings of the names of PHH files; all others are records of our own."""

RECORD_ENDINGS: Final = (".txt", ".rec")
"""Usual endings of the names of our own records and other programs' hands; any other is allowed."""

STANDARD: Final = "-"
"""The file name that stands for standard input."""

_BEGINS_A_HAND: Final = re.compile(rb"\[|#|[\"'A-Za-z0-9_.-]+[ \t]*=")
_FIRST_LINE: Final = 4000
_BLANK_LINES: Final = 1000


def is_phh(path: Path | str) -> bool:
    """Return whether a file's name is that of a PHH file, compressed or not."""
    return inner_name(str(path)).lower().endswith(SUFFIXES)


def name_of(path: Path | str) -> str:
    """Return the name of a source for messages."""
    return "<standard input>" if str(path) == STANDARD else str(path)


def read_source(path: Path) -> Iterator[Record | PhhHand | RecordError]:
    """Read the records or hands of a file, of a pipe, or of standard input (`-`), one at a time.

    The name of a file decides its format. For a stream, its beginning decides: the first line of a record, or the start of a
    hand in PHH. A device is refused, because it has no end.

    Yields:
        Each record or hand, or the error of an unreadable one.
    """
    mode = mode_of(path)
    if str(path) != STANDARD and stat.S_ISREG(mode):
        if is_compressed(str(path)):
            yield from _unpacked(path)
        elif (reader := foreign(path)) is not None:
            with path.open("rb") as stream:
                yield from converted_hands(reader, stream, str(path))
        else:
            yield from read_hands(path) if is_phh(path) else read_records(path)
    elif (refused := endless(path, mode)) is not None:
        yield refused
    elif str(path) == STANDARD:
        yield from _streamed(sys.stdin.buffer, name_of(path), phh=False)
    else:
        try:
            with path.open("rb") as stream:
                yield from _streamed(stream, str(path), phh=is_phh(path))
        except OSError as error:
            yield RecordError(str(path), 0, f"the file cannot be read: {error.strerror or error}", passing=True)


def _unpacked(path: Path) -> Iterator[Record | PhhHand | RecordError]:
    """Read a compressed file."""
    try:
        reader = foreign(path)
        with opened(str(path)) as stream:
            if reader is not None:
                yield from converted_hands(reader, stream, str(path))
            else:
                yield from read_stream(stream, str(path)) if is_phh(path) else read_record_stream(stream, str(path))
    except BROKEN as error:
        yield broken_file(str(path), error)


def foreign(path: Path | str) -> HandReader | None:
    """Return the reader for a file in another program's format, found by the beginning of the file.

    Args:
        path: The file; it may be compressed.

    Returns:
        The reader; None if the file is a dealerkit record or in PHH, or if no reader knows its format.
    """
    if is_phh(path):
        return None
    try:
        with opened(str(path)) as stream:
            start = stream.read(LOOKED_AT)
    except (*BROKEN, NoZstandard):
        return None
    return None if start.removeprefix(b"\xef\xbb\xbf").startswith(FIRST.encode()) else reader_of(start)


def broken_file(file: str, error: BaseException, line: int = 0) -> RecordError:
    """Return the error of a file that cannot be read to its end.

    Args:
        file: The file.
        error: The error that stopped reading.
        line: Line of its text where reading stopped, from 1; 0 if unknown.
    """
    text = getattr(error, "strerror", None) or str(error)
    if isinstance(error, NoZstandard):
        return RecordError(file, line, f"the file cannot be unpacked: {text.removeprefix(f'{file}: ')}", passing=True)
    passing = isinstance(error, OSError) and not isinstance(error, NOT_WHOLE)
    if passing or not is_compressed(file):
        return RecordError(file, line, f"the file cannot be read: {text}", passing=passing)
    return RecordError(
        file, line, f"the compressed file is broken: {text}", "the hands before this point were read; get the file again"
    )


def endless(path: Path, mode: int) -> RecordError | None:
    """Return the error for a file that is a device without an end; None for any other file.

    Args:
        path: The file, or `-` for standard input.
        mode: Its mode, as the system reports it.
    """
    if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and not _ends(path)):
        return RecordError(name_of(path), 0, "this device never ends, so it can't be read", "name a file, a folder or a pipe")
    return None


def mode_of(path: Path) -> int:
    """Return the mode of a file, or of standard input for `-`, as the system reports it."""
    try:
        return os.fstat(sys.stdin.fileno()).st_mode if str(path) == STANDARD else path.stat().st_mode
    except (OSError, ValueError, AttributeError):  # the reader reports it; or standard input is not a file at all, as in a test
        return stat.S_IFIFO if str(path) == STANDARD else stat.S_IFREG


def _ends(path: Path) -> bool:
    """Return whether a character device comes to an end: a terminal does, and the empty device."""
    if str(path) == STANDARD:
        return sys.stdin.isatty() or os.path.samestat(os.fstat(sys.stdin.fileno()), Path(os.devnull).stat())
    if path.samefile(os.devnull):
        return True
    handle = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        return os.isatty(handle)
    finally:
        os.close(handle)


def _streamed(stream: BinaryIO, name: str, *, phh: bool) -> Iterator[Record | PhhHand | RecordError]:
    """Read a stream in the format that its beginning shows."""
    start, looks = first_lines(stream)
    rest = cast("BinaryIO", _Again(start, stream))
    yield from read_stream(rest, name) if phh or looks else read_record_stream(rest, name)


def first_lines(stream: BinaryIO) -> tuple[list[bytes], bool]:
    """Read the first lines of a stream, up to the first that is not blank.

    Returns:
        The lines, and whether a hand in PHH begins with them.
    """
    start = []
    for _ in range(_BLANK_LINES):
        start.append(stream.readline(_FIRST_LINE + 1))
        if not start[-1] or start[-1].removeprefix(b"\xef\xbb\xbf").strip():
            break
    first = start[-1].removeprefix(b"\xef\xbb\xbf").strip()
    return start, first != FIRST.encode() and _BEGINS_A_HAND.match(first) is not None


class _Again:
    """A stream whose first lines, already read, are read again."""

    def __init__(self, start: list[bytes], stream: BinaryIO) -> None:
        self._start, self._stream = start[::-1], stream

    def readline(self, most: int) -> bytes:
        """Return the next line, or its first `most` bytes."""
        return self._start.pop() if self._start else self._stream.readline(most)
