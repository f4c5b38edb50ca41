"""What takes all players: that they agree to stop."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.stakes import stopping
from dealerkit.mechanics.registry import NOTHING, Moves, Params, Run, mechanic


@mechanic("agree", fault=lambda now, params, ask, act: "again", verbs="answer")
def agree(now: Situation, params: Params) -> Run:
    """Any player may say that he stops, or take it back, until the dealer goes on or all have said so (RD-15).

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
