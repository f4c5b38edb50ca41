"""What holds for every page: headers, tokens, names, sizes, faults; and the first page."""

from __future__ import annotations

import gc
import re

import pytest
from playwright.sync_api import expect
from starlette.responses import PlainTextResponse

from dealerkit.web.app import application
from dealerkit.web.people import ANYBODY
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.visit import get, post
from tests.web.waits import no_wider_than_the_window


def fields(visit):
    """Fields."""
    return PlainTextResponse(f"{visit.field('name')} {visit.fields('name')} {visit.names()}")


def thing(visit):
    """Thing."""
    return visit.answer({"got": visit.json()})


def broken(_visit):
    """Broken."""
    raise ZeroDivisionError(*["secret words"])


@pytest.fixture
def app(home):
    """App."""
    made = application(WebSettings())
    made.router.routes += [
        post("/t/form", fields, name="t.form", may=ANYBODY),
        post("/t/json", thing, name="t.json", may=ANYBODY, most=1000),
        get("/t/broken", broken, name="t.broken", may=ANYBODY),
        get("/t/right", fields, name="t.right", may="fly"),
    ]
    return made


def test_the_first_page_is_three_doors_and_small(client):
    """The first page is three doors and small."""
    page = client.get("/")
    assert page.status_code == 200
    assert "What would you like to do?" in page.text
    assert len(page.content) < 20_000


def test_a_page_may_load_only_what_is_ours(client):
    """A page may load only what is ours."""
    headers = client.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert "httponly" in headers["set-cookie"].lower()
    assert "samesite=lax" in headers["set-cookie"].lower()


def test_a_form_without_the_token_is_refused(client):
    """A form without the token is refused."""
    assert client.fill("/t/form", name="<b>").text == "<b> ['<b>'] ['token', 'name']"
    refused = client.post("/t/form", data={"name": "x"})
    assert refused.status_code == 403
    assert "load it again" in refused.text
    assert client.post("/t/form", data={"name": "x", "token": "y" * 32}).status_code == 403


def test_a_script_brings_the_token_in_a_header(client):
    """A script brings the token in a header."""
    assert client.tell("/t/json", {"a": 1}).json() == {"got": {"a": 1}}
    assert client.post("/t/json", json={"a": 1}).status_code == 403
    assert client.tell("/t/json", [1]).status_code == 400
    assert client.tell("/t/json", {"a": "x" * 2000}).status_code == 413


def test_bytes_that_are_no_json_are_refused_in_words(client):
    """Bytes that are no json are refused in words."""
    headers = {"X-Token": client.token(), "Content-Type": "application/json", "Accept": "application/json"}
    answer = client.post("/t/json", content=b"\xff\xfe{", headers=headers)
    assert answer.status_code == 400
    assert "not JSON" in answer.json()["error"]


@pytest.mark.parametrize("body", [b'{"a": ["\\ud800"]}', b'{"a": "\xed\xa0\x80"}'])
def test_half_a_sign_is_no_text(client, body):
    """Of a sign in two halves one alone, which nothing can keep or answer."""
    headers = {"X-Token": client.token(), "Content-Type": "application/json", "Accept": "application/json"}
    answer = client.post("/t/json", content=body, headers=headers)
    assert answer.status_code == 400
    assert "not JSON" in answer.json()["error"]


def test_a_size_of_thousands_of_figures_is_too_large(client):
    """A head that says how much comes in a number that no machine reads."""
    headers = {"X-Token": client.token(), "Content-Length": "9" * 5000}
    assert client.post("/t/form", headers=headers).status_code == 413


def test_a_file_that_comes_without_the_token_is_let_go_of(client):
    """It does not lie about until somebody finds it: nothing is left open of what was refused."""
    refused = client.post("/t/form", data={"token": "y" * 32}, files={"file": ("x.txt", b"x" * 10)})
    assert refused.status_code == 403
    gc.collect()


def test_a_page_under_a_foreign_name_is_not_answered(client):
    """A page under a foreign name is not answered."""
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200


def test_whoever_lacks_the_right_is_told(client):
    """Whoever lacks the right is told."""
    assert client.get("/t/right").status_code == 401


def test_a_fault_of_ours_tells_no_secrets(home, app):
    """A fault of ours tells no secrets."""
    from tests.web.conftest import PageClient

    with PageClient(app) as client:
        page = client.get("/t/broken")
    assert page.status_code == 500
    assert "Something went wrong in dealerkit" in page.text
    assert "secret" not in page.text


def test_what_is_not_there_is_told(client):
    """What is not there is told."""
    page = client.get("/nowhere")
    assert page.status_code == 404
    assert "Page not found" in page.text


def test_styles_may_be_kept_for_ever_by_their_own_address(client):
    """Styles may be kept for ever by their own address."""
    to = re.search(r'href="(/static/base.css\?[^"]+)"', client.get("/").text)[1]
    assert "immutable" in client.get(to).headers["cache-control"]


@pytest.mark.parametrize(
    ("named", "told"), [("mysql://x/y", "mysql"), ("::", "not an address of a database"), ("sqlite:////proc/no/x.db", "cannot")]
)
def test_a_database_that_cannot_be_used_is_told(home, named, told):
    """A database that cannot be used is told."""
    with pytest.raises(DatabaseError, match=told):
        application(WebSettings(database=named))


@pytest.mark.thorough
def test_the_first_page_opens_in_a_browser(screen, axe):
    """The first page opens in a browser."""
    for size in ((390, 844), (1024, 768)):
        page = screen(*size)
        page.goto("/")
        expect(page.locator("h1")).to_be_visible()
        assert axe(page) == []
        no_wider_than_the_window(page)
