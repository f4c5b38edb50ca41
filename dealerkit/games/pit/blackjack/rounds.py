"""Many rounds dealt side by side in arrays, every box played by a table of decisions.

What a hand comes to is looked up: two cards, the up-card and the next three cards give its total and how many of the three it
took. The few hands that need more are looked up again. A shoe's order can be given, so that a table can deal the same rounds.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from dealerkit.games.pit.blackjack.best_play import UP_CARDS, Kind
from dealerkit.games.pit.blackjack.dealer_hands import ACE, TEN, total_of
from dealerkit.games.pit.blackjack.terms import BlackjackTerms

Numbers: TypeAlias = npt.NDArray[np.int64]
Ranks: TypeAlias = npt.NDArray[np.uint8]
Codes: TypeAlias = npt.NDArray[np.int16]

RANKS: Final = "A23456789TJQK"
"""Cards are places in it."""

_DONE, _DOUBLED, _SURRENDERED, _NATURAL, _SPLIT, _OPEN = range(6)
"""How a hand ends that is looked up: with one bet on it or two, given up, as a natural, to be split, or not yet."""

_STATES: Final = tuple((total, False) for total in range(4, 22)) + tuple((total, True) for total in range(12, 22))
"""What a hand can count that is not bust: its total, and whether it is soft."""
_BUST: Final = len(_STATES)

_AHEAD: Final = 64
"""Cards that are read behind the end of a shoe, where a round needs more than are left."""


def _state(hard: int, *, ace: bool) -> int:
    """Return the state of a hand by its sum with aces as one."""
    total = total_of(hard, ace=ace)
    return _BUST if total > 21 else _STATES.index((total, total != hard))


_NEXT: Final = np.array(
    [
        *(
            [_state((total - 10 if soft else total) + value, ace=soft or value == ACE) for value in range(1, 11)]
            for total, soft in _STATES
        ),
        [_BUST] * 10,
    ],
    np.int64,
)
"""State of a hand by its state before and the card that came."""

_TOTALS: Final = np.array([*(total for total, _ in _STATES), 0], np.int64)
_DIGITS: Final = np.array([np.arange(1000) // 100, np.arange(1000) // 10 % 10, np.arange(1000) % 10])


def _played(state: int, hits: npt.NDArray[np.bool_]) -> Codes:
    """Play a hand on with each three cards that can come: codes of what it comes to."""
    states, used = np.full(1000, state), np.zeros(1000, np.int64)
    for cards in _DIGITS:
        drawing = hits[states]
        states = np.where(drawing, _NEXT[states, cards], states)
        used += drawing
    return _code(np.where(hits[states], states, _TOTALS[states]), used, np.where(hits[states], _OPEN, _DONE))


def _code(total: object, used: object, kind: object) -> Codes:
    """Return codes: a total (0 if bust), or the state of a hand that goes on; the cards it took; how it ends."""
    code = np.asarray(total) + 32 * np.asarray(used) + 128 * np.asarray(kind)
    return np.asarray(code, np.int16)


@attrs.frozen(eq=False)
class PlayTables:
    """What hands come to, looked up by card values from 0 (an ace) to 9 (a ten).

    Attributes:
        first: For an up-card, two cards and the next three: the code of what the hand comes to.
        split: The same for two cards of a split hand that is not split again.
        split_aces: The same for those of split aces.
        on: For an up-card, a state and the next three cards: what a hand comes to that goes on.
        dealer: For an up-card, the other card and the next three: what the dealer comes to, 22 with a natural.
        dealer_on: For a state and the next three cards: what the dealer comes to who goes on.
        splits: For an up-card and a pair's value: whether it is split.
    """

    first: Codes
    split: Codes
    split_aces: Codes
    on: Codes
    dealer: Codes
    dealer_on: Codes
    splits: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, terms: BlackjackTerms, strategy: Mapping[Kind, tuple[tuple[str, ...], ...]]) -> PlayTables:
        """Make the tables.

        Args:
            terms: The rules in force.
            strategy: The decisions of every row against each of `UP_CARDS`, as `BestPlay.strategy` has them.
        """
        ups = [UP_CARDS.index(value) for value in range(1, 11)]
        first, split, aces, on = (np.empty((10, rows, 1000), np.int16) for rows in (100, 100, 100, len(_STATES)))
        splits = np.zeros((10, 10), np.bool_)
        for up, column in enumerate(ups):
            hits = np.zeros(len(_STATES) + 1, np.bool_)
            for state, (total, soft) in enumerate(_STATES):
                if total < 21:
                    hits[state] = strategy[Kind("soft" if soft else "hard", total)][column][-1] == "hit"
            for state in range(len(_STATES)):
                on[up, state] = _played(state, hits)
            for one, two in np.ndindex(10, 10):
                state = _state(one + two + 2, ace=ACE in (one + 1, two + 1))
                total, soft = _STATES[state]
                row = Kind("soft" if soft else "hard", total)
                wanted = strategy[row][column] if total < 21 else ("stand",)
                if one == two:
                    splits[up, one] = strategy[Kind("pair", one + 1)][column][0] == "split"
                chosen = strategy[Kind("pair", one + 1)][column] if one == two else wanted
                first[up, one * 10 + two] = _first(state, chosen[0], hits, on[up])
                if total == 21:
                    first[up, one * 10 + two] = _code(22, 0, _NATURAL)
                allowed = [
                    decision
                    for decision in wanted
                    if (decision != "double" or terms.double_after_split)
                    and (decision != "surrender" or terms.surrender_after_split)
                ]
                split[up, one * 10 + two] = _first(state, allowed[0], hits, on[up])
                calm = [decision for decision in allowed if decision != "double"][0] if terms.hit_split_aces else "stand"
                aces[up, one * 10 + two] = _first(state, calm, hits, on[up])
        return cls(first.ravel(), split.ravel(), aces.ravel(), on.ravel(), *_dealer_tables(terms), splits.ravel())


def _first(state: int, decision: str, hits: npt.NDArray[np.bool_], on: Codes) -> Codes:
    """Return what a hand of two cards comes to, with each three cards that can come next, by the first decision on it."""
    if decision == "split":
        return _code(0, np.zeros(1000), _SPLIT)
    if decision == "surrender":
        return _code(0, np.zeros(1000), _SURRENDERED)
    if decision == "double":
        return _code(_TOTALS[_NEXT[state, _DIGITS[0]]], np.ones(1000), _DOUBLED)
    if decision == "hit" and not hits[state]:
        forced = hits.copy()
        forced[state] = True
        return _played(state, forced)
    return on[state] if decision == "hit" or not hits[state] else _code(_TOTALS[state], np.zeros(1000), _DONE)


def _dealer_tables(terms: BlackjackTerms) -> tuple[Codes, Codes]:
    """Return what the dealer comes to (BJ-74 to BJ-77)."""
    draws = [total < 17 or (total == 17 and soft and terms.hits_soft_17) for total, soft in _STATES]
    hits = np.array([*draws, False])
    on = np.array([_played(state, hits) for state in range(len(_STATES))])
    rows = []
    for up, hole in np.ndindex(10, 10):
        state = _state(up + hole + 2, ace=ACE in (up + 1, hole + 1))
        rows.append(_code(22, np.zeros(1000), _NATURAL) if _STATES[state][0] == 21 else on[state])
    return np.array(rows).ravel(), on.ravel()


@attrs.frozen
class DealtShoe:
    """How rounds come out of a shoe.

    Attributes:
        boxes: Boxes with a bet.
        up_card: Which card of the dealer lies up: `first` or `second` (BJ-33).
        burn: Cards burned before the first round (BJ-20).
        cut: How many cards come out before the cut card does (BJ-19).
        cut_card_first: `deal_round` or `shuffle_now`, where it comes as the first card of a round (BJ-22).
        apart: Instead of burn and cut card: so many cards from the beginning of one round to that of the next, wherever the
            first ends, and from the end of the shoe on to its front. Each is dealt as from a whole shuffled shoe (BJ-23).
    """

    boxes: int = 1
    up_card: str = "first"
    burn: int = 1
    cut: int = 234
    cut_card_first: str = "deal_round"
    apart: int = 0


@attrs.frozen(eq=False)
class Rounds:
    """Rounds of many shoes, one after the other, each number once for every box of them.

    Attributes:
        shoe: Which shoe it was, by its row.
        start: How many cards were out of it before.
        used: Cards that the round took.
        units: What the box won or lost in whole bets; naturals paid and hands given up are not in it.
        naturals: Naturals that were paid.
        surrendered: Hands for which half was given up.
    """

    shoe: Numbers
    start: Numbers
    used: Numbers
    units: Numbers
    naturals: Numbers
    surrendered: Numbers


class RoundDealer:
    """Deals rounds by one table of decisions.

    Args:
        terms: The rules in force.
        shoe: How rounds come out of a shoe.
        tables: What hands come to.
    """

    def __init__(self, terms: BlackjackTerms, shoe: DealtShoe, tables: PlayTables) -> None:
        self.terms, self.shoe, self.tables = terms, shoe, tables
        self.looks = terms.hole_card == "peek"
        self.has_hole = terms.hole_card != "none"

    def deal(self, orders: Ranks) -> Rounds:
        """Deal shoes to their ends.

        A round for which the shoe has too few cards is not dealt to its end, and is left out.

        Args:
            orders: A row for each shoe: its cards as places in `RANKS`, in the order in which they come out.
        """
        shoes, cards = orders.shape
        wide = cards + _AHEAD * self.shoe.boxes
        flat = np.zeros((shoes, wide), np.uint8)
        flat[:, :cards] = orders
        if self.shoe.apart:
            flat[:, cards:] = np.tile(orders, (1, -(-(wide - cards) // cards)))[:, : wide - cards]
        ranks = flat.ravel()
        values = np.minimum(ranks, 9)
        three = np.zeros(len(values), np.int16)
        three[:-2] = values[:-2] * np.int16(100) + values[1:-1] * np.int16(10) + values[2:]
        found = []
        for row, at in self._starts(shoes, cards):
            start = row * wide + at
            dealt = _Deal(self, ranks, values, three, start)
            used = dealt.at - start
            whole = np.flatnonzero(at + used <= cards) if not self.shoe.apart else slice(None)
            at += used
            for units, naturals, surrendered in dealt.boxes:
                found.append((row[whole], (at - used)[whole], used[whole], units[whole], naturals[whole], surrendered[whole]))
        return Rounds(*(np.concatenate(column) for column in zip(*found, strict=True)))

    def _starts(self, shoes: int, cards: int) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield the shoes that go on, and how many cards are out of each, which the caller raises in place."""
        shoe = self.shoe
        row = np.arange(shoes)
        if shoe.apart:
            for first in range(0, cards - shoe.apart + 1, shoe.apart):
                yield row, np.full(shoes, first)
            return
        at = np.full(shoes, shoe.burn)
        last = min(shoe.cut - (shoe.cut_card_first == "shuffle_now"), cards - 1)
        while True:
            on = at <= last
            if not on.all():
                row, at = row[on], at[on]
            if not len(row):
                return
            yield row, at


