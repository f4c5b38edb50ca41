"""Frequencies of a game's hands, by name: exact counts over all ways to draw the cards."""

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
    """Frequency of one kind of hand.

    Attributes:
        hand: Name of the hand.
        category: Its category in the order of hands; empty for none.
        count: Number of draws that make it.
    """

    hand: str
    category: str
    count: int


@attrs.frozen
class Frequencies:
    """Frequencies of all hands of a game.

    Attributes:
        cards: Number of cards in a whole hand.
        unseen: Number of cards that can be drawn.
        total: Number of ways to draw the cards that are missing.
        parts: Kinds of hand with their frequencies, by half of the pot (`high` or `low`), the best first.
    """

    cards: int
    unseen: int
    total: int
    parts: Mapping[str, tuple[Frequency, ...]]


def form_of(game: Game, settings: Mapping[str, str] | None = None, cards: int = 0) -> Form:
    """Return a game's rules for the showdown under its options in force.

    Args:
        game: The game.
        settings: Options of the order of hands that replace the game's.
        cards: Number of cards in a whole hand; 0 for the game's own.
    """
    fixed = {name: str(value) for name, value in game.options.items() if name in ranking_options()}
    return form(game.id, {**fixed, **(settings or {})}, cards)


def pack(shown: Form) -> list[int]:
    """Return the cards of a game's pack, as numbers.

    Args:
        shown: The game's rules for the showdown.
    """
    part = shown.high or shown.low
    ranks = part.ranker.order.ranks if part is not None else ()
    return [card for card in range(JOKER) if card // 4 + 2 in ranks] + [JOKER] * (shown.options["joker"] != "none")


def hand_frequencies(shown: Form, unseen: Sequence[int], held: Sequence[int] = (), cards: int = 0) -> Frequencies:
    """Count how often each kind of hand is drawn.

    Args:
        shown: The game's rules for the showdown.
        unseen: The cards that can be drawn, as numbers.
        held: Known cards of the hand, as numbers.
        cards: Number of cards in a whole hand; 0 for the game's own.

    Raises:
        Impossible: If hands of this game cannot be counted, or these cards cannot be dealt.
    """
    if shown.from_hand is not None:
        msg = f"odds can't be counted for {shown.title}, because a fixed number of hole cards must play"
        raise Impossible(msg)
    size = cards or shown.total or max(shown.deals) + max(shown.board)
    if not len(held) <= size <= len(held) + len(unseen):
        msg = f"a hand of {size} cards can't be made from {len(held)} held and {len(unseen)} unseen"
        raise Impossible(msg)
    parts = {name: part for name, part in (("high", shown.high), ("low", shown.low)) if part is not None}
    try:
        draws, known = size - len(held), tuple(held)
        counted = {name: _by_name(part, _counted(part.ranker, tuple(unseen), draws, known)) for name, part in parts.items()}
    except TooMany as many:
        msg = f"{many}; leave out --out, or name more cards of the hand"
        raise Impossible(msg) from None
    return Frequencies(size, len(unseen), comb(len(unseen), size - len(held)), counted)


@functools.lru_cache(maxsize=8)
def _counted(ranker: Ranker, unseen: tuple[int, ...], draws: int, held: tuple[int, ...]) -> Mapping[int, int]:
    """Return counts by hand value, cached for all games whose hands are ranked alike and dealt from the same cards."""
    return frequencies(ranker, unseen, draws, held)


def _by_name(part: FormPart, counts: Mapping[int, int]) -> tuple[Frequency, ...]:
    """Add up counts by the name of the hand, the best hand first."""
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
