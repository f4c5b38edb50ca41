"""Call-out: the program plays the patrons aloud, a trainee deals real cards and answers, and a person marks the answers.

Nothing that is called out hangs on a card: the program sees none. What should have been said and done is worked out from the
rules in force; whether it was is for a person to say, and it is kept as marked by a person.
"""

from __future__ import annotations

from dealerkit.training.callout import baccarat, poker
from dealerkit.training.callout.call import Ask, Call, Calls
from dealerkit.training.generators import Setting

__all__ = ["Ask", "Call", "Calls", "calls"]


def calls(where: Setting, seed: str) -> Calls:
    """Call out hands of a game, without end.

    Args:
        where: The drill at a level, with the game and its rules.
        seed: The seed.
    """
    if where.game.family == "baccarat":
        return baccarat.calls(where, seed)
    return poker.calls(where, seed)