class _Deal:
    """One round of each of many shoes, dealt and settled.

    Args:
        dealer: The rules and tables.
        ranks: All shoes' cards in one row.
        values: The same as what they count, from 0.
        three: The same as three cards each, the one and the two behind it.
        start: Where each round begins.

    Attributes:
        at: Where each round has come to.
        boxes: For each box: whole bets won, naturals paid, hands given up.
    """

    def __init__(self, dealer: RoundDealer, ranks: Ranks, values: Ranks, three: Codes, start: Numbers) -> None:
        self.dealer, self.ranks, self.values, self.three = dealer, ranks, values, three
        many, tables = dealer.shoe.boxes, dealer.tables
        self.at = start + 2 * many + 1 + dealer.has_hole
        first, second = self.value(start + many), self.value(start + 2 * many + 1)
        self.up, hole = (second, first) if dealer.shoe.up_card == "second" and dealer.has_hole else (first, second)
        self.thousand = self.up * 100_000
        looked = dealer.looks and (self.up * 10 + hole)
        ended = np.isin(looked, (TEN - 1, 10 * (TEN - 1))) if dealer.looks else np.zeros(0, np.bool_)
        boxes = [_Box(self, start + box, start + many + 1 + box) for box in range(many)]
        live = functools.reduce(np.logical_or, (box.live() for box in boxes))
        if not dealer.has_hole:
            waits = functools.reduce(np.logical_or, (box.waits for box in boxes)) & ((self.up == 0) | (self.up == TEN - 1))
            hole = self.value(self.at)
            drawn = live | waits
            self.at = self.at + drawn
            hole = np.where(drawn, hole, 1)  # a two makes no natural, and is read no further
        code = tables.dealer.take((self.up * 10 + hole) * 1000 + self.three.take(self.at))
        total = code & 31
        used = code >> 5 & 3
        going_on = np.flatnonzero((code >> 7 == _OPEN) & live)
        self.at = self.at + np.where(live, used, 0)
        while len(going_on):
            code = tables.dealer_on.take(total[going_on] * np.int64(1000) + self.three.take(self.at[going_on]))
            total[going_on] = code & 31
            self.at[going_on] += code >> 5 & 3
            going_on = going_on[code >> 7 == _OPEN]
        natural = np.flatnonzero(total == 22)
        against = np.where(total == 0, 1, total)
        self.boxes = [box.settled(against, natural) for box in boxes]
        if dealer.looks:
            self.at = np.where(ended, start + 2 * many + 2, self.at)

    def value(self, places: Numbers) -> Numbers:
        """Return what cards count, from 0."""
        return self.values.take(places).astype(np.int64)


