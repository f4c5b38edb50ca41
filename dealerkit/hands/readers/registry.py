"""The readers of hand histories: dealerkit's own, and those of installed packages."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, BinaryIO

from dealerkit.files.late_modules import late_imports
from dealerkit.hands.readers.reader import HandReader, ReadHand, UnreadText
from dealerkit.hands.readers.stars import READER

with late_imports():  # not needed where all files are in PHH
    from importlib import metadata

GROUP = "dealerkit.readers"

LOOKED_AT = 512
"""Bytes of a file shown to a reader so that it can recognise its format."""

_MARK = b"\xef\xbb\xbf"


@functools.cache
def readers() -> tuple[HandReader, ...]:
    """Return all readers: dealerkit's own first, then those of installed packages in the order of their names.

    A reader that cannot be loaded is replaced by one that reports the error for every file that no other reader knows.
    """
    return (
        READER,
        *(_loaded(entry) for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry_point: entry_point.name)),
    )


def _loaded(entry: metadata.EntryPoint) -> HandReader:
    """Return the reader that a package names as its entry point."""
    try:
        factory: Any = entry.load()
        if not (isinstance(factory.title, str) and callable(factory.begins) and callable(factory.hands)):
            msg = f"{entry.value} is not a reader"
            raise TypeError(msg)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - another author's error must not silence an archive
        return _Failed(entry.name, error)
    reader: HandReader = factory
    return reader


class _Failed:
    """Stands for a reader that failed while it was loaded or recognising a file.

    Args:
        title: Name of its format.
        error: The error.
    """

    def __init__(self, title: str, error: BaseException) -> None:
        self.title, self._error = title, error

    def begins(self, start: bytes) -> bool:  # noqa: ARG002 - the same for any file
        """Raise the error of the reader.

        Raises:
            Exception: The error that the reader raised.
        """
        raise self._error.with_traceback(None)  # otherwise its traceback would hold every file that was opened

    def hands(self, stream: BinaryIO) -> Iterator[ReadHand | UnreadText]:  # noqa: ARG002 - the same for any file
        """Raise the error of the reader.

        Raises:
            Exception: The error that the reader raised.
        """
        raise self._error.with_traceback(None)  # otherwise its traceback would hold every file that was opened


@functools.cache
def versions() -> tuple[str, ...]:
    """Return a line for each reader of an installed package, with its name, its place and the package's version: judgements of
    hands depend on these.
    """
    return tuple(
        f"{entry.name} = {entry.value}, {'' if entry.dist is None else entry.dist.version}"
        for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry_point: entry_point.name)
    )


def reader_of(start: bytes) -> HandReader | None:
    """Return the reader for a file with this beginning; None if no reader knows it.

    If a reader fails while recognising it and no other knows the file, the returned reader raises that error when it reads the
    file.

    Args:
        start: The file's first `LOOKED_AT` bytes, or all of it if it is shorter.
    """
    start = start.removeprefix(_MARK)
    failed: HandReader | None = None
    for reader in readers():
        try:
            if reader.begins(start):
                return reader
        except (Exception, SystemExit) as error:  # noqa: BLE001 - another author's error must not silence an archive
            failed = failed or _Failed(reader.title, error)
    return failed


def reader_called(title: str) -> HandReader | None:
    """Return the reader of a format; None if it is not installed.

    Args:
        title: Title of the format, such as `PokerStars text`.
    """
    return next((reader for reader in readers() if reader.title == title), None)
