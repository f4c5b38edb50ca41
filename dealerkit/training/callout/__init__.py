"""Call-out: the program plays the patrons aloud, a trainee deals real cards and answers, and a person marks the answers.

The lines called out depend on no card, since the program sees none. The dealer's right words and acts follow from the rules in
force; a person marks whether they came, and the marks are saved as given by a person.
"""

from __future__ import annotations

from dealerkit.training.callout import baccarat, poker
from dealerkit.training.callout.call import Ask, Call, Calls
from dealerkit.training.generators import Setting

__all__ = ["Ask", "Call", "Calls", "calls"]


def calls(where: Setting, seed: str) -> Calls:
    """Return the calls of one hand or coup after another, without end.

    After an `Ask` the caller sends the answer back into the generator.

    Args:
        where: The drill at a level, with the game and its rules.
        seed: The seed.
    """
    if where.game.family == "baccarat":
        return baccarat.calls(where, seed)
    return poker.calls(where, seed)
