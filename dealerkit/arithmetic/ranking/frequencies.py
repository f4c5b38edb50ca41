"""The frequency of each hand: all ways to draw cards, counted exactly by ranks and suits instead of one by one.

Suits matter only if some suit can make a flush. So hands are first counted by their ranks alone, with each rank's cards in any
suit. Hands in which a suit has enough cards for a flush are then removed from these counts, and valued with their suits. If two
suits can have enough (three wild cards among seven, say), few natural cards are left, and these hands are enumerated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from operator import add
from typing import Final

from dealerkit.arithmetic.ranking.order import JOKER, RUNS
from dealerkit.arithmetic.ranking.ranker import Badugi, Ranker

MOST_ONE_BY_ONE: Final = 3_000_000
"""Most hands that are enumerated one by one."""

_SUITS: Final = range(4)


class TooMany(ValueError):
    """Raised when there are too many hands to enumerate."""


def frequencies(ranker: Ranker, unseen: Sequence[int], draws: int, held: Sequence[int] = ()) -> Counter[int]:
    """Return the number of ways to get each value when cards are drawn to held ones.

    Args:
        ranker: The order of hands.
        unseen: Cards that can be drawn, as numbers 0 to 52, each once.
        draws: Number of cards drawn.
        held: Cards already in the hand; the hand has at most seven in all.

    Returns:
        Number of ways to draw the cards, in any order, by the value of the best hand.

    Raises:
        ValueError: If there are fewer cards.
        TooMany: If the hands can only be enumerated, and there are too many for that.

    >>> from dealerkit.rules.rankings import ranking
    >>> sum(frequencies(ranking("high"), range(52), 5).values())
    2598960
    """
    if not set(held).isdisjoint(unseen):
        msg = "a card can't be both in the hand and unseen"
        raise ValueError(msg)
    if draws > len(unseen) or draws < 0:
        msg = f"can't draw {draws} cards from {len(unseen)} unseen cards"
        raise ValueError(msg)
    wild = [card for card in unseen if card in ranker.wild and not (card == JOKER and ranker.order.bug)]
    bug = [card for card in unseen if card == JOKER and ranker.order.bug]
    natural = [card for card in unseen if card not in ranker.wild]
    numbers: Counter[int] = Counter()
    for bugs in range(min(len(bug), draws) + 1):
        for wilds in range(min(len(wild), draws - bugs) + 1):
            left = draws - bugs - wilds
            if left > len(natural):
                continue
            ways = comb(len(wild), wilds)
            for value, count in _naturals(ranker, natural, left, [*held, *wild[:wilds], *bug[:bugs]]).items():
                numbers[value] += ways * count
    return numbers


def _naturals(ranker: Ranker, unseen: Sequence[int], draws: int, held: Sequence[int]) -> Counter[int]:
    """Return the counts when only natural cards are drawn; wild cards already drawn are in `held`."""
    if not draws:
        return Counter({ranker.value(held): 1})
    enough = _enough(ranker) - sum(card in ranker.wild for card in held)
    mine = [card for card in held if card not in ranker.wild]
    special = [card for card in held if card in ranker.wild]
    total = draws + len(mine)
    if not isinstance(ranker, Badugi) and 2 * enough > total and -(-total // 4) < enough:
        by_ranks = _by_ranks(ranker, unseen, draws, mine, special, enough)
        if by_ranks is not None:
            return by_ranks
    if comb(len(unseen), draws) > MOST_ONE_BY_ONE:
        msg = f"there are {comb(len(unseen), draws)} hands, too many to count one by one"
        raise TooMany(msg)
    if isinstance(ranker, Badugi):
        return _whichever_suits(ranker, unseen, draws, held)
    return Counter(ranker.value([*held, *cards]) for cards in combinations(unseen, draws))


def _whichever_suits(ranker: Badugi, unseen: Sequence[int], draws: int, held: Sequence[int]) -> Counter[int]:
    """Return the counts by enumeration, for hands in which suits matter; hands that differ only by a permutation of the suits are
    valued once.
    """
    signs = {card: 1 << 13 * (card % 4) + card // 4 for card in unseen}
    shared = sum(1 << 13 * (card % 4) + card // 4 for card in held if card != JOKER and card not in ranker.wild)
    ranks, counts = (1 << 13) - 1, Counter[int]()
    values: dict[tuple[int, ...], int] = {}
    for cards in combinations(unseen, draws):
        hand = shared + sum(map(signs.__getitem__, cards))
        alike = tuple(sorted((hand & ranks, hand >> 13 & ranks, hand >> 26 & ranks, hand >> 39)))
        value = values.get(alike)
        if value is None:
            value = values[alike] = ranker.value([*held, *cards])
        counts[value] += 1
    return counts


def _enough(ranker: Ranker) -> int:
    """Return the fewest cards of a suit, wild ones included, that can make a flush; more than a hand has if suits do
    not matter.
    """
    kinds = ranker.order.categories
    if "four_flush" in kinds:
        return 4
    return ranker.order.cards if any(kind in kinds for kind in RUNS if kind != "straight") else 100


def _by_ranks(
    ranker: Ranker, unseen: Sequence[int], draws: int, mine: Sequence[int], special: Sequence[int], enough: int
) -> Counter[int] | None:
    """Return the counts by ranks, with flushes counted under their own values.

    Returns:
        The counts; None if so many cards are wild that cards of the drawn ranks cannot be spread over the suits without a flush.
    """
    left = [0] * 13
    for card in unseen:
        left[card // 4] += 1
    base = [0] * 13
    for card in mine:
        base[card // 4] += 1
    numbers: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    odd = any(0 < sum(4 * rank + suit in ranker.wild for suit in _SUITS) < 4 for rank in range(13))
    alike = not mine and all(count in (0, 4) for count in left)
    for suit in _SUITS[:1] if alike else _SUITS:
        for ranks, value, ways in _flushes(ranker, unseen, draws, mine, special, suit, enough):
            many = 4 * ways if alike else ways
            numbers[value] += many
            taken[ranks] += many
    for ranks, drawn, ways in _multisets(left, draws):
        many = ways - taken[ranks]
        if many:
            cards = _spread([*map(add, base, drawn)], _SUITS, ranker.wild)
            if odd and _has_flush(cards, enough):
                return None
            numbers[ranker.value([*special, *cards])] += many
    return numbers


def _flushes(
    ranker: Ranker, unseen: Sequence[int], draws: int, mine: Sequence[int], special: Sequence[int], suit: int, enough: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the hands with enough cards of a suit for a flush: ranks drawn, value, number of ways."""
    here = [card for card in unseen if card % 4 == suit]
    mine_here = [card for card in mine if card % 4 == suit]
    left, base = [0] * 13, [0] * 13
    for card in unseen:
        left[card // 4] += card % 4 != suit
    for card in mine:
        base[card // 4] += card % 4 != suit
    others = [other for other in _SUITS if other != suit]
    value_of = ranker.value
    for count in range(max(0, enough - len(mine_here)), min(draws, len(here)) + 1):
        rest = [
            (ranks, _spread([*map(add, base, drawn)], others, ranker.wild), ways)
            for ranks, drawn, ways in _multisets(left, draws - count)
        ]
        for cards in combinations(here, count):
            first = [*special, *mine_here, *cards]
            of_suit = sum(1 << 3 * (card // 4) for card in cards)
            for ranks, more, ways in rest:
                yield of_suit + ranks, value_of(first + more), ways


def _multisets(left: Sequence[int], size: int) -> list[tuple[int, tuple[int, ...], int]]:
    """Return every choice of a number of cards by ranks.

    Returns:
        For each choice: the number of cards of each rank, as one number with three bits a rank and as a row; and the number of
        ways to choose them out of those left.
    """
    partial: list[tuple[int, tuple[int, ...], int, int]] = [(0, (), 1, size)]
    room = [sum(left[at:]) for at in range(len(left) + 1)]
    for at, cards in enumerate(left):
        ways_of = [comb(cards, count) for count in range(cards + 1)]
        partial = [
            (ranks + (count << 3 * at), (*row, count), ways * ways_of[count], wanted - count)
            for ranks, row, ways, wanted in partial
            for count in range(max(0, wanted - room[at + 1]), min(wanted, cards) + 1)
        ]
    return [(ranks, row, ways) for ranks, row, ways, _ in partial]


def _spread(ranks: Sequence[int], suits: Sequence[int], wild: frozenset[int]) -> list[int]:
    """Return natural cards of these ranks, spread over the suits as evenly as possible."""
    cards, at = [], 0
    for rank, count in enumerate(ranks):
        for _ in range(count):
            cards.append(4 * rank + suits[at % len(suits)])
            at += 1
    return cards if wild.isdisjoint(cards) else _spread_around(ranks, suits, wild)


def _spread_around(ranks: Sequence[int], suits: Sequence[int], wild: frozenset[int]) -> list[int]:
    """Return natural cards of these ranks, spread over the suits, when some cards of a rank are wild and others are not, as with
    one-eyed jacks.
    """
    cards: list[int] = []
    used = dict.fromkeys(suits, 0)
    for rank, count in enumerate(ranks):
        free = sorted((suit for suit in suits if 4 * rank + suit not in wild), key=used.__getitem__)
        for suit in free[:count]:
            used[suit] += 1
            cards.append(4 * rank + suit)
    return cards


def _has_flush(cards: Sequence[int], enough: int) -> bool:
    return any(sum(card % 4 == suit for card in cards) >= enough for suit in _SUITS)
