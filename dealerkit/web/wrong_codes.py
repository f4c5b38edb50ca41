"""Wrong codes of classes, counted by where they come from, so that nobody tries them all.

They stand in memory alone.
"""

from __future__ import annotations

import threading
import time
from typing import Final

MOST_WRONG: Final = 30
"""So many wrong codes may come from one address in `WITHIN` seconds: a class that mistypes, and nobody who tries them all."""
WITHIN: Final = 60.0


class WrongCodes:
    """The wrong codes that were typed lately, by the address they came from."""

    def __init__(self) -> None:
        self._at: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def note(self, address: str) -> None:
        """Take note of a wrong code."""
        with self._lock:
            self._at[address] = [*self._lately(address), time.monotonic()]

    def too_many(self, address: str) -> bool:
        """Return whether so many came from an address that it has to wait."""
        with self._lock:
            return len(self._lately(address)) >= MOST_WRONG

    def _lately(self, address: str) -> list[float]:
        now = time.monotonic()
        self._at = {one: times for one, times in self._at.items() if now - times[-1] <= WITHIN}
        return [at for at in self._at.get(address, ()) if now - at <= WITHIN]
