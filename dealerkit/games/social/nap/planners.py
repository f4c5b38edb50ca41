"""Planner of the contract, as the dealer names it."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.social.facts.tricks import contract
from dealerkit.procedure.planners.registry import Params, do


@do("announce_contract", "announce", lambda params, act: act.to[:1] == ("contract",))
def announce_contract(now: Situation, params: Params) -> list[Act] | None:
    """Plan the naming of the contract and its bidder: `d announce contract nap s3`."""
    bid = contract(now)
    return None if bid is None else [Act.make("d", "announce", "contract", str(bid["bid"]), f"s{bid['bidder']}")]
