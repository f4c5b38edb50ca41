"""A second method to rank a hand: every possible five cards, one by one, each evaluated from first principles.

Drills check their keys with this, so it shares no function with `dealerkit.arithmetic.ranking`. Cards are written `Ah`. Of two
high hands the higher value wins, of two lows the lower.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import attrs

from dealerkit.rules.data import data_dir
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file

Value = tuple[int, ...]
Cards = tuple[str, ...]

_PIPS = {letter: pips for pips, letter in enumerate("23456789TJQKA", 2)}
_SHAPES = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "one_pair",
}


@attrs.frozen
class PrintedOrder:
    """An order of hands from `procedures/ranking.yaml`.

    Attributes:
        categories: Its kinds of hands, the strongest first.
        lowest: The lowest rank of the pack, 2 or 6.
        ace_low: Whether the ace is the lowest card.
        wheel: Whether an ace may be below the lowest rank of a straight.
    """

    categories: tuple[str, ...]
    lowest: int
    ace_low: bool
    wheel: bool


@functools.cache
def order(name: str) -> PrintedOrder:
    """Return an order of hands, merged with its base."""
    orders: Branch = _file()["orders"]
    found: Branch = {}
    one: str | None = name
    while one:
        found, one = {**orders[one], **found}, orders[one].get("extends")
    lowest = min(_PIPS[letter] for letter in found.get("ranks", _PIPS))
    return PrintedOrder(tuple(found["categories"]), lowest, found.get("ace") == "low", bool(found.get("wheel", True)))


def game(name: str) -> Branch:
    """Return the showdown of a game, from the same file."""
    made: Branch = _file()["games"][name]
    return made


def low_scale(name: str) -> PrintedOrder:
    """Return the order of the option `low_scale`."""
    return order(_file()["low_scales"][name])


def _file() -> Branch:
    made: Branch = read_file(data_dir("procedures") / "ranking.yaml").data
    return made


def fives(hole: Sequence[str], board: Sequence[str], from_hand: int | None = None) -> Iterator[Cards]:
    """Yield every set of five cards that may play.

    Args:
        hole: The player's own cards, as `Ah`.
        board: The cards of the board.
        from_hand: Number of the player's own cards that must play; None for any number.
    """
    if from_hand is None:
        yield from combinations((*hole, *board), 5)
        return
    for own in combinations(hole, from_hand):
        for shared in combinations(board, 5 - from_hand):
            yield own + shared


def kind(cards: Sequence[str], by: PrintedOrder) -> tuple[str, Value]:
    """Return the kind of five cards, and the deciding ranks, in order."""
    pips = [1 if by.ace_low and card[0] == "A" else _PIPS[card[0]] for card in cards]
    counts = Counter(pips)
    ranks = tuple(sorted(counts, key=lambda rank: (-counts[rank], -rank)))
    shape = tuple(counts[rank] for rank in ranks)
    if shape in _SHAPES:
        return _SHAPES[shape], ranks
    plain = by.categories[-1]
    head = _head(ranks, by) if "straight" in by.categories else 0
    flush = "flush" in by.categories and len({card[1] for card in cards}) == 1
    if head:
        return ("straight_flush" if flush else "straight"), (head,)
    return ("flush" if flush else plain), ranks


def _head(ranks: Value, by: PrintedOrder) -> int:
    """Return the head of five consecutive ranks; 0 for others."""
    if ranks[0] - ranks[4] == 4:
        return ranks[0]
    under = tuple(range(by.lowest + 3, by.lowest - 1, -1))
    return under[0] if by.wheel and ranks == (14, *under) else 0


def value(cards: Sequence[str], by: PrintedOrder) -> Value:
    """Return the value of five cards."""
    name, ranks = kind(cards, by)
    return (len(by.categories) - by.categories.index(name), *ranks)


def best_high(hole: Sequence[str], board: Sequence[str], by: PrintedOrder, from_hand: int | None = None) -> tuple[Value, Cards]:
    """Return the value and the cards of the best high hand.

    Args:
        hole: The player's own cards, as `Ah`.
        board: The cards of the board.
        by: The order of the hands.
        from_hand: Number of the player's own cards that must play; None for any number.
    """
    return max((value(cards, by), cards) for cards in fives(hole, board, from_hand))


def best_low(
    hole: Sequence[str], board: Sequence[str], by: PrintedOrder, from_hand: int | None = None, most: int = 0
) -> tuple[Value, Cards] | None:
    """Return the best low: its value and its cards; None if none qualifies.

    Args:
        hole: The player's own cards.
        board: The cards of the board.
        by: The order of lows.
        from_hand: Number of the player's own cards that must play; None for any number.
        most: The highest card of a qualifying low, which then needs five different ranks; 0 for no qualifier.
    """
    found = [(value(cards, by), cards) for cards in fives(hole, board, from_hand)]
    if most:
        found = [one for one in found if one[0][0] == 1 and one[0][1] <= most]
    return min(found, default=None)
