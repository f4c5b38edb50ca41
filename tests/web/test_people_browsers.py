"""A manager lets somebody in, from the page of people to the first sign in; every page of it, on a phone and a wide screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings
from dealerkit.web.users.trail import Actor
from tests.web.waits import becomes, is_so

pytestmark = pytest.mark.slow
WORDS = "three words apart"


@pytest.fixture
def app(home):
    """A server where people sign in."""
    made = application(WebSettings())
    made.state.site.people.accounts.add(Actor("test", "", "here"), "Ann Lee", "manager", WORDS)
    return made


def fits(page, axe):
    """Nothing to scroll sideways, nothing that axe finds, nothing to touch that is too small."""
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for one in page.locator("main button:visible, main summary:visible, main select:visible, main a.button:visible").all():
        box = one.bounding_box()
        assert box is not None
        assert box["height"] >= 44, one.inner_text()


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_somebody_is_let_in(screen, axe, server, size, tmp_path):
    """Signing in, the list, the link, the password that is chosen, one's own page, the audit, signing out."""
    ann = screen(*size)
    ann.goto("/house")
    fits(ann, axe)
    ann.get_by_role("link", name="Sign in").last.click()
    expect(ann.locator("h1")).to_have_text("Sign in")
    fits(ann, axe)
    ann.get_by_label("Name").fill("Ann Lee")
    ann.get_by_label("Password").fill(WORDS)
    ann.locator("main button").click()
    expect(ann).to_have_url(re.compile("/house$"))
    ann.goto("/people")
    ann.locator("#name").fill("Bo Chan")
    ann.locator("#role").select_option("floor")
    ann.get_by_role("button", name="Create a link").click()
    expect(ann.locator("h1")).to_contain_text("A link for")
    fits(ann, axe)
    to = ann.locator(".address").inner_text()
    bo = screen(*size)
    bo.goto(to)
    fits(bo, axe)
    bo.locator("#new").fill("four other words")
    bo.locator("#twice").fill("four other words")
    bo.get_by_role("button", name="Sign in").click()
    expect(bo.locator(".me")).to_have_text("Bo Chan")
    fits(bo, axe)
    bo.locator(".me").click()
    expect(bo.locator("h1")).to_contain_text("Bo Chan")
    fits(bo, axe)
    ann.goto("/people")
    expect(ann.locator(".people")).to_have_count(2)
    for one in ann.locator("summary").all():
        one.click()
    fits(ann, axe)
    ann.screenshot(path=str(tmp_path / "people.png"), full_page=True)
    ann.goto("/audit")
    expect(ann.locator("h1")).to_have_text("Audit")
    fits(ann, axe)
    ann.screenshot(path=str(tmp_path / "audit.png"), full_page=True)
    ann.goto("/me/again")
    fits(ann, axe)
    bo.goto("/invitation")
    fits(bo, axe)
    bo.goto("/me")
    bo.screenshot(path=str(tmp_path / "me.png"), full_page=True)
    bo.get_by_role("button", name="Sign out").click()
    expect(bo.locator(".me")).to_have_count(0)


def test_what_was_dealt_while_a_session_ended_waits_for_the_next(app, screen):
    """The act is not lost: it waits in the page, and is sent once somebody has signed in and the page is loaded again."""
    page = screen(1024, 768)
    page.goto("/sign-in?next=/deal")
    page.get_by_label("Name").fill("Ann Lee")
    page.get_by_label("Password").fill(WORDS)
    page.locator("main button").click()
    page.get_by_label("Say it in words").fill("card for the player")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page).to_have_url(re.compile("/deal/[^/]+$"))
    at = page.url
    live = app.state.site.tables.find(at.rpartition("/")[2])
    becomes(lambda: "d deal player" in live.record(), True, page)  # the first act is in before the session ends,
    is_so(page, "() => !Number(document.documentElement.dataset.waiting || 0)")  # and the page has heard of it
    people = app.state.site.people
    people.accounts.end_sessions(Actor("test", "", ""), people.accounts.named("Ann Lee").id)
    page.get_by_label("Say it in words").fill("card for the player")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-waiting", "1")
    dealt = len(live.session.table.log)
    page.goto(f"/sign-in?next={at.partition('/deal')[1]}{at.partition('/deal')[2]}")
    page.get_by_label("Name").fill("Ann Lee")
    page.get_by_label("Password").fill(WORDS)
    with page.expect_response(re.compile("/say$")) as sent:
        page.locator("main button").click()
    assert sent.value.status == 200, sent.value.text()[:300]
    assert len(live.session.table.log) > dealt
