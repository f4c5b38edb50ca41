"""A mechanic of a toy."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.mechanics.registry import NOTHING, Ask, Params, Run, first_move, mechanic


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return which rule an act breaks: `turn`, somebody else is asked."""
    return "turn"


@mechanic("hail", breaks=_broken, plain=first_move, verbs="answer")
def hail(now: Situation, params: Params) -> Run:
    """Ask one seat after the other, from the dealer's left, for `ahoy` or `avast`.

    Returns:
        The seats that said `ahoy`.
    """
    hailed = []
    for seat in in_turn(now, now.felt.button):
        act = yield {f"s{seat}": {"answer ahoy": NOTHING, "answer avast": NOTHING}}
        if act is None:
            break
        if act.to == ("ahoy",):
            hailed.append(seat)
    return tuple(hailed)
