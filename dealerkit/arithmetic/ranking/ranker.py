"""Fast values of hands: every card is a number, a hand is the sum of its cards, and each sum is valued once.

A card's number has a field for each rank (a count), for wild cards, for the bug, and for each suit (a count). The numbers of a
hand are simply added. The suits' fields start at such a value that they reach 8 when there are enough cards of the suit for a
flush, so one look at four bits shows whether a flush is possible. If not, the ranks' fields alone decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final

from dealerkit.arithmetic.ranking.hands import TOP, HandValues
from dealerkit.arithmetic.ranking.order import ACE, JOKER, LOW, RUNS, SIZES, HandOrder, pack

MOST: Final = 7  # most cards that a field can count
_SUITS: Final = 16  # width of the suits' fields: four of four bits
_ENOUGH: Final = 0x8888
_WILD: Final = _SUITS + 3 * 13
_BUG: Final = _WILD + 3
_EACH_SUIT: Final = 0x1111


class _Memo(dict[int, int]):
    """A table that computes an entry when it is first used."""

    def __init__(self, work: Callable[[int], int]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, key: int) -> int:
        value = self[key] = self._work(key)
        return value


class Ranker:
    """Works out the values of hands in one order of hands: the higher value wins.

    >>> from dealerkit.rules.rankings import ranking
    >>> high = ranking("high")
    >>> high.value([50, 46, 42, 38, 34]) > high.value([51, 50, 49, 48, 0])  # a royal flush and four aces
    True
    """

    def __init__(self, order: HandOrder) -> None:
        self.order = order
        self._hands = HandValues(order)
        self._suits_count = any(kind in order.categories for kind in RUNS if kind != "straight")
        need = 4 if "four_flush" in order.categories else order.cards
        start = (8 - need) * _EACH_SUIT if self._suits_count else 0
        self._card = [self._key(card) for card in range(JOKER + 1)]
        self._first = [key + start for key in self._card]
        self._start = start
        wild = {card for card in range(JOKER + 1) if self._is_wild(card)}
        self.wild = frozenset(wild)
        self._suit_bit = [0 if card in wild else 1 << (card % 4 * 16 + order.place(card)) for card in range(JOKER + 1)]
        self._ranks = _Memo(self._of_ranks)
        self._flush = _Memo(lambda key: self._hands.suited(key >> 4, key & 15))

    def _is_wild(self, card: int) -> bool:
        return card in self.order.wild or (card == JOKER and self.order.bug)

    def _key(self, card: int) -> int:
        """Return the number of one card. In a low a wild card never makes an unwanted flush."""
        if self._is_wild(card):
            bug = self.order.bug and card == JOKER and not self.order.low
            any_suit = _EACH_SUIT if self._suits_count and not self.order.low else 0
            return (1 << (_BUG if bug else _WILD)) + any_suit
        if card == JOKER:
            return 0  # not in this game's pack, and without a rank: it counts for nothing (WC-13, HH-08)
        return (1 << (_SUITS + 3 * (card // 4))) + (1 << (4 * (card % 4)))

    def _read(self, ranks: int) -> tuple[list[int], int, int]:
        """Return the counts by rank, the number of wild cards and the number of bugs, from the ranks' fields."""
        counts = [0] * TOP
        for place in range(13):
            rank = place + 2
            counts[1 if rank == ACE and self.order.ace_low else rank] = ranks >> 3 * place & 7
        return counts, ranks >> (_WILD - _SUITS) & 7, ranks >> (_BUG - _SUITS)

    def _of_ranks(self, ranks: int) -> int:
        counts, wild, bug = self._read(ranks)
        if self.order.low:
            return self._hands.lowest(counts, wild)
        return self._hands.unsuited(counts, wild, bug)

    def value(self, cards: Sequence[int]) -> int:
        """Return the value of the best hand that 1 to 7 cards make; the higher value wins.

        Raises:
            ValueError: If there are no cards, or too many.
        """
        if not 0 < len(cards) <= MOST:
            msg = f"{len(cards)} cards given; only a hand of 1 to {MOST} cards can be ranked"
            raise ValueError(msg)
        card = self._card
        key = self._first[cards[0]]
        for other in cards[1:]:
            key += card[other]
        if self.order.natural_first:
            return self._with_naturals(cards, self._value(key, cards))
        return self._value(key, cards) if key & _ENOUGH else self._ranks[key >> _SUITS]

    def values(self, hands: Iterable[Sequence[int]]) -> list[int]:
        """Return the values of many hands of seven cards each; the same as `value` for each, but faster.

        Raises:
            ValueError: If a hand does not have seven cards.
        """
        if self.order.natural_first:
            return [self.value(hand) for hand in hands]
        first, card, ranks = self._first, self._card, self._ranks
        out: list[int] = []
        add = out.append
        for hand in hands:
            a, b, c, d, e, f, g = hand
            key = first[a] + card[b] + card[c] + card[d] + card[e] + card[f] + card[g]
            add(self._value(key, hand) if key & _ENOUGH else ranks[key >> _SUITS])
        return out

    def _value(self, key: int, cards: Sequence[int]) -> int:
        """Return the value of cards that may have a flush."""
        enough = key & _ENOUGH
        plain = self._ranks[key >> _SUITS]
        if not enough:
            return plain
        if self.order.low:
            return self._low_with_flushes(cards, plain)
        held = 0
        for card in cards:
            held |= self._suit_bit[card]
        ranks = key >> _SUITS
        free = (ranks >> (_WILD - _SUITS) & 7) + (ranks >> (_BUG - _SUITS))
        best = plain
        for suit in range(4):
            if enough >> 4 * suit & 8:
                in_suit = held >> 16 * suit & 0xFFFF
                best = max(best, self._flush[in_suit << 4 | free])
                if "four_flush" in self.order.categories:
                    counts, wild, bug = self._read(ranks)
                    best = max(best, self._hands.four_flush(counts, in_suit, wild, bug))
        return best

    def _low_with_flushes(self, cards: Sequence[int], plain: int) -> int:
        """Return the best low of cards that may have a flush, which the low avoids."""
        order = self.order
        if len(cards) > order.cards:
            return max(self.value(part) for part in combinations(cards, order.cards))
        held = 0
        for card in cards:
            held |= self._suit_bit[card]
        for suit in range(4):
            flush = self._hands.suited(held >> 16 * suit & 0xFFFF, 0)
            if flush:
                return self._hands.qualified(flush, TOP)
        return plain

    def _with_naturals(self, cards: Sequence[int], value: int) -> int:
        """Return the value with a bonus for wild cards that the hand does not need. WC-03"""
        wild = [card for card in cards if card in self.wild]
        natural = [card for card in cards if card not in self.wild]
        needed = len(wild)
        while needed and (natural or needed > 1):
            fewer = natural + wild[: needed - 1]
            key = self._start + sum(self._card[card] for card in fewer)
            if len(fewer) < min(self.order.cards, len(cards)) or self._value(key, fewer) != value:
                break
            needed -= 1
        return value << 3 | (MOST - needed) if value else 0

    def value_from(self, hole: Sequence[int], board: Sequence[int], from_hand: int) -> int:
        """Return the value of the best hand with exactly this number of cards from the hand, and the rest from the board. HR-17

        Args:
            hole: The player's cards.
            board: The shared cards.
            from_hand: Number of the player's cards that must play.

        Raises:
            ValueError: If there are no cards, or too many.
        """
        if self.order.natural_first:
            return max(self.value(part) for part in self._fives(hole, board, from_hand))
        card, ranks, best = self._card, self._ranks, 0
        boards = [(sum(card[c] for c in part) + self._start, part) for part in combinations(board, self.order.cards - from_hand)]
        for part in combinations(hole, from_hand):
            mine = sum(card[c] for c in part)
            for theirs, other in boards:
                key = mine + theirs
                value = self._value(key, (*part, *other)) if key & _ENOUGH else ranks[key >> _SUITS]
                best = max(best, value)
        return best

    def _fives(self, hole: Sequence[int], board: Sequence[int], from_hand: int | None) -> Iterable[tuple[int, ...]]:
        """Yield every five-card hand of the cards; a joker that the pack does not have is left out. WC-13"""
        hole, board = ([card for card in row if card != JOKER or card in self.wild] for row in (hole, board))
        if from_hand is None:
            cards = (*hole, *board)
            return combinations(cards, min(self.order.cards, len(cards)))
        rest = self.order.cards - from_hand
        return (mine + theirs for mine in combinations(hole, from_hand) for theirs in combinations(board, rest))

    def best(self, hole: Sequence[int], board: Sequence[int] = (), from_hand: int | None = None) -> tuple[int, tuple[int, ...]]:
        """Return the value of the best hand, and its cards; no cards if no hand qualifies.

        Args:
            hole: The player's cards.
            board: The shared cards.
            from_hand: Number of the player's cards that must play; None for any number.

        Raises:
            ValueError: If there are no cards, or too many.
            ValueError: If `from_hand` is given for badugi, in which any cards play.
        """
        value, cards = 0, tuple[int, ...]()
        for part in self._fives(hole, board, from_hand):
            number = self.value(part) if part else 0
            if number > value:
                value, cards = number, part
        return value, cards


