"""The checks on every request before a view gets it, and on every answer before it leaves.

* Only requests for the server's own host names are answered, so that a foreign site cannot point its name at this server.
* Each browser gets a token in a cookie that no script reads; forms and scripts must send it along.
* A page may load only this server's files, and no other site may show it in a frame.
* Nobody may send more data than makes sense, or more requests than a person at a table could.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dealerkit.felt.numbers import is_whole
from dealerkit.web.people import ALONE, NOBODY, guest, place_in, seated
from dealerkit.web.settings import LOCAL
from dealerkit.web.users.people import address_of

if TYPE_CHECKING:
    from dealerkit.web.settings import WebSettings
    from dealerkit.web.site import Site

TOKEN = "dealerkit_token"  # noqa: S105 - the name of a cookie
"""Name of the cookie with a browser's token."""
PLACE = "dealerkit_place"
"""Name of the cookie with a trainee's place in a class."""

MOST_BYTES = 2_000_000
"""Most bytes of a request, unless a route sets another limit."""

MOST_ASKED = 600
"""Most requests from one visitor within `WITHIN` seconds; in a class behind one address each browser counts separately."""
MOST_BY_ADDRESS = 10_000
"""Most requests from another machine, however many browsers it claims to be."""
WITHIN = 10.0

PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip")
"""Headers of a proxy in front of this server. A request with one of them does not come from this machine."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; font-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
}


def same(sent: str, wanted: str) -> bool:
    """Return whether a token is right, in constant time, so that the time reveals nothing."""
    return bool(wanted) and hmac.compare_digest(sent.encode("utf-8", "replace"), wanted.encode("utf-8", "replace"))


def check_size(request: Request, most: int) -> None:
    """Refuse a request whose announced size is too large.

    Raises:
        HTTPException: If it is too large.
    """
    length = request.headers.get("content-length", "0")
    if not is_whole(length) or int(length) > most:
        raise HTTPException(413, f"that is too large: at most {most // 1000} kB may be sent")


def bounded(receive: Receive, most: int) -> Receive:
    """Return a receiver of a request's body that stops at a number of bytes, whatever size the header announces.

    Args:
        receive: The receiver of the whole body.
        most: Most bytes.

    Raises:
        HTTPException: While the body is read, if it is too large (413).
    """
    had = 0

    async def given() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        if had > most:
            raise HTTPException(413, f"that is too large: at most {most // 1000} kB may be sent")
        return message

    return given


class Guard:
    """Middleware in front of the application that identifies the visitor and limits what may be sent.

    Args:
        app: The application.
        settings: The server's settings.
        fault: Function that makes the answer for an internal error.
    """

    def __init__(self, app: ASGIApp, settings: WebSettings, fault: Callable[[Request, Exception], Response]) -> None:
        self.app, self.settings, self._fault = app, settings, fault
        self.hosts = {"127.0.0.1", "localhost", "::1", "testserver", *settings.hosts}
        self.any_host = not settings.alone
        self._asked: dict[str, deque[float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        fixed = request.url.path.startswith("/static/")
        begun: list[bool] = []
        fresh = ""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(True)
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if fresh:
                    flags = "; Secure" if request.url.scheme == "https" else ""
                    headers.append("Set-Cookie", f"{TOKEN}={fresh}; Path=/; HttpOnly; SameSite=Lax{flags}")
            await send(message)

        if not self._known(request):
            await PlainTextResponse("This server is not called by that name.", 421)(scope, receive, guarded)
            return
        if self._too_often(request):
            answer = PlainTextResponse("Too many requests; wait a moment.", 429, {"Retry-After": str(int(WITHIN))})
            await answer(scope, receive, guarded)
            return
        token = request.cookies.get(TOKEN, "")
        if not 20 <= len(token) <= 64:
            token = secrets.token_urlsafe(24)
            fresh = "" if fixed else token
        request.state.token = token
        request.state.person = NOBODY
        try:
            if not fixed:
                await run_in_threadpool(self._let_in, request, token)
            await self.app(scope, receive, guarded)
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody may see a traceback
            response = self._fault(request, error)
            if not begun:
                await response(scope, receive, guarded)

    def _known(self, request: Request) -> bool:
        """Return whether the request is for one of the server's names; a server that others can reach has many."""
        name = request.headers.get("host", "").rsplit("@", 1)[-1]
        bare = name[1:].partition("]")[0] if name.startswith("[") else name.rpartition(":")[0] or name
        return bare in self.hosts or (self.any_host and _is_address(bare))

    def _too_often(self, request: Request) -> bool:
        """Return whether a visitor has made too many requests in the last seconds."""
        if request.client is None or request.url.path.startswith("/static/"):
            return False
        host = request.client.host
        often = self._count(f"{host} {request.cookies.get(TOKEN, '')}") > MOST_ASKED
        return often or (not _is_here(request) and self._count(host) > MOST_BY_ADDRESS)

    def _count(self, who: str) -> int:
        """Count a request; return the number in the last seconds."""
        now = time.monotonic()
        if len(self._asked) > 20_000:
            self._asked = {address: times for address, times in self._asked.items() if now - times[-1] <= WITHIN}
        asked = self._asked.setdefault(who, deque(maxlen=MOST_BY_ADDRESS + 1))
        while asked and now - asked[0] > WITHIN:
            asked.popleft()
        asked.append(now)
        return len(asked)

    def _let_in(self, request: Request, token: str) -> None:
        """Set the visitor of a request: a signed-in user; without sign-in, somebody with all rights at this machine, or with
        the right to practise from another one.
        """
        site: Site = request.app.state.site
        if site.sign_in():
            person, request.state.token = site.people.who(request, token)
        else:
            alone = self.settings.alone and not any(name in request.headers for name in PASSED_ON)
            person = ALONE if alone or _is_here(request) else guest(token, address=address_of(request))
        place = place_in(request.cookies.get(PLACE, ""), site.store.secret)
        request.state.person = seated(person, place) if person.rights else person


def _is_here(request: Request) -> bool:
    """Return whether a request comes from this machine."""
    name = request.client.host if request.client is not None else ""
    if "forwarded" in request.headers or "x-real-ip" in request.headers:
        return False  # `X-Forwarded-For` has been applied already: this is the client's address
    return name in LOCAL or name.startswith(("127.", "::ffff:127."))


def _is_address(name: str) -> bool:
    """Return whether a name is a numeric address, which a foreign page cannot use as its own name."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
