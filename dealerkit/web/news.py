"""News: tells open pages by server-sent events that something has changed.

Code that changes something calls `News.tell("room/ABCD")` from any thread. A page's stream waits for news about that subject, and
then looks up the present state. News carries no content, so a page that misses some is still right after the next.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

EVERY = 15.0
"""Seconds without news after which a stream sends a sign of life."""


def event(name: str, data: str) -> str:
    """Return a server-sent event as text to be sent, from its name and its data of one or more lines.

    >>> event("table", "one\\ntwo")
    'event: table\\ndata: one\\ndata: two\\n\\n'
    """
    rows = "".join(f"data: {row}\n" for row in data.replace("\r", "").split("\n"))
    return f"event: {name}\n{rows}\n"


STILL_HERE = ": still here\n\n"


class News:
    """The pages waiting for news, by subject."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self.closed = False

    def tell(self, subject: str) -> None:
        """Announce that a subject has changed; from any thread."""
        with self._lock:
            waiting = list(self._waiting.get(subject, ()))
        for loop, bell in waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(bell.set)

    def close(self) -> None:
        """End every stream, because the server stops."""
        self.closed = True
        with self._lock:
            subjects = list(self._waiting)
        for subject in subjects:
            self.tell(subject)

    async def of(self, subject: str, every: float = EVERY) -> AsyncIterator[bool]:
        """Yield True at once and at every change of a subject; False after a while without a change.

        Args:
            subject: The subject, such as `room/ABCD`.
            every: Seconds without a change after which it yields False.
        """
        bell = asyncio.Event()
        entry = (asyncio.get_running_loop(), bell)
        with self._lock:
            self._waiting.setdefault(subject, set()).add(entry)
        try:
            yield True
            while not self.closed:
                try:
                    await asyncio.wait_for(bell.wait(), every)
                except TimeoutError:
                    yield False
                    continue
                bell.clear()
                if not self.closed:
                    yield True
        finally:
            with self._lock:
                self._waiting.get(subject, set()).discard(entry)
                if not self._waiting.get(subject):
                    self._waiting.pop(subject, None)
