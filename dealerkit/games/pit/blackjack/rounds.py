"""Many rounds dealt side by side in arrays, with every box played by a table of decisions.

Results of hands are looked up: two cards, the up-card and the next three cards give the total and how many of the three were
used. The few hands that need more cards are looked up again. A shoe's order can be given, so that a table can deal the same
rounds.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from dealerkit.games.pit.blackjack.dealer_hands import TEN
from dealerkit.games.pit.blackjack.play_tables import (
    DOUBLED,
    NATURAL,
    OPEN,
    SPLIT,
    STATES,
    SURRENDERED,
    Codes,
    Numbers,
    PlayTables,
)
from dealerkit.games.pit.blackjack.terms import BlackjackTerms

Ranks: TypeAlias = npt.NDArray[np.uint8]

RANKS: Final = "A23456789TJQK"
"""Letters of the ranks; cards in arrays are indices of this text."""

_AHEAD: Final = 64
"""Number of cards that can be read beyond the end of a shoe, for a round that needs more than are left."""


@attrs.frozen
class DealtShoe:
    """How rounds come out of a shoe.

    Attributes:
        boxes: Number of boxes with a bet.
        up_card: Which of the dealer's cards is the up-card: `first` or `second` (BJ-33).
        burn: Number of cards burned before the first round (BJ-20).
        cut: Number of cards that come out before the cut card (BJ-19).
        cut_card_first: `deal_round` or `shuffle_now`, if the cut card comes as the first card of a round (BJ-22).
        apart: Number of cards from the beginning of one round to that of the next, wherever the first round ends, continuing at
            the front of the shoe after its end; used instead of burn and cut card if not 0. Each round is then dealt as from a
            whole shuffled shoe (BJ-23).
        most: Most rounds from a shoe, as by the rule of six; 0 for as many as there are before the cut card (BJ-24).
    """

    boxes: int = 1
    up_card: str = "first"
    burn: int = 1
    cut: int = 234
    cut_card_first: str = "deal_round"
    apart: int = 0
    most: int = 0


@attrs.frozen(eq=False)
class BoxRounds:
    """Results of the rounds of many shoes, one after the other; each array has one number for every box of every round.

    Attributes:
        shoe: Row of the shoe.
        start: Number of cards out before the round.
        used: Number of cards that the round took.
        units: The box's result in whole bets, without paid naturals and hands given up.
        naturals: Number of naturals paid.
        surrendered: Number of hands for which half was given up.
    """

    shoe: Numbers
    start: Numbers
    used: Numbers
    units: Numbers
    naturals: Numbers
    surrendered: Numbers


class RoundDealer:
    """Dealer of rounds played by one table of decisions.

    Args:
        terms: The rules in force.
        shoe: How rounds come out of a shoe.
        tables: Results of hands.
    """

    def __init__(self, terms: BlackjackTerms, shoe: DealtShoe, tables: PlayTables) -> None:
        self.terms, self.shoe, self.tables = terms, shoe, tables
        self.looks = terms.hole_card == "peek"
        self.has_hole = terms.hole_card != "none"

    def deal(self, orders: Ranks) -> BoxRounds:
        """Return the rounds of whole shoes.

        A round for which the shoe has too few cards is left out.

        Args:
            orders: One row for each shoe: its cards as indices of `RANKS`, in the order in which they come out.
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
        rows = []
        for row, at in self._starts(shoes, cards):
            start = row * wide + at
            dealt = _BulkRound(self, ranks, values, three, start)
            used = dealt.at - start
            whole = np.flatnonzero(at + used <= cards) if not self.shoe.apart else slice(None)
            at += used
            for units, naturals, surrendered in dealt.boxes:
                rows.append((row[whole], (at - used)[whole], used[whole], units[whole], naturals[whole], surrendered[whole]))
        return BoxRounds(*(np.concatenate(column) for column in zip(*rows, strict=True)))

    def _starts(self, shoes: int, cards: int) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield the shoes from which another round is dealt, and the number of cards out of each; the caller increases these
        numbers in place.
        """
        shoe = self.shoe
        row = np.arange(shoes)
        if shoe.apart:
            for first in range(0, cards - shoe.apart + 1, shoe.apart):
                yield row, np.full(shoes, first)
            return
        at = np.full(shoes, shoe.burn)
        last = min(shoe.cut - (shoe.cut_card_first == "shuffle_now"), cards - 1)
        for _ in range(shoe.most) if shoe.most else itertools.count():
            on = at <= last
            if not on.all():
                row, at = row[on], at[on]
            if not len(row):
                return
            yield row, at


class _BulkRound:
    """One round from each of many shoes, dealt and settled.

    Args:
        dealer: The rules and tables.
        ranks: The cards of all shoes in one row, as indices of `RANKS`.
        values: The same cards as values, from 0.
        three: For each card, the values of it and the two after it, as one number.
        start: Index at which each round begins.

    Attributes:
        at: Index of each round's next card.
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
            hole = np.where(drawn, hole, 1)  # a two makes no natural, and is not used further
        code = tables.dealer.take((self.up * 10 + hole) * 1000 + self.three.take(self.at))
        total = code & 31
        used = code >> 5 & 3
        going_on = np.flatnonzero((code >> 7 == OPEN) & live)
        self.at = self.at + np.where(live, used, 0)
        while len(going_on):
            code = tables.dealer_on.take(total[going_on] * np.int64(1000) + self.three.take(self.at[going_on]))
            total[going_on] = code & 31
            self.at[going_on] += code >> 5 & 3
            going_on = going_on[code >> 7 == OPEN]
        natural = np.flatnonzero(total == 22)
        against = np.where(total == 0, 1, total)
        self.boxes = [box.settled(against, natural) for box in boxes]
        if dealer.looks:
            self.at = np.where(ended, start + 2 * many + 2, self.at)

    def value(self, places: Numbers) -> Numbers:
        """Return the values of cards, from 0, by their indices."""
        return self.values.take(places).astype(np.int64)


