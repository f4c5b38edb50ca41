"""One request as a view sees it, and the routes to views.

A view is a plain function from a `Visit` to a response; it runs in a thread, so that it may take its time:

    def index(visit: Visit) -> Response:
        return visit.page("desk/index.html")

    ROUTES = [get("/desk", index, name="desk", may="ask"), post("/desk", answered, name="desk.answer", may="decide")]

Before a view gets a form or a script's data, the visitor's right, the token and the size are checked.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeGuard
from urllib.parse import quote, unquote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from dealerkit.felt.numbers import is_whole
from dealerkit.web import guard, pages
from dealerkit.web.people import DECIDE, SETTLE, TEACH, Visitor
from dealerkit.web.refusals import Refused, TooOld
from dealerkit.web.site import Site
from dealerkit.web.streams import EventStream
from dealerkit.web.users.people import address_of

LOOKED_AGAIN = 10.0
"""Seconds between two checks that the viewer of a stream may still see it."""
AUDITED = frozenset({DECIDE, TEACH, SETTLE})
"""Rights whose acts are written to the audit by their routes. Changes of accounts write their own lines."""
MOST_FIELDS = 500
"""Most fields of a form."""


_STEERING = {sign: None for sign in (*range(32), *range(127, 160)) if chr(sign) not in "\n\r\t"}


def typed(text: str) -> str:
    """Return a text without control characters, which control terminals and which a database may refuse.

    >>> typed("a\\x00b\\x1b[2J\\nc")
    'ab[2J\\nc'
    """
    return text.translate(_STEERING)


def whole(text: str, digits: int) -> int | None:
    """Return a typed whole number; None if it is not one, or has too many digits.

    >>> whole("12", 3), whole("1234", 3), whole("\u00b2", 3), whole("", 3)
    (12, None, None, None)
    """
    return int(text) if is_whole(text) and len(text) <= digits else None


def is_measure(sent: object) -> TypeGuard[int | float]:
    """Return whether a script's value is a finite number."""
    return not isinstance(sent, bool) and (isinstance(sent, int) or (isinstance(sent, float) and math.isfinite(sent)))


KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Headers for content that never changes at its address, so that a browser may cache it."""


def attached(body: bytes, name: str, kind: str) -> Response:
    """Return a file for a browser to save.

    Args:
        body: Its content.
        name: The file name.
        kind: Its media type.
    """
    named = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
    return Response(body, media_type=kind, headers=named)


class Visit:
    """One request.

    Attributes:
        request: Starlette's request.
        person: The visitor.
        site: The state shared by all requests: settings, database, tables, news.
    """

    def __init__(self, request: Request, form: FormData | None = None, body: bytes = b"") -> None:
        self.request = request
        self.person: Visitor = request.state.person
        self.site: Site = request.app.state.site
        self._form, self._body = form, body
        self.cookies: dict[str, str] = {}

    # -- the request ------------------------------------------------------------------------------------------------

    def path(self, name: str) -> str:
        """Return the value of a placeholder in the route's path."""
        return str(self.request.path_params[name])

    def query(self, name: str, default: str = "") -> str:
        """Return a value of the address's query, or the default."""
        return typed(self.request.query_params.get(name, default))

    def field(self, name: str, default: str = "") -> str:
        """Return a field of the form as text, or the default."""
        value = self._form.get(name) if self._form is not None else None
        return typed(value) if isinstance(value, str) else default

    def fields(self, name: str) -> list[str]:
        """Return every field with a name, in the order of the form."""
        values = self._form.getlist(name) if self._form is not None else []
        return [typed(value) for value in values if isinstance(value, str)]

    def names(self) -> list[str]:
        """Return the names of all fields of the form, each once."""
        return list(dict.fromkeys(self._form.keys())) if self._form is not None else []

    def file(self, name: str) -> tuple[str, bytes] | None:
        """Return name and content of a file sent with the form; None if there is none."""
        sent = self._form.get(name) if self._form is not None else None
        if not isinstance(sent, UploadFile):
            return None
        sent.file.seek(0)
        return sent.filename or "", sent.file.read()

    def files(self, name: str) -> list[tuple[str, bytes]]:
        """Return name and content of every file sent with the form under a name."""
        files_ = []
        for sent in self._form.getlist(name) if self._form is not None else []:
            if isinstance(sent, UploadFile):
                sent.file.seek(0)
                files_.append((sent.filename or "", sent.file.read()))
        return files_

    def json(self) -> dict[str, Any]:
        """Return the JSON that a script sent.

        Raises:
            Refused: If it is not a JSON object, or contains half a character (400).
        """
        try:
            data = json.loads(self._body)
            json.dumps(data, ensure_ascii=False).encode()  # half a character, as "\\ud800", can be neither stored nor sent
        except (ValueError, RecursionError) as error:
            raise Refused(400, "the data sent is not JSON; load the page again") from error
        if not isinstance(data, dict):
            raise Refused(400, "the data sent is not a JSON object; load the page again")
        return data

    def cookie(self, name: str, default: str = "") -> str:
        """Return a cookie of this browser, or the default."""
        return unquote(self.request.cookies[name]) if name in self.request.cookies else default

    @property
    def part(self) -> bool:
        """Whether a script asks for only a part of the page, to insert it."""
        return self.request.headers.get("hx-request") == "true" and self.request.headers.get("hx-request-type") != "full"

    @property
    def heads_only(self) -> bool:
        """Whether it is a HEAD request, such as a monitor's; nobody sees the page."""
        return self.request.method == "HEAD"

    @property
    def wants_json(self) -> bool:
        """Whether the answer is for a script."""
        return "application/json" in self.request.headers.get("accept", "")

    @property
    def token(self) -> str:
        """The token that each form of this browser must send, against forgery by other sites."""
        return str(self.request.state.token)

    @property
    def https(self) -> bool:
        """Whether the connection is encrypted."""
        return self.request.url.scheme == "https"

    def routes(self) -> frozenset[str]:
        """Return the names of all routes that the visitor may use."""
        routes = (route for route in self.request.app.routes if isinstance(route, RightfulRoute))
        return frozenset(route.name for route in routes if self.person.may(route.may))

    def signs_in(self) -> bool:
        """Return whether users sign in here and the visitor has not."""
        return not self.person.session and self.site.sign_in()

    # -- the answer -------------------------------------------------------------------------------------------------

    def page(self, name: str, status: int = 200, **values: object) -> Response:
        """Return a page.

        Args:
            name: The template, such as `desk/index.html`.
            status: 200, or 422 for a form that must be filled in again.
            **values: Further variables of the template, besides `visit`, `person`, `settings`, `url(NAME, ...)`,
                `static(NAME)` and `token()`.
        """
        given = {
            "visit": self,
            "person": self.person,
            "settings": self.site.settings,
            "url": self.url,
            "token_value": self.token,
            "token": lambda: pages.hidden("token", self.token),
        }
        return Response(pages.page(name, {**given, **values}), status, media_type="text/html")

    def answer(self, document: Mapping[str, object], status: int = 200) -> Response:
        """Return JSON for a script."""
        return JSONResponse(dict(document), status)

    def url(self, name: str, query: Mapping[str, object] | None = None, /, **path: object) -> str:
        """Return the address of a route.

        Args:
            name: The route's name.
            query: The pairs of the query.
            **path: The values of the route's placeholders.
        """
        address = str(self.request.app.url_path_for(name, **path))
        return f"{address}?{urlencode({key: str(value) for key, value in query.items()})}" if query else address

    def go(self, name: str, query: Mapping[str, object] | None = None, /, **path: object) -> Response:
        """Return a redirect to a route; the arguments are those of `url`."""
        to = self.url(name, query, **path)
        if self.part:
            return Response(headers={"HX-Redirect": to})
        return RedirectResponse(to, 303)

    def remember(self, name: str, value: str) -> None:
        """Set a cookie for a year; no script may read it."""
        self.cookies[name] = value


View = Callable[[Visit], Response]
Stream = Callable[[Visit], AsyncIterator[str]]


class RightfulRoute(Route):
    """A route with the right that it requires.

    Args:
        path: Its address.
        endpoint: The function that makes the answer.
        method: `GET` or `POST`.
        name: Its name in links.
        may: The required right.
    """

    def __init__(self, path: str, endpoint: Callable[[Request], Awaitable[Response]], method: str, name: str, may: str) -> None:
        super().__init__(path, endpoint, methods=[method], name=name)
        self.may = may


async def _may(request: Request, right: str, name: str) -> None:
    """Refuse a visitor without the right, and log it for users.

    Raises:
        Refused: If the visitor does not have the right.
    """
    person: Visitor = request.state.person
    if person.may(right):
        return
    if not person.session:
        raise Refused(401, "you may not do that without signing in")
    await run_in_threadpool(request.app.state.site.people.refuse, person, name, request.url.path, right)
    raise Refused(403, f"you may not do that: a {person.role} doesn't have the right to {right}; ask a manager")


def _finished(visit: Visit, response: Response) -> Response:
    for name, value in visit.cookies.items():
        secure = visit.https
        response.set_cookie(name, quote(value, safe="~&=+"), max_age=31_536_000, httponly=True, samesite="lax", secure=secure)
    return response


