"""Exact counts of hands against a dealer's hand: every deal of both hands, by classes of ranks and suits.

A hand's value depends on its ranks alone, unless it is a flush. So the dealer's hands are counted by their ranks, each with the
number of suits that the player's cards leave; then those among them that are flushes are moved to the value of the flush. With
one of the dealer's cards face up, only that card's suit can be the flush's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Final, NamedTuple, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from dealerkit.arithmetic.conditions import Told
from dealerkit.cards import RANKS
from dealerkit.errors import Impossible
from dealerkit.games.pit.ranked_hands.terms import OpenDecision, RankedTerms

Numbers: TypeAlias = npt.NDArray[np.int64]
Weights: TypeAlias = npt.NDArray[np.float64]

LEVELS: Final = ("higher", "level", "lower")
"""How a player's hand compares with the dealer's, in the order of the counts."""

BEST, USUAL = 0, 1
"""Ways to play: with the best result on average, and by the game's own table of usual play."""

_SUITS: Final = 4


class Result(NamedTuple):
    """How a round can end.

    Attributes:
        decision: Name of the decision.
        wagers: Result of a unit of each wager, side bets included; None for a wager that the decision leaves out.
        bonus: Part of it that is paid whether the wager wins or loses.
        made: What the hand makes.
    """

    decision: str
    wagers: Mapping[str, Fraction | None]
    bonus: Mapping[str, Fraction]
    made: str


@attrs.frozen(eq=False)
class UpCardCount:
    """The counts for one up-card.

    Attributes:
        letter: Its rank; empty if no card of the dealer lies face up.
        deals: Number of deals with it.
        net: The player's net result in them, in units of the first bet.
        decided: Number of those deals in which each decision is best.
        lowest: The lowest hand for which each decision is best.
        highest: The highest such hand.
    """

    letter: str
    deals: int
    net: Fraction
    decided: Mapping[str, int]
    lowest: Mapping[str, Sequence[int]]
    highest: Mapping[str, Sequence[int]]


@attrs.frozen(eq=False)
class DuelCount:
    """All deals, counted by how they end.

    Attributes:
        deals: Number of all deals; if a card of the dealer lies face up, which card it is counts.
        ends: For each way to play, `BEST` and `USUAL`, pairs of a result and its number of deals. Usual play is empty if the game
            has no table of it.
        stakes: Amount of each wager under each decision, in units of the first bet.
        up_cards: The counts for each up-card under best play; a single one if there is none.
    """

    deals: int
    ends: tuple[Sequence[tuple[Result, int]], Sequence[tuple[Result, int]]]
    stakes: Mapping[str, Mapping[str, Fraction]]
    up_cards: Sequence[UpCardCount]


class _Hands:
    """All hands of a number of cards, by their ranks.

    Attributes:
        size: Number of cards.
        held: For each set of ranks, in the order of their values without a flush, how many cards of each rank it has.
        plain: Those values.
        suited: Value of the same ranks as a flush; 0 if they are not all different.
        ranks: Their cards, of mixed suits.
    """

    def __init__(self, terms: RankedTerms) -> None:
        self.size = size = terms.boxes.cards
        sets = [ranks for ranks in combinations_with_replacement(range(13), size) if max(Counter(ranks).values()) <= _SUITS]
        cards = [[rank * _SUITS + at % _SUITS for at, rank in enumerate(ranks)] for ranks in sets]
        values = [terms.ranker.value(hand) for hand in cards]
        order = sorted(range(len(sets)), key=values.__getitem__)
        self.sets = [sets[at] for at in order]
        self.cards = [cards[at] for at in order]
        self.plain: Numbers = np.array([values[at] for at in order])
        self.held: Numbers = np.array([[ranks.count(rank) for rank in range(13)] for ranks in self.sets])
        distinct = [len(set(ranks)) == size for ranks in self.sets]
        self.distinct: Numbers = np.flatnonzero(distinct)
        self.suited: Numbers = np.zeros(len(self.sets), np.int64)
        self.suited[self.distinct] = [terms.ranker.value([rank * _SUITS for rank in self.sets[at]]) for at in self.distinct]
        self.bits: Numbers = (self.held > 0) @ (1 << np.arange(13))

    def suits(self, at: int, *, up_card: bool) -> Counter[tuple[bool, tuple[int, ...]]]:
        """Return the number of hands with a set of ranks, by whether they are a flush, and by their ranks in the suits that
        matter, as bits: in the suit of the up-card, or in each of the four suits.

        Args:
            at: Number of the set.
            up_card: Whether only the up-card's suit matters. The counts are for a fixed suit then.
        """
        held = Counter(self.sets[at])
        whole = int(self.bits[at])
        classes = Counter[tuple[bool, tuple[int, ...]]]()
        if up_card:
            for inside in product((0, 1), repeat=len(held)):
                mask = sum(1 << rank for rank, part in zip(held, inside, strict=True) if part)
                ways = math.prod(math.comb(_SUITS - 1, count - part) for count, part in zip(held.values(), inside, strict=True))
                classes[mask == whole and len(held) == self.size, (mask,)] += ways
            if len(held) == self.size:
                classes[False, (0,)] -= _SUITS - 1
                classes[True, (0,)] += _SUITS - 1
        else:
            for parts in product(*(combinations(range(_SUITS), count) for count in held.values())):
                masks = [0] * _SUITS
                for rank, part in zip(held, parts, strict=True):
                    for suit in part:
                        masks[suit] |= 1 << rank
                classes[whole in masks and len(held) == self.size, tuple(sorted(masks))] += 1
        return Counter({key: ways for key, ways in classes.items() if ways})


