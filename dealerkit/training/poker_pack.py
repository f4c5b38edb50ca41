"""Shared by the generators of poker drills: how the game's hands are compared at the showdown, and the pack to deal from."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from dealerkit.arithmetic.ranking import HandOrder
from dealerkit.cards import RANKS, Face, Suit
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import Form, FormPart, form, options


@functools.lru_cache(maxsize=16)
def form_of(game: Game) -> Form:
    """Return the form of a game's showdown (which cards make a hand, high or low), under the options in force."""
    return form(str(game.data["showdown"]["form"]), settings_of(game))


def settings_of(game: Game) -> Mapping[str, object]:
    """Return the options in force that decide which hand wins."""
    known = options()
    return {name: value for name, value in game.options.items() if name in known}


def pack(by: HandOrder) -> list[str]:
    """Return the cards of the pack that an order of hands is for, as `Ah`.

    Args:
        by: The order of hands, which names the ranks in the pack.
    """
    return [RANKS[rank - 2] + suit.value for rank in by.ranks for suit in Suit]


@functools.cache
def index(card: str) -> int:
    """Return the number that stands for a card in `dealerkit.arithmetic.ranking`.

    Args:
        card: The card, as `Ah`.
    """
    return Face.read(card).index


def value_of(part: FormPart | None, cards: Sequence[str]) -> int:
    """Return the value of a hand: of two hands, the one with the higher value wins.

    Args:
        part: The half of the pot that is compared, high or low; it must exist in the game.
        cards: The cards, as `Ah`.
    """
    assert part is not None
    return part.ranker.value([index(card) for card in cards])


def faces(cards: tuple[str, ...]) -> list[Face]:
    """Return cards written as `Ah` as values of `Face`."""
    return [Face.read(card) for card in cards]
