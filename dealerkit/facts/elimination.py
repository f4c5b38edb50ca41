"""Elimination: the seats still in a game from which players drop out, as `lives: {box: losses, out_at: 5}` of the game's file
says.
"""

from __future__ import annotations

from dealerkit.facts.situation import Situation
from dealerkit.facts.tables import in_turn


def losses(now: Situation, seat: int) -> int:
    """Return a seat's losses so far."""
    lives = now.game.data["lives"]
    return now.felt.marks[lives["box"]][seat]


def is_out(now: Situation, seat: int) -> bool:
    """Return whether a seat has been eliminated; never in a game without lives."""
    lives = now.game.data.get("lives")
    return lives is not None and losses(now, seat) >= int(lives["out_at"]) * now.felt.layout.scale


def playing(now: Situation) -> list[int]:
    """Return the seats that are still in the game, from the dealer's left."""
    return [seat for seat in in_turn(now, now.felt.button) if not is_out(now, seat)]
