"""Every reader there is: our own, and those of installed packages."""

from __future__ import annotations

import functools

from dealerkit.hands.readers.reader import HandReader
from dealerkit.hands.readers.stars import READER

GROUP = "dealerkit.readers"

LOOKED_AT = 512
"""So many bytes of a file a reader is shown to say whether it is of its format."""

_MARK = b"\xef\xbb\xbf"


@functools.cache
def readers() -> tuple[HandReader, ...]:
    """Return all readers: our own first, then those of installed packages in the order of their names."""
    from importlib.metadata import entry_points  # not wanted where all files are in PHH

    return (READER, *(entry.load() for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name)))


@functools.cache
def versions() -> tuple[str, ...]:
    """Return what the readers of installed packages are, each with the package's version: a judgement depends on them."""
    from importlib.metadata import entry_points

    return tuple(
        f"{entry.name} = {entry.value}, {'' if entry.dist is None else entry.dist.version}"
        for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name)
    )


def reader_of(start: bytes) -> HandReader | None:
    """Return the reader of a file that begins so; None if there is none.

    Args:
        start: The file's first `LOOKED_AT` bytes, or all of it.
    """
    start = start.removeprefix(_MARK)
    return next((one for one in readers() if one.begins(start)), None)


def reader_called(title: str) -> HandReader | None:
    """Return the reader of a format by the format's title; None if there is none here.

    Args:
        title: The title.
    """
    return next((one for one in readers() if one.title == title), None)
