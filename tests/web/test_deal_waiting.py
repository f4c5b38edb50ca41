"""What waits in a browser until the server has kept it: impatience, a browser that stores nothing, two windows without a net."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette

from dealerkit.training.walk.code import Plan
from dealerkit.web.people import ALONE
from dealerkit.web.tables import LiveTable
from tests.web.dealing import found
from tests.web.waits import becomes

pytestmark = pytest.mark.thorough

Screen = Callable[..., Any]

NOTHING_STORED = """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })"""


def opened(app: Starlette) -> LiveTable:
    """Open a table at which the first card is to be dealt."""
    return app.state.site.tables.open(Plan("mini-baccarat", None, {}, 3, 7, step="deal", mode="learn"), ALONE)


def done(live: LiveTable, since: int) -> list[str]:
    """Return the acts at a table since one."""
    return [act.text for act in live.session.table.log[since:]]


def looked_at(page: Any, live: LiveTable) -> Any:
    """Look at a table, and wait until it can be touched."""
    page.goto(f"/deal/{live.id}")
    page.wait_for_selector("#deal.ready")
    return page


def test_enter_twice_does_what_is_marked_once(screen: Screen, app: Starlette) -> None:
    """Whoever is impatient presses it again before the answer is there: what is still marked then was done."""
    live = opened(app)
    page = looked_at(screen(1024, 768), live)
    before, held = len(live.session.table.log), list[Any]()
    page.route("**/say", lambda route: held.insert(0, route))
    page.locator(".next").first.wait_for()
    while not held:
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#net")).to_have_text("")  # one act waits, and no more
    held[0].continue_()
    page.wait_for_selector(f'.felt[data-at="{before + 1}"]')
    assert done(live, before) == ["d deal player"]
    assert len(held) == 1


def test_the_clock_waits_for_the_first_touch(screen: Screen, app: Starlette) -> None:
    """Whoever reads the page first loses no time by it."""
    page = screen(1024, 768)
    page.clock.install()
    page.goto("/deal")
    page.wait_for_selector("#deal.ready")
    stood = page.inner_text("#clock")
    page.clock.run_for(61_000)
    assert page.inner_text("#clock") == stood
    page.locator(".next").first.click()
    becomes(lambda: bool(app.state.site.tables.of(ALONE)) or _next(page), True, page)
    page.clock.run_for(61_000)
    becomes(lambda: page.inner_text("#clock") != stood, True, page)


def _next(page: Any) -> bool:
    if page.locator("#pad[open]").count():
        page.keyboard.press("Enter")
    elif page.locator(".next").count():
        page.locator(".next").first.click()
    return False


def test_a_browser_that_stores_nothing_deals_all_the_same(screen: Screen, app: Starlette) -> None:
    """What is said waits in the page alone, and is sent once."""
    page = screen(1024, 768)
    page.add_init_script(
        """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })"""
    )
    live = opened(app)
    looked_at(page, live)
    before = len(live.session.table.log)
    page.context.set_offline(True)
    page.click(found("cards shoe"))
    page.click(found("cards player"))
    page.click(found("cards banker"))
    expect(page.locator("#net.offline")).to_contain_text("2 waiting")
    page.context.set_offline(False)
    page.wait_for_selector(f'.felt[data-at="{before + 2}"]')
    assert done(live, before) == ["d deal player", "d deal banker"]


def test_two_windows_without_a_net_keep_what_each_has_said(screen: Screen, app: Starlette) -> None:
    """What waits in one is not written over by the other, and what was sent waits no longer."""
    live = opened(app)
    one = looked_at(screen(1024, 768), live)
    other = looked_at(one.context.new_page(), live)
    before = len(live.session.table.log)
    one.context.set_offline(True)
    for page in (one, other):
        page.click(found("cards shoe"))
        page.click(found("cards player"))
        expect(page.locator("#net.offline")).to_contain_text("1 waiting")
    stored = "JSON.parse(localStorage.getItem(Object.keys(localStorage).find((one) => one.includes('/table/')))).length"
    assert one.evaluate(stored) == 2
    one.context.set_offline(False)
    for page in (one, other):
        expect(page.locator("#net")).to_have_text("")
        page.wait_for_selector(f'.felt[data-at="{before + 1}"]')
    assert done(live, before) == ["d deal player"]  # the second was said of a table that stood otherwise then
    becomes(lambda: one.evaluate("localStorage.length"), 0, one)
