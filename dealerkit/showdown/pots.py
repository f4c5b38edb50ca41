"""Pots, side pots, and how chips are split. Whole numbers of the smallest chip in play; players are names in seat order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import attrs

from dealerkit.arithmetic.betting import layers, uncalled


@attrs.frozen
class Pot:
    """Chips that certain players contest.

    Attributes:
        amount: In the smallest chip, 0 or more.
        names: Who can win it, in seat order.
    """

    amount: int
    names: tuple[str, ...]


@attrs.frozen
class OddChip:
    """A chip that could not be split: who got it, and the rule."""

    name: str
    why: str
    rule: str


def side_pots(put: Mapping[str, int], live: Collection[str]) -> tuple[list[Pot], dict[str, int]]:
    """Sort what everybody has put in into the main pot and side pots: an all-in player contests only what he matched. SD-14

    Args:
        put: What each player has put in, in seat order; those who folded too.
        live: Who has not folded.

    Returns:
        The pots, the main pot first, and what goes back because nobody called it.

    >>> side_pots({"Ann": 50, "Bo": 200, "Cy": 300, "Di": 200}, {"Ann", "Bo", "Cy"})[1]
    {'Cy': 100}
    """
    names = list(put)
    chips = [0, *put.values()]
    seats = [at for at, one in enumerate(names, 1) if one in live]
    seat, over = uncalled(chips, seats)
    chips[seat] -= over
    pots = [Pot(amount, tuple(names[at - 1] for at in sharing)) for amount, sharing in layers(chips, seats)]
    return pots, {names[seat - 1]: over} if over else {}


def split(amount: int, names: Sequence[str], first: Sequence[OddChip]) -> tuple[dict[str, int], list[OddChip]]:
    """Split chips evenly; those left over go out one each, to the first in order. SD-09

    Args:
        amount: How much, in the smallest chip in play.
        names: Who shares it.
        first: Who gets a chip that is left over, in order.

    >>> split(7, ["Ann", "Bo"], [OddChip("Bo", "the nearest left of the button", "SD-10")])[0]
    {'Ann': 3, 'Bo': 4}
    """
    each, over = divmod(amount, len(names))
    shares = dict.fromkeys(names, each)
    odd = list(first[:over])
    for chip in odd:
        shares[chip.name] += 1
    return shares, odd
