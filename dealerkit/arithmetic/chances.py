"""Exact chances in games in which cards are turned one by one: cards as numbers in, fractions out.

A card is a number from 0 to 51, four to a rank from the two up; `card % 4` is its suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

import attrs

from dealerkit.arithmetic.ranking import Ranker, beats
from dealerkit.arithmetic.ranking.frequencies import frequencies

# -- A card turned against a hand: does the hand hold a higher card of its suit? --------------------------------------


def beaten_by(hand: Iterable[int], unseen: Iterable[int]) -> list[int]:
    """Return the unseen cards that a hand beats: it holds a higher card of their suit (RD-08, ace high)."""
    best = {suit: max((card for card in hand if card % 4 == suit), default=-1) for suit in range(4)}
    return [card for card in unseen if card < best[card % 4]]


def hands_by_beaten(size: int, ranks: int = 13) -> Counter[int]:
    """Return how many hands of a full pack beat how many unseen cards.

    Args:
        size: Number of cards in the hand.
        ranks: Number of ranks in each of the four suits.

    Returns:
        Number of hands, by the number of cards that they beat.

    >>> hands_by_beaten(1)[12]  # the four aces
    4
    """
    # In one suit, j cards whose best has b ranks below it beat b - (j - 1) unseen ones; there are C(b, j - 1) such choices.
    suit: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for cards in range(1, size + 1):
        for below in range(cards - 1, ranks):
            suit[cards, below - (cards - 1)] += comb(below, cards - 1)
    totals: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(4):
        grown: Counter[tuple[int, int]] = Counter()
        for (cards, wins), ways in totals.items():
            for (more, also), count in suit.items():
                if cards + more <= size:
                    grown[cards + more, wins + also] += ways * count
        totals = grown
    return Counter({wins: ways for (cards, wins), ways in totals.items() if cards == size})


# -- A hand turned up card by card until it beats another -------------------------------------------------------------


@attrs.frozen
class CardTurn:
    """The chances of how a player's turn ends in which cards of the hand are turned up one by one.

    Attributes:
        beat: Chances that the target is beaten at the first card, at the second, and so on.
        killed: Chances that the turn ends at the first card, the second, and so on because it has the rank that kills a hand.
        ran_out: Chance that all cards are up and the target is not beaten.
    """

    beat: tuple[Fraction, ...]
    killed: tuple[Fraction, ...]
    ran_out: Fraction


def turn(
    ranker: Ranker,
    unseen: Sequence[int],
    kill: frozenset[int],
    target: Sequence[int],
    held: Sequence[int],
    left: int,
    *,
    longer_wins: bool = False,
) -> CardTurn:
    """Return the chances of how a turn ends: its cards beat the target (MS-14), a card of the kill rank comes (MS-17), or all
    cards are up (MS-18).

    Args:
        ranker: The order of hands.
        unseen: Cards not seen by anyone, those of the hand included.
        kill: Those of the unseen cards whose rank kills the hand.
        target: Cards to beat.
        held: Cards of the hand that are up already; they do not beat the target yet.
        left: Number of face-down cards in the hand.
        longer_wins: Whether a side card beats a missing card, so that 7-3 beats a bare seven. MS-A3

    Raises:
        ValueError: If fewer cards are unseen, or the hand already beats the target.
    """
    goal = ranker.value(target)

    def beating(cards: int) -> Fraction:
        """Return the chance that a number of further cards, none of the kill rank, beat the target together with the
        held ones.
        """
        numbers = frequencies(ranker, safe, cards, held)
        ways = sum(count for value, count in numbers.items() if beats(value, goal, ranker.order, longer_wins=longer_wins))
        return Fraction(ways, comb(len(safe), cards))

    if left > len(unseen):
        msg = f"can't draw {left} cards from {len(unseen)} unseen cards"
        raise ValueError(msg)
    if held and beats(ranker.value(held), goal, ranker.order, longer_wins=longer_wins):
        msg = "the hand already beats the target"
        raise ValueError(msg)
    safe = [card for card in unseen if card not in kill]
    # The positions of the kill cards are independent of the order of the others, so the two chances are multiplied.
    alive, before = Fraction(1), Fraction(0)
    beat, killed = [], []
    for count in range(1, left + 1):
        survives = Fraction(max(0, len(safe) - count + 1), len(unseen) - count + 1)
        killed.append(alive * (1 - before) * (1 - survives))
        alive *= survives
        now = beating(count) if before < 1 and len(safe) >= count else Fraction(1)
        beat.append(alive * (now - before))
        before = now
    return CardTurn(tuple(beat), tuple(killed), alive * (1 - before))
