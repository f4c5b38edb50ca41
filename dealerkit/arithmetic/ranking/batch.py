"""Plain high hands of seven in bulk, with NumPy: `pip install 'dealerkit[batch]'`. Nothing else of dealerkit needs it.

Each rank has a weight such that no two hands of seven have the same sum of weights unless they have the same ranks, so that a
table of values is read at the sum. Of hands with five of a suit, three in a hundred, the ranks of that suit are looked up too.
"""

from __future__ import annotations

import functools
from itertools import combinations_with_replacement
from operator import eq
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dealerkit.arithmetic.ranking.hands import Hands
from dealerkit.arithmetic.ranking.order import Order
from dealerkit.arithmetic.ranking.ranker import Ranker

CARDS: Final = 7
WEIGHTS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""A weight for each rank from two to ace: the smallest that keep the sums of up to seven cards, four of a rank at most, apart."""

_ENOUGH: Final = 0x8888  # a suit's four bits start at three, so five cards reach eight
_EACH_ENOUGH: Final = (0x8, 0x80, 0x800, 0x8000)
_SUITS: Final = 16
_CARD = np.array([WEIGHTS[card // 4] << _SUITS | 1 << 4 * (card % 4) for card in range(52)], np.int64)


@functools.lru_cache(maxsize=4)
def _table(order: Order) -> NDArray[np.int32]:
    """The value of each row of ranks without a flush, at the sum of its weights; 31 MB, filled in about half a second."""
    plain = Ranker(order)
    table = np.zeros(4 * WEIGHTS[12] + 3 * WEIGHTS[11] + 1, np.int32)
    rows = [row for row in combinations_with_replacement(range(13), CARDS) if not any(map(eq, row, row[4:]))]  # no five of a rank
    values = plain.values([[rank * 4 + at % 4 for at, rank in enumerate(row)] for row in rows])  # two of a suit at most
    table[[sum(WEIGHTS[rank] for rank in row) for row in rows]] = values
    return table


@functools.lru_cache(maxsize=4)
def _suited(order: Order) -> NDArray[np.int32]:
    """The value of the cards of one suit, by the bits of their ranks, the two lowest."""
    hands = Hands(order)
    return np.array([hands.suited(held << 2, 0) for held in range(1 << 13)], np.int32)


def values_of_rows(ranker: Ranker, hands: NDArray[np.integer]) -> NDArray[np.int32]:
    """The values of many hands of seven, as `Ranker.values` gives them.

    Args:
        ranker: An order of high hands of five cards, without wild cards.
        hands: Cards 0 to 51, a hand a row, seven columns.

    Raises:
        ValueError: If the order is another kind, or the rows are no hands of seven.
    """
    order = ranker.order
    if order.low or order.cards != 5 or ranker.wild or order.natural_first or "four_flush" in order.categories:
        msg = "only high hands of five cards without wild cards are valued in bulk"
        raise ValueError(msg)
    if hands.ndim != 2 or hands.shape[1] != CARDS:
        msg = f"an array of shape {hands.shape}; hands of seven are rows of {CARDS} cards"
        raise ValueError(msg)
    if hands.size and (int(hands.min()) < 0 or int(hands.max()) > 51):
        msg = "a card is a whole number from 0 to 51"
        raise ValueError(msg)
    key = np.full(len(hands), 0x3333, np.int64)
    for column in hands.T:
        key += _CARD.take(column)
    values = _table(order).take(key >> _SUITS)
    flushes = np.flatnonzero(key & _ENOUGH)
    if len(flushes):
        rows = hands.take(flushes, axis=0)
        suit = np.searchsorted(_EACH_ENOUGH, key.take(flushes) & _ENOUGH)
        held = (((rows & 3) == suit[:, None]) << (rows >> 2)).sum(axis=1)
        values[flushes] = np.maximum(values.take(flushes), _suited(order).take(held))
    return values
