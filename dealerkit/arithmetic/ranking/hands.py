"""The best value of a row of ranks: groups of equal ranks, straights, flushes, lows. Called once for each row; `Ranker` caches
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from dealerkit.arithmetic.ranking.order import ACE, GROUPS, LOW, HandOrder, pack

TOP = 15
"""Number of cells in a row of counts by rank: cell 0 is unused, 1 is the low ace, 14 the high ace."""


class HandValues:
    """Works out the value of a hand from its ranks, in one order of hands.

    Attributes:
        order: The order of hands.
        ladder: The ranks of the pack, highest first.
        windows: Every straight, highest first: its top rank, and its ranks as bits of a number.
    """

    __slots__ = ("_numbered", "ladder", "order", "windows")

    def __init__(self, order: HandOrder) -> None:
        self.order = order
        self.ladder = sorted((1 if order.ace_low and rank == ACE else rank for rank in order.ranks), reverse=True)
        self.windows = order.windows()
        self._numbered = list(zip(range(len(order.categories), 0, -1), order.categories, strict=True))

    def unsuited(self, counts: Sequence[int], wild: int, bug: int) -> int:
        """Return the value of the cards as a high hand, as if all suits differed.

        Args:
            counts: Number of natural cards by rank; see `TOP`.
            wild: Number of cards that stand for any card.
            bug: Number of cards that are an ace or fill a straight. WC-07
        """
        kinds = list(counts)
        kinds[ACE] += bug  # unless it completes a straight or flush, the bug is an ace (WC-08, WC-09)
        size = min(self.order.cards, sum(kinds) + wild)
        most = max(kinds) + wild
        for number, kind in self._numbered:
            if kind == "straight":
                head = self._straight(sum(1 << rank for rank in range(TOP) if counts[rank]), wild + bug)
                if head:
                    return pack(number, (head,))
            elif kind in GROUPS and GROUPS[kind][0] <= most:
                row = self._kind(kinds, wild, GROUPS[kind], size)
                if row is not None:
                    return pack(number, row)
        return 0

    def _straight(self, held: int, wild: int) -> int:
        """Return the top rank of the best straight; 0 for none. A gap at either end is filled at the higher end. WC-11"""
        for head, window in self.windows:
            if (window & ~held).bit_count() <= wild:
                return head
        return 0

    def _kind(self, counts: Sequence[int], wild: int, sizes: Sequence[int], size: int) -> list[int] | None:
        """Return the ranks of the best hand with groups of these sizes and its side cards; None if there is no such hand."""
        if sum(sizes) > size:
            return None
        chosen = self._groups(counts, wild, sizes, [])
        if chosen is None:
            return None
        row, left = chosen
        need = size - sum(sizes)
        side = [rank for rank in self.ladder if counts[rank] and rank not in row]
        if left and need:
            side += [rank for rank in self.ladder if rank not in row and rank not in side][:left]
            side.sort(reverse=True)
        side = side[:need]
        if len(side) < need:  # further cards make pairs, so a better category names the hand, if the house has one
            more = [rank for rank in self.ladder for _ in range(counts[rank]) if rank in row or rank in side]
            side = sorted(side + more, reverse=True)[:need]
        return row + side

    def _groups(self, counts: Sequence[int], wild: int, sizes: Sequence[int], taken: list[int]) -> tuple[list[int], int] | None:
        """Return the highest rank for each group, the first group having precedence, and the number of wild cards left; None if
        impossible.
        """
        if not wild:
            return self._natural_groups(counts, sizes, taken)
        if not sizes:
            return taken, wild
        for rank in self.ladder:
            need = max(0, sizes[0] - counts[rank])
            if rank not in taken and need <= wild:
                groups = self._groups(counts, wild - need, sizes[1:], [*taken, rank])
                if groups is not None:
                    return groups
        return None

    def _natural_groups(self, counts: Sequence[int], sizes: Sequence[int], taken: list[int]) -> tuple[list[int], int] | None:
        """Return the same for a hand without wild cards, where the largest group can be chosen first without trying
        alternatives.
        """
        row = taken[:]
        for size in sizes:
            for rank in self.ladder:
                if counts[rank] >= size and rank not in row:
                    row.append(rank)
                    break
            else:
                return None
        return row, 0

    def suited(self, held: int, wild: int) -> int:
        """Return the value of the cards of one suit as a high hand: straight flush or flush; 0 if they are too few.

        Args:
            held: Ranks held in the suit, as bits.
            wild: Number of cards that stand for any card of the suit, the bug included.
        """
        if held.bit_count() + wild < self.order.cards:
            return 0
        for number, kind in self._numbered:
            if kind == "straight_flush":
                head = self._straight(held, wild)
                if head:
                    return pack(number, (head,))
            elif kind == "flush":
                return pack(number, self._suit_row(held, wild)[: self.order.cards])
        return 0

    def _suit_row(self, held: int, wild: int) -> list[int]:
        """Return the ranks of one suit, highest first. Wild cards are the highest ranks that are not held, or all aces if the
        house allows a flush with two. WC-04, WC-10
        """
        row = [rank for rank in self.ladder if held >> rank & 1]
        free = self.ladder[:1] * wild if self.order.double_ace else [rank for rank in self.ladder if rank not in row][:wild]
        return sorted([*row, *free], reverse=True)

    def four_flush(self, counts: Sequence[int], held: int, wild: int, bug: int) -> int:
        """Return the value of four cards of one suit and the best other card; 0 if the house does not count that. HR-14

        Between two such hands the suited cards decide, highest first, then the fifth card.

        Args:
            counts: Number of cards by rank; see `TOP`.
            held: Ranks of the suit, as bits.
            wild: Number of wild cards.
            bug: Number of jokers that are wild only here.
        """
        if "four_flush" not in self.order.categories or held.bit_count() + wild + bug < 4:
            return 0
        number = len(self.order.categories) - self.order.categories.index("four_flush")
        row = self._suit_row(held, wild + bug)[:4]
        left = list(counts)
        for rank in row:
            if held >> rank & 1:
                left[rank] -= 1
        rest = [rank for rank in self.ladder if left[rank] > 0]
        spare = wild + bug - sum(not held >> rank & 1 for rank in row)
        fifth = self.ladder[:1] if spare > 0 else rest[:1]
        return pack(number, [*row, *fifth])

    def lowest(self, counts: Sequence[int], wild: int) -> int:
        """Return the value of the cards as a low, as if all suits differed; 0 if they do not qualify. A wild card is the lowest
        rank that is not held. WC-12

        Args:
            counts: Number of cards by rank; see `TOP`.
            wild: Number of wild cards.
        """
        size = min(self.order.cards, sum(counts) + wild)
        if not size:
            return 0
        held = [rank for rank in reversed(self.ladder) if counts[rank]]
        row = held
        if wild:
            row = sorted(held + [rank for rank in reversed(self.ladder) if not counts[rank]][:wild])
        if len(row) >= size and not self._is_straight(row[:size]):
            return self.qualified(pack(1, row[:size][::-1]), row[size - 1])
        best = min(self._all_fives(counts, wild, size))
        return self.qualified(best, best >> 16 & 15 if best >> 20 == 1 else TOP)

    def qualified(self, plain: int, head: int) -> int:
        """Return the value as a low; 0 if the highest card is over the qualifier. HL-06

        Args:
            plain: Value of the hand on the scale of high hands.
            head: Its highest rank.
        """
        return 0 if self.order.qualifier and head > self.order.qualifier else LOW - plain

    def _is_straight(self, row: Sequence[int]) -> bool:
        bits = sum(1 << rank for rank in row)
        return "straight" in self.order.categories and any(window == bits for _, window in self.windows)

    def _all_fives(self, counts: Sequence[int], wild: int, size: int) -> Iterator[int]:
        """Yield the value, on the scale of high hands, of every hand of this size that can be made of the cards."""
        cards = [rank for rank in self.ladder for _ in range(counts[rank])]
        for free in range(wild + 1):
            if size - free > len(cards):
                continue
            for part in set(combinations(cards, size - free)):
                for stands in combinations(self.ladder, free):
                    row = [0] * TOP
                    for rank in (*part, *stands):
                        row[rank] += 1
                    yield self.unsuited(row, 0, 0)
