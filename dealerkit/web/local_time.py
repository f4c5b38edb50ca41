"""Times in the time zone of the server's machine, in words for pages."""

from __future__ import annotations

from datetime import datetime


def when(at: float | None) -> str:
    """Return when something was, to the minute.

    Args:
        at: Seconds since 1970; None for nothing, which is empty.
    """
    return "" if at is None else datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def clock(at: float) -> str:
    """Return at which time of its day something was, to the second; `at` in seconds since 1970."""
    return datetime.fromtimestamp(at).astimezone().strftime("%H:%M:%S")
