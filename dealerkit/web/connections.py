"""Limits on connections: their number, and the time that each has to send a request and to read the answer.

uvicorn waits forever for the rest of a request. A client that begins hundreds and finishes none would use up the server's file
descriptors, and nobody else would be answered.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final, cast

import attrs
import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from dealerkit.files.late_modules import late_imports

with late_imports():  # Windows has no `resource`, and no such limit
    import resource

MOST: Final = 8_000
"""Most connections, however many descriptors the system grants."""
RESERVED: Final = 256
"""Descriptors left for the database, for files and for refused connections."""
WAITING: Final = 128
"""Connections that may wait to be accepted. asyncio accepts as many before it refuses one, and logs each failure."""
BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 44\r\n"
    b"Retry-After: 15\r\nConnection: close\r\n\r\nToo many connections are open; wait a moment"
)


def descriptors(wanted: int) -> int:
    """Raise this process's limit of open files and connections, as far as the system allows, and return the new limit.

    Args:
        wanted: The number that is enough.
    """
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


@attrs.frozen
class ConnectionLimits:
    """The limits of a server's connections.

    Attributes:
        head: Seconds for the head of a request, from the opening of the connection or the previous answer.
        body: Seconds for each `least` bytes of a body, or for the rest of it.
        least: Bytes of a body that must arrive within `body` seconds.
        read: Seconds in which a client must read some of the answer.
        by_address: Most connections of one address; a trusted proxy may have all of them.
        in_all: Most connections of all addresses together.
    """

    head: float = 15.0
    body: float = 15.0
    least: int = 10_000
    read: float = 30.0
    by_address: int = 500
    in_all: int = MOST


def limits_here() -> ConnectionLimits:
    """Return connection limits that fit this process's limit of open files; no address may have more than half of them."""
    in_all = max(2, min(MOST, descriptors(MOST + RESERVED) - RESERVED))
    return ConnectionLimits(in_all=in_all, by_address=min(ConnectionLimits().by_address, in_all // 2))


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration, with the limits of the connections.

    Args:
        app: The application.
        limits: The limits.
        graceful: Seconds for finishing answers when the server stops.
    """

    def __init__(self, app: ASGIApp, limits: ConnectionLimits, graceful: int) -> None:
        super().__init__(
            app, http=LimitedConnection, ws="none", log_config=None, log_level="warning", access_log=False, server_header=False,
            lifespan="off", backlog=WAITING, timeout_graceful_shutdown=graceful,
        )  # fmt: skip
        self.limits = limits
        self._trusted = ProxyHeadersMiddleware(cast("Any", app), self.forwarded_allow_ips).trusted_hosts

    def trusts(self, address: str) -> bool:
        """Return whether an address is that of a trusted proxy, in uvicorn's `FORWARDED_ALLOW_IPS`."""
        return address in self._trusted


_READ: Final = ("read", None)


class LimitedConnection(H11Protocol):
    """A connection that is closed if its client stops sending or reading.

    Args:
        config: The configuration of uvicorn.
        server_state: The connections and tasks of the server.
        app_state: The application's state.
        _loop: The event loop.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, ServerConfig)
        self._server, self._limits = config, config.limits
        self._awaited: tuple[object, object] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unread = False
        self._had = 0  # bytes of a body since the timer began; for an answer, bytes left at that time

    # -- called by uvicorn and asyncio ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin the connection; close it at once if there are too many."""
        super().connection_made(transport)
        if self._too_many():
            self.logger.warning("a connection was refused: too many are open")
            transport.write(BUSY)
            transport.close()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection and its countdown."""
        self._stop()
        self._awaited = _READ
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive a piece of a request."""
        if self._awaited is not None and self._awaited[0] is h11.SEND_BODY:
            self._had += len(data)
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._watch()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        super().timeout_keep_alive_handler()
        self._watch()

    def pause_writing(self) -> None:
        """Pause until the client has read."""
        super().pause_writing()
        self._unread = True
        self._watch()

    def resume_writing(self) -> None:
        """Continue writing, because the client has read."""
        super().resume_writing()
        self._unread = False
        self._watch()

    # -- the countdown --------------------------------------------------------------------------------------------

    def _too_many(self) -> bool:
        """Return whether this connection exceeds the limit, in all or for its address."""
        if len(self.connections) > self._limits.in_all:
            return True
        address = self.client[0] if self.client is not None else ""
        if len(self.connections) <= self._limits.by_address or self._server.trusts(address):
            return False
        theirs = sum(
            isinstance(connection, LimitedConnection) and (connection.client or ("",))[0] == address
            for connection in self.connections
        )
        return theirs > self._limits.by_address

    def _watch(self) -> None:
        """Restart the countdown when the client has to do something other than before."""
        awaited: tuple[object, object] | None = None
        if self._unread or self.transport.is_closing():
            awaited = _READ
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            awaited = (self.conn.their_state, self.cycle)  # each request has a cycle of its own
        if awaited != self._awaited:
            self._stop()
            self._awaited = awaited
            self._count()

    def _count(self) -> None:
        """Run the countdown while the client must act; stop it while we must."""
        if self._awaited is None:
            return
        limits = self._limits
        seconds = {"read": limits.read, h11.IDLE: limits.head, h11.SEND_BODY: limits.body}[self._awaited[0]]
        self._had = self.transport.get_write_buffer_size() if self._awaited[0] == "read" else 0
        self._timer = self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        """Close the connection unless the client has made progress, or could not because we are not reading."""
        assert self._awaited is not None
        on = {
            "read": self.transport.get_write_buffer_size() < self._had,
            h11.SEND_BODY: self._had >= self._limits.least or self.flow.read_paused,
        }
        if on.get(self._awaited[0], False):
            self._count()
        else:
            self.transport.abort()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
