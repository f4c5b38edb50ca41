"""Wrong codes, counted by browser and by address, so that nobody can try them all.

Typing errors in one browser do not hinder others. Somebody who uses a new browser for each attempt is counted by address, which
a whole building may share. The counts are in memory only.
"""

from __future__ import annotations

import threading
import time
from typing import Final

MOST_OF_BROWSER: Final = 30
"""Number of wrong codes from one browser within `WITHIN` seconds after which it must wait; a right code is still accepted."""
MOST_OF_ADDRESS: Final = 1_000
"""The same for one address: more than a whole building mistypes, and too few for trying all codes."""
WITHIN: Final = 60.0


class WrongCodes:
    """Recent wrong codes of one kind."""

    def __init__(self) -> None:
        self._at: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def note(self, browser: str, address: str) -> bool:
        """Count a wrong code; return whether the visitor must now wait.

        Args:
            browser: The browser's key.
            address: The address of the request.
        """
        now = time.monotonic()
        counted = {f"browser {browser}": MOST_OF_BROWSER, f"address {address}": MOST_OF_ADDRESS}
        with self._lock:
            for name, most in counted.items():
                self._at[name] = [*self._lately(name), now][-most - 1 :]
            return any(len(self._at[name]) > most for name, most in counted.items())

    def address_waits(self, address: str) -> bool:
        """Return whether an address has sent so many wrong codes that its next ones are refused unread."""
        with self._lock:
            return len(self._lately(f"address {address}")) >= MOST_OF_ADDRESS

    def _lately(self, name: str) -> list[float]:
        now = time.monotonic()
        self._at = {address: times for address, times in self._at.items() if now - times[-1] <= WITHIN}
        return [at for at in self._at.get(name, ()) if now - at <= WITHIN]
