"""Piles cleared card by card onto one pile, by neighbours in rank: whether a deal can be solved, and how far it can be cleared.

Whole numbers in and out; nothing else of this package is imported. A rank is a number, the ace 0 and the king 12.

The search is exact: it visits every position that can be reached. A position is the number of cards that each pile has lost, the
number of stock cards that are out, and the rank on top. All positions with the same stock and the same top are one whole number,
with a bit for each state of the piles, so that a card is played from all of them at once: a mask selects the states in which the
card lies uncovered, and a shift takes the card off. Between two cards of the stock this is repeated until no new position
appears.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

KING = 12
RANKS = 13


def neighbours(on_king: str = "none") -> tuple[frozenset[int], ...]:
    """Return, for each rank from the ace up, the ranks that can be played on it.

    Args:
        on_king: Ranks that can be played on a king: `none`, a `queen`, or with `wrap` a queen and an ace; with `wrap` a king can
            also be played on an ace.

    >>> neighbours()[0], neighbours()[12]
    (frozenset({1}), frozenset())
    """
    moves = [{rank for rank in (low - 1, low + 1) if 0 <= rank < RANKS} for low in range(RANKS)]
    if on_king == "none":
        moves[KING] = set()
    elif on_king == "wrap":
        moves[KING].add(0)
        moves[0].add(KING)
    return tuple(map(frozenset, moves))


@attrs.frozen
class PileLayout:
    """A position in a game in which piles are cleared card by card. Ranks are numbers, the ace 0 and the king 12.

    Attributes:
        piles: Ranks of each pile, the uncovered card last.
        top: Rank on top of the discards.
        stock: Ranks still to come, the next one first.
    """

    piles: tuple[tuple[int, ...], ...]
    top: int
    stock: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        """Number of cards left in the piles."""
        return sum(map(len, self.piles))


@attrs.frozen
class PileRules:
    """Rules for clearing piles: neighbours in rank, and turns of the stock.

    Attributes:
        on: For each rank, from the ace up, the ranks that can be played on it.
        blocked_only: Whether the stock is turned only when no card can be played.
        bonus: Whether each stock card left when the piles are cleared takes one off the score.
    """

    on: tuple[frozenset[int], ...] = neighbours()
    blocked_only: bool = True
    bonus: bool = False


Move = int
"""Index of the pile to play from, from 0; -1 for turning a card of the stock."""
TURN: Move = -1


@attrs.frozen
class Solved:
    """The best play of a position, and the number of ways to it.

    Attributes:
        score: The lowest score: cards left in the piles; with the bonus it can be negative.
        cleared: Whether every pile can be cleared.
        line: One sequence of moves with that score: indices of piles from 0, and -1 for a turn of the stock.
        ways: Number of sequences with that score; None if there are more than were counted.
    """

    score: int
    cleared: bool
    line: tuple[Move, ...]
    ways: int | None


def playable(position: PileLayout, rules: PileRules) -> list[Move]:
    """Return the piles whose uncovered card can be played on the top card, by their indices from 0."""
    return [at for at, pile in enumerate(position.piles) if pile and pile[-1] in rules.on[position.top]]


def moves(position: PileLayout, rules: PileRules) -> list[Move]:
    """Return the legal moves: the index of each pile that can be played from, and -1 if the stock may be turned. Empty once the
    piles are cleared.
    """
    if not position.left:
        return []
    moves = playable(position, rules)
    if position.stock and not (moves and rules.blocked_only):
        moves.append(TURN)
    return moves


def after(position: PileLayout, move: Move) -> PileLayout:
    """Return the position after a move.

    Args:
        position: The position before it.
        move: Index of the pile to play from, from 0; -1 for a turn of the stock.
    """
    if move == TURN:
        return PileLayout(position.piles, position.stock[0], position.stock[1:])
    piles = list(position.piles)
    top, piles[move] = piles[move][-1], piles[move][:-1]
    return PileLayout(tuple(piles), top, position.stock)


@attrs.frozen
class _PileCard:
    """One card of the piles: its pile and rank, the mask of states in which it is uncovered, and the shift that takes it off."""

    pile: Move
    rank: int
    mask: int
    shift: int


Reach = Mapping[int, int]
"""Reachable positions with the same stock: for each rank on top, a number with a bit for each state of the piles."""


class _PileSearch:
    """A search of every position that can be reached from a given one."""

    def __init__(self, position: PileLayout, rules: PileRules) -> None:
        self.position, self.rules = position, rules
        self.under = [[low for low in range(RANKS) if rank in rules.on[low]] for rank in range(RANKS)]
        self.weights, size = [], 1
        for pile in position.piles:
            self.weights.append(size)
            size *= len(pile) + 1
        self.goal = 1 << (size - 1)
        self.cards = [
            _PileCard(
                at, pile[-1 - lost], _repeated(((1 << weight) - 1) << (lost * weight), weight * (len(pile) + 1), size), weight
            )
            for at, (pile, weight) in enumerate(zip(position.piles, self.weights, strict=True))
            for lost in range(len(pile))
        ]
        self.may_turn = [self.goal - 1] * RANKS  # in every state but the cleared one
        if rules.blocked_only:
            for low in range(RANKS):
                for card in self.cards:
                    if card.rank in rules.on[low]:
                        self.may_turn[low] &= ~card.mask
        self.tops = (position.top, *position.stock)

    def forward(self, *, until_cleared: bool) -> list[Reach]:
        """Return the reachable positions, by the number of stock cards that are out.

        Args:
            until_cleared: Whether to stop once the piles can be cleared.
        """
        reaches: list[Reach] = []
        standing = 1
        for top in self.tops:
            reached = self._played(top, standing)
            reaches.append(reached)
            if until_cleared and self.cleared(reached):
                break
            standing = 0
            for rank, those in reached.items():
                standing |= those & self.may_turn[rank]
            if not standing:
                break
        return reaches

    def cleared(self, reached: Reach) -> bool:
        """Return whether the piles are cleared in one of these positions."""
        return any(those & self.goal for those in reached.values())

    def _played(self, top: int, standing: int) -> Reach:
        """Return the positions that can be reached from some states without turning the stock."""
        reached, fresh = {top: standing}, {top: standing}
        while fresh:
            counts: dict[int, int] = {}
            for card in self.cards:
                before = 0
                for low in self.under[card.rank]:
                    before |= fresh.get(low, 0)
                before &= card.mask
                if before:
                    counts[card.rank] = counts.get(card.rank, 0) | before << card.shift
            fresh = {}
            for rank, those in counts.items():
                new = those & ~reached.get(rank, 0)
                if new:
                    fresh[rank] = new
                    reached[rank] = reached.get(rank, 0) | new
        return reached

    def backward(self, reaches: Sequence[Reach], ends: Sequence[Reach]) -> list[Reach]:
        """Return the reachable positions from which one of the ends can be reached.

        Args:
            reaches: Reachable positions, by the number of stock cards out.
            ends: Wanted positions, likewise.
        """
        good: list[Reach] = [{}] * len(reaches)
        for out in range(len(reaches) - 1, -1, -1):
            reached, target = reaches[out], dict(ends[out])
            if out + 1 < len(reaches):
                on = good[out + 1].get(self.tops[out + 1], 0)
                for rank, those in reached.items():
                    if turned := those & self.may_turn[rank] & on:
                        target[rank] = target.get(rank, 0) | turned
            good[out] = self._led_to(reached, target)
        return good

    def _led_to(self, reached: Reach, target: dict[int, int]) -> Reach:
        """Return the reachable positions with the same stock from which one of the targets can be reached."""
        fresh = dict(target)
        while fresh:
            counts: dict[int, int] = {}
            for card in self.cards:
                before = fresh.get(card.rank, 0) >> card.shift & card.mask
                if before:
                    for low in self.under[card.rank]:
                        counts[low] = counts.get(low, 0) | before
            fresh = {}
            for rank, those in counts.items():
                new = those & reached.get(rank, 0) & ~target.get(rank, 0)
                if new:
                    fresh[rank] = new
                    target[rank] = target.get(rank, 0) | new
        return target

    def by_cards_lost(self) -> list[int]:
        """Return the states of the piles, one bit each, by the total number of cards taken off."""
        numbers = [1]
        for pile, weight in zip(self.position.piles, self.weights, strict=True):
            wider = [0] * (len(numbers) + len(pile))
            for lost, those in enumerate(numbers):
                for more in range(len(pile) + 1):
                    wider[lost + more] |= those << (more * weight)
            numbers = wider
        return numbers

    def best(self, reaches: list[Reach]) -> tuple[int, list[Reach]]:
        """Return the lowest score, and the positions with that score."""
        if any(map(self.cleared, reaches)):
            cleared: list[Reach] = [
                {rank: those & self.goal for rank, those in reached.items() if those & self.goal} for reached in reaches
            ]
            return (len(reaches) - len(self.tops) if self.rules.bonus else 0), cleared
        last = reaches[-1]
        together = 0
        for those in last.values():
            together |= those
        lost, fewest = next((lost, those) for lost, those in reversed(list(enumerate(self.by_cards_lost()))) if those & together)
        ends: list[Reach] = [{} for _ in reaches]
        ends[-1] = {rank: those & fewest for rank, those in last.items() if those & fewest}
        return self.position.left - lost, ends

    def lines(self, good: list[Reach], ends: list[Reach]) -> Iterator[tuple[Move, ...]]:
        """Yield every sequence of moves to the ends.

        Args:
            good: Positions on a way to the ends, by the number of stock cards out.
            ends: Wanted positions, likewise.
        """
        on, may_turn, piles, weights = (
            self.rules.on,
            _ReachedSets([dict(enumerate(self.may_turn))]),
            self.position.piles,
            self.weights,
        )
        leads, over = _ReachedSets(good), _ReachedSets(ends)
        line: list[Move] = []

        def go(out: int, rank: int, lost: tuple[int, ...], standing: int) -> Iterator[tuple[Move, ...]]:
            if over.has(out, rank, standing):
                yield tuple(line)
                return  # a wanted position is final: with the lowest score nothing more can be played
            for at, pile in enumerate(piles):
                if lost[at] == len(pile):
                    continue
                card = pile[-1 - lost[at]]
                if card in on[rank] and leads.has(out, card, standing + weights[at]):
                    line.append(at)
                    yield from go(out, card, (*lost[:at], lost[at] + 1, *lost[at + 1 :]), standing + weights[at])
                    line.pop()
            if out + 1 < len(good) and may_turn.has(0, rank, standing) and leads.has(out + 1, self.tops[out + 1], standing):
                line.append(TURN)
                yield from go(out + 1, self.tops[out + 1], lost, standing)
                line.pop()

        yield from go(0, self.position.top, (0,) * len(piles), 0)


class _ReachedSets:
    """Sets of positions, converted to bytes once, since single positions are tested many times."""

    def __init__(self, reached: Sequence[Reach]) -> None:
        self.reached = reached
        self.bytes: dict[tuple[int, int], bytes] = {}

    def has(self, out: int, rank: int, standing: int) -> bool:
        """Return whether the sets contain a position.

        Args:
            out: Number of stock cards out.
            rank: Rank on top, from 0 for the ace.
            standing: State of the piles, as the number of its bit.
        """
        known = self.bytes.get((out, rank))
        if known is None:
            those = self.reached[out].get(rank, 0)
            known = self.bytes[out, rank] = those.to_bytes(those.bit_length() // 8 + 1, "little")
        return standing >> 3 < len(known) and bool(known[standing >> 3] >> (standing & 7) & 1)


def _repeated(bits: int, period: int, size: int) -> int:
    """Return a number whose bits are a pattern repeated.

    Args:
        bits: The pattern.
        period: Length of the pattern, in bits.
        size: Length of the result, in bits.
    """
    have = period
    while have < size:
        bits |= bits << have
        have *= 2
    return bits & ((1 << size) - 1)


def lowest(position: PileLayout, rules: PileRules) -> int:
    """Return the lowest score that can be reached, without the moves to it.

    >>> lowest(PileLayout(((5, 4), (8,)), 6, (3,)), PileRules())
    1
    """
    search = _PileSearch(position, rules)
    return search.best(search.forward(until_cleared=True))[0]


def solve(position: PileLayout, rules: PileRules, count: int = 1000) -> Solved:
    """Return the best play of a position with all cards known.

    Args:
        position: Position to begin from.
        rules: Rules for clearing piles.
        count: Most ways to count; if there are more, `ways` is None.

    >>> solve(PileLayout(((5, 4), (3,)), 6, (4, 2)), PileRules())
    Solved(score=0, cleared=True, line=(-1, 1, 0, 0), ways=1)
    """
    search = _PileSearch(position, rules)
    soonest = _solved(search, search.forward(until_cleared=True), count)
    if rules.bonus or not soonest.cleared or soonest.ways is None:
        return soonest  # with the bonus only the shortest way counts, and if these are too many, so are all
    return _solved(search, search.forward(until_cleared=False), count)


def _solved(search: _PileSearch, reaches: list[Reach], count: int) -> Solved:
    """Return the best play of a position, given the positions found."""
    score, ends = search.best(reaches)
    good = search.backward(reaches, ends)
    first: tuple[Move, ...] | None = None
    ways: int | None = 0
    for number, line in enumerate(search.lines(good, ends), 1):
        first = first if first is not None else line
        ways = number
        if number > count:
            ways = None
            break
    return Solved(score, any(map(search.cleared, reaches)), first or (), ways)
