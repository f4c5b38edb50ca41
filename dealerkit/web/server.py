"""The server: it serves the application at an address until it is stopped."""

from __future__ import annotations

import contextlib
import http.client
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import attrs
import uvicorn
from starlette.applications import Starlette

from dealerkit.errors import DealerkitError
from dealerkit.web.app import application
from dealerkit.web.connections import WAITING, ConnectionLimits, ServerConfig, limits_here
from dealerkit.web.server_log import log_handler
from dealerkit.web.settings import WebSettings
from dealerkit.web.site import Site
from dealerkit.web.storage.trouble import DatabaseError

WAITS_FOR = 5
"""Seconds that another server gets to answer a health check."""
WAITS = 1
"""Seconds that open streams get to end when the server stops."""


class AddressError(DealerkitError):
    """The server cannot listen at its address."""


class WebServer(uvicorn.Server):
    """A server that reports when it is ready, and ends every stream when it stops.

    Args:
        app: The application.
        started: Called once the server answers.
        limits: The limits of connections.
    """

    def __init__(
        self, app: Starlette, started: Callable[[], None] = lambda: None, limits: ConnectionLimits | None = None
    ) -> None:
        super().__init__(ServerConfig(app, limits or ConnectionLimits(), WAITS))
        self._app, self._tell = app, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start answering requests."""
        await super().startup(sockets)
        self._tell()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until stopped, and then close everything."""
        try:
            super().run(sockets)
        finally:
            self._app.state.site.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, and stop."""
        self._app.state.site.news.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket whose connections send each packet at once.

    Nagle's algorithm would hold back the second packet of an answer until the first is acknowledged, which clients delay for 40
    ms.

    Args:
        host: The address.
        port: The port; 0 for one that is free.

    Raises:
        AddressError: If the server cannot listen there.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        opened = socket.create_server((host, port), family=family, backlog=WAITING)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return opened
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is not an address"
        msg = f"can't open the server at {host}, port {port}: {why}; --port 0 takes a free port"
        raise AddressError(msg) from error


def answers(settings: WebSettings) -> bool:
    """Return whether a dealerkit server is already running at an address."""
    if not settings.port:
        return False
    try:
        host = urlsplit(settings.url).hostname or ""
        with contextlib.closing(http.client.HTTPConnection(host, settings.port, timeout=WAITS_FOR)) as asked:
            asked.request("GET", "/")
            response = asked.getresponse()
            return response.status < 500 and b"dealerkit" in response.read(100_000)
    except (OSError, ValueError, http.client.HTTPException):  # ValueError: it is not an address, which `listen` reports
        return False


def check(settings: WebSettings) -> Iterator[str]:
    """Try everything that a new server needs, and yield sentences about it: its address, its database, who may come in.

    If a dealerkit server is already running at the address, the only sentence says so.

    Args:
        settings: The settings of the new server.

    Raises:
        AddressError: If the server cannot listen at its address.
        DatabaseError: If the database cannot be used.
    """
    if answers(settings):
        yield f"dealerkit is already open at {settings.url}, and answers"
        return
    with listen(settings.host, settings.port) as opened:
        there = attrs.evolve(settings, port=opened.getsockname()[1])
        site = application(there).state.site
        yield f"Everything is ready. The server would be open at {there.url}"
        yield f"Hands and decisions are saved in {site.store.where}"
        yield from _who_comes_in(site)
        site.close()


def _who_comes_in(site: Site) -> Iterator[str]:
    """Yield sentences about everybody's rights, with a warning if anybody has all of them."""
    settings = site.settings
    if site.sign_in():
        guests = "others may practise" if site.people.guests else "no one else gets in"
        yield f"people sign in; {guests}"
    elif not settings.alone or settings.hosts:
        yield (
            "no sign-in: anyone at this machine may do everything, and others may practise. Behind a proxy that "
            "does not pass on addresses (X-Forwarded-For), everyone counts as this machine; before you use one, run "
            "`dealerkit users add NAME --role manager`"
        )


@contextlib.contextmanager
def logged(path: str) -> Iterator[None]:
    """Context in which the server's log is written.

    Args:
        path: The file; empty for standard error.

    Raises:
        LogError: If the file cannot be written.
    """
    handler = log_handler(path)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


def run(settings: WebSettings, *, opens: bool = False, say: Callable[[str], None] = print) -> None:
    """Serve until stopped.

    Args:
        settings: The server's settings.
        opens: Whether to open it in this machine's browser.
        say: Called with each line about the server's address.

    Raises:
        AddressError: If the server cannot listen at its address.
        DatabaseError: If the database cannot be used.
        LogError: If the log cannot be written.
    """
    with listen(settings.host, settings.port) as opened, logged(settings.log):
        settings = attrs.evolve(settings, port=opened.getsockname()[1])
        app = application(settings)
        site = app.state.site
        try:
            site.store.serve_alone(settings.url, site.forget)
        except DatabaseError:
            site.close()
            raise

        def started() -> None:
            say(f"dealerkit is open at {settings.url}")
            if not settings.alone:
                say("others can reach the server by this machine's name or address; Ctrl-C stops it")
            else:
                say("only this machine can reach the server; Ctrl-C stops it")
            for row in _who_comes_in(app.state.site):
                say(row)
            if opens:
                threading.Thread(target=webbrowser.open, args=(settings.url,), daemon=True).start()

        WebServer(app, started, limits_here()).run([opened])
