"""The dealer's hand, exactly: how often each final total comes from an up-card and the cards that are unseen (BJ-74 to BJ-77)."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import mul
from typing import Final

import attrs

VALUES: Final = tuple(range(1, 11))
"""Values of cards, an ace as one; a shoe is a row of how many cards of each there are, aces first."""
TEN: Final = 10
ACE: Final = 1

FINALS: Final = (17, 18, 19, 20, 21, "natural", "bust")
"""How a dealer's hand ends, in the order of every row of chances."""


def shoe(decks: int) -> list[int]:
    """Return the cards of so many decks by value, aces first.

    >>> shoe(1)
    [4, 4, 4, 4, 4, 4, 4, 4, 4, 16]
    """
    return [4 * decks] * 9 + [16 * decks]


def total_of(hard: int, *, ace: bool) -> int:
    """Return what a hand counts: ten more while an ace of it can be eleven (BJ-02).

    Args:
        hard: Its sum, aces as one.
        ace: Whether it has an ace.

    >>> total_of(7, ace=True), total_of(12, ace=True)
    (17, 12)
    """
    return hard + 10 if ace and hard <= 11 else hard


@attrs.frozen(eq=False)
class DealerHands:
    """Every hand that the dealer can end with from one up-card, as a tree of the cards drawn, smaller ones first.

    Attributes:
        draws: The draws there are: a card's place in a shoe, how many of it were drawn before, and how many cards in all.
        nodes: The nodes of the tree behind the up-card alone, which is number 0: the node before each, and its draw.
        ends: For each of `FINALS`: the nodes at which the dealer stops with it, each with the orders its cards can come in.
    """

    draws: tuple[tuple[int, int, int], ...]
    nodes: tuple[tuple[int, int], ...]
    ends: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    @classmethod
    @functools.lru_cache(maxsize=40)
    def of(cls, up: int, *, hits_soft_17: bool) -> DealerHands:
        """Draw every hand.

        Args:
            up: What the up-card counts, an ace as one.
            hits_soft_17: Whether the dealer draws on a soft 17 (BJ-76).
        """
        draws: dict[tuple[int, int, int], int] = {}
        nodes: dict[tuple[int, int], int] = {}
        ends: list[dict[int, int]] = [{} for _ in FINALS]
        for cards, result, orders in sorted(_hands(up, hits_soft_17=hits_soft_17)):
            node, depth = 0, 0
            for place, count in enumerate(cards):
                for before in range(count):
                    draw = draws.setdefault((place, before, depth), len(draws))
                    node = nodes.setdefault((node, draw), len(nodes) + 1)
                    depth += 1
            ends[result][node] = orders
        return cls(tuple(draws), tuple(nodes), tuple((tuple(found), tuple(found.values())) for found in ends))

    def chances(self, unseen: Sequence[float], size: float) -> list[float]:
        """Return how often the hand ends in each of `FINALS`, as decimals.

        Args:
            unseen: The cards that may come, by value, without the up-card; the hole card is one of them.
            size: How many these are.
        """
        factors = [(unseen[place] - drawn) / (size - depth) if size > depth else 0.0 for place, drawn, depth in self.draws]
        found = [1.0]
        more = found.append
        for before, draw in self.nodes:
            more(found[before] * factors[draw])
        return [sum(map(mul, map(found.__getitem__, nodes), orders)) for nodes, orders in self.ends]

    def exact(self, unseen: Sequence[int]) -> list[Fraction]:
        """Return the same as fractions.

        Args:
            unseen: The cards that may come, by value, without the up-card; the hole card is one of them.
        """
        size = sum(unseen)
        ways, depths = [1], [0]
        for before, draw in self.nodes:
            place, drawn, depth = self.draws[draw]
            ways.append(ways[before] * (unseen[place] - drawn))
            depths.append(depth + 1)
        found = []
        for nodes, orders in self.ends:
            by_depth = Counter[int]()
            for node, count in zip(nodes, orders, strict=True):
                by_depth[depths[node]] += ways[node] * count
            found.append(sum((Fraction(count, math.perm(size, depth)) for depth, count in by_depth.items()), Fraction(0)))
        return found


def _hands(up: int, *, hits_soft_17: bool) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield every hand: how many cards of each value are drawn, the place of the result, in how many orders they can come."""
    drawing: Counter[tuple[int, ...]] = Counter({(0,) * TEN: 1})
    while drawing:
        drawn: Counter[tuple[int, ...]] = Counter()
        for cards, orders in drawing.items():
            for value in VALUES:
                drawn[(*cards[: value - 1], cards[value - 1] + 1, *cards[value:])] += orders
        drawing = Counter()
        for cards, orders in drawn.items():
            hard = up + sum(value * count for value, count in zip(VALUES, cards, strict=True))
            total = total_of(hard, ace=up == ACE or cards[0] > 0)
            if total < 17 or (total == 17 and total != hard and hits_soft_17):
                drawing[cards] = orders
            elif total == 21 and sum(cards) == 1:
                yield cards, FINALS.index("natural"), orders
            else:
                yield cards, FINALS.index(total if total <= 21 else "bust"), orders
