"""The dealer's hand, exactly: the probability of each final total, given the up-card and the unseen cards (BJ-74 to BJ-77)."""

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
"""Values of cards, an ace as one. A shoe is a list with the number of cards of each value, aces first."""
TEN: Final = 10
ACE: Final = 1

FINALS: Final = (17, 18, 19, 20, 21, "natural", "bust")
"""Ends of a dealer's hand, in the order of every list of probabilities."""


def shoe(decks: int) -> list[int]:
    """Return a shoe of this many decks: the number of cards by value, aces first.

    >>> shoe(1)
    [4, 4, 4, 4, 4, 4, 4, 4, 4, 16]
    """
    return [4 * decks] * 9 + [16 * decks]


def total_of(hard: int, *, ace: bool) -> int:
    """Return the total of a hand: ten more than its sum if an ace in it can count eleven (BJ-02).

    Args:
        hard: Sum of its cards, aces as one.
        ace: Whether it has an ace.

    >>> total_of(7, ace=True), total_of(12, ace=True)
    (17, 12)
    """
    return hard + 10 if ace and hard <= 11 else hard


@attrs.frozen(eq=False)
class DealerHands:
    """Every hand with which the dealer can end from one up-card, as a tree of the cards drawn, smaller ones first.

    Attributes:
        draws: All possible draws: the card's index in a shoe, how many such cards were drawn before, and how many cards in all.
        nodes: Nodes of the tree, except node 0, which is the up-card alone: the number of the node before, and the draw.
        ends: For each of `FINALS`: the nodes at which the dealer stops with it, and for each the number of orders in which its
            cards can come.
    """

    draws: tuple[tuple[int, int, int], ...]
    nodes: tuple[tuple[int, int], ...]
    ends: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    @classmethod
    @functools.lru_cache(maxsize=40)
    def of(cls, up: int, *, hits_soft_17: bool) -> DealerHands:
        """Return the tree of all hands from an up-card.

        Args:
            up: Value of the up-card, an ace as one.
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
        return cls(
            tuple(draws), tuple(nodes), tuple((tuple(orders_by_node), tuple(orders_by_node.values())) for orders_by_node in ends)
        )

    def chances(self, unseen: Sequence[float], size: float) -> list[float]:
        """Return the probability of each of `FINALS`, as decimals.

        Args:
            unseen: Number of unseen cards by value, including the hole card but not the up-card.
            size: Sum of these numbers.
        """
        factors = [(unseen[place] - drawn) / (size - depth) if size > depth else 0.0 for place, drawn, depth in self.draws]
        reached = [1.0]
        more = reached.append
        for before, draw in self.nodes:
            more(reached[before] * factors[draw])
        return [sum(map(mul, map(reached.__getitem__, nodes), orders)) for nodes, orders in self.ends]

    def exact(self, unseen: Sequence[int]) -> list[Fraction]:
        """Return the probability of each of `FINALS`, as fractions.

        Args:
            unseen: Number of unseen cards by value, including the hole card but not the up-card.
        """
        size = sum(unseen)
        ways, depths = [1], [0]
        for before, draw in self.nodes:
            place, drawn, depth = self.draws[draw]
            ways.append(ways[before] * (unseen[place] - drawn))
            depths.append(depth + 1)
        chances = []
        for nodes, orders in self.ends:
            by_depth = Counter[int]()
            for node, count in zip(nodes, orders, strict=True):
                by_depth[depths[node]] += ways[node] * count
            chances.append(sum((Fraction(count, math.perm(size, depth)) for depth, count in by_depth.items()), Fraction(0)))
        return chances


def _hands(up: int, *, hits_soft_17: bool) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield every hand: the number of cards drawn of each value, the index of its end in `FINALS`, and the number of orders."""
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