def get(path: str, view: View, *, name: str, may: str, costly: bool = False) -> RightfulRoute:
    """Return the route of a page.

    Args:
        path: Its address, such as `/desk/{id}`.
        view: The function that makes the page.
        name: Its name in links.
        may: The required right, from `people`, or `ANYBODY`, `SIGNED_IN` or `LOOK_ON`.
        costly: Whether it takes so long that its cost is counted and limited for each visitor.
    """

    async def endpoint(request: Request) -> Response:
        await _may(request, may, name)
        visit = Visit(request)
        if not costly:
            return _finished(visit, await run_in_threadpool(view, visit))
        paid = partial(visit.site.costs.pay, visit.person, address_of(request), partial(view, visit))
        return _finished(visit, await run_in_threadpool(paid))

    return RightfulRoute(path, endpoint, "GET", name, may)


def post(
    path: str, view: View, *, name: str, may: str, most: int = guard.MOST_BYTES, audited: bool | None = None
) -> RightfulRoute:
    """Return the route of a form or of a script's data: the token is checked before the view is called.

    Args:
        path: Its address.
        view: The function that handles the request.
        name: Its name in forms.
        may: The required right, from `people`, or `ANYBODY`, `SIGNED_IN` or `LOOK_ON`.
        most: Most bytes of the request's body.
        audited: Whether each request is written to the audit; None to decide by the right.

    Raises:
        Refused: On a request whose form cannot be read, or whose token is not that of the browser (403).
    """
    written = may in AUDITED if audited is None else audited

    async def endpoint(request: Request) -> Response:
        await _may(request, may, name)
        guard.check_size(request, most)
        request = Request(request.scope, guard.bounded(request.receive, most))
        form, body = None, b""
        try:
            if request.headers.get("content-type", "").startswith("application/json"):
                body = await request.body()
                sent = request.headers.get("x-token", "")
            else:
                form = await request.form(max_fields=MOST_FIELDS, max_files=10, max_part_size=most)
                value = form.get("token")
                sent = value if isinstance(value, str) else request.headers.get("x-token", "")
        except ClientDisconnect:
            return Response(status_code=400)
        except HTTPException as error:
            raise Refused(error.status_code, f"the form can't be read: {error.detail}") from error
        try:
            if not guard.same(sent, request.state.token):
                raise TooOld
            visit = Visit(request, form, body)
            answer = _finished(visit, await run_in_threadpool(view, visit))
            if written and answer.status_code < 400 and visit.person.session:
                await run_in_threadpool(_write_down, visit, name, may, answer)
            return answer
        finally:
            if form is not None:
                await form.close()

    return RightfulRoute(path, endpoint, "POST", name, may)


def _write_down(visit: Visit, did: str, may: str, answer: Response) -> None:
    """Write an act and its result into the audit, before the answer is sent."""
    led = answer.headers.get("location", "").partition("?")[0]
    at = visit.request.url.path
    visit.site.people.note(visit.person, did, f"{at} to {led}" if led not in {"", at} else at, may)


def stream(path: str, view: Stream, *, name: str, may: str) -> RightfulRoute:
    """Return the route of server-sent events; its view is an asynchronous generator of them.

    Args:
        path: Its address.
        view: The generator of the events; see `dealerkit.web.news.event`.
        name: Its name in pages.
        may: The required right, from `people`, or `ANYBODY`, `SIGNED_IN` or `LOOK_ON`.

    Raises:
        Refused: On a request, if too many streams are open in the same session (429).
    """

    async def endpoint(request: Request) -> Response:
        await _may(request, may, name)
        visit = Visit(request)
        streams = visit.site.streams
        opened = streams.open(visit.person, visit.token, address_of(request))
        if opened is None:
            raise Refused(429, "too many pages are open here; close some of them")
        events = view(visit)
        try:
            first = await anext(events, "")  # an error is answered like that of any page, before anything is sent
        except BaseException:
            streams.close(opened)
            raise
        return EventStream(_going_on(first, events, visit), opened, streams)

    return RightfulRoute(path, endpoint, "GET", name, may)


async def _going_on(first: str, events: AsyncIterator[str], visit: Visit) -> AsyncIterator[str]:
    """Continue a stream while its viewer may see it. The end of a session on this server ends it at once; a session ended at a
    terminal, or expired, is noticed at the next check.
    """
    looked = time.monotonic()
    yield first
    async for event in events:
        if visit.person.session and time.monotonic() - looked > LOOKED_AGAIN:
            if not await run_in_threadpool(visit.site.people.still, visit.request):
                return
            looked = time.monotonic()
        yield event
