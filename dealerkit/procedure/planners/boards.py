"""Planners of boards: cards in the middle that are turned up for all players."""

from __future__ import annotations

from collections.abc import Iterable

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.procedure.planners.registry import Params, do, no_amends


def boards_laid(now: Situation) -> list[str]:
    """Return the names of the table's places that are boards, in their order."""
    return [name for name, spec in now.felt.layout.places.items() if spec.kind == "board"]


def turned_up(now: Situation, names: Iterable[str]) -> list[Act]:
    """Return the acts that turn up boards with face-down cards: `d turn board`."""
    felt = now.felt
    return [Act.make("d", "turn", name) for name in names if any(not felt.up[card] for card in felt.places[name])]


@do("turn_board", "turn", lambda params, act: act.face != "down", amend=no_amends, standing=True, what="all")
def turn_all(now: Situation, params: Params) -> list[Act]:
    """Plan the turning up of all face-down cards on boards: `d turn board`. Parameter `what`: `all`."""
    return turned_up(now, boards_laid(now))


def _to_the_middle(params: Params, act: Act) -> bool:
    return act.face != "down" and seat_number(act.to[0]) == 0


@do("turn_board", "turn", _to_the_middle, amend=no_amends, standing=True, in_parts=True, what="laid")
def turn_laid(now: Situation, params: Params) -> list[Act]:
    """Plan the turning up, as one motion, of board cards laid face down (FTR-06, CA-14). Parameter `what`: `laid`.

    Cards that a remedy has turned down are left to that remedy.
    """
    laid = {act.to[0] for act in now.since("hand") if act.verb == "deal" and act.face == "down"}
    return turned_up(now, [name for name in boards_laid(now) if name in laid]) if laid else []
