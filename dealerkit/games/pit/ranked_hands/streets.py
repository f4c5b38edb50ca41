"""Exact counts of hands that are paid by a table: every deal of a player's own and the shared cards, which come one by one, each
after a decision. Cards are counted by classes: hands that differ only by an exchange of suits count together.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, TypeAlias

import attrs

from dealerkit.arithmetic.conditions import Told
from dealerkit.errors import Impossible
from dealerkit.games.pit.ranked_hands.terms import OpenDecision, RankedTerms, no_usual_play

Masks: TypeAlias = tuple[int, ...]
"""Cards as the ranks of each suit, one bit a rank; the suits in the order of these numbers, so that hands are equal if they
differ only by an exchange of suits.
"""

Amounts: TypeAlias = tuple[int, ...]
"""An amount for each group of wagers that are paid alike, in small units."""


class Seen(NamedTuple):
    """A moment of a round at which a player may decide.

    Attributes:
        cards: The player's own cards and the shared ones that lie face up.
        board: Number of the latter.
        word: The last decision; `none` before the first.
        stakes: Amounts of the wagers so far.
    """

    cards: Masks
    board: int
    word: str
    stakes: Amounts


class StreetChoice(NamedTuple):
    """A decision that is open to a player.

    Attributes:
        decision: The decision.
        name: Its name: the word, with the amount if there is one.
        stakes: Amounts that it adds.
    """

    decision: OpenDecision
    name: str
    stakes: Amounts


class StreetEnd(NamedTuple):
    """How a round can end.

    Attributes:
        word: The last decision.
        board: Number of shared cards that lay face up when it was said.
        units: Result of a unit of the wagers of each group, times the count's `scale`.
        made: What the hand makes; empty if its cards are not all known.
        top: Rank that decides within the category; empty if it is unknown.
    """

    word: str
    board: int
    units: Amounts
    made: str
    top: str


class EndCount(NamedTuple):
    """The deals that end in one way.

    Attributes:
        deals: Their number.
        staked: Sum of all wagers in them, in units of the first bet.
        net: The player's net result in them, in units of the first bet.
    """

    deals: int
    staked: Fraction
    net: Fraction


@attrs.frozen(eq=False)
class StreetCount:
    """All deals, counted by how they end under one way to play.

    Attributes:
        deals: Number of all deals, the shared cards in order.
        scale: Number by which the results of a unit were multiplied.
        ends: The count of each end.
        decided: For each number of shared cards that lie face up, the number of deals in which each decision is made.
        first: OpenDecision on each class of own cards.
    """

    deals: int
    scale: int
    ends: Mapping[StreetEnd, EndCount]
    decided: Mapping[int, Mapping[str, int]]
    first: Mapping[Masks, str]


def cards_of(masks: Masks) -> list[int]:
    """Return the cards of a class as a ranker numbers them.

    >>> cards_of((0, 0, 1, 6))
    [2, 7, 11]
    """
    return sorted(rank * 4 + suit for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1)


class StreetCounter:
    """Counter of all deals of one hand.

    Args:
        terms: Terms of the game.
    """

    def __init__(self, terms: RankedTerms) -> None:
        self.terms, boxes = terms, terms.boxes
        self.own, self.board = boxes.cards, boxes.board
        alike: dict[tuple[object, ...], list[str]] = defaultdict(list)
        for name in terms.wagers:
            alike[repr(boxes.pays.get(name)), repr(boxes.bonus.get(name))].append(name)
        self.groups = list(alike.values())
        lines = [line for table in (*boxes.pays.values(), *boxes.bonus.values()) for line in table]
        self.scale = math.lcm(2, *(line.down for line in lines))
        self.unit = math.lcm(*(wager.share.denominator for wager in boxes.wagers.values()))
        self._next = dict[Masks, Sequence[tuple[Masks, int]]]()
        self._told = dict[Masks, Told]()
        self._choices = dict[tuple[Masks, int, str], Sequence[StreetChoice]]()
        self._ends = dict[tuple[str, Masks], Sequence[tuple[StreetEnd, int]]]()
        self._sums = dict[tuple[str, Masks], Amounts]()
        self._values = dict[tuple[str, int], StreetEnd]()
        self._whole = dict[Masks, int]()
        self._best = dict[Seen, tuple[int, StreetChoice | None]]()

    def count(self, play: str) -> StreetCount:
        """Return the count of all deals.

        Args:
            play: Way to play: `best`, with the best result on average, or `usual`, by the game's own table.

        Raises:
            Impossible: If a bet is settled before its pay line can be known, or usual play leaves a hand out.
        """
        boxes = self.terms.boxes
        totals: dict[StreetEnd, list[int]] = defaultdict(lambda: [0, 0, 0])
        decided: dict[int, Counter[str]] = defaultdict(Counter)
        first = dict[Masks, str]()
        start = tuple(self.unit * (boxes.main in names) for names in self.groups)
        now = Counter({Seen(masks, 0, "none", start): many for masks, many in self._hands().items()})
        for board in range(self.board):
            later = Counter[Seen]()
            left = math.perm(52 - self.own - board, self.board - board)
            for seen, many in now.items():
                choice = self.best(seen)[1] if play == "best" else self.usual(seen)
                after = seen
                if choice is not None:
                    decided[board][choice.name] += many * left
                    first.update({} if board else {seen.cards: choice.name})
                    after = _after(seen, choice)
                if choice is not None and choice.decision.word.ends:
                    _add(totals, self._ended(after), many * left, after.stakes)
                elif board + 1 < self.board:
                    for cards, ways in self._drawn(after.cards):
                        later[after._replace(cards=cards, board=board + 1)] += many * ways
                else:
                    for end, ways in self._last(after.word, after.cards):
                        _add(totals, end, many * ways, after.stakes)
            now = later
        size = Fraction(1, self.unit)
        ends = {end: EndCount(many, staked * size, net * size / self.scale) for end, (many, staked, net) in totals.items()}
        deals = math.comb(52, self.own) * math.perm(52 - self.own, self.board)
        return StreetCount(deals, self.scale, ends, decided, first)

    def _hands(self) -> Counter[Masks]:
        """Return the classes of own cards, each with its number of hands."""
        hands = Counter[Masks]()
        for cards in combinations(range(52), self.own):
            masks = [0] * 4
            for card in cards:
                masks[card % 4] |= 1 << card // 4
            hands[tuple(sorted(masks))] += 1
        return hands

    def best(self, seen: Seen) -> tuple[int, StreetChoice | None]:
        """Return the result of best play, summed over all orders of the cards to come and scaled, and the decision that leads to
        it; None if no decision is open.
        """
        if seen not in self._best:
            left = math.perm(52 - self.own - seen.board, self.board - seen.board)
            options: list[tuple[int, StreetChoice | None]] = []
            for choice in self._open(seen):
                after = _after(seen, choice)
                if choice.decision.word.ends:
                    options.append((left * _product(after.stakes, self._ended(after).units), choice))
                else:
                    options.append((self._revealed(after), choice))
            self._best[seen] = max(options, key=lambda option: option[0]) if options else (self._revealed(seen), None)
        return self._best[seen]

    def usual(self, seen: Seen) -> StreetChoice | None:
        """Return the decision of the game's own table; None if none is open.

        Raises:
            Impossible: If the table leaves the hand out.
        """
        choices = self._open(seen)
        decision = self.terms.usual([choice.decision for choice in choices], self._answers(seen))
        if choices and decision is None:
            raise Impossible(no_usual_play(self.terms.game.title))
        return next((choice for choice in choices if choice.decision is decision), None)

    def _revealed(self, seen: Seen) -> int:
        """Return the result, summed and scaled as by `best`, once another shared card is turned up."""
        if seen.board + 1 == self.board:
            key = seen.word, seen.cards
            if key not in self._sums:
                rows = [tuple(ways * unit for unit in end.units) for end, ways in self._last(*key)]
                self._sums[key] = tuple(map(sum, zip(*rows, strict=True)))
            return _product(seen.stakes, self._sums[key])
        board, word, stakes = seen.board + 1, seen.word, seen.stakes
        return sum(ways * self.best(Seen(cards, board, word, stakes))[0] for cards, ways in self._drawn(seen.cards))

    def _drawn(self, cards: Masks) -> Sequence[tuple[Masks, int]]:
        """Return the classes that another card makes of a class, each with the number of such cards."""
        if cards not in self._next:
            classes = Counter[Masks]()
            for suit, mask in enumerate(cards):
                others = cards[:suit] + cards[suit + 1 :]
                for rank in range(13):
                    if not mask >> rank & 1:
                        classes[tuple(sorted((*others, mask | 1 << rank)))] += 1
            self._next[cards] = tuple(classes.items())
        return self._next[cards]

    def _open(self, seen: Seen) -> Sequence[StreetChoice]:
        """Return the decisions open at a moment."""
        key = seen.cards, seen.board, seen.word
        if key not in self._choices:
            choices = []
            for decision in self.terms.decisions(self._answers(seen)):
                wager, stake = decision.word.wager, int(decision.stake * self.unit)
                name = f"{decision.word.name} {decision.stake}" if wager else decision.word.name
                choices.append(StreetChoice(decision, name, tuple(stake * (wager in names) for names in self.groups)))
            self._choices[key] = choices
        return self._choices[key]

    def _answers(self, seen: Seen) -> Told:
        if seen.cards not in self._told:
            self._told[seen.cards] = self.terms.hand(cards_of(seen.cards))
        return {**self._told[seen.cards], "board": seen.board, "word": seen.word, "cards": self.own}

    def _last(self, word: str, cards: Masks) -> Sequence[tuple[StreetEnd, int]]:
        """Return the ends of a round when the last card is turned up, each with the number of such cards."""
        key = word, cards
        if key not in self._ends:
            ends = Counter[StreetEnd]()
            for whole, ways in self._drawn(cards):
                ends[self._finished(word, whole)] += ways
            self._ends[key] = tuple(ends.items())
        return self._ends[key]

    def _finished(self, word: str, cards: Masks) -> StreetEnd:
        """Return the end of a round with all its cards."""
        if cards not in self._whole:
            self._whole[cards] = self.terms.ranker.value(cards_of(cards))
        key = word, self._whole[cards]
        if key not in self._values:
            features = self.terms.hand(cards_of(cards))
            answers = {**features, "board": self.board, "word": word, "cards": self.own}
            self._values[key] = StreetEnd(word, self.board, self._units(answers), str(features["made"]), str(features["top"]))
        return self._values[key]

    def _ended(self, seen: Seen) -> StreetEnd:
        """Return the end of a round by a decision that leaves nothing more to decide."""
        laid = [stake > 0 for stake in seen.stakes]
        return StreetEnd(seen.word, seen.board, self._units(self._answers(seen), laid), "", "")

    def _units(self, answers: Told, laid: Sequence[bool] = ()) -> Amounts:
        """Return the result of a unit of each group's wagers, scaled; 0 for wagers that are not laid."""
        groups = zip(self.groups, laid or [True] * len(self.groups), strict=True)
        return tuple(int(self.terms.result(names[0], answers) * self.scale) if lies else 0 for names, lies in groups)


def _after(seen: Seen, choice: StreetChoice) -> Seen:
    """Return the moment after a decision."""
    stakes = tuple(map(int.__add__, seen.stakes, choice.stakes))
    return Seen(seen.cards, seen.board, choice.decision.word.name, stakes)


def _product(stakes: Amounts, units: Amounts) -> int:
    return sum(map(int.__mul__, stakes, units))


def _add(totals: Mapping[StreetEnd, list[int]], end: StreetEnd, deals: int, stakes: Amounts) -> None:
    """Add deals that end in one way: their number, what was staked in them and won."""
    row = totals[end]
    row[0] += deals
    row[1] += deals * sum(stakes)
    row[2] += deals * _product(stakes, end.units)
