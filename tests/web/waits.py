"""What a page comes to: nothing in a browser is read once and at once, for a page may still be at it on a slow machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Error

PATIENCE: Final = 30.0
"""Seconds after which a test gives up on a page."""
LOOK: Final = 0.05
"""Seconds between two looks."""


def last(read: Callable[[], Any], wanted: Any, page: Any) -> Any:
    """Read of a page until it is what is wanted, or for half a minute; return what it was at last.

    Args:
        read: Reads it; an error of the browser is a page that goes on to the next one.
        wanted: What it is in the end.
        page: The page, which works on between two looks.
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
    """Wait until something is on a page, and the page is whole: before its scripts have run it hears no key and no touch."""
    page.wait_for_selector(selector)
    page.wait_for_load_state()


def becomes(read: Callable[[], Any], wanted: Any, page: Any) -> None:
    """Wait until what is read of a page, or of what the server has, is what is wanted."""
    assert last(read, wanted, page) == wanted, page.url


def is_so(page: Any, script: str) -> None:
    """Wait until a script is true in the page; the page's own policy forbids `wait_for_function`."""
    becomes(lambda: page.evaluate(script), True, page)


def no_wider_than_the_window(page: Any) -> None:
    """Nothing runs out at the side."""
    is_so(page, "() => document.documentElement.scrollWidth <= innerWidth")
