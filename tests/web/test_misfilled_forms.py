"""What no form of ours sends, to every address that takes something: nothing, too much, twice, a file, half a sign, no token."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from dealerkit.web import guard
from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings
from dealerkit.web.visit import RightfulRoute, Visit
from tests.web.conftest import PageClient
from tests.web.forms import forms_of
from tests.web.lived_in import lived_in

pytestmark = pytest.mark.thorough

TEXTS = (
    "",
    "9" * 5000,
    "9" * 30,
    "-1",
    "\u00b2",
    "\u0663",
    "x" * 20_000,
    "../../../etc/passwd",
    "\u202e\x00\x1b[2J",
    "a\r\nX: y",
)
"""What a field of a form says that no form of ours would."""
THINGS: tuple[Any, ...] = (
    None, True, -1, 1.5, 10**30, float("inf"), "", "x" * 20_000, "\ud800", "\x00", [], {}, [[]], [None], [1], [{}], ["\ud800"],
    ["d deal banker"] * 300,
)  # fmt: skip
"""What a script may say under a name."""
BODIES = (
    (b"\xff\xfe{", "application/json"), (b"[1]", "application/json"), (b"9" * 5000, "application/json"),
    (b"[" * 100_000, "application/json"), (b"a=1&" * 600, "application/x-www-form-urlencoded"), (b"abc", "text/plain"),
    (b"x", "multipart/form-data"), (b"x", "multipart/form-data; boundary=x"),
    (b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--", "multipart/form-data; boundary=x"),
)  # fmt: skip
"""Bodies that are no form, and what their heads call them."""
PACKED = ("../x.phh.gz", b"\x1f\x8b\x08" + bytes(50))
"""A file where there should be none, or another: its name leads elsewhere and what is in it is torn."""
OF_SESSIONS = frozenset({
    "users.sign_out", "users.said_again", "users.password", "users.end_others", "users.end_session",
})  # fmt: skip
"""What belongs to somebody who has signed in, which nobody does here."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """What views asked of the requests they were given: `field` and its name, or `json` and its name."""
    found: set[tuple[str, str]] = set()

    class NotedDocument(dict[str, Any]):
        """A document that notes what is asked of it."""

        def get(self, key: str, default: Any = None) -> Any:
            found.add(("json", key))
            return super().get(key, default)

        def __getitem__(self, key: str) -> Any:
            found.add(("json", key))
            return super().__getitem__(key)

    def noted(name: str) -> None:
        ask = getattr(Visit, name)

        def noting(visit: Visit, key: str, *others: Any) -> Any:
            found.add(("field", key))
            return ask(visit, key, *others)

        monkeypatch.setattr(Visit, name, noting)

    for name in ("field", "fields", "file", "files"):
        noted(name)
    read = Visit.json
    monkeypatch.setattr(Visit, "json", lambda visit: NotedDocument(read(visit)))
    return found


def _part(named: dict[tuple[str, str], str], before: str, place: re.Match[str]) -> str:
    """What stands in a place of an address, as it was seen somewhere in an address that begins so."""
    return named.get((before, place[1]), "1")


def doors(client: PageClient, app: Starlette) -> Iterator[tuple[str, str, dict[str, list[str]]]]:
    """Every route that takes something: its name, an address of it where there is something, and what its form sends, if any."""
    forms: dict[str, dict[str, list[str]]] = {}
    named: dict[tuple[str, str], str] = {}
    routes = [route for route in app.routes if isinstance(route, RightfulRoute)]
    for page in lived_in(client, app).values():
        markup = client.get(page).text
        forms |= {form.action.partition("?")[0]: form.sent() for form in forms_of(markup) if form.method == "post"}
        for address in (page, *forms, *re.findall(r'(?:href|data-[a-z]+)="(/[^"?#]*)', markup)):
            for route in routes:
                if (found := route.path_regex.match(address)) is not None:
                    for name, value in found.groupdict().items():
                        named.setdefault((route.path.partition("{")[0], name), value)
                    break
    last = re.compile("end|leave|forget|mark|left|state|keep|back|put|release|remove")  # these come when all others were tried
    for route in sorted(routes, key=lambda one: bool(last.search(one.name))):
        if "POST" in route.methods:
            fitting = [address for address in forms if route.path_regex.match(address)]
            before = route.path.partition("{")[0]
            address = re.sub(r"\{(\w+)\}", partial(_part, named, before), route.path)
            address = fitting[0] if fitting else address
            yield route.name, address, forms.get(address, {})


@pytest.mark.parametrize("every", [144, pytest.param(1, marks=pytest.mark.slow)])
def test_what_no_form_sends_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: set[tuple[str, str]], every: int
) -> None:
    """Without a token nothing is done; with one there is no fault of ours, whatever is sent."""
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(guard, "MOST_ASKED", 1_000_000)
    app = application(WebSettings())
    with PageClient(app, raise_server_exceptions=False) as client:
        tried = 0
        faults: list[str] = []

        def send(name: str, what: str, **sent: Any) -> None:
            nonlocal tried
            tried += 1
            answer = client.post(address, follow_redirects=False, **sent)
            if answer.status_code >= 500:
                faults.append(f"{name}: {what}")

        for name, address, kept in doors(client, app):
            if every > 1 and name == "house.changes":
                continue  # it compares all rulings, which takes two seconds each time
            refused = 401 if name in OF_SESSIONS else 403
            assert client.post(address, data=kept | {"token": ""}).status_code == refused, name
            assert client.post(address, json={}, headers={"X-Token": "x" * 64}).status_code == refused, name
            token = client.token()
            by_script = {"X-Token": token, "Content-Type": "application/json"}
            asked.clear()
            send(name, "nothing", data={"token": token})
            send(name, "no script's words", content=b"{}", headers=by_script)
            fields = sorted({key for kind, key in asked if kind == "field"} | {*kept} - {"token"})
            whole = {**kept, "token": token}
            trials: list[tuple[str, dict[str, Any]]] = [
                *((f"{field}={text[:20]!r}", {"data": {**whole, field: [text]}}) for field in fields for text in TEXTS),
                *((f"{field} twice", {"data": {**whole, field: ["a", "b"]}}) for field in fields),
                *((f"{field} as a file", {"data": {"token": token}, "files": {field: PACKED}}) for field in fields),
                *(
                    (f"{body[:10]!r} as {kind}", {"content": body, "headers": {"X-Token": token, "Content-Type": kind}})
                    for body, kind in BODIES
                ),
            ]
            step = 48 if name == "house.changes" else every
            for what, sent in trials[len(name) % step :: step]:
                send(name, what, **sent)
            said: dict[str, Any] = {}
            while unsaid := sorted(key for kind, key in asked if kind == "json" and key not in said):
                (key, *_) = unsaid
                for thing in THINGS[len(key) % 7 :: 1 if every == 1 else 7]:
                    send(name, f"{key}: {str(thing)[:20]!r}", content=json.dumps({**said, key: thing}), headers=by_script)
                said[key] = "x"
        assert not faults
        assert tried > 120
