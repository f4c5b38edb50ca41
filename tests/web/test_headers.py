"""What every answer says to the browser besides, whatever kind it is of: nothing of it is framed, guessed at, kept or told on."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse

from dealerkit.training.walk.code import Plan
from dealerkit.web import guard
from dealerkit.web.app import application
from dealerkit.web.people import ALONE, ANYBODY
from dealerkit.web.settings import WebSettings
from dealerkit.web.users import people
from dealerkit.web.users.trail import Actor
from dealerkit.web.visit import Visit, get
from tests.web.conftest import PageClient
from tests.web.forms import submit

WANTED = {
    "content-security-policy": "default-src 'self'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=()",
}
"""What stands in every answer, or how it begins."""
POLICY = {
    "default-src": "'self'", "img-src": "'self' data:", "style-src": "'self'", "script-src": "'self'", "connect-src": "'self'",
    "font-src": "'self'", "object-src": "'none'", "base-uri": "'none'", "form-action": "'self'", "frame-ancestors": "'none'",
}  # fmt: skip
"""All that a page may load, send and be framed by."""
KINDS = {
    "page": ("GET", "/", 200),
    "page of a table": ("GET", "/deal/{table}", 200),
    "record": ("GET", "/deal/{table}/record", 200),
    "script's answer": ("GET", "/deal/{table}/cards/none", 404),
    "asset": ("GET", "/static/base.css", 200),
    "asset that is not there": ("GET", "/static/nothing.css", 404),
    "no such page": ("GET", "/nowhere", 404),
    "no such way": ("DELETE", "/", 405),
    "redirect": ("GET", "/deal/", 307),
    "form without a token": ("POST", "/deal/games", 403),
    "fault": ("GET", "/t/broken", 500),
    "health": ("GET", "/health", 200),
    "events": ("GET", "/deal/{table}/events", 200),
}
"""Every kind of answer: how it is asked for, where, and its status."""


def broken(_visit: Visit) -> PlainTextResponse:
    """A view with a fault."""
    raise ZeroDivisionError


@pytest.fixture
def app(home: Any) -> Starlette:
    """A server with a page that has a fault."""
    made = application(WebSettings())
    made.router.routes.append(get("/t/broken", broken, name="t.broken", may=ANYBODY))
    return made


def head(app: Starlette, way: str, path: str, *, host: str = "testserver", https: bool = False) -> tuple[int, dict[str, str]]:
    """Return status and head of an answer, which may go on for ever; a cookie's lines stand below each other."""
    found: list[tuple[int, dict[str, str]]] = []
    scope = {
        "type": "http", "method": way, "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "scheme": "https" if https else "http", "http_version": "1.1", "headers": [(b"host", host.encode())],
        "client": ("127.0.0.1", 50000), "server": ("testserver", 80), "app": app, "state": {},
    }  # fmt: skip

    async def asked() -> None:
        begun = asyncio.Event()
        sent: asyncio.Queue[Any] = asyncio.Queue()
        sent.put_nowait({"type": "http.request", "body": b"", "more_body": False})

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                lines: dict[str, str] = {}
                for name, value in message["headers"]:
                    lines[name.decode()] = f"{lines.get(name.decode(), '')}\n{value.decode()}".strip()
                found.append((message["status"], lines))
                begun.set()

        running = asyncio.ensure_future(app(scope, sent.get, send))
        await asyncio.wait([running, asyncio.ensure_future(begun.wait())], return_when=asyncio.FIRST_COMPLETED)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    with ThreadPoolExecutor(1) as pool:  # where a browser was, this thread has a loop that runs
        pool.submit(lambda: asyncio.run(asked())).result()
    return found[0]


def proved(headers: dict[str, str]) -> None:
    """All of it is there."""
    for name, value in WANTED.items():
        assert headers.get(name, "").startswith(value), name
    parts = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert parts == POLICY
    assert "no-store" in headers["cache-control"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_answer_has_them(app: Starlette, kind: str) -> None:
    """A page, a part of one, a file, a refusal, a fault, a redirect, news that go on: none is without."""
    way, path, status = KINDS[kind]
    live = app.state.site.tables.open(Plan("mini-baccarat", None, {}, 3, 7), ALONE) if "{table}" in path else None
    code, headers = head(app, way, path.replace("{table}", live.id if live is not None else ""))
    assert code == status
    proved(headers)


def test_before_anything_is_looked_at_too(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a foreign name, and asked too often."""
    code, headers = head(app, "GET", "/", host="evil.example")
    assert code == 421
    proved(headers)
    monkeypatch.setattr(guard, "MOST_ASKED", 0)
    code, headers = head(app, "GET", "/")
    assert code == 429
    proved(headers)


def test_only_what_is_everybodys_may_be_kept(app: Starlette) -> None:
    """A style by its own address, and the drawing of the cards; no page, no record, no part of one."""
    with PageClient(app) as client:
        found = re.search(r'(?:href|src)="(/static/[^"]+\?[^"]+)"', client.get("/").text)
        assert found
        kept = client.get(found[1]).headers
        assert "immutable" in kept["cache-control"]
        for name, value in WANTED.items():
            assert kept[name].startswith(value)


@pytest.mark.parametrize("https", [False, True])
def test_no_script_reads_a_cookie_and_no_plain_way_carries_it(home: Any, https: bool) -> None:
    """Each cookie there is, whoever sets it: httponly, of this site, and over https for https alone."""
    app = application(WebSettings(host="0.0.0.0"))
    app.state.site.people.accounts.add(Actor("test", "", "here"), "Ann Lee", "manager", "three words apart")
    set_here: list[str] = []
    with PageClient(app, base_url=f"{'https' if https else 'http'}://testserver") as client:
        client.event_hooks["response"].append(lambda answer: set_here.extend(answer.headers.get_list("set-cookie")))
        client.fill("/sign-in", name="Ann Lee", password="three words apart")
        room = submit(client, client.get("/class"), "/class", game="mini-baccarat", by="Ann Lee")
        code = re.search(r"(?:code=|/join/)([a-z]+-[0-9]{3})", room.text)
        assert code
        client.fill("/join", code=code[1], name="Tom")
        client.fill("/sign-out")
    names = {one.partition("=")[0] for one in set_here}
    assert names >= {guard.TOKEN, guard.PLACE, people.SESSION, people.KNOWN}
    for one in set_here:
        flags = one.lower()
        assert "httponly" in flags
        assert "samesite=lax" in flags
        assert ("; secure" in flags) is https, one
