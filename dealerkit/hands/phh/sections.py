"""The names of a file's sections, remembered to find duplicates, using memory that hardly grows."""

from __future__ import annotations

import bisect
import hashlib
from array import array
from collections.abc import Collection
from typing import Final, Protocol

from dealerkit.felt.numbers import is_whole

_FRESH: Final = 1 << 14
"""Number of names that are remembered before they are sorted."""


class Sections(Protocol):
    """An object that tells of each section of a file, in order, whether its name came before."""

    def again(self, name: str) -> bool:
        """Return whether a section of this name came before, and note the name."""


class SectionNames:
    """Section names of a file, collected in order to find duplicates. Consecutive whole numbers need no memory, any other name
    eight bytes.
    """

    def __init__(self) -> None:
        self.last = 0
        self._fresh = set[int]()
        self._rows: list[array[int]] = []  # each of them sorted, and longer than the next

    def again(self, name: str) -> bool:
        """Return whether a section of this name came before, and note the name."""
        others = self._fresh or self._rows
        if name == str(self.last + 1) and not (others and self._known(_sum(name))):
            self.last += 1
            return False
        if is_whole(name) and str(int(name)) == name and 0 < int(name) <= self.last:
            return True
        key = _sum(name)
        if others and self._known(key):
            return True
        self._fresh.add(key)
        if len(self._fresh) == _FRESH:
            self._put_in_order()
        return False

    def _known(self, key: int) -> bool:
        if key in self._fresh:
            return True
        for row in self._rows:
            at = bisect.bisect_left(row, key)
            if at < len(row) and row[at] == key:
                return True
        return False

    def _put_in_order(self) -> None:
        row = array("Q", sorted(self._fresh))
        self._fresh.clear()
        while self._rows and len(self._rows[-1]) <= len(row):
            row = array("Q", sorted([*self._rows.pop(), *row]))
        self._rows.append(row)


class KnownSections:
    """Stand-in for `SectionNames` in a part of a file, when duplicate names in the whole file have been found already.

    Args:
        twice: Numbers of those sections of the part, from 0, whose names came before.
    """

    def __init__(self, twice: Collection[int]) -> None:
        self._twice, self._at = twice, -1

    def again(self, name: str) -> bool:  # noqa: ARG002 - it is identified by its position
        """Return whether the next section has the name of an earlier one."""
        self._at += 1
        return self._at in self._twice


def _sum(name: str) -> int:
    """Return a hash of a name, eight bytes; two names practically never share one."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "little")
