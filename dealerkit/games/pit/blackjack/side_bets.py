"""Odds of blackjack's side bets: the exact probability of each line of a pay table (ledger 1.8)."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

import attrs

from dealerkit.arithmetic.first_cards import BETS, SideBetLine, Traits

_FACES: Final = tuple(rank + suit for rank in "A23456789TJQK" for suit in "cdhs")
_TENS: Final = frozenset("TJQK")


@attrs.frozen
class SideBetOdds:
    """The odds of a side bet from a whole shoe.

    Attributes:
        lines: For each winning line, in words, the winnings for a unit staked, and the probability; a bet that can be paid twice
            has further rows for that.
        edge: The house's average gain for each unit staked.
    """

    lines: Mapping[str, tuple[Fraction, Fraction]]
    edge: Fraction

    @property
    def win(self) -> Fraction:
        """Probability of a win."""
        return sum((chance for _, chance in self.lines.values()), Fraction(0))


@functools.lru_cache(maxsize=64)
def side_bet_odds(bet: str, lines: tuple[SideBetLine, ...], decks: int) -> SideBetOdds:
    """Return the odds of a side bet, counted over every hand.

    Args:
        bet: Its name.
        lines: Its lines, the best first: the first one that fits is paid.
        decks: Number of whole decks in the shoe.
    """
    about = BETS[bet]
    hands: Counter[tuple[tuple[tuple[int, ...], ...], int]] = Counter()
    for cards in itertools.product(_FACES, repeat=about.cards):
        left: dict[str, int] = {}
        ways = 1
        for card in cards:
            ways *= decks - left.get(card, 0)
            left[card] = left.get(card, 0) + 1
        if ways:
            parts = about.traits(*cards)
            fitting = tuple(sorted(_fitting(lines, traits) for traits in parts if traits))
            hands[fitting, sum(card[0] in _TENS for card in cards) * 10 + sum(card[0] == "A" for card in cards)] += ways
    size = 52 * decks
    whole = 1
    for drawn in range(about.cards):
        whole *= size - drawn
    wins: dict[str, tuple[Fraction, Fraction]] = {}
    for (fits, seen), ways in hands.items():
        tens, aces = 16 * decks - seen // 10, 4 * decks - seen % 10
        left_over = size - about.cards
        natural = Fraction(2 * tens * aces, left_over * (left_over - 1)) if about.cards == 2 else Fraction(0)
        for chance, has in ((natural, True), (1 - natural, False)):
            paid = [next((lines[place] for place in fitting if has or not lines[place].natural), None) for fitting in fits]
            won = [line for line in paid if line is not None]
            if won and chance:
                name = " and ".join(line.name for line in won)
                pays, before = wins.get(name, (sum((line.pays for line in won), Fraction(0)), Fraction(0)))
                wins[name] = pays, before + chance * Fraction(ways, whole)
    ordered = dict(sorted(wins.items(), key=lambda row: -row[1][0]))
    edge = 1 - sum((chance * (pays + 1) for pays, chance in ordered.values()), Fraction(0))
    return SideBetOdds(ordered, edge)


def _fitting(lines: Iterable[SideBetLine], traits: Traits) -> tuple[int, ...]:
    """Return the indices of the lines that fit, the best first."""
    return tuple(place for place, line in enumerate(lines) if line.cards in traits)
