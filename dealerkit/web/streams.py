"""The open streams of server-sent events: a limited number for each session, ended with the session."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator
from typing import Final

import anyio
import attrs
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from dealerkit.web.people import Visitor

MOST_OF_ONE: Final = 20
"""Most open streams of a session, or of a browser without sign-in, which may have several windows."""
MOST_OF_GUESTS: Final = 300
"""Most open streams of all browsers without sign-in at one address, such as a class."""


@attrs.define(eq=False)
class OpenStream:
    """An open event stream.

    Attributes:
        counted: The keys under which it is counted, each with its limit.
        person: The viewer.
        ended: Whether it was told to end.
        scope: The scope whose cancellation ends it; None before it has begun.
        loop: The event loop of the scope; None before it has begun.
    """

    counted: tuple[tuple[str, int], ...]
    person: Visitor
    ended: bool = False
    scope: anyio.CancelScope | None = None
    loop: asyncio.AbstractEventLoop | None = None


class Streams:
    """The open streams. Safe for threads."""

    def __init__(self) -> None:
        self._open: set[OpenStream] = set()
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return the number of open streams."""
        return len(self._open)

    def open(self, person: Visitor, browser: str, address: str) -> OpenStream | None:
        """Register a stream; return None if the visitor has too many open.

        Args:
            person: The viewer.
            browser: The browser's key, for a viewer who is not signed in.
            address: The viewer's address.
        """
        if person.session:
            counted: tuple[tuple[str, int], ...] = ((f"session {person.session}", MOST_OF_ONE),)
        else:
            counted = ((f"browser {browser}", MOST_OF_ONE), (f"address {address}", MOST_OF_GUESTS))
        stream = OpenStream(counted, person)
        with self._lock:
            if any(self._counts[name] >= most for name, most in counted):
                return None
            self._counts.update(name for name, _ in counted)
            self._open.add(stream)
        return stream

    def close(self, stream: OpenStream) -> None:
        """Remove a stream from the counts."""
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)
                self._counts.subtract(name for name, _ in stream.counted)
                self._counts += Counter()  # counts of 0 are removed

    @contextlib.contextmanager
    def going_on(self, stream: OpenStream) -> Iterator[anyio.CancelScope]:
        """Make a stream cancellable from any thread while it is open; remove it at the end."""
        with anyio.CancelScope() as scope:
            with self._lock:
                stream.scope, stream.loop = scope, asyncio.get_running_loop()
                if stream.ended:
                    scope.cancel()
            try:
                yield scope
            finally:
                self.close(stream)

    def end(self, user: str, but: Collection[str] = ()) -> None:
        """End the streams of a person whose sessions have ended.

        Args:
            user: The id of the person.
            but: Ids of the person's sessions that continue.
        """
        with self._lock:
            theirs = [each for each in self._open if each.person.user == user and each.person.session not in but]
            for stream in theirs:
                stream.ended = True
                if stream.scope is not None and stream.loop is not None and not stream.loop.is_closed():
                    stream.loop.call_soon_threadsafe(stream.scope.cancel)


class EventStream(StreamingResponse):
    """The response of an event stream, which lasts until its session ends or its viewer leaves.

    Args:
        told: The events.
        stream: The registered stream.
        streams: The register of streams.
    """

    def __init__(self, lines: AsyncIterator[str], stream: OpenStream, streams: Streams) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(lines, media_type="text/event-stream", headers=headers)
        self._stream, self._streams = stream, streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        begun: list[bool] = []

        async def sent(message: Message) -> None:
            begun.append(True)
            await send(message)

        with self._streams.going_on(self._stream) as ending:
            await super().__call__(scope, receive, sent)
        if ending.cancelled_caught:
            if not begun:
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
