"""Planner of the shares of a pot that is divided among all players."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.games.pot.facts.stakes import in_the_middle
from dealerkit.procedure.planners.registry import Params, do, no_amends


@do("split_pot", "award", amend=no_amends)
def split_pot(now: Situation, params: Params) -> list[Act]:
    """Plan an equal share of the pot for every player; odd chips stay (RD-15): `d award s1 3`."""
    felt = now.felt
    each = in_the_middle(now) // felt.seats
    return [Act.make("d", "award", f"s{seat}", n=felt.written(each)) for seat in in_turn(now, felt.button)] if each else []
