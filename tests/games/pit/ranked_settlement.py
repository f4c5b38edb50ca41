"""Three-card poker, casino stud and hold'em against the dealer settled a second time, from the ledger and not from the engine.

Hands are compared as tuples that sort, payouts stand as the ledger's tables: no ranker, no pay line and no reading is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

RANKS = "23456789TJQKA"
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]
FIVE = ["high", "pair", "two pair", "trips", "straight", "flush", "full", "quads", "straight flush"]
THREE = ["high", "pair", "flush", "straight", "trips", "straight flush"]
SHAPES = {(4, 1): "quads", (3, 2): "full", (3, 1, 1): "trips", (3,): "trips", (2, 2, 1): "two pair"}


def worth(cards: Sequence[str]) -> tuple[int, list[int]]:
    """What three or five cards are worth: the place of their category, then the ranks that decide (TCP-06 to TCP-08, CST-06)."""
    ranks = Counter(RANKS.index(card[0]) for card in cards)
    ordered = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    kinds = FIVE if len(cards) == 5 else THREE
    flush = len({card[1] for card in cards}) == 1
    low = sorted(ranks) == [*range(len(cards) - 1), 12]
    if len(ranks) == len(cards) and (max(ranks) - min(ranks) == len(cards) - 1 or low):
        ordered = [len(cards) - 2] if low else ordered[:1]
        return kinds.index("straight flush" if flush else "straight"), ordered
    if flush:
        return kinds.index("flush"), ordered
    shape = tuple(ranks[rank] for rank in ordered)
    return kinds.index(SHAPES.get(shape, "pair" if shape[0] == 2 else "high")), ordered


def three_card(mine: Sequence[str], dealers: Sequence[str], ante: int, pairs: int, word: str, **options: str) -> int:
    """What a seat wins or loses at three-card poker (TCP-10 to TCP-18)."""
    if word == "fold":
        return -ante - pairs
    bonus = dict(zip(("straight", "trips", "straight flush"), map(int, options["ante_bonus"].split("-")), strict=True))
    names = ("straight flush", "trips", "straight", "flush", "pair")
    table = dict(zip(names, map(int, options["pair_plus_table"].split("-")), strict=True))
    hand, house = worth(mine), worth(dealers)
    kind = THREE[hand[0]]
    net = ante * bonus.get(kind, 0) + (pairs * table[kind] if kind in table else -pairs)
    if house < (0, [RANKS.index("Q"), 1, 0]):
        return net + ante
    if hand == house:
        return net + (2 * ante if options["tie_wins"] == "true" else 0)
    return net + (2 * ante if hand > house else -2 * ante)


def casino_stud(mine: Sequence[str], dealers: Sequence[str], ante: int, pairs: int, word: str, **options: str) -> int:
    """What a seat wins or loses at casino stud (CST-08 to CST-13)."""
    if word == "fold":
        return -ante
    royal, straight_flush, quads, full, flush, straight, trips, two, other = map(int, options["raise_table"].split("-"))
    table = dict(zip(FIVE, (other, other, two, trips, straight, flush, full, quads, straight_flush), strict=True))
    hand, house = worth(mine), worth(dealers)
    if house < (0, [RANKS.index(rank) for rank in "AK432"]):
        return ante
    if hand == house:
        return 0
    if hand < house:
        return -3 * ante
    odds = royal if hand == (FIVE.index("straight flush"), [RANKS.index("A")]) else table[FIVE[hand[0]]]
    return ante + 2 * ante * odds


def best(cards: Sequence[str]) -> tuple[int, list[int]]:
    """What the best five of some cards are worth (HOD-06)."""
    return max(worth(five) for five in combinations(cards, 5))


BLIND: dict[str, int | Fraction] = {
    "royal": 500,
    "straight flush": 50,
    "quads": 10,
    "full": 3,
    "flush": Fraction(3, 2),
    "straight": 1,
}
"""Odds to one on the blind, by what a hand of five is (HOD-16)."""


def kind_of(hand: tuple[int, list[int]]) -> str:
    """The name of a hand of five cards, a royal flush apart."""
    return "royal" if hand == (FIVE.index("straight flush"), [RANKS.index("A")]) else FIVE[hand[0]]


def dealer_holdem(
    mine: Sequence[str], dealers: Sequence[str], shared: Sequence[str], ante: int, side: int, times: int, **options: str
) -> Fraction:
    """What a seat wins or loses at hold'em against the dealer, with a play bet of so many antes, 0 for a fold (HOD-11 to 19)."""
    if not times:
        return Fraction(-2 * ante - side)
    hand, house = best([*mine, *shared]), best([*dealers, *shared])
    kind = kind_of(hand)
    names = ("royal", "straight flush", "quads", "full", "flush", "straight", "trips")
    table = dict(zip(names, map(int, options["trips_table"].split("-")), strict=True))
    net = Fraction(side * table[kind] if kind in table else -side)
    if hand == house:
        return net
    if hand < house:
        return net - (times + 1) * ante - (ante if house[0] else 0)
    return net + (times + BLIND.get(kind, 0)) * ante + (ante if house[0] else 0)
