"""The frequency of each hand of a game by its name: exact counts of all ways to draw the cards."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb

import attrs

from dealerkit.arithmetic.ranking import category
from dealerkit.arithmetic.ranking.frequencies import TooMany, frequencies
from dealerkit.arithmetic.ranking.order import JOKER
from dealerkit.arithmetic.ranking.order import ranks as ranks_of
from dealerkit.arithmetic.ranking.ranker import Ranker
from dealerkit.errors import Impossible
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import Form, FormPart, form, kind_named
from dealerkit.rules.rankings import options as ranking_options


@attrs.frozen
class Frequency:
    """Frequency of a hand.

    Attributes:
        hand: Its name.
        category: Its category, as the order of hands names it; empty for none.
        count: Number of draws that make it.
    """

    hand: str
    category: str
    count: int


@attrs.frozen
class Frequencies:
    """How often each hand of a game comes.

    Attributes:
        cards: Cards of the whole hand.
        unseen: Cards that may come.
        total: Ways to draw those that are not known yet.
        parts: `high`, `low` or both -> the hands, the best first.
    """

    cards: int
    unseen: int
    total: int
    parts: Mapping[str, tuple[Frequency, ...]]


def form_of(game: Game, settings: Mapping[str, str] | None = None, cards: int = 0) -> Form:
    """Return how a game shows down under its options in force.

    Args:
        game: The game.
        settings: Options of the order of hands that hold otherwise.
        cards: How many cards the whole hand has; the game's own if 0.
    """
    fixed = {name: str(value) for name, value in game.options.items() if name in ranking_options()}
    return form(game.id, {**fixed, **(settings or {})}, cards)


def pack(shown: Form) -> list[int]:
    """Return the cards that a game's hands are made of, as numbers."""
    part = shown.high or shown.low
    ranks = part.ranker.order.ranks if part is not None else ()
    return [card for card in range(JOKER) if card // 4 + 2 in ranks] + [JOKER] * (shown.options["joker"] != "none")


def hand_frequencies(shown: Form, unseen: Sequence[int], held: Sequence[int] = (), cards: int = 0) -> Frequencies:
    """Count how often each hand comes.

    Args:
        shown: How the game shows down.
        unseen: The cards that may come.
        held: Cards of the hand that are known.
        cards: How many cards the whole hand has; the game's own if 0.

    Raises:
        Impossible: If hands of this game cannot be counted, or the cards cannot lie so.
    """
    if shown.from_hand is not None:
        msg = f"in {shown.title} a fixed number of a player's own cards must play, and odds are not counted for that"
        raise Impossible(msg)
    size = cards or shown.total or max(shown.deals) + max(shown.board)
    if not len(held) <= size <= len(held) + len(unseen):
        msg = f"a hand of {size} cards cannot have {len(held)} and {len(unseen)} to come"
        raise Impossible(msg)
    parts = {name: part for name, part in (("high", shown.high), ("low", shown.low)) if part is not None}
    try:
        draws, known = size - len(held), tuple(held)
        counted = {name: _by_name(part, _counted(part.ranker, tuple(unseen), draws, known)) for name, part in parts.items()}
    except TooMany as many:
        msg = f"{many}; leave --out away, or name more cards of the hand"
        raise Impossible(msg) from None
    return Frequencies(size, len(unseen), comb(len(unseen), size - len(held)), counted)


@functools.lru_cache(maxsize=8)
def _counted(ranker: Ranker, unseen: tuple[int, ...], draws: int, held: tuple[int, ...]) -> Mapping[int, int]:
    """Count values once for every game whose hands are ranked alike and dealt from the same cards, and for every language."""
    return frequencies(ranker, unseen, draws, held)


def _by_name(part: FormPart, counts: Mapping[int, int]) -> tuple[Frequency, ...]:
    """Gather values by the name of their hand, the best first."""
    best: dict[tuple[str, str], int] = {}
    ways: Counter[tuple[str, str]] = Counter()
    for value, count in counts.items():
        key = _called(part, value)
        best[key] = max(best.get(key, value), value)
        ways[key] += count
    return tuple(Frequency(*key, ways[key]) for key in sorted(best, key=lambda key: -best[key]))


def _called(part: FormPart, value: int) -> tuple[str, str]:
    """Return a hand's name in a list of all hands: its category, or for a low without a pair its highest card."""
    kind = category(value, part.ranker.order)
    if not kind:
        return part.words.none, ""
    head = ranks_of(value, part.ranker.order)[0]
    special = part.words.special.get(f"{kind} {head}")
    plain = f"{part.words.one[head]} low" if kind == "no_pair" else kind_named(kind)
    return special or plain, kind
