"""Money in exercises: amounts in digits, and amounts as a bettor's chips."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random

from dealerkit.training.replies import written


def digits(amount: Fraction | Decimal | int) -> str:
    """Return an amount in decimal digits; its decimal expansion must end.

    >>> digits(Fraction(5, 4)), digits(20)
    ('1.25', '20')
    """
    exact = Fraction(amount)
    return written(Decimal(exact.numerator) / Decimal(exact.denominator))


def plain(amount: Fraction | int) -> str:
    """Return an amount in decimal digits, or as a fraction if its decimal expansion never ends.

    >>> plain(Fraction(1, 3)), plain(Fraction(1, 2))
    ('1/3', '0.5')
    """
    rest = Fraction(amount).denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return digits(amount) if rest == 1 else str(amount)


def fewest(amount: int, colours: Sequence[int]) -> dict[int, int]:
    """Return the fewest chips that make an amount: the number of each colour, by value, largest first.

    A remainder that no colour can pay is left out.

    Args:
        amount: The amount, in the unit of the colours.
        colours: The value of a chip of each colour.

    >>> fewest(186, [1, 5, 25, 100])
    {100: 1, 25: 3, 5: 2, 1: 1}
    """
    counts: dict[int, int] = {}
    for colour in sorted(colours, reverse=True):
        many, amount = divmod(amount, colour)
        if many:
            counts[colour] = many
    return counts


def as_put_down(amount: int, colours: Sequence[int], rng: Random) -> dict[int, int]:
    """Return an amount in chips as bettors bet it, with some large chips changed into smaller ones.

    Args:
        amount: The amount, in the unit of the colours.
        colours: The value of a chip of each colour.
        rng: The random source.

    Returns:
        Number of chips of each value, largest first.
    """
    chips = fewest(amount, colours)
    ordered = sorted(colours, reverse=True)
    for large, small in itertools.pairwise(ordered):
        if chips.get(large) and large % small == 0 and large // small <= _CHANGED and rng.randrange(3) == 0:
            chips[large] -= 1
            chips[small] = chips.get(small, 0) + large // small
    return {colour: chips[colour] for colour in ordered if chips.get(colour)}


_CHANGED = 5
"""Most chips into which a bettor changes a larger one."""


def said(chips: Mapping[int, int] | Mapping[Decimal, int]) -> str:
    """Return chips in words.

    Args:
        chips: The number of chips, by value.

    >>> said({100: 2, 5: 1})
    '2 x 100, 1 x 5'
    """
    return ", ".join(f"{many} x {written(worth)}" for worth, many in chips.items())
