"""Connections that begin a request and do not end it, that are too many, that do not read: others are answered all the same."""

from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import attrs
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from dealerkit.web.connections import ConnectionLimits
from dealerkit.web.server import listen
from tests.web.conftest import served
from tests.web.waits import LOOK, PATIENCE

SOON = ConnectionLimits(head=0.3, body=0.3, read=0.3, least=1000)
"""Whoever does not go on is not waited for long."""
HEAD = b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n"
LARGE = 30_000_000
"""Bytes that no system keeps for a client who does not read."""


@contextlib.contextmanager
def begun(address: str, sent: bytes = b"", source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """Open a connection and send the beginning of a request."""
    to = urlsplit(address)
    with socket.create_connection((to.hostname or "", to.port or 0), timeout=PATIENCE, source_address=(source, 0)) as made:
        with contextlib.suppress(ConnectionError):  # it may have been refused already
            made.sendall(sent)
        yield made


def rest(made: socket.socket) -> bytes:
    """Return all that comes until the other side ends the connection."""
    had = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := made.recv(65_536):
            had += piece
    return had


def status(address: str, path: str = "/", source: str = "127.0.0.1") -> int:
    """Return with which status a page is answered; 503 where the connection is ended."""
    asked = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE, source_address=(source, 0))
    with contextlib.closing(asked), contextlib.suppress(ConnectionError):
        asked.request("GET", path)
        return asked.getresponse().status
    return 503


def comes_to(read: Callable[[], int], wanted: int) -> bool:
    """Return whether something comes to be what is wanted, before it is given up."""
    for _ in range(int(PATIENCE / LOOK)):
        if read() == wanted:
            return True
        time.sleep(LOOK)
    return False


def test_each_packet_is_sent_at_once():
    """A connection that is accepted has no Nagle, which would hold each answer for 40 ms."""
    with listen("127.0.0.1", 0) as opened, socket.create_connection(opened.getsockname()):
        accepted, _ = opened.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.sqlite
@pytest.mark.parametrize("sent", [b"", HEAD, BODY, BODY + b"name=Ann"], ids=["nothing", "half a head", "no body", "half a body"])
def test_whoever_does_not_go_on_is_not_waited_for(app, sent):
    """The server ends a connection whose request never comes to its end, and answers others meanwhile and afterwards."""
    with served(app, SOON) as address, begun(address, sent) as made:
        assert status(address) == 200
        assert b"200 OK" not in rest(made)
        assert status(address) == 200


@pytest.mark.sqlite
def test_a_body_that_trickles_is_not_waited_for(app):
    """A sign now and then is no going on."""
    with served(app, SOON) as address, begun(address, BODY) as made:
        made.settimeout(0.05)
        ended = False
        for _ in range(int(PATIENCE / 0.05)):
            with contextlib.suppress(TimeoutError):
                try:
                    made.sendall(b"x")
                    ended = not made.recv(1000)
                except ConnectionError:
                    ended = True
            if ended:
                break
        assert ended


@pytest.mark.sqlite
def test_a_second_request_has_its_own_time(app):
    """Where a request was answered, half of the next is not waited for either."""
    with served(app, SOON) as address, begun(address, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT") as made:
        had = rest(made)
    assert had.count(b"HTTP/1.1 200 OK") == 1


@pytest.mark.sqlite
def test_waves_of_half_sent_requests_lock_nobody_out(app):
    """However many begin and end nothing: they are refused, or ended, and then a page is answered."""
    limits = ConnectionLimits(head=0.5, body=0.5, in_all=20)
    with served(app, limits) as address:
        for _wave in range(2):
            with contextlib.ExitStack() as stack:
                waves = [stack.enter_context(begun(address, BODY + b"name=Ann")) for _ in range(40)]
                answers = [rest(made) for made in waves]
            refused = [one for one in answers if one.startswith(b"HTTP/1.1 503") or not one]
            assert len(refused) == len(waves)
            assert any(b"Too many connections" in one for one in answers)
        assert status(address) == 200


@pytest.mark.sqlite
def test_one_address_leaves_room_for_the_others(app):
    """So many connections of one address and no more, however many there may be in all; others are let in."""
    limits = ConnectionLimits(in_all=20, by_address=3)
    with served(app, limits) as address, contextlib.ExitStack() as stack:
        mine = [stack.enter_context(begun(address, HEAD, "127.0.0.7")) for _ in range(4)]
        assert b"Too many connections" in rest(mine[3])
        assert status(address) == 200  # of another address
        mine[0].close()
        assert comes_to(lambda: status(address, source="127.0.0.7"), 200)


@pytest.mark.sqlite
def test_a_server_before_this_one_has_as_many_as_there_are(app):
    """It brings everybody's requests from one address, and says who asks."""
    limits = ConnectionLimits(in_all=20, by_address=3)
    with served(app, limits) as address, contextlib.ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(begun(address, HEAD))
        assert status(address) == 200


@contextlib.contextmanager
def plain(limits: ConnectionLimits, answer: Response) -> Iterator[str]:
    """Serve one answer, and nothing of ours besides."""

    class Nothing:
        def close(self) -> None:
            """Let go of nothing."""

    async def told(_: Request) -> Response:
        return answer

    app = Starlette(routes=[Route("/", told, methods=["GET", "POST"])])
    app.state.site = Nothing()
    app.state.site.news = Nothing()
    with served(app, limits) as address:
        yield address


@pytest.mark.parametrize("ways", [b"", b"Connection: close\r\n"], ids=["kept open", "to be closed"])
def test_whoever_does_not_read_is_not_waited_for(ways):
    """An answer that nobody takes does not hold the connection, though it be the only one there may be."""
    asked = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + ways + b"\r\n"
    with plain(attrs.evolve(SOON, in_all=1), PlainTextResponse("x" * LARGE)) as address, begun(address, asked) as made:
        assert made.recv(9, socket.MSG_PEEK) == b"HTTP/1.1 "
        assert comes_to(lambda: status(address, "/no"), 404)
        assert len(rest(made)) < LARGE


def test_a_process_may_have_as_many_descriptors_as_the_system_lets_it():
    """The soft limit is raised as far as it is wanted and the hard one lets it, and no further; it is never lowered."""
    code = (
        "import resource; from dealerkit.web.connections import descriptors, limits_here;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (60, 400));"
        "print(descriptors(90), descriptors(50), descriptors(5000), *resource.getrlimit(resource.RLIMIT_NOFILE));"
        "print(limits_here().in_all, limits_here().by_address)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE * 4)
    assert done.stdout.split() == ["90", "90", "400", "400", "400", "144", "72"]
