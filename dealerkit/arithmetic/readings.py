"""The value of cards in games against the house, and the features of a hand that follow from it.

A game names how its cards are valued (`reading: twenty_one`, or a poker ranking, for which see `ranked_hands`). The functions
take letters of ranks (`A`, `T`, `7`) or, where suits count, the names of cards (`Ah`); the module imports nothing else of this
package.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from dealerkit.arithmetic.conditions import YES_NO, Features, Told

RANKS = "23456789TJQKA"
"""Ranks from the lowest to the highest."""

_RANK: frozenset[object] = frozenset(RANKS)
LEVELS: frozenset[object] = frozenset({"higher", "level", "lower"})
"""Answers to how a hand compares with the dealer's."""

TEN_VALUED = frozenset("TJQK")


class CardReading(NamedTuple):
    """The way in which a game values the cards of a hand.

    Attributes:
        features: Features of a hand that its own cards decide, with their possible answers.
        against: Features of a hand compared with the dealer's hand, with their possible answers.
        hand: Function that takes the letters or names of a hand's cards, in order, and whether it came from a split (`no`, `yes`,
            `ace`), and returns its features; `named`, if it is there, is the hand in words. The result is cached and must not be
            changed.
        compare: Function that takes the features of a hand and of the dealer's, and the letters of both, and returns the features
            of the comparison.
        natural: Function that takes the dealer's face-up card and returns whether the first two cards can make a hand that ends
            the round; None if the game has no such hand.
        suits: Whether suits count, so that it takes the names of cards.
    """

    features: Features
    against: Features
    hand: Callable[[tuple[str, ...], str], Told]
    compare: Callable[[Told, Told, Sequence[str], Sequence[str]], Told]
    natural: Callable[[str], bool] | None = None
    suits: bool = False


_WORTH = {letter: 1 if letter == "A" else 10 if letter in TEN_VALUED else int(letter) for letter in RANKS}


def total(letters: Sequence[str]) -> tuple[int, bool]:
    """Return the total of a hand by the rules of twenty-one, and whether an ace in it counts eleven (BJ-02, BJ-03).

    >>> total("A6"), total("A6K"), total("AA9"), total("A23A")
    ((17, True), (17, False), (21, True), (17, True))
    """
    hard = sum(map(_WORTH.__getitem__, letters))
    soft = "A" in letters and hard <= 11
    return hard + 10 * soft, soft


def _value(letter: str) -> str:
    return "T" if letter in TEN_VALUED else letter


def _pair(letters: Sequence[str]) -> str:
    """Return how two cards are equal: in rank, only in value, or not at all (BJ-46)."""
    if len(letters) != 2 or _value(letters[0]) != _value(letters[1]):
        return "none"
    return "rank" if letters[0] == letters[1] else "value"


@functools.lru_cache(maxsize=4096)
def _twenty_one(letters: tuple[str, ...], split: str) -> Told:
    count, soft = total(letters)
    return {
        "total": count,
        "soft": soft,
        "bust": count > 21,
        "natural": len(letters) == 2 and count == 21 and split == "no",  # BJ-04
        "pair": _pair(letters),
        "aces": bool(letters) and set(letters) == {"A"},
    }


def _against_twenty_one(mine: Told, dealers: Told, _: Sequence[str], __: Sequence[str]) -> Told:
    return {
        "against": level(_strength(mine), _strength(dealers)),
        "dealer_total": dealers["total"],
        "dealer_bust": dealers["bust"],
    }


def _strength(answers: Told) -> int:
    """Return the strength of a hand against another: a natural beats any other 21, and a hand over 21 has none (BJ-83)."""
    return 0 if answers["bust"] else 22 if answers["natural"] else int(str(answers["total"]))


def level(mine: int, other: int) -> str:
    """Return `higher`, `level` or `lower`, for one number compared with another."""
    return "higher" if mine > other else "level" if mine == other else "lower"


def _count(letters: tuple[str, ...], _: str) -> Told:
    return {"rank": letters[0] if letters else None}


def _against_count(_: Told, __: Told, mine: Sequence[str], dealers: Sequence[str]) -> Told:
    """Return the comparison of the first cards, and of the second ones if both hands have one: single cards decide, not sums."""
    levels = [level(RANKS.index(card), RANKS.index(other)) for card, other in zip(mine, dealers, strict=False)]
    return {"against": levels[0] if levels else None, "second": levels[1] if len(levels) > 1 else None}


READINGS: Mapping[str, CardReading] = {
    "twenty_one": CardReading(
        {
            "total": frozenset(range(2, 32)),
            "soft": YES_NO,
            "bust": YES_NO,
            "natural": YES_NO,
            "pair": frozenset({"none", "value", "rank"}),
            "aces": YES_NO,
        },
        {
            "against": LEVELS,
            "dealer_total": frozenset(range(2, 32)),
            "dealer_bust": YES_NO,
            "dealer_natural": YES_NO,
        },
        _twenty_one,
        _against_twenty_one,
        lambda letter: letter == "A" or letter in TEN_VALUED,
    ),
    "count": CardReading({"rank": _RANK}, {"against": LEVELS, "second": LEVELS}, _count, _against_count),
}
"""Readings by their name in `reading:`."""

RANKED = "ranked"
"""Name of all readings by an order of hands, where a fault is limited to some readings."""

COMMON: Features = {
    "cards": frozenset(range(1, 22)),
    "split": frozenset({"no", "yes", "ace"}),
    "first_hand": YES_NO,
    "first_left": YES_NO,
    "natural_shown": YES_NO,
    "room": YES_NO,
    "shown": YES_NO,
    "dealer_up": _RANK,
    "board": frozenset(range(6)),
    "decisions": frozenset(range(22)),
}
"""Features of a hand in every reading: number of cards; whether it came from a split, and whether of aces; whether it is the
first hand of its box; whether it is the first of those still in play and not over 21; whether the dealer is known to have a
natural; whether the box may have another hand; whether its cards lie face up; the dealer's face-up card; the number of shared
cards that lie face up; the number of decisions made on the hand.
"""
