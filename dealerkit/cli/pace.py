"""The pace at which an archive is judged, and the time that is left."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_RECENT: Final = 15.0
"""Seconds over which the pace is measured."""
_SOON: Final = 1.0


class Pace:
    """The pace of a long check.

    Args:
        sources: The sources to check.
        watched: Whether the pace is shown; if not, nothing is counted.
    """

    def __init__(self, sources: Sequence[Path | str], *, watched: bool) -> None:
        self._samples = deque[tuple[float, int, int]]([(time.monotonic(), 0, 0)])
        self._hands = self._size = 0
        self._total = 0  # bytes of all sources; 0 until it is known
        self._watched = watched
        if watched:
            threading.Thread(target=self._add_up, args=(sources,), daemon=True).start()

    def more(self, hands: int, size: int) -> None:
        """Count hands that were judged, to update the pace.

        Args:
            hands: The number of hands.
            size: Their size in bytes.
        """
        self._hands += hands
        self._size += size
        now = time.monotonic()
        if self._watched and now - self._samples[-1][0] > _SOON:
            self._samples.append((now, self._hands, self._size))
            while now - self._samples[0][0] > _RECENT:
                self._samples.popleft()

    def words(self) -> str:
        """Return the pace in words, beginning with a semicolon, to append to a line; empty until it is known."""
        (began, hands, size), (now, hands_now, size_now) = self._samples[0], self._samples[-1]
        passed = now - began
        if passed <= 0 or size_now == size:
            return ""
        pace_words = f"; {(hands_now - hands) / passed:,.0f} hands a second"
        if self._total > self._size:
            pace_words += f", {_long((self._total - self._size) * passed / (size_now - size))} left"
        return pace_words

    def _add_up(self, sources: Sequence[Path | str]) -> None:
        """Add up the bytes of all sources; for compressed files they are unknown."""
        try:
            sizes = (size for source in sources for size in _sizes(str(source)))
            self._total = sum(sizes)
        except (OSError, _NobodyKnows):
            return


class _NobodyKnows(Exception):
    """Raised for a source whose size is unknown before it is read."""


def _sizes(path: str) -> Iterator[int]:
    """Yield the bytes of a file, or of every file of a folder."""
    if os.path.isdir(path):  # noqa: PTH112 - of millions
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    yield from _sizes(entry.path)
                elif entry.is_file():
                    yield _size(entry.path, entry.stat())
    else:
        yield _size(path, os.stat(path))  # noqa: PTH116


def _size(path: str, seen: os.stat_result) -> int:
    if path.lower().endswith((".gz", ".zst")) or not stat.S_ISREG(seen.st_mode):
        raise _NobodyKnows
    return seen.st_size


def _long(seconds: float) -> str:
    """Return a duration in words.

    >>> _long(42), _long(200), _long(9000)
    ('42 s', '3 min', '2 h 30 min')
    """
    minutes = round(seconds / 60)
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
