"""The places of a game's felt under the options in force: a place may be called otherwise by the house's options."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import holds_in


def place_entry(game: Game, name: str) -> Branch:
    """Return the entry of a place with the first of its `instead` that fits the options in force; empty for an unknown place.

    Args:
        game: The game, with its options in force.
        name: The place's name, such as `shoe`.

    >>> from dealerkit.rules.games import game
    >>> from dealerkit.rules.texts import text
    >>> text(place_entry(game("blackjack", None, {"deal_style": "pitch"}), "shoe")["title"])
    'Deck in the hand'
    >>> "title" in place_entry(game("blackjack"), "shoe")
    False
    """
    entry: Branch = game.data["felt"]["places"].get(name) or {}
    others: Sequence[Branch] = entry.get("instead", ())
    return {**entry, **next((other for other in others if holds_in(game, other)), {})}
