"""The meanings of a number spoken without its unit, compared with the pot (BR-40, TDA 57)."""

from __future__ import annotations

from collections.abc import Collection

import attrs


@attrs.frozen
class Meanings:
    """The legal amounts that a number can stand for.

    Attributes:
        legal: Each of them, ascending, in smallest chips.
        highest: The highest that is not above the pot before the bet; the lowest if all are above it, 0 if none is legal.
    """

    legal: tuple[int, ...]
    highest: int


def meanings(could_be: Collection[int], *, least: int, most: int | None, price: int, pot: int) -> Meanings:
    """Return the legal amounts that a spoken number can mean.

    Args:
        could_be: Totals that it could stand for: five is 5, 500, 5000.
        least: The smallest legal bet or raise.
        most: The largest; None without a limit.
        price: Amount to match; 0 for none.
        pot: Chips in the pot and in front of the players before the bet.

    >>> meanings([5, 500, 5000], least=200, most=9000, price=0, pot=1000)
    Meanings(legal=(500, 5000), highest=500)
    """
    legal = tuple(
        amount
        for amount in sorted(set(could_be))
        if (amount >= least and (most is None or amount <= most)) or (price and amount == price)
    )
    covered = [amount for amount in legal if amount <= pot]
    return Meanings(legal, covered[-1] if covered else legal[0] if legal else 0)
