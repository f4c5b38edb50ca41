"""Every reader there is: our own, and those of installed packages."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, BinaryIO

from dealerkit.files.late_modules import late_imports
from dealerkit.hands.readers.reader import HandReader, ReadHand, UnreadText
from dealerkit.hands.readers.stars import READER

with late_imports():  # not wanted where all files are in PHH
    from importlib import metadata

GROUP = "dealerkit.readers"

LOOKED_AT = 512
"""Bytes of a file shown to a reader so that it can recognise its format."""

_MARK = b"\xef\xbb\xbf"


@functools.cache
def readers() -> tuple[HandReader, ...]:
    """Return all readers, our own first; those of packages in the order of their names.

    One that cannot be used is replaced by one that says so of every file that nobody else reads.
    """
    return (
        READER,
        *(_loaded(entry) for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry_point: entry_point.name)),
    )


def _loaded(entry: metadata.EntryPoint) -> HandReader:
    """Return the reader that a package names."""
    try:
        factory: Any = entry.load()
        if not (isinstance(factory.title, str) and callable(factory.begins) and callable(factory.hands)):
            msg = f"{entry.value} is not a reader"
            raise TypeError(msg)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a package that we have not written must not silence an archive
        return _Failed(entry.name, error)
    reader: HandReader = factory
    return reader


class _Failed:
    """Stands for a reader that went wrong before it said whether a file is of its format.

    Args:
        title: What its format is called.
        error: What went wrong.
    """

    def __init__(self, title: str, error: BaseException) -> None:
        self.title, self._error = title, error

    def begins(self, start: bytes) -> bool:  # noqa: ARG002 - whatever the file
        """Refuse a file of a reader that could not be loaded.

        Raises:
            Exception: What went wrong.
        """
        raise self._error.with_traceback(None)  # or it would hold every file that was begun

    def hands(self, stream: BinaryIO) -> Iterator[ReadHand | UnreadText]:  # noqa: ARG002 - whatever the file
        """Read nothing.

        Raises:
            Exception: What went wrong.
        """
        raise self._error.with_traceback(None)  # or it would hold every file that was begun


@functools.cache
def versions() -> tuple[str, ...]:
    """Return the readers of installed packages, each with the package's version: a judgement depends on them."""
    return tuple(
        f"{entry.name} = {entry.value}, {'' if entry.dist is None else entry.dist.version}"
        for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry_point: entry_point.name)
    )


def reader_of(start: bytes) -> HandReader | None:
    """Return the reader of a file that begins so; None if there is none.

    Where one went wrong at it and no other one reads it, what is returned says so as soon as it is to read the file.

    Args:
        start: The file's first `LOOKED_AT` bytes, or all of it.
    """
    start = start.removeprefix(_MARK)
    failed: HandReader | None = None
    for reader in readers():
        try:
            if reader.begins(start):
                return reader
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a package that we have not written must not silence an archive
            failed = failed or _Failed(reader.title, error)
    return failed


def reader_called(title: str) -> HandReader | None:
    """Return the reader of a format by the format's title; None if there is none here.

    Args:
        title: The title.
    """
    return next((reader for reader in readers() if reader.title == title), None)
