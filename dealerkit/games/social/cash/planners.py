"""Planner that restores the board, and the score of a call, proved or not, by a table of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealerkit.facts import Situation
from dealerkit.facts.partners import first_seat, side_of, sides
from dealerkit.felt import Act
from dealerkit.games.social.cash.facts import PartnersCall, call_is_good, standing_call
from dealerkit.procedure.planners.registry import Params, do, no_amends
from dealerkit.procedure.planners.scores import Scored, scorer

_WHO: Mapping[str, Callable[[Situation, PartnersCall], list[int]]] = {
    "caller": lambda now, call: [side_of(now, call["caller"])],
    "accused": lambda now, call: [side_of(now, call["about"])],
    "others": lambda now, call: [side for side in range(1, sides(now) + 1) if side != side_of(now, call["caller"])],
}
"""Functions that return the numbers of the sides that score, by their word in the table of scores."""


@scorer
def proved_call(now: Situation, params: Params) -> list[Scored] | None:
    """Score a call after the hands were shown (CA-20, CA-21, CA-24, CA-A2).

    Parameters: `scores`, the name of a table that gives, by `box`, call and `good` or `wrong`, the points of each side (`caller`,
    `accused`, `others`); `box`, the row of the score sheet.
    """
    call = standing_call(now)
    good = None if call is None else call_is_good(now, call)
    if call is None or good is None:
        return None if call is not None else []
    box = str(params["box"])
    due: Mapping[str, int] = now.game.tables[params["scores"]][box][call["word"]]["good" if good else "wrong"]
    return [
        (first_seat(now, side), box, call["word"], int(many) * now.felt.layout.scale)
        for who, many in due.items()
        for side in _WHO[who](now, call)
    ]


@do("put_back", "move", amend=no_amends, what="swept")
def restore_board(now: Situation, params: Params) -> list[Act]:
    """Plan the return of the last swept cards to the board (CA-17). Parameter `n`: number of cards on a full board."""
    used = now.felt.layout.discards
    missing = int(params["n"]) - len(now.felt.cards("board"))
    return [Act.make("d", "move", used, "board")] * max(0, missing)
