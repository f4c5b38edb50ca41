"""Pots, side pots, and how chips are split. Whole numbers of the smallest chip in play; players are names in seat order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import attrs


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
    left = dict(put)
    back: dict[str, int] = {}
    first = sorted(left, key=lambda one: left[one], reverse=True)
    if first and first[0] in live:
        most, second = left[first[0]], left[first[1]] if len(first) > 1 else 0
        if most > second:
            back[first[0]] = most - second
            left[first[0]] = second
    pots: list[Pot] = []
    below = 0
    for level in sorted({left[one] for one in live if left.get(one)}):
        amount = sum(max(0, min(chips, level) - below) for chips in left.values())
        pots.append(Pot(amount, tuple(one for one in left if one in live and left[one] >= level)))
        below = level
    over = sum(max(0, chips - below) for chips in left.values())
    if over and pots:  # folded chips above every live bet belong to the last pot
        pots[-1] = Pot(pots[-1].amount + over, pots[-1].names)
    return pots, back


def split(amount: int, names: Sequence[str], first: Sequence[OddChip]) -> tuple[dict[str, int], list[OddChip]]:
    """Split chips evenly; those left over go out one each, to the first in order. SD-09

    >>> split(7, ["Ann", "Bo"], [OddChip("Bo", "the nearest left of the button", "SD-10")])[0]
    {'Ann': 3, 'Bo': 4}
    """
    each, over = divmod(amount, len(names))
    shares = dict.fromkeys(names, each)
    odd = list(first[:over])
    for chip in odd:
        shares[chip.name] += 1
    return shares, odd
