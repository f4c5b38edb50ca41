"""Who is online: each page of a class reports every few seconds, with the number of acts that wait in it.

It stands in memory alone. After the server was started again nobody has been heard of yet, until their page tells again.
"""

from __future__ import annotations

import threading
import time
from typing import Final

import attrs

BEAT: Final = 4.0
"""Seconds between two reports of a page."""
SILENT: Final = 11.0
"""Seconds of silence after which a trainee is offline: two reports lost, and a little."""


@attrs.frozen
class Beat:
    """The last sign of life of a page.

    Attributes:
        at: When, in seconds since 1970.
        waiting: The number of acts that wait in the page to be sent.
        closed: Whether it told that it is being closed.
        hidden: Whether somebody looks at something else.
        cut: Seconds without network that the page came back from last; 0 if there was none.
    """

    at: float
    waiting: int = 0
    closed: bool = False
    hidden: bool = False
    cut: float = 0.0

    def there(self, now: float) -> bool:
        """Whether the page is there at a moment."""
        return not self.closed and now - self.at <= SILENT


class Presence:
    """The last report of every page, by its visitor."""

    def __init__(self) -> None:
        self._beats: dict[str, Beat] = {}
        self._lock = threading.Lock()

    def tell(self, who: str, beat: Beat) -> bool:
        """Take note that a page is there, or closes; return whether that is news."""
        with self._lock:
            before = self._beats.get(who)
            if before is not None and not beat.closed and beat.at - before.at > SILENT:
                beat = attrs.evolve(beat, cut=beat.at - before.at)
            elif before is not None:
                beat = attrs.evolve(beat, cut=before.cut)
            self._beats[who] = beat
        was = before is not None and before.there(beat.at)
        return before is None or was == beat.closed or (before.waiting > 0) != (beat.waiting > 0) or before.hidden != beat.hidden

    def of(self, who: str) -> Beat | None:
        """Return the last report of a visitor's page; None if there was none."""
        with self._lock:
            return self._beats.get(who)


def now() -> float:
    """Return the time, in seconds since 1970."""
    return time.time()
