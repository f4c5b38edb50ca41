"""Times in the time zone of the server's machine, in words for pages."""

from __future__ import annotations

from datetime import datetime


def when(at: float | None) -> str:
    """Return a time in words, to the minute.

    Args:
        at: Seconds since 1970; None for no time, which gives an empty text.
    """
    return "" if at is None else datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def clock(at: float) -> str:
    """Return the time of day, to the second.

    Args:
        at: Seconds since 1970.
    """
    return datetime.fromtimestamp(at).astimezone().strftime("%H:%M:%S")