class _Box:
    """One box in each of many rounds.

    Args:
        deal: The rounds; their next cards are moved on.
        first_card: Indices of the box's first cards.
        second_card: Indices of its second cards.
    """

    def __init__(self, deal: _BulkRound, first_card: Numbers, second_card: Numbers) -> None:
        self.deal = deal
        self.terms, tables = deal.dealer.terms, deal.dealer.tables
        pair = deal.value(first_card) * 10 + deal.value(second_card)
        code = tables.first.take(deal.thousand + pair * 1000 + deal.three.take(deal.at))
        self.total, self.kind = (code & 31).astype(np.int64), code >> 7
        deal.at = deal.at + (code >> 5 & 3)
        self._go_on(np.flatnonzero(self.kind == OPEN))
        splitting = self.kind == SPLIT
        if self.terms.split_by == "rank":
            self._keep_unlike(splitting, first_card, second_card)
        self.split = np.flatnonzero(splitting)
        self.hands = _SplitHands(deal, self.split, first_card[self.split], second_card[self.split]) if len(self.split) else None

    def _keep_unlike(self, splitting: npt.NDArray[np.bool_], first_card: Numbers, second_card: Numbers) -> None:
        """Play pairs of unlike ranks by their total, if only like ranks are split."""
        deal = self.deal
        unlike = np.flatnonzero(splitting & (deal.ranks.take(first_card) != deal.ranks.take(second_card)))
        splitting[unlike] = False
        code = deal.dealer.tables.unlike.take(deal.up[unlike] * 1000 + deal.three.take(deal.at[unlike]))
        self.total[unlike], self.kind[unlike] = code & 31, code >> 7
        deal.at[unlike] += code >> 5 & 3
        self._go_on(unlike[self.kind[unlike] == OPEN])

    def _go_on(self, which: Numbers) -> None:
        """Play on the hands that need more than three cards."""
        deal = self.deal
        while len(which):
            place = (deal.up[which] * len(STATES) + self.total[which]) * 1000 + deal.three.take(deal.at[which])
            code = deal.dealer.tables.on.take(place)
            self.total[which], self.kind[which] = code & 31, code >> 7
            deal.at[which] += code >> 5 & 3
            which = which[self.kind[which] == OPEN]

    def live(self) -> npt.NDArray[np.bool_]:
        """Return the rounds, as an array of booleans, in which the box has a hand for which the dealer draws."""
        live: npt.NDArray[np.bool_] = (self.kind <= DOUBLED) & (self.total > 0)
        if self.hands is not None:
            live[self.split] = self.hands.live()
        return live

    @property
    def waits(self) -> npt.NDArray[np.bool_]:
        """Rounds, as an array of booleans, in which the box has a bet that only a dealer's natural can still take or push
        (BJ-A18, BJ-A20).
        """
        waiting: npt.NDArray[np.bool_] = self.kind == NATURAL
        if self.terms.surrender == "late":
            waiting |= self.kind == SURRENDERED
            if self.hands is not None:
                waiting[self.split] = (self.hands.kind == SURRENDERED).any(axis=0)
        return waiting

    def settled(self, against: Numbers, natural: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return whole bets won, naturals paid and hands given up of the box (BJ-79 to BJ-88).

        Args:
            against: Total of the dealer's hand: 1 if bust, 22 with a natural.
            natural: Rounds in which it is a natural.
        """
        kind = self.kind
        bets = 1 + (kind == DOUBLED)
        units = np.sign(self.total - against) * bets
        naturals, surrendered = (kind == NATURAL).astype(np.int64), (kind == SURRENDERED).astype(np.int64)
        units[(naturals + surrendered) > 0] = 0
        if self.hands is not None:
            units[self.split], surrendered[self.split] = self.hands.settled(against[self.split])
        if len(natural):
            self._lose(natural, units, naturals, surrendered)
        return units, naturals, surrendered

    def _lose(self, natural: Numbers, units: Numbers, naturals: Numbers, surrendered: Numbers) -> None:
        """Settle the box against a natural (BJ-67, BJ-71, BJ-72), in place."""
        kind, terms, looks = self.kind[natural], self.terms, self.deal.dealer.looks
        given_up = ((kind == SURRENDERED) & (terms.surrender == "early")).astype(np.int64)
        lost = np.where(given_up | (kind == NATURAL), 0, 1)
        if not looks:
            if terms.natural_takes != "original_only":
                lost += (kind == DOUBLED) & ((self.total[natural] == 0) | (terms.natural_takes == "all"))
            if self.hands is not None:
                places = np.searchsorted(self.split, natural)
                places[places == len(self.split)] = 0
                also_split = np.flatnonzero(self.split[places] == natural)
                lost[also_split], given_up[also_split] = self.hands.against_natural(places[also_split])
        units[natural], naturals[natural], surrendered[natural] = -lost, 0, given_up


class _SplitHands:
    """The hands of split boxes, each box's from the dealer's left (BJ-46 to BJ-51).

    Args:
        deal: The rounds; their next cards are moved on.
        which: Rounds in which the box is split.
        first_card: Indices of their first cards.
        second_card: Indices of their second cards.
    """

    def __init__(self, deal: _BulkRound, which: Numbers, first_card: Numbers, second_card: Numbers) -> None:
        terms, tables = deal.dealer.terms, deal.dealer.tables
        self.terms, self.most = terms, max(2, terms.max_hands)
        size = len(which)
        self.total, self.kind = (np.full((self.most, size), start) for start in (0, -1))
        first = np.zeros((self.most, size), np.int64)
        first[0], first[1] = deal.ranks.take(first_card), deal.ranks.take(second_card)
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
            more = np.flatnonzero(kind == OPEN)
            while len(more):
                which_ones = played[more]
                code = tables.on.take((up[which_ones] * len(STATES) + total[more]) * 1000 + deal.three.take(at[which_ones]))
                total[more], kind[more] = code & 31, code >> 7
                at[which_ones] += code >> 5 & 3
                more = more[kind[more] == OPEN]
            self.total[hand[played], played], self.kind[hand[played], played] = total, kind
            hand[played] += 1
            going_on = going_on[hand[going_on] < count[going_on]]
        deal.at[which] = at
        self.bets = np.where(self.kind < 0, 0, 1 + (self.kind == DOUBLED))

    def live(self) -> npt.NDArray[np.bool_]:
        """Return the boxes, as an array of booleans, with a hand for which the dealer draws."""
        live: npt.NDArray[np.bool_] = ((self.total > 0) & (self.kind != SURRENDERED)).any(axis=0)
        return live

    def settled(self, against: Numbers) -> tuple[Numbers, Numbers]:
        """Return whole bets won and hands given up of the boxes."""
        given_up = self.kind == SURRENDERED
        units = np.where(given_up, 0, np.sign(self.total - against) * self.bets)
        return units.sum(axis=0), given_up.sum(axis=0)

    def against_natural(self, which: Numbers) -> tuple[Numbers, Numbers]:
        """Return the number of bets that a late natural takes, and of hands for which half had been given up before.

        Args:
            which: The boxes.
        """
        terms, total, kind, bets = self.terms, self.total[:, which], self.kind[:, which], self.bets[:, which]
        gone = (kind == SURRENDERED) & (terms.surrender == "early")
        left = (kind >= 0) & ~gone
        bust = left & (total == 0) & (kind != SURRENDERED)
        if terms.natural_takes == "all":
            lost = np.where(left, bets, 0).sum(axis=0)
        elif terms.natural_takes == "busted_and_one":
            lost = np.where(bust, bets, 0).sum(axis=0) + (left & ~bust).any(axis=0)
        else:
            lost = bust.sum(axis=0) + (left[0] & ~bust[0])
        return lost, gone.sum(axis=0)