class _Box:
    """One box of each of many rounds.

    Args:
        deal: The rounds; their places in the shoes are moved on.
        one: Where the box's first cards lie.
        two: Where its second cards lie.
    """

    def __init__(self, deal: _Deal, one: Numbers, two: Numbers) -> None:
        self.deal = deal
        self.terms, tables = deal.dealer.terms, deal.dealer.tables
        pair = deal.value(one) * 10 + deal.value(two)
        code = tables.first.take(deal.thousand + pair * 1000 + deal.three.take(deal.at))
        self.total, self.kind = (code & 31).astype(np.int64), code >> 7
        deal.at = deal.at + (code >> 5 & 3)
        self._go_on(np.flatnonzero(self.kind == _OPEN))
        splitting = self.kind == _SPLIT
        if self.terms.split_by == "rank":
            self._keep_unlike(splitting, one, two, pair)
        self.split = np.flatnonzero(splitting)
        self.hands = _SplitHands(deal, self.split, one[self.split], two[self.split]) if len(self.split) else None

    def _keep_unlike(self, splitting: npt.NDArray[np.bool_], one: Numbers, two: Numbers, pair: Numbers) -> None:
        """Play pairs of unlike ranks as their total, where only like ones are split."""
        deal = self.deal
        unlike = np.flatnonzero(splitting & (deal.ranks.take(one) != deal.ranks.take(two)))
        splitting[unlike] = False
        code = deal.dealer.tables.split.take(deal.thousand[unlike] + pair[unlike] * 1000 + deal.three.take(deal.at[unlike]))
        self.total[unlike], self.kind[unlike] = code & 31, code >> 7
        deal.at[unlike] += code >> 5 & 3
        self._go_on(unlike[self.kind[unlike] == _OPEN])

    def _go_on(self, which: Numbers) -> None:
        """Play hands on that needed more than three cards."""
        deal = self.deal
        while len(which):
            place = (deal.up[which] * len(_STATES) + self.total[which]) * 1000 + deal.three.take(deal.at[which])
            code = deal.dealer.tables.on.take(place)
            self.total[which], self.kind[which] = code & 31, code >> 7
            deal.at[which] += code >> 5 & 3
            which = which[self.kind[which] == _OPEN]

    def live(self) -> npt.NDArray[np.bool_]:
        """Return in which rounds the box has a hand for which the dealer draws."""
        found: npt.NDArray[np.bool_] = (self.kind <= _DOUBLED) & (self.total > 0)
        if self.hands is not None:
            found[self.split] = self.hands.live()
        return found

    @property
    def waits(self) -> npt.NDArray[np.bool_]:
        """In which rounds it has a bet that only a natural of the dealer can still take or push (BJ-A18, BJ-A20)."""
        found: npt.NDArray[np.bool_] = (self.kind == _NATURAL) | ((self.kind == _SURRENDERED) & (self.terms.surrender == "late"))
        return found

    def settled(self, against: Numbers, natural: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Settle the box (BJ-79 to BJ-88).

        Args:
            against: What the dealer's hand counts: 1 if bust, 22 with a natural.
            natural: The rounds in which it is a natural.
        """
        kind = self.kind
        bets = 1 + (kind == _DOUBLED)
        units = np.sign(self.total - against) * bets
        naturals, surrendered = (kind == _NATURAL).astype(np.int64), (kind == _SURRENDERED).astype(np.int64)
        units[(naturals + surrendered) > 0] = 0
        if self.hands is not None:
            units[self.split], surrendered[self.split] = self.hands.settled(against[self.split])
        if len(natural):
            self._lose(natural, units, naturals, surrendered)
        return units, naturals, surrendered

    def _lose(self, natural: Numbers, units: Numbers, naturals: Numbers, surrendered: Numbers) -> None:
        """Settle against a natural (BJ-67, BJ-71, BJ-72)."""
        kind, terms, looks = self.kind[natural], self.terms, self.deal.dealer.looks
        given_up = (kind == _SURRENDERED) & (terms.surrender == "early")
        lost = np.ones(len(natural), np.int64)
        if not looks and terms.natural_takes != "original_only":
            busts = terms.natural_takes == "busted_and_one"
            doubled = (kind == _DOUBLED) & ((self.total[natural] == 0) | (not busts))
            lost = lost + doubled
            if self.hands is not None:
                places = np.searchsorted(self.split, natural)
                places[places == len(self.split)] = 0
                found = self.split[places] == natural
                lost = np.where(found, self.hands.lost(busts=busts)[places], lost)
        units[natural] = np.where(given_up | (kind == _NATURAL), 0, -lost)
        naturals[natural] = 0
        surrendered[natural] = given_up


class _SplitHands:
    """The hands of boxes that were split, each box's from the dealer's left (BJ-46 to BJ-51).

    Args:
        deal: The rounds; their places in the shoes are moved on.
        which: The rounds in which the box is split.
        one: Where their first cards lie.
        two: Where their second cards lie.
    """

    def __init__(self, deal: _Deal, which: Numbers, one: Numbers, two: Numbers) -> None:
        terms, tables = deal.dealer.terms, deal.dealer.tables
        self.most = max(2, terms.max_hands)
        size = len(which)
        self.total, self.kind = (np.full((self.most, size), start) for start in (0, -1))
        first = np.zeros((self.most, size), np.int64)
        first[0], first[1] = deal.ranks.take(one), deal.ranks.take(two)
        count, at, up = np.full(size, 2), deal.at[which], deal.up[which]
        hand = np.zeros(size, np.int64)
        going_on = np.arange(size)
        while len(going_on):
            second = deal.ranks.take(at[going_on]).astype(np.int64)
            at[going_on] += 1
            old = first[hand[going_on], going_on]
            left, right = np.minimum(old, 9), np.minimum(second, 9)
            again = (left == right) & (count[going_on] < self.most) & tables.splits.take(up[going_on] * 10 + left)
            if terms.split_by == "rank":
                again &= old == second
            if not terms.resplit_aces:
                again &= left > 0
            apart = going_on[again]
            for place in range(self.most - 1, 1, -1):
                moved = apart[place >= hand[apart] + 2]
                first[place, moved] = first[place - 1, moved]
            first[hand[apart] + 1, apart] = second[again]
            count[apart] += 1
            rest = ~again
            played = going_on[rest]
            place = up[played] * 100_000 + (left[rest] * 10 + right[rest]) * 1000 + deal.three.take(at[played])
            code = np.where(left[rest] > 0, tables.split.take(place), tables.split_aces.take(place))
            at[played] += code >> 5 & 3
            total, kind = (code & 31).astype(np.int64), code >> 7
            more = np.flatnonzero(kind == _OPEN)
            while len(more):
                which_ones = played[more]
                code = tables.on.take((up[which_ones] * len(_STATES) + total[more]) * 1000 + deal.three.take(at[which_ones]))
                total[more], kind[more] = code & 31, code >> 7
                at[which_ones] += code >> 5 & 3
                more = more[kind[more] == _OPEN]
            self.total[hand[played], played], self.kind[hand[played], played] = total, kind
            hand[played] += 1
            going_on = going_on[hand[going_on] < count[going_on]]
        deal.at[which] = at
        self.bets = np.where(self.kind < 0, 0, 1 + (self.kind == _DOUBLED))

    def live(self) -> npt.NDArray[np.bool_]:
        """Return which boxes have a hand for which the dealer draws."""
        found: npt.NDArray[np.bool_] = ((self.total > 0) & (self.kind != _SURRENDERED)).any(axis=0)
        return found

    def settled(self, against: Numbers) -> tuple[Numbers, Numbers]:
        """Settle the boxes: whole bets won, and hands given up."""
        given_up = self.kind == _SURRENDERED
        units = np.where(given_up, 0, np.sign(self.total - against) * self.bets)
        return units.sum(axis=0), given_up.sum(axis=0)

    def lost(self, *, busts: bool) -> Numbers:
        """Return how many bets of each box a natural takes: all of them, or those of hands that are bust and one of the rest."""
        if not busts:
            return self.bets.sum(axis=0)
        bust = (self.total == 0) & (self.kind >= 0)
        standing = (self.total > 0).any(axis=0)
        return np.where(bust, self.bets, 0).sum(axis=0) + standing
