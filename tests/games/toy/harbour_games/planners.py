"""A planner of a toy."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.procedure.planners.registry import Params, do, same_subject


@do("call_hailed", "call", lambda params, act: act.to[:1] == ("hailed",), attempt=same_subject)
def call_hailed(now: Situation, params: Params) -> list[Act]:
    """Plan the call of how many have hailed: `d call hailed 2`."""
    return [Act.make("d", "call", "hailed", n=len(now.results.get("hailing") or ()) or None)]