class _Flushes:
    """The dealer's flushes that certain cards leave, counted up to any value: as flushes, and at the value of their ranks.

    Args:
        hands: All hands.
        up_card: Whether a flush must contain the up-card.
    """

    def __init__(self, hands: _Hands, *, up_card: bool) -> None:
        which = hands.distinct
        order = which[np.argsort(hands.suited[which], kind="stable")]
        self.suited, self.plain = hands.suited[order], hands.plain[which]
        self.masks = [sum(1 << rank for rank in part) for many in range(hands.size + 1) for part in combinations(range(13), many)]
        self.row = {mask: row for row, mask in enumerate(self.masks)}
        columns = 13 if up_card else 1
        shape = (len(self.masks), len(which) + 1, columns)
        self.as_flushes, self.as_ranks = (np.zeros(shape, np.int16) for _ in range(2))
        for table, rows in ((self.as_flushes, order), (self.as_ranks, which)):
            bits = hands.bits[rows]
            each = hands.held[rows].astype(np.int16) if up_card else np.ones((len(rows), 1), np.int16)
            for row, mask in enumerate(self.masks):
                np.cumsum(each * ((bits & mask) == 0)[:, None], axis=0, out=table[row, 1:])


class DuelCounter:
    """Counter of all deals of a player's hand and a dealer's hand.

    Args:
        terms: Terms of the game.

    Raises:
        Impossible: If a player decides more than once, or not all hands have the same decisions.
    """

    def __init__(self, terms: RankedTerms) -> None:
        self.terms = terms
        self.hands = _Hands(terms)
        self.columns = 13 if terms.up_card else 1
        self._columns: Weights = (self.hands.held if terms.up_card else np.ones((len(self.hands.sets), 1))).astype(np.float64)
        self._decide()
        self._classify()
        self._settle()

    def _decide(self) -> None:
        """Find the decisions; all hands have the same."""
        terms, main = self.terms, self.terms.boxes.main
        self.decisions: list[OpenDecision] = terms.decisions({"board": 0, "word": "none"})
        opening = {feature for decision in self.decisions for feature in terms.asked_to_open(decision.word)}
        if opening - {"board", "word"}:
            msg = f"no odds for {terms.game.title}: decisions that are open to some hands only are not counted"
            raise Impossible(msg)
        if not self.decisions or not all(decision.word.ends for decision in self.decisions):
            msg = f"no odds for {terms.game.title}: hands with more than one decision against a dealer's hand are not counted"
            raise Impossible(msg)
        names = [decision.word.name for decision in self.decisions]
        self.names = [
            name if names.count(name) == 1 else f"{name} {decision.stake}"
            for name, decision in zip(names, self.decisions, strict=True)
        ]
        self.stakes = [
            {main: Fraction(1), **({decision.word.wager: decision.stake} if decision.word.wager else {})}
            for decision in self.decisions
        ]

    def _classify(self) -> None:
        """Sort players' hands into classes with the same features, as far as these matter, and the dealer's into intervals."""
        terms, hands = self.terms, self.hands
        asked = terms.asked_by_pays()
        mine = sorted((asked | terms.asked_by_words() | {"made"}) & terms.boxes.reading.features.keys())
        theirs = sorted(name.removeprefix("dealer_") for name in asked if name.startswith("dealer_"))
        variants = [(int(value), at, False) for at, value in enumerate(hands.plain)]
        variants += [(int(hands.suited[at]), int(at), True) for at in hands.distinct]
        features = {
            value: terms.hand([rank * _SUITS for rank in hands.sets[at]] if flush else hands.cards[at])
            for value, at, flush in variants
        }
        self.players: list[Told] = []
        self.player_class: dict[int, int] = {}
        self.dealers: list[Told] = []
        edges = [-1]
        known = dict[tuple[object, ...], int]()
        before: tuple[object, ...] | None = None
        for value in sorted(features):
            key = tuple(features[value].get(name) for name in mine)
            if key not in known:
                known[key] = len(self.players)
                self.players.append(features[value])
            self.player_class[value] = known[key]
            now = tuple(features[value][name] for name in theirs)
            if now != before:
                edges += [value] if before is not None else []
                self.dealers.append(features[value])
                before = now
        self.edges: Numbers = np.array([*edges, 1 << 62])

    def _settle(self) -> None:
        """Settle every wager for every class of hands, decision, interval of the dealer's hands and comparison."""
        terms = self.terms
        self.results: dict[tuple[int, int, int, int], Result] = {}
        nets: dict[tuple[int, int, int, int], Fraction] = {}
        for (own, features), choice in product(enumerate(self.players), range(len(self.decisions))):
            stakes = self.stakes[choice]
            for level, part in product(range(len(LEVELS)), range(len(self.dealers))):
                place = own, choice, level, part
                answers = self.answers(*place)
                laid = {name: name in stakes or name in terms.sides for name in (*terms.wagers, *terms.sides)}
                won = {name: terms.result(name, answers) if lies else None for name, lies in laid.items()}
                extra = {name: terms.bonus(name, answers) for name, lies in laid.items() if lies}
                self.results[place] = Result(self.names[choice], won, extra, str(features["made"]))
                nets[place] = sum((stake * (won[name] or 0) for name, stake in stakes.items()), Fraction(0))
        self.scale = math.lcm(*(net.denominator for net in nets.values()))
        shape = (len(self.players), len(self.decisions), len(LEVELS), len(self.dealers))
        self.nets: Numbers = np.zeros(shape, np.int64)
        for place, net in nets.items():
            self.nets[place] = int(net * self.scale)
        self.usual: Numbers = np.full((len(self.players), self.columns), -1)
        for own, column in product(range(len(self.players)), range(self.columns)):
            answers = {**self.players[own], "board": 0, "word": "none"}
            answers |= {"dealer_up": RANKS[column]} if self.terms.up_card else {}
            if (usual := terms.usual(self.decisions, answers)) is not None:
                self.usual[own, column] = self.decisions.index(usual)

    def answers(self, own: int, choice: int, level: int, part: int) -> Told:
        """Return the features of a hand that is settled.

        Args:
            own: Class of the player's hand.
            choice: Index of the decision.
            level: Index in `LEVELS`.
            part: Interval of the dealer's hands.
        """
        return {
            **self.players[own],
            **{f"dealer_{feature}": answer for feature, answer in self.dealers[part].items()},
            "against": LEVELS[level],
            "word": self.decisions[choice].word.name,
            "board": 0,
            "cards": self.hands.size,
        }

    def count(self) -> DuelCount:
        """Return the count of all deals."""
        hands, many = self.hands, len(self.decisions)
        flushes = _Flushes(hands, up_card=self.terms.up_card)
        shape = (2, len(self.players), many, len(LEVELS), len(self.dealers), self.columns)
        tally: Numbers = np.zeros(shape, np.int64)
        chosen = np.zeros((many, self.columns, 2), np.int64)
        chosen[..., 0] = 1 << 62
        for at, ranked in self._by_ranks():
            for flush, classes, ways in self._suits(at):
                value = int(hands.suited[at] if flush else hands.plain[at])
                own = self.player_class[value]
                counts = self._counts(value, at, classes, ranked, flushes)
                best = self._best(own, counts)
                weights = ways[:, None] * self._possible(at, classes)
                for play, choices in ((BEST, best), (USUAL, np.broadcast_to(self.usual[own], best.shape))):
                    for choice in range(many):
                        picked = weights * (choices == choice)
                        tally[play, own, choice] += (picked[:, None, None, :] * counts).sum(axis=0)
                for choice in range(many):
                    seen = ((weights > 0) & (best == choice)).any(axis=0)
                    chosen[choice, seen, 0] = np.minimum(chosen[choice, seen, 0], value)
                    chosen[choice, seen, 1] = np.maximum(chosen[choice, seen, 1], value)
        return self._summary(tally, chosen)

    def _by_ranks(self) -> Iterator[tuple[int, Weights]]:
        """Yield each set of ranks with the number of ways in which its cards leave every other set of ranks to the dealer."""
        hands = self.hands
        slots = [sorted(Counter(ranks).items()) for ranks in hands.sets]
        places = np.array([[rank * 5 + count for rank, count in row] + [65] * (hands.size - len(row)) for row in slots])
        combs = np.array([[math.comb(many, count) for count in range(5)] for many in range(5)], np.float64)
        ones = np.ones(1)
        for at, held in enumerate(hands.held):
            table = np.concatenate([combs[_SUITS - held].ravel(), ones])
            yield at, table[places].prod(axis=1)

    def _below(self, at: int, ways: Weights, bounds: Numbers) -> Numbers:
        """Return the number of the dealer's hands below each bound, by the rank of the up-card, for a given suit of it.

        Args:
            at: The set of the player's ranks.
            ways: Ways to each set of ranks.
            bounds: Values of hands.
        """
        points, back = np.unique(np.searchsorted(self.hands.plain, bounds), return_inverse=True)
        sums = np.zeros((len(points), self.columns))
        first = 0
        for row, last in enumerate(points.tolist()):
            before = sums[row - 1] if row else 0.0
            sums[row] = before + (ways[first:last] @ self._columns[first:last])  # below 2 ** 53: floats are exact
            first = last
        whole = np.rint(sums).astype(np.int64)
        if self.terms.up_card:  # one of the cards of its rank that are left
            whole //= np.maximum(_SUITS - self.hands.held[at], 1)
        return whole[back.reshape(bounds.shape)]

    def _suits(self, at: int) -> Iterator[tuple[bool, list[tuple[int, ...]], Numbers]]:
        """Yield the classes of suits of a set of ranks, first those that make no flush: their masks, and the ways of each."""
        classes = self.hands.suits(at, up_card=self.terms.up_card)
        for flush in (False, True):
            rows = [(masks, ways) for (is_flush, masks), ways in classes.items() if is_flush is flush]
            if rows:
                suits = _SUITS if self.terms.up_card else 1
                yield flush, [masks for masks, _ in rows], np.array([ways * suits for _, ways in rows])

    def _counts(self, value: int, at: int, classes: Sequence[tuple[int, ...]], ranked: Weights, flushes: _Flushes) -> Numbers:
        """Return the number of the dealer's hands by class of suits, comparison, interval and up-card.

        Args:
            value: The player's hand.
            at: Its set of ranks.
            classes: Its classes of suits.
            ranked: Ways to each set of ranks of the dealer.
            flushes: The dealer's flushes.
        """
        edges = self.edges
        bounds = np.stack([np.minimum(edges, value), np.clip(edges, value, value + 1), np.maximum(edges, value + 1)])
        below = self._below(at, ranked, bounds)[None]
        rows = np.array([[flushes.row[mask] for mask in masks] for masks in classes])
        in_flushes, in_ranks = np.searchsorted(flushes.suited, bounds), np.searchsorted(flushes.plain, bounds)
        for suit in range(rows.shape[1]):
            picked = rows[:, suit, None, None]
            below = below + flushes.as_flushes[picked, in_flushes] - flushes.as_ranks[picked, in_ranks]
        counts: Numbers = np.diff(below, axis=2)
        return counts

    def _best(self, own: int, counts: Numbers) -> Numbers:
        """Return the best decision for each class of suits and up-card."""
        worth = np.einsum("dap,napu->dnu", self.nets[own], counts)
        best: Numbers = worth.argmax(axis=0)
        return best

    def _possible(self, at: int, classes: Sequence[tuple[int, ...]]) -> npt.NDArray[np.bool_]:
        """Return for each class of suits and up-card whether that card can lie there, not being among the player's own."""
        if not self.terms.up_card:
            return np.ones((len(classes), 1), np.bool_)
        masks = np.array([mask for (mask,) in classes])
        free: npt.NDArray[np.bool_] = (masks[:, None] >> np.arange(13) & 1) == 0
        free &= self.hands.held[at] < _SUITS
        return free

    def _summary(self, tally: Numbers, chosen: Numbers) -> DuelCount:
        ends: list[list[tuple[Result, int]]] = [[], []]
        for play in (BEST, USUAL):
            for place, result in self.results.items():
                if many := int(tally[(play, *place)].sum()):
                    ends[play].append((result, many))
        if (self.usual < 0).any():
            ends[USUAL] = []
        hand = {value: at for at, value in enumerate(self.hands.plain.tolist())}
        hand |= {int(self.hands.suited[at]): int(at) for at in self.hands.distinct if int(self.hands.suited[at]) not in hand}
        up_cards = []
        for column in range(self.columns):
            here = tally[BEST, ..., column]
            decided = {name: int(here[:, choice].sum()) for choice, name in enumerate(self.names)}
            picked = [choice for choice in range(len(self.names)) if decided[self.names[choice]]]
            ends_of = [
                {self.names[choice]: self.hands.cards[hand[int(chosen[choice, column, end])]] for choice in picked}
                for end in (0, 1)
            ]
            net = sum((here.astype(object) * self.nets.astype(object)).ravel())
            letter = RANKS[column] if self.terms.up_card else ""
            up_cards.append(UpCardCount(letter, int(here.sum()), Fraction(int(net), self.scale), decided, *ends_of))
        stakes = dict(zip(self.names, self.stakes, strict=True))
        return DuelCount(sum(up.deals for up in up_cards), (ends[BEST], ends[USUAL]), stakes, up_cards)
