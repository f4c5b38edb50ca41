"""Best play by a hand's total, and the expected result of a round played in that way: exact for the cards seen and the rules in
force.

When a hand is played, all its cards are out of the shoe; the dealer's results from the remaining cards are counted, never
sampled. Only split hands are approximated: the effect on the shoe of the cards in a box's other hands is ignored, except for
cards with the pair's own value.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from operator import add, sub
from typing import Final, NamedTuple

import attrs

from dealerkit.games.pit.blackjack.dealer_hands import ACE, FINALS, TEN, VALUES, DealerHands, shoe, total_of
from dealerkit.games.pit.blackjack.terms import BlackjackTerms

_NATURAL: Final = FINALS.index("natural")
_BUST: Final = FINALS.index("bust")

Hand = tuple[int, int]
"""The first two cards, by value, the smaller one first."""


class StrategyRow(NamedTuple):
    """A row of the table of basic strategy.

    Attributes:
        row: `hard`, `soft` or `pair`.
        total: Total of the hand; for a pair, value of one card.
    """

    row: str
    total: int


@attrs.frozen
class BestPlay:
    """The best decisions and their expected results, in units of the first bet.

    Attributes:
        terms: The rules in force.
        strategy: For each row, and each up-card from 2 to 10 and the ace: decisions in order of preference, of which the first
            allowed one is taken.
        by_total: Expected result of a round for a player who follows that table.
        by_cards: Expected result for a player who decides by the first two cards themselves.
        hands: Expected result of each decision, by the first two cards and the up-card. If the dealer finds out before anybody
            plays whether there is a natural, it is the result given that there is none.
    """

    terms: BlackjackTerms
    strategy: Mapping[StrategyRow, tuple[tuple[str, ...], ...]]
    by_total: float
    by_cards: float
    hands: Mapping[tuple[Hand, int], Mapping[str, float]]

    @property
    def edge(self) -> float:
        """The house edge from a fresh shoe against a player who follows the table, for each unit of the first bet; pushed bets
        count as bets.
        """
        return -self.by_total


UP_CARDS: Final = (*range(2, 11), ACE)
"""Up-cards in the order in which tables of basic strategy print them."""


@functools.lru_cache(maxsize=64)
def best_play(terms: BlackjackTerms, *, by_every_card: bool = False) -> BestPlay:
    """Return the best play under the rules in force.

    Args:
        terms: The rules in force.
        by_every_card: Whether hands are played by all their cards, not only by their total. `by_cards` is then the result of such
            play, and the table is not basic strategy.
    """
    strategy: dict[StrategyRow, list[tuple[str, ...]]] = {}
    hands: dict[tuple[Hand, int], Mapping[str, float]] = {}
    by_total = by_cards = 0.0
    for up in UP_CARDS:
        against = _UpCard(terms, up, by_every_card=by_every_card)
        for kind, decisions in against.table().items():
            strategy.setdefault(kind, []).append(decisions)
        for hand, chance in against.first_two():
            seen, worth, best = against.worth(hand)
            by_total += chance * worth
            by_cards += chance * best
            hands[hand, up] = seen
    return BestPlay(terms, {kind: tuple(row) for kind, row in strategy.items()}, by_total, by_cards, hands)


class _UpCard:
    """Best play against one up-card.

    A hand is passed as three values: the number of cards of each value in it (`out`, one number with six bits a value), the sum
    of its cards with aces as one (`hard`), and whether it has an ace. `left` is always the shoe without the up-card and these
    cards.
    """

    def __init__(self, terms: BlackjackTerms, up: int, *, by_every_card: bool) -> None:
        self.terms, self.up, self.by_every_card = terms, up, by_every_card
        self.dealer = DealerHands.of(up, hits_soft_17=terms.hits_soft_17)
        self.left: list[float] = [*shoe(terms.decks)]
        self.up_chance = self.left[up - 1] / sum(self.left)
        self.left[up - 1] -= 1
        self.fresh = tuple(self.left)
        self.size = sum(self.left)
        self.shift: tuple[float, ...] = ()
        """Added to the expected results of a hand that stands, while further cards are out that are not known exactly."""
        hole = {ACE: TEN, TEN: ACE}.get(up, 0)
        self.natural_hole = hole
        """Value of the hole card that gives the dealer a natural; 0 if no hole card can."""
        self.excluded = hole if terms.loses_only_first_bet else 0
        """Value that the hole card is known not to have while hands are played, because a natural has been excluded or takes no
        more than the first bet; 0 for none.
        """
        self.per_box = terms.natural_takes == "busted_and_one" and bool(hole) and not self.excluded
        """Whether a late natural takes one bet of a box, however many hands the box has (BJ-A16)."""
        self.draws: dict[StrategyRow, bool] = {}
        self.decisions: dict[StrategyRow, tuple[str, ...]] = {}
        self._stands = _standing(terms.decks, up, self.excluded, hits_soft_17=terms.hits_soft_17)
        self._plays: dict[int, float] = {}
        self._seen: dict[Hand, Mapping[str, float]] = {}

    # -- Cards ------------------------------------------------------------------------------------------------------------

    def first_two(self) -> Iterator[tuple[Hand, float]]:
        """Yield every hand of two cards, with its probability together with the up-card."""
        left, size = self.left, self.size
        for first in VALUES:
            for second in VALUES[first - 1 :]:
                ways = left[first - 1] * (left[second - 1] - (first == second)) * (1 if first == second else 2)
                if ways > 0:
                    yield (first, second), self.up_chance * ways / (size * (size - 1))

    def take(self, *values: int) -> int:
        """Take cards out of the shoe, and return them in the form of `out`."""
        out = 0
        for value in values:
            self.left[value - 1] -= 1
            self.size -= 1
            out += 1 << (6 * value)
        return out

    def back(self, *values: int) -> None:
        """Put cards back into the shoe."""
        for value in values:
            self.left[value - 1] += 1
            self.size += 1

    def chances(self) -> list[float]:
        """Return the probability of each value to be drawn next. If the hole card is known not to be a ten, for instance, a ten
        is more likely.
        """
        left, size = self.left, self.size
        if not self.excluded:
            return [count / size for count in left]
        others = size - left[self.excluded - 1]
        share = (others - 1) / (others * (size - 1))
        chances = [count * share for count in left]
        chances[self.excluded - 1] = left[self.excluded - 1] / (size - 1)
        return chances

    def natural_chance(self) -> float:
        """Return the probability of a dealer's natural, with nothing known of the hole card."""
        return self.left[self.natural_hole - 1] / self.size if self.natural_hole else 0.0

    @contextlib.contextmanager
    def without(self, out: int, value: int, others: int) -> Iterator[None]:
        """Within the block, take cards out of the shoe of which only one value is excluded: the second cards of the box's other
        hands.

        Their effect on the dealer's hand is counted once, for the given cards.

        Args:
            out: Cards that are out.
            value: The excluded value.
            others: Number of cards to take.
        """
        kept = self.left, self.size, self._plays
        share = 1 - others / (self.size - self.left[value - 1])
        self.left = [count if place == value - 1 else count * share for place, count in enumerate(self.left)]
        self.size -= others
        self._plays = {}
        self.shift = tuple(map(sub, self._counted(self.left), self.stands(out)))
        yield
        self.left, self.size, self._plays = kept
        self.shift = ()

    # -- Expected results of a hand -----------------------------------------------------------------------------------------

    def stands(self, out: int) -> tuple[float, ...]:
        """Return the expected results of a hand that stands, by its total: up to 16, then 17 to 21; last the probability of a
        natural, if it is still possible.

        With more than `_COUNTED` cards out it is not counted but extrapolated from hands with one, two and three cards fewer, as
        if a third card changed nothing about how two others affect each other.
        """
        worth = self._stands.get(out)
        if worth is None:
            cards = _cards(out)
            if len(cards) <= _COUNTED:
                unseen = list(self.fresh)
                for value in cards:
                    unseen[value - 1] -= 1
                worth = self._counted(unseen)
            else:
                first, second, third = (1 << (6 * value) for value in cards[-3:])
                pairs = self.stands(out - first), self.stands(out - second), self.stands(out - third)
                singles = self.stands(out - second - third), self.stands(out - first - third), self.stands(out - first - second)
                none = self.stands(out - first - second - third)
                worth = tuple(a + b + c - d - e - f + g for a, b, c, d, e, f, g in zip(*pairs, *singles, none, strict=True))
            self._stands[out] = worth
        return worth

    def _counted(self, unseen: Sequence[float]) -> tuple[float, ...]:
        """Return the same values as `stands`, counted from the unseen cards.

        Args:
            unseen: Number of unseen cards by value.
        """
        ways = self.dealer.chances(unseen, sum(unseen))
        natural, bust = ways[_NATURAL], ways[_BUST]
        if self.excluded:
            share = 1 / (1 - natural)
            ways, natural, bust = [way * share for way in ways], 0.0, bust * share
        below, rest = bust, sum(ways[:5])
        worth = [bust - rest]
        for way in ways[:5]:
            rest -= way
            worth.append(below - rest)
            below += way
        return (*worth, natural)

    def stand(self, out: int, hard: int, *, ace: bool, bet: int = 1, split: bool = False) -> float:
        """Return the expected result of a hand that takes no more cards.

        Args:
            out: Cards that are out.
            hard: Sum of the hand's cards, aces as one.
            ace: Whether the hand has an ace.
            bet: Number of bets on it.
            split: Whether it is one of a box's split hands, for which a late natural's share is counted once for the box.
        """
        worth = self.stands(out)
        if self.shift:
            worth = tuple(map(add, worth, self.shift))
        natural = worth[6]
        lost = bet if self.terms.natural_takes == "all" else 0 if split and self.per_box else 1
        return bet * worth[max(0, total_of(hard, ace=ace) - 16)] - lost * natural

    def play(self, out: int, hard: int, *, ace: bool, split: bool = False) -> float:
        """Return the expected result of a hand that hits or stands, whichever is better; arguments as in `stand`."""
        total = total_of(hard, ace=ace)
        if total == 21:
            return self.stand(out, hard, ace=ace, split=split)
        key = (out << 6 | hard) << 1 | (split and self.per_box)
        if key not in self._plays:
            if self.by_every_card:
                self._plays[key] = max(self.stand(out, hard, ace=ace, split=split), self.hit(out, hard, ace=ace, split=split))
            elif self.draws[StrategyRow("soft" if total != hard else "hard", total)]:
                self._plays[key] = self.hit(out, hard, ace=ace, split=split)
            else:
                self._plays[key] = self.stand(out, hard, ace=ace, split=split)
        return self._plays[key]

    def hit(self, out: int, hard: int, *, ace: bool, split: bool = False) -> float:
        """Return the expected result of a hand that takes a card and is then played on; arguments as in `stand`."""
        worth = 0.0
        for value, chance in enumerate(self.chances(), 1):
            if hard + value > 21:
                worth -= chance
            elif chance > 0:
                more = self.take(value)
                worth += chance * self.play(out + more, hard + value, ace=ace or value == ACE, split=split)
                self.back(value)
        return worth

    def double(self, out: int, hard: int, *, ace: bool, split: bool = False) -> float:
        """Return the expected result of a hand that is doubled for the full bet; arguments as in `stand`."""
        worth = 0.0
        for value, chance in enumerate(self.chances(), 1):
            if hard + value > 21:
                worth -= 2 * chance
            elif chance > 0:
                more = self.take(value)
                worth += chance * self.stand(out + more, hard + value, ace=ace or value == ACE, bet=2, split=split)
                self.back(value)
        return worth

    def surrender(self) -> float | None:
        """Return the expected result of giving up half of the bet, on the same scale as the other decisions; None if it is not
        allowed.
        """
        if self.terms.surrender == "none" or (self.up == ACE and not self.terms.surrender_vs_ace):
            return None
        natural = self.natural_chance()
        if self.terms.surrender == "late":
            return -0.5 if self.excluded else -0.5 * (1 - natural) - natural
        return (natural - 0.5) / (1 - natural) if self.excluded else -0.5

    # -- Splits -------------------------------------------------------------------------------------------------------------

    def split(self, value: int) -> float:
        """Return the expected result of splitting a pair, and splitting again wherever that is allowed.

        The second cards of its hands are treated as dealt before any other card, since the expected result of a hand does not
        depend on when its cards come. The effect of more than one further card of the pair's value is extrapolated linearly.
        """
        most = 2 if value == ACE and not self.terms.resplit_aces else self.terms.max_hands
        out = self.take(value, value)
        with self.without(out, value, 1):
            single = paired = self._split_hand(out, value)
        slope = 0.0
        if self.left[value - 1]:
            again = self.take(value)
            with self.without(out + again, value, 2):
                slope = self._split_hand(out + again, value) - single
                paired = self.after_split(out + again, value, value)
            self.back(value)

        def dealt(pending: int, hands: int, drawn: int, others: int, pairs: int) -> float:
            """Return the expected result of all hands once the pending second cards are dealt.

            Args:
                pending: Number of second cards still to be dealt.
                hands: Number of hands.
                drawn: Number of second cards with the pair's value.
                others: Number of second cards with another value.
                pairs: Number of hands that stay pairs.
            """
            if not pending:
                worth = others * (single + drawn * slope) + pairs * paired
                return worth - self.stands(out)[6] if self.per_box else worth
            chance = self._pair_chance(value, drawn, others)
            worth = (1 - chance) * dealt(pending - 1, hands, drawn, others + 1, pairs)
            if chance > 0 and hands < most:
                worth += chance * dealt(pending + 1, hands + 1, drawn + 1, others, pairs)
            elif chance > 0:
                worth += chance * dealt(pending - 1, hands, drawn + 1, others, pairs + 1)
            return worth

        worth = dealt(2, 2, 0, 0, 0)
        self.back(value, value)
        return worth

    def _pair_chance(self, value: int, drawn: int, others: int) -> float:
        """Return the probability that the next second card makes a pair again."""
        left, size = self.left[value - 1] - drawn, self.size - drawn - others
        if not self.excluded:
            return left / size
        if value == self.excluded:
            return left / (size - 1)
        free = size - self.left[self.excluded - 1]
        return left * (free - 1) / (free * (size - 1))

    def _split_hand(self, out: int, value: int) -> float:
        """Return the expected result of a hand of a split pair whose second card makes no pair."""
        worth = whole = 0.0
        for second, chance in enumerate(self.chances(), 1):
            if second != value and chance > 0:
                more = self.take(second)
                worth += chance * self.after_split(out + more, value, second)
                whole += chance
                self.back(second)
        return worth / whole

    def after_split(self, out: int, value: int, second: int) -> float:
        """Return the expected result of a split hand of two cards that is not split again (BJ-49, BJ-51, BJ-56)."""
        terms, hard, ace = self.terms, value + second, ACE in (value, second)
        if value == ACE and not terms.hit_split_aces:
            return self.stand(out, hard, ace=ace, split=True)
        total = total_of(hard, ace=ace)
        if total == 21:
            return self.stand(out, hard, ace=ace, split=True)
        given_up = self.surrender() if terms.surrender_after_split else None
        doubles = terms.double_after_split and value != ACE and terms.may_double(total, soft=total != hard)
        if self.by_every_card:
            worth = [self.play(out, hard, ace=ace, split=True), *([] if given_up is None else [given_up])]
            return max(worth + ([self.double(out, hard, ace=ace, split=True)] if doubles else []))
        for decision in self.decisions[StrategyRow("soft" if total != hard else "hard", total)]:
            if decision == "double" and doubles:
                return self.double(out, hard, ace=ace, split=True)
            if decision == "surrender" and given_up is not None:
                return given_up
        return self.play(out, hard, ace=ace, split=True)

    # -- The table ------------------------------------------------------------------------------------------------------------

    def table(self) -> Mapping[StrategyRow, tuple[str, ...]]:
        """Return the decisions of each row: the best ones on average over all hands of two cards with that total.

        A pair counts for the row of its total only if no other two cards have that total.
        """
        if self.by_every_card:
            return {}
        hands: dict[StrategyRow, list[tuple[Hand, float]]] = {}
        for hand, chance in self.first_two():
            hard, ace = sum(hand), hand[0] == ACE
            total = total_of(hard, ace=ace)
            hands.setdefault(StrategyRow("soft" if ace else "hard", total), []).append((hand, chance))
        for kind in _ORDER:
            in_row = hands.get(kind, [])
            self._decide(kind, [(hand, chance) for hand, chance in in_row if hand[0] != hand[1]] or in_row)
        table = dict(self.decisions)
        for value in VALUES:
            table[StrategyRow("pair", value)] = self._pair_decisions(value)
        return table

    def _decide(self, kind: StrategyRow, hands: Sequence[tuple[Hand, float]]) -> None:
        """Decide a row; the rows that its hands can lead to must be decided already.

        Args:
            kind: The row.
            hands: Its hands of two cards, with their probabilities.
        """
        worth = dict.fromkeys(("stand", "hit", "double"), 0.0)
        given_up = 0.0
        for hand, chance in hands:
            out, hard, ace = self.take(*hand), sum(hand), hand[0] == ACE
            weight = chance * (1 - self.natural_chance()) if self.excluded else chance
            worth["stand"] += weight * self.stand(out, hard, ace=ace)
            worth["hit"] += weight * self.hit(out, hard, ace=ace)
            if self.terms.may_double(kind.total, soft=ace):
                worth["double"] += weight * self.double(out, hard, ace=ace)
            given_up += weight * (self.surrender() or 0.0)
            self.back(*hand)
        self.draws[kind] = worth["hit"] > worth["stand"]
        wanted = ["hit" if self.draws[kind] else "stand"]
        if self.terms.may_double(kind.total, soft=kind.row == "soft") and worth["double"] > worth[wanted[0]]:
            wanted.insert(0, "double")
        if self.surrender() is not None and given_up > worth[wanted[0]]:
            wanted.insert(0, "surrender")
        self.decisions[kind] = tuple(wanted)

    def _pair_decisions(self, value: int) -> tuple[str, ...]:
        """Return the best decisions with a pair: to split it, to give it up, or those for its total."""
        by_total = self.decisions[StrategyRow("soft", 12) if value == ACE else StrategyRow("hard", 2 * value)]
        seen = self.seen((value, value))
        if "split" not in seen:
            return by_total
        kept = [decision for decision in by_total if decision != "surrender"]
        splits = seen["split"] > seen[kept[0]]
        best = [*(["split"] if splits else []), *kept]
        return ("surrender", *best) if seen.get("surrender", -2.0) > seen[best[0]] else tuple(best)

    def seen(self, hand: Hand) -> Mapping[str, float]:
        """Return the expected result of each allowed decision on two cards."""
        if hand not in self._seen:
            self._seen[hand] = self._see(*hand)
        return self._seen[hand]

    def _see(self, first: int, second: int) -> Mapping[str, float]:
        hand = first, second
        out, hard, ace = self.take(*hand), first + second, first == ACE
        total = total_of(hard, ace=ace)
        worth = {"stand": self.stand(out, hard, ace=ace), "hit": self.hit(out, hard, ace=ace)}
        if self.terms.may_double(total, soft=total != hard):
            worth["double"] = self.double(out, hard, ace=ace)
        given_up = self.surrender()
        if given_up is not None:
            worth["surrender"] = given_up
        self.back(*hand)
        if first == second and self.terms.max_hands > 1:
            worth["split"] = self.split(first)
        return worth

    def worth(self, hand: Hand) -> tuple[Mapping[str, float], float, float]:
        """Return the expected results of the decisions on two cards, that of the hand played by the table, and that of its best
        decision.
        """
        self.take(*hand)
        natural = self.natural_chance()
        self.back(*hand)
        if hand == (ACE, TEN):
            pays = float(self.terms.blackjack_pays) * (1 - natural)
            return {}, pays, pays
        seen = self.seen(hand)
        chosen = best = max(seen.values())
        if not self.by_every_card:
            chosen = seen[self._row(hand)[0]]
        if self.excluded:
            chosen, best = ((1 - natural) * worth - natural for worth in (chosen, best))
        return seen, chosen, best

    def _row(self, hand: Hand) -> tuple[str, ...]:
        """Return the table's decisions for two cards."""
        first, second = hand
        if first == second:
            return self._pair_decisions(first)
        ace = first == ACE
        return self.decisions[StrategyRow("soft" if ace else "hard", total_of(first + second, ace=ace))]


@functools.lru_cache(maxsize=4 * len(UP_CARDS))
def _standing(decks: int, up: int, excluded: int, *, hits_soft_17: bool) -> dict[int, tuple[float, ...]]:
    """Return the cache in which `stands` keeps its results, which is shared by all rules that do not affect them.

    Args:
        decks: Number of decks in the shoe.
        up: Value of the up-card.
        excluded: Value that the hole card is known not to have; 0 if nothing is known.
        hits_soft_17: Whether the dealer draws on a soft 17 (BJ-76).
    """
    return {}


@functools.cache
def _cards(out: int) -> tuple[int, ...]:
    """Return the values of the cards that are out, one by one."""
    return tuple(value for value in VALUES for _ in range(out >> (6 * value) & 63))


_COUNTED: Final = 3
"""Most cards of a player, besides the up-card, with which the dealer's hand is counted draw by draw."""

_ORDER: Final = (
    *(StrategyRow("hard", total) for total in range(20, 11, -1)),
    *(StrategyRow("soft", total) for total in range(20, 11, -1)),
    *(StrategyRow("hard", total) for total in range(11, 3, -1)),
)
"""Rows in an order in which no hand can lead to a row that is not decided yet: a hard 11 or less may become soft, but
not a 12.
"""
