"""Planner of the pots on cards at the end of the game."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.procedure.planners.registry import Params, do, push_right, same_verb


@do("split_pots_on_cards", "award", attempt=same_verb, amend=push_right, undo=True, named=True)
def split_pots_on_cards(now: Situation, params: Params) -> list[Act]:
    """Plan an equal share for each player of the chips left in each pot at the end of the game; odd chips stay (NM-A9)."""
    felt = now.felt
    shares = {pot: felt.rows[pot][0] // felt.seats for pot in felt.layout.pots}
    return [
        Act.make("d", "award", f"s{seat}", pot, n=felt.written(share))
        for pot, share in shares.items()
        if share
        for seat in in_turn(now, felt.button)
    ]
