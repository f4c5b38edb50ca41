"""Rounding of commission, winnings and rake to amounts that can be paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fractions import Fraction  # imported for types only; a short command does not need it

ROUNDINGS: Final = ("nearest", "up", "down")
"""Directions of rounding."""


def whole(parts: int, of: int, rounding: str) -> int:
    """Return `parts / of` rounded to a whole number, for commission, winnings and rake. BA-65, BA-A7, DP-27

    Args:
        parts: Numerator, 0 or more.
        of: Denominator, above 0.
        rounding: `nearest` (a half goes up), `up` or `down`.

    >>> [whole(5, 2, rounding) for rounding in ("nearest", "up", "down")], whole(4, 3, "nearest")
    ([3, 3, 2], 1)
    """
    return (parts + {"nearest": of // 2, "up": of - 1, "down": 0}[rounding]) // of


def raked(pot: int, rate: Fraction, *, step: int = 1, cap: int = 0, least: int = 0, rounding: str = "down") -> int:
    """Return the rake from a pot by the house's posted scale. DP-27

    Args:
        pot: The pot, without uncalled chips.
        rate: Rake as a share of the pot.
        step: Amount to a multiple of which it is rounded.
        cap: Largest rake; 0 for no limit.
        least: Smallest pot that is raked.
        rounding: Direction, one of `ROUNDINGS`.

    >>> from fractions import Fraction
    >>> raked(87, Fraction(1, 20), cap=4), raked(57, Fraction(1, 20), step=2), raked(19, Fraction(1, 10), least=20)
    (4, 2, 0)
    >>> [raked(50, Fraction(1, 20), rounding=rounding) for rounding in ("down", "nearest", "up")]
    [2, 3, 3]
    """
    if pot < max(1, least):
        return 0
    due = whole(pot * rate.numerator, rate.denominator * step, rounding) * step
    return min(due, cap) if cap else due
