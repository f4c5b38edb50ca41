"""Counts of wrong passwords, which make guessing slow and lock nobody out.

An attempt is counted by name and by address. A browser from which that person has signed in before is counted separately, so
that guesses from elsewhere, or from the same room, do not obstruct it. The counts are in memory only.
"""

from __future__ import annotations

import threading
import time
from typing import Final

import attrs

FORGOTTEN: Final = 900.0
"""Seconds without a wrong password after which a count is forgotten."""
MOST: Final = 50_000
"""Most entries remembered."""


@attrs.define
class _Count:
    wrong: int
    at: float


def seconds() -> float:
    """Return the seconds of a monotonic clock."""
    return time.monotonic()


class Tries:
    """The recent wrong passwords.

    Args:
        by_name: Number of wrong passwords for one name after which the next must wait.
        by_address: Number of wrong passwords from one address after which the next must wait.
        longest: Longest time that an attempt must wait, in seconds.
    """

    def __init__(self, by_name: int, by_address: int, longest: float) -> None:
        self._free = {"name": by_name, "known": by_name, "address": by_address}
        self._longest = longest
        self._counts: dict[tuple[str, str], _Count] = {}
        self._lock = threading.Lock()

    def begin(self, name: str, address: str, known: str = "") -> float:
        """Begin an attempt: it counts as wrong until `right` is called, so that parallel attempts gain nothing.

        Args:
            name: The typed name.
            address: The address of the request.
            known: The browser's mark of an earlier sign-in by that user; empty for any other browser.

        Returns:
            Seconds to wait, if no attempt was begun; 0 if one was.
        """
        keys = self._keys(name, address, known)
        now = seconds()
        with self._lock:
            if len(self._counts) > MOST:
                self._counts = {key: tries_ for key, tries_ in self._counts.items() if now - tries_.at < FORGOTTEN}
            waits = max(self._wait(key, now) for key in keys)
            if waits > 0:
                return waits
            for key in keys:
                count = self._counts.get(key)
                wrong = count.wrong if count is not None and now - count.at < FORGOTTEN else 0
                self._counts[key] = _Count(wrong + 1, now)
        return 0.0

    def right(self, name: str, address: str, known: str = "") -> None:
        """Report that the attempt was right: the name's count is reset, and the address's reduced by one.

        Args:
            name: The typed name.
            address: The address of the request.
            known: The mark of a browser that has signed in before; empty for none.
        """
        with self._lock:
            for key in self._keys(name, address, known):
                if key[0] == "address" and (count := self._counts.get(key)) is not None:
                    count.wrong -= 1
                else:
                    self._counts.pop(key, None)

    @staticmethod
    def _keys(name: str, address: str, known: str) -> list[tuple[str, str]]:
        return [("known", known)] if known else [("name", name), ("address", address)]

    def _wait(self, key: tuple[str, str], now: float) -> float:
        count = self._counts.get(key)
        over = count.wrong - self._free[key[0]] if count is not None else -1
        if count is None or over < 0:
            return 0.0
        return max(0.0, min(self._longest, 2.0 ** min(over + 1, 30)) - (now - count.at))
