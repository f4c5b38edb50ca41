"""Pots, side pots, and the splitting of chips. Amounts are in the smallest chip in play; players are names in seat order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import attrs

from dealerkit.arithmetic.betting import layers, uncalled


@attrs.frozen
class Pot:
    """Chips that certain players contest.

    Attributes:
        amount: Chips in it, in the smallest chip in play, 0 or more.
        names: Players who can win it, in seat order.
    """

    amount: int
    names: tuple[str, ...]


@attrs.frozen
class OddChip:
    """An odd chip, which is left over when a pot is split.

    Attributes:
        name: Name of the player who gets it.
        why: Reason, in words.
        rule: Id of the rule.
    """

    name: str
    why: str
    rule: str


def side_pots(put: Mapping[str, int], live: Collection[str]) -> tuple[list[Pot], dict[str, int]]:
    """Divide all bets into the main pot and side pots: an all-in player contests only the part of each bet that this player has
    matched. SD-14

    Args:
        put: Each player's chips put in, in seat order, folded players included.
        live: Players who have not folded.

    Returns:
        The pots, the main pot first; and the uncalled chips that go back, by player.

    >>> side_pots({"Ann": 50, "Bo": 200, "Cy": 300, "Di": 200}, {"Ann", "Bo", "Cy"})[1]
    {'Cy': 100}
    """
    names = list(put)
    chips = [0, *put.values()]
    seats = [at for at, name in enumerate(names, 1) if name in live]
    seat, over = uncalled(chips, seats)
    chips[seat] -= over
    pots = [Pot(amount, tuple(names[at - 1] for at in sharing)) for amount, sharing in layers(chips, seats)]
    return pots, {names[seat - 1]: over} if over else {}


def split(amount: int, names: Sequence[str], first: Sequence[OddChip]) -> tuple[dict[str, int], list[OddChip]]:
    """Split chips evenly; the odd chips go one each to players in the order of `first`. SD-09

    Args:
        amount: Sum, in the smallest chip in play.
        names: Players who share it.
        first: Players who get odd chips, in order, with reason and rule.

    Returns:
        Each player's share, and the odd chips given out.

    >>> split(7, ["Ann", "Bo"], [OddChip("Bo", "the nearest left of the button", "SD-10")])[0]
    {'Ann': 3, 'Bo': 4}
    """
    each, over = divmod(amount, len(names))
    shares = dict.fromkeys(names, each)
    odd = list(first[:over])
    for chip in odd:
        shares[chip.name] += 1
    return shares, odd
