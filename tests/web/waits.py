"""Waits for a page's results: a page in a browser is never read immediately, since it may still be changing on a slow machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Error

PATIENCE: Final = 30.0
"""Seconds after which a wait fails."""
LOOK: Final = 0.05
"""Seconds between two checks."""


def last(read: Callable[[], Any], wanted: Any, page: Any) -> Any:
    """Read a page until it has the expected value, for half a minute at most; return its last value.

    Args:
        read: Reads it; an error of the browser means that the page is changing to the next one.
        wanted: The expected value.
        page: The page, which runs between two checks.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            found = read()
        except Error:
            if time.monotonic() > end:
                raise
        else:
            if found == wanted or time.monotonic() > end:
                return found
        page.wait_for_timeout(LOOK * 1000)


def arrived(page: Any, selector: str) -> None:
    """Wait until an element is on a page, and the page is complete: before its scripts have run it ignores keys and touches."""
    page.wait_for_selector(selector)
    page.wait_for_load_state()


def becomes(read: Callable[[], Any], wanted: Any, page: Any) -> None:
    """Wait until the value of a page, or of the server, is the expected one."""
    assert last(read, wanted, page) == wanted, page.url


def is_so(page: Any, script: str) -> None:
    """Wait until a script is true in the page; the page's own policy forbids `wait_for_function`."""
    becomes(lambda: page.evaluate(script), True, page)


def no_wider_than_the_window(page: Any) -> None:
    """Check that nothing overflows at the side."""
    is_so(page, "() => document.documentElement.scrollWidth <= innerWidth")
