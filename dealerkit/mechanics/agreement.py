"""An agreement of all players to stop."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.stakes import stopping
from dealerkit.felt import Act
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule broken: none for an answer, whatever it says; anything else is not due here."""
    return NO_RULE if act.verb == "answer" else "again"


@mechanic("agree", breaks=_broken, verbs="answer")
def agree(now: Situation, params: Params) -> Run:
    """Let any player say that he stops, or take it back, until the dealer goes on or all have said so (RD-15).

    Whoever is asked may also say no, or say the same again.

    Returns:
        Whether all have.
    """
    seats = range(1, now.felt.seats + 1)
    while len(stopping(now)) < len(seats):
        said = stopping(now)
        act = yield {f"s{seat}": _moves(seat in said) for seat in seats}
        if act is None:
            return False
    return True


def _moves(stops: bool) -> Moves:  # noqa: FBT001 - one of two words
    return {"answer play" if stops else "answer stop": NOTHING}
