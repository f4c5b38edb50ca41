"""The entries of the places on a game's felt, which can have another title or form under some of the house's options."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import holds_in


def place_entry(game: Game, name: str) -> Branch:
    """Return the entry of a place as it is under the options in force; empty for an unknown place.

    The changes are those of the first map in its `instead` that fits the options.

    >>> from dealerkit.rules.games import game
    >>> from dealerkit.rules.texts import text
    >>> text(place_entry(game("blackjack", None, {"deal_style": "pitch"}), "shoe")["title"])
    'Deck in the hand'
    >>> "title" in place_entry(game("blackjack"), "shoe")
    False

    Args:
        game: The game, with its options in force.
        name: The place's name, such as `shoe`.
    """
    entry: Branch = game.data["felt"]["places"].get(name) or {}
    others: Sequence[Branch] = entry.get("instead", ())
    return {**entry, **next((other for other in others if holds_in(game, other)), {})}
