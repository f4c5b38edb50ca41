"""Every page there is, with everything in it: who does not see it whole, what somebody hostile writes, how it fits the hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette

from dealerkit.web.app import application
from dealerkit.web.pages import static_folder
from dealerkit.web.settings import WebSettings
from tests.web.conftest import PageClient, served
from tests.web.forms import forms_of
from tests.web.lived_in import PAGES, lived_in

pytestmark = pytest.mark.thorough

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u202e{{7*7}}\x00\x1b[2J\u2028" + "\u5f35" * 300
SIZES = ((390, 844), (1024, 768))
FOREIGN = re.compile(r"""(?:src|srcset|action|data|poster|xlink:href|(?<!<a )href)=["']?(?:https?:)?//[^"'>]*""")
"""What a page would fetch from elsewhere, or send there; where a rule can be read is a link that somebody has to follow."""
INLINE = re.compile(r"""<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|<[^>]*\son[a-z]+=|javascript:""")
"""What the policy of every page forbids, and a browser leaves out without a word."""
FOREIGN_IN_A_FILE = re.compile(r"""(?:url\(|@import|import\s|from\s|fetch\()\s*["']?(?:https?:)?//[^"')]*""")
NO_PAGES = frozenset({
    "static", "icon", "health",  # no pages
    "desk.heard", "class.people", "deal.look", "deal.ask",  # parts of pages, put into them by a script
    "deal.cards", "deal.record", "deal.events", "drills.card", "class.events", "records.text", "records.export",  # files and news
    "desk.report", "class.paper", "drills.paper", "progress.paper", "exam.certificate", "house.file", "house.paper",
    "house.notice",  # papers
    "class.look", "drills.sitting", "drills.timed", "drills.felt",  # reached from another page that is looked at
    "users", "users.sign_in", "users.me", "users.again", "users.code", "users.invitation", "users.audit",
    "users.export",  # only where people sign in: people/, test_people_browsers.py
})  # fmt: skip
"""The routes that answer with no page of their own."""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    """One application for all tests here, in a data folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DEALERKIT_HOME", str(tmp_path_factory.mktemp("home")))
        for name in ("DEALERKIT_DATABASE", "DEALERKIT_JOURNAL", "DEALERKIT_RULES", "DEALERKIT_HOUSE", "DEALERKIT_GAME"):
            patch.delenv(name, raising=False)
        yield application(WebSettings())


@pytest.fixture(scope="module")
def visitor(alone: Starlette) -> Iterator[PageClient]:
    """Somebody without scripts, who has been everywhere."""
    with PageClient(alone) as client:
        yield client


@pytest.fixture(scope="module")
def addresses(visitor: PageClient, alone: Starlette) -> dict[str, str]:
    """The address of every page."""
    return lived_in(visitor, alone)


@pytest.fixture(scope="module")
def windows(chromium: Any, alone: Starlette, visitor: PageClient, addresses: dict[str, str]) -> Iterator[dict[int, Any]]:
    """A window of each width on the served application, in the browser of the one who has been everywhere."""
    with served(alone) as address:
        contexts = {}
        for width, height in SIZES:
            contexts[width] = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True, base_url=address)
            contexts[width].add_cookies(
                [{"name": name, "value": value, "url": address} for name, value in visitor.cookies.items()]
            )
        yield {width: one.new_page() for width, one in contexts.items()}
        for one in contexts.values():
            one.close()


def test_every_page_is_looked_at(alone: Starlette, visitor: PageClient, addresses: dict[str, str]) -> None:
    """A page that is added is looked at here, too, or said to be none; each of them is there."""
    assert set(addresses) == set(PAGES)
    shown = {name.partition(" ")[0] for name in PAGES}
    routes = {str(getattr(route, "name", "")) for route in alone.routes if "GET" in (getattr(route, "methods", None) or ("GET",))}
    assert routes - shown - NO_PAGES == set()
    for name, path in addresses.items():
        page = visitor.get(path)
        assert page.status_code in ({404} if name == "refused" else {422} if name.endswith((" broken", " wrong")) else {200}), (
            name
        )
        assert "Traceback" not in page.text
        assert FOREIGN.findall(page.text) == [], name
        if not path.endswith("/sheet"):  # a paper, which has a policy of its own
            assert INLINE.findall(page.text) == [], name


def test_nothing_is_fetched_from_elsewhere() -> None:
    """No style and no script of ours names another server; icons and pictures neither."""
    for path in static_folder().iterdir():
        if path.name != "htmx.LICENSE.txt":
            assert FOREIGN_IN_A_FILE.findall(path.read_text(encoding="utf-8")) == [], path.name


@pytest.mark.parametrize("every", [24, pytest.param(1, marks=pytest.mark.slow)])
def test_hostile_text_in_every_field_of_every_form(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    """In all that is typed, chosen or hidden: what is refused is refused in words, what is kept is text wherever it is shown."""
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    app = application(WebSettings())
    with PageClient(app, raise_server_exceptions=False) as client:
        pages = lived_in(client, app)
        forms = {(form.action, form.method): form for path in pages.values() for form in forms_of(client.get(path).text)}
        tried = 0
        for form in forms.values():
            if not form.action:
                continue  # a form that only a script reads
            kept = form.sent()
            for field in form.fields:
                tried += 1
                if field.name in ("token", "j.pin", "j.again") or tried % every:
                    continue
                given = {**kept, field.name: [HOSTILE]}
                answer = client.get(form.action, params=given) if form.method == "get" else client.post(form.action, data=given)
                assert answer.status_code < 500, (form.action, field.name, answer.text[:300])
                unharmed(answer, f"{form.action} {field.name}")
        assert tried > 150
        for name, path in pages.items():
            unharmed(client.get(path), name)


def unharmed(answer: Any, where: str) -> None:
    """Nothing of what somebody hostile wrote is markup there."""
    if not answer.headers.get("content-type", "").startswith("text/html"):
        return
    for sign in ("<script>alert", "<img src=x", "\x00", "\x1b"):
        assert sign not in answer.text, where


@pytest.mark.slow
@pytest.mark.parametrize("width", [width for width, _ in SIZES])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_for_everybody(
    windows: dict[int, Any], addresses: dict[str, str], axe: Any, name: str, width: int
) -> None:
    """Axe finds nothing, nothing lies beyond the sides, and what is touched is large enough for a thumb."""
    page = windows[width]
    page.goto(addresses[name])
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if not addresses[name].endswith("/sheet"):  # a paper, to be printed
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, .button, input, select, textarea, summary")]
            .filter(one => one.offsetParent && one.type !== "hidden")
            .map(one => [one.outerHTML.slice(0, 120), (one.closest("label") || one).getBoundingClientRect()])
            .filter(([, place]) => place.width > 4 && (place.width < 43.5 || place.height < 43.5))
            .map(([said, place]) => `${said} ${place.width} x ${place.height}`)"""
        )
        assert small == []