class Badugi(Ranker):
    """Works out the values of badugi hands of four cards: of a repeated rank or suit only one card counts, and low cards win."""

    def value(self, cards: Sequence[int]) -> int:
        """Return the value of the best badugi that the cards make: more cards of different rank and suit win, then lower ones."""
        return self.best(cards)[0]

    def values(self, hands: Iterable[Sequence[int]]) -> list[int]:
        """Return the values of many badugi hands, in order.

        Raises:
            ValueError: If a hand has no cards, or too many.
        """
        return [self.value(hand) for hand in hands]

    def best(self, hole: Sequence[int], board: Sequence[int] = (), from_hand: int | None = None) -> tuple[int, tuple[int, ...]]:
        """Return the value of the best hand and the cards that play; wild cards are the lowest ranks that are missing. WC-12

        Args:
            hole: The player's cards.
            board: The shared cards.
            from_hand: Must be None, since any cards play.
        """
        if from_hand is not None:
            msg = "a badugi can use any of the cards: leave out `from_hand`"
            raise ValueError(msg)
        order, cards = self.order, (*hole, *board)
        wild = [card for card in cards if card in self.wild]
        natural = [card for card in cards if card not in self.wild and card != JOKER]
        low = sorted(order.place(4 * (rank - 2)) for rank in order.ranks)
        best: tuple[int, tuple[int, ...]] = (0, ())
        for size in range(min(order.cards, len(natural)), -1, -1):
            for part in combinations(natural, size):
                rows = {order.place(card) for card in part}
                if len(rows) < size or len({card % 4 for card in part}) < size:
                    continue
                free = wild[: order.cards - size]
                row = sorted([*rows, *[rank for rank in low if rank not in rows][: len(free)]], reverse=True)
                if row:
                    value = LOW - pack(len(SIZES) + 1 - len(row), row)
                    if order.natural_first:
                        value = value << 3 | (MOST - len(free))
                    best = max(best, (value, (*part, *free)), key=lambda item: item[0])
        return best


def ranker(order: HandOrder) -> Ranker:
    """Return the ranker of hands for an order: that for badugi, or the general one."""
    return Badugi(order) if order.categories == SIZES else Ranker(order)
