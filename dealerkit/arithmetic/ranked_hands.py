"""Games against the house that rank hands as poker does: the features of such a hand, and how it compares with the dealer's.

A game names the ranking (`reading: {order: high}`) and, in `least`, hands with which its pay lines and its players compare
others.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from dealerkit.arithmetic.conditions import YES_NO, Features, Told
from dealerkit.arithmetic.ranking import Ranker, category, ranks
from dealerkit.arithmetic.ranking.order import JOKER
from dealerkit.arithmetic.readings import LEVELS, RANKS, CardReading, level

SUITS = "cdhs"
"""Suits in the order in which a ranker numbers them."""


def hand_of_ranks(letters: str) -> list[int]:
    """Return cards with these ranks, as numbers; their suits are mixed, so that they make no flush.

    Args:
        letters: Letters of the ranks, with or without hyphens between them: `Q-3-2`.

    Raises:
        ValueError: If a letter is no rank.

    >>> hand_of_ranks("2-2-3")
    [0, 1, 6]
    """
    named = letters.replace("-", "").upper()
    if not named or any(letter not in RANKS for letter in named):
        msg = f"'{letters}' is not a hand; write the ranks of its cards: Q-3-2"
        raise ValueError(msg)
    return [RANKS.index(letter) * len(SUITS) + at % len(SUITS) for at, letter in enumerate(named)]


def _number(name: str) -> int:
    return JOKER if name == "Jk" else RANKS.index(name[0]) * len(SUITS) + SUITS.index(name[1])


def by_ranking(
    ranker: Ranker, cards: int, least: Mapping[str, str], name: Callable[[int], str], *, against: bool = True
) -> CardReading:
    """Return the way to value hands in a game that ranks them as poker does.

    Args:
        ranker: Ranker of hands in the order that the game names.
        cards: Number of cards in a whole hand, with the shared cards.
        least: Hands with which others are compared, each as its ranks: `{qualifies: Q-3-2}` makes a feature `qualifies`, true of
            hands at least as good.
        name: Function that takes the value of a hand and returns its name, in words.
        against: Whether there is a dealer's hand to compare with.

    Raises:
        ValueError: If one of these hands has a letter other than a rank, or another number of cards than the order counts.
    """
    order = ranker.order
    lines: dict[str, int] = {}
    for feature, letters in least.items():
        numbers = hand_of_ranks(letters)
        if len(numbers) != min(cards, order.cards):
            msg = f"'{letters}' has {len(numbers)} cards; a hand here is ranked on {min(cards, order.cards)}"
            raise ValueError(msg)
        lines[feature] = ranker.value(numbers)

    @functools.lru_cache(maxsize=4096)
    def hand(names: tuple[str, ...], _: str) -> Told:
        if not names or len(names) > cards:  # a hand with too many cards is none (PIT-I05)
            return {}
        value = ranker.value([*map(_number, names)])
        kind, decides = category(value, order), ranks(value, order)
        top = RANKS[(decides[0] - 2) % len(RANKS)] if decides else None  # a low ace is 1
        so_far: dict[str, object] = {"so_far": kind or None, "so_far_top": top}
        if len(names) < cards:
            return so_far
        measured = {feature: value >= line for feature, line in lines.items()}
        return {**so_far, "made": kind or None, "top": top, **measured, "value": value, "named": name(value)}

    def compare(mine: Told, dealers: Told, _: Sequence[str], __: Sequence[str]) -> Told:
        if "value" not in mine or "value" not in dealers:
            return {}
        theirs = {f"dealer_{feature}": dealers[feature] for feature in ("made", "top", *lines)}
        return {"against": level(int(str(mine["value"])), int(str(dealers["value"]))), **theirs}

    kinds, tops = frozenset[object](order.categories), frozenset[object](RANKS)
    whole: Features = {"made": kinds, "top": tops, **dict.fromkeys(lines, YES_NO)}
    theirs: Features = {"against": LEVELS, **{f"dealer_{feature}": answers for feature, answers in whole.items()}}
    features = {**whole, "so_far": kinds, "so_far_top": tops}
    return CardReading(features, theirs if against else {}, hand, compare, suits=True)
