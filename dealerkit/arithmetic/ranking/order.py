"""An order of hands, and the encoding of a hand's value as one whole number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

JOKER: Final = 52
ACE: Final = 14
LOW: Final = 1 << 24
"""Number from which the values of lows are subtracted, so that the lower hand has the higher value."""

GROUPS: Final = {
    "five_of_a_kind": (5,),
    "four_of_a_kind": (4,),
    "full_house": (3, 2),
    "three_of_a_kind": (3,),
    "two_pairs": (2, 2),
    "one_pair": (2,),
    "high_card": (1,),
    "no_pair": (1,),
}
"""Categories made of equal ranks: number of cards of the first rank, and of the next."""

RUNS: Final = ("straight_flush", "flush", "straight", "four_flush")
SIZES: Final = ("one_card", "two_cards", "three_cards", "four_cards")
"""Badugi's categories: number of cards of different rank and suit, in the order of high hands."""


class HandOrder(NamedTuple):
    """The order of hands. Every field is a rule that a house may set.

    Attributes:
        categories: Names of the categories of hands, the strongest high hand first; for lows the last one is the best. HR-02
        best: `high` or `low`: the end that wins.
        cards: Most cards of a hand that count.
        ranks: Ranks of the pack as numbers, 2 to 14, ascending.
        ace_low: Whether the ace is the lowest rank and never the highest (lows).
        wheel: Whether the ace is also low in the lowest straight. HR-01, HR-08
        wild: Cards that stand for any card. WC-01, WC-02
        bug: Whether the joker is an ace, or fills a straight or flush, and nothing else. WC-07
        double_ace: Whether wild cards may stand for a card that is held already: a flush with two aces. WC-04
        natural_first: Whether of two equal hands the one with fewer wild cards wins. WC-03
        qualifier: Highest rank that a low may have, without a pair; 0 for any low. HL-06
    """

    categories: tuple[str, ...]
    best: str = "high"
    cards: int = 5
    ranks: tuple[int, ...] = tuple(range(2, 15))
    ace_low: bool = False
    wheel: bool = True
    wild: frozenset[int] = frozenset()
    bug: bool = False
    double_ace: bool = False
    natural_first: bool = False
    qualifier: int = 0

    @property
    def low(self) -> bool:
        """Whether the lowest hand wins."""
        return self.best == "low"

    def place(self, card: int) -> int:
        """Return the rank of a card in this order: 2 to 14, or 1 for an ace that is low."""
        rank = card // 4 + 2
        return 1 if self.ace_low and rank == ACE else rank

    def windows(self) -> list[tuple[int, int]]:
        """Return every straight, highest first: pairs of its top rank, and its ranks as the bits of a number."""
        ladder = sorted(1 if self.ace_low and rank == ACE else rank for rank in self.ranks)
        runs = zip(*(ladder[at:] for at in range(self.cards)), strict=False)
        straights = [(run[-1], sum(1 << rank for rank in run)) for run in runs if run[-1] - run[0] == self.cards - 1]
        if self.wheel and not self.ace_low and ACE in ladder:
            low = ladder[: self.cards - 1]
            straights.append((low[-1], sum(1 << rank for rank in low) | 1 << ACE))
        return sorted(straights, reverse=True)


def pack(number: int, ranks_: Sequence[int]) -> int:
    """Return a category's number and up to five ranks as one whole number; a missing card is 0.

    Args:
        number: Number of the category, higher for stronger ones.
        ranks_: Up to five ranks, the most important first.

    >>> hex(pack(2, [14, 9]))
    '0x2e9000'
    """
    value = number
    for at in range(5):
        value = value << 4 | (ranks_[at] if at < len(ranks_) else 0)
    return value


def _plain(value: int, order: HandOrder) -> int:
    """Return the value on the scale of high hands, without the bonus for natural cards."""
    if order.natural_first:
        value >>= 3
    return LOW - value if order.low else value


def category(value: int, order: HandOrder) -> str:
    """Return the name of the category of a hand with this value; empty for 0, a hand that does not count."""
    return order.categories[len(order.categories) - (_plain(value, order) >> 20)] if value else ""


def ranks(value: int, order: HandOrder) -> tuple[int, ...]:
    """Return the ranks that decide between hands of one category, the most important first; for a straight only its top rank.

    Args:
        value: The hand's value, as a ranker gives it.
        order: Order of hands by which it was ranked.
    """
    plain = _plain(value, order) if value else 0
    row = tuple(plain >> shift & 15 for shift in (16, 12, 8, 4, 0))
    return tuple(rank for rank in row if rank)


def beats(number: int, other: int, order: HandOrder, *, longer_wins: bool = False) -> bool:
    """Return whether a hand of one value beats a hand of another, for hands that may differ in length.

    A card against no card decides nothing, unless the longer hand wins: 7-3 does not beat a bare seven. MS-A3

    Args:
        number: A value.
        other: The value of another hand.
        order: Order of hands by which both were ranked.
        longer_wins: Whether a further card beats a missing one.
    """
    if longer_wins or not (number and other):
        return number > other
    mine, theirs = _plain(number, order), _plain(other, order)
    if mine >> 20 != theirs >> 20:
        return number > other
    for a, b in zip(ranks(number, order), ranks(other, order), strict=False):
        if a != b:
            return (a < b) is order.low
    return order.natural_first and len(ranks(number, order)) == len(ranks(other, order)) and number > other
