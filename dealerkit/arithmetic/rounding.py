"""Rounding of commission and of winnings to what can be paid."""

from __future__ import annotations

from typing import Final

ROUNDINGS: Final = ("nearest", "up", "down")
"""The ways there are."""


def whole(parts: int, of: int, rounding: str) -> int:
    """Return `parts / of` as a whole number, as commission and winnings are rounded to what can be paid. BA-65, BA-A7

    Args:
        parts: Numerator, 0 or more.
        of: Denominator, above 0.
        rounding: `nearest` (a half goes up), `up` or `down`.

    >>> [whole(5, 2, rounding) for rounding in ("nearest", "up", "down")], whole(4, 3, "nearest")
    ([3, 3, 2], 1)
    """
    return (parts + {"nearest": of // 2, "up": of - 1, "down": 0}[rounding]) // of
