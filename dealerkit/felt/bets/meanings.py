"""Amounts that a number spoken without its unit can mean, compared with the pot (BR-40, TDA 57)."""

from __future__ import annotations

from collections.abc import Collection

import attrs


@attrs.frozen
class Meanings:
    """The legal amounts that a number can stand for.

    Attributes:
        legal: The legal amounts, ascending, in smallest chips.
        highest: The highest legal amount that does not exceed the pot before the bet; the lowest one if all exceed it; 0 if none
            is legal.
    """

    legal: tuple[int, ...]
    highest: int


def meanings(could_be: Collection[int], *, least: int, most: int | None, price: int, pot: int) -> Meanings:
    """Return the legal amounts that a spoken number can mean. All amounts are in smallest chips.

    Args:
        could_be: Totals that the number could stand for: "five" is 5, 500 or 5000.
        least: The smallest legal bet or raise, as a total.
        most: The largest one; None without a limit.
        price: Total to match; 0 for none.
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
