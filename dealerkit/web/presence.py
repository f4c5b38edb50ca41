"""Presence of trainees: each page in a class reports every few seconds, with the number of acts that it has not sent yet.

Reports are in memory only. After a restart of the server everybody is unknown until their page reports again.
"""

from __future__ import annotations

import threading
import time
from typing import Final

import attrs

BEAT: Final = 4.0
"""Seconds between two reports of a page."""
SILENT: Final = 11.0
"""Seconds of silence after which a trainee is offline: time for two lost reports, and some more."""


@attrs.frozen
class Beat:
    """The last report of a page.

    Attributes:
        at: Time of the report, in seconds since 1970.
        waiting: Number of acts waiting in the page to be sent.
        closed: Whether it is the report of a page being closed.
        hidden: Whether the page is in the background.
        cut: How long the page was last without network, in seconds; 0 if it was not.
    """

    at: float
    waiting: int = 0
    closed: bool = False
    hidden: bool = False
    cut: float = 0.0

    def there(self, now: float) -> bool:
        """Return whether the page is present at a given time."""
        return not self.closed and now - self.at <= SILENT


class Presence:
    """The last report of every page, by visitor."""

    def __init__(self) -> None:
        self._beats: dict[str, Beat] = {}
        self._lock = threading.Lock()

    def tell(self, who: str, beat: Beat) -> bool:
        """Store a page's report; return whether its presence has changed.

        Args:
            who: The visitor's key.
            beat: The report.
        """
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
