"""Antes: stakes put into the pot before the deal."""

from __future__ import annotations

from collections.abc import Callable

from dealerkit.facts import Situation
from dealerkit.games.pot.facts.stakes import dues_missing
from dealerkit.mechanics.registry import Params, Run, first_amount, mechanic
from dealerkit.rules.registries import Registry

Dues = Callable[[Situation], "dict[int, int]"]

DUES: Registry[Dues] = Registry("payment into the pot")
"""Functions that return the payments due into the pot by seat, by their name in the step's parameter `dues`."""
DUES.add("antes", dues_missing, __name__)


@mechanic(
    "antes", breaks=lambda now, params, ask, act: "ante", plain=first_amount, verbs="post", hears="tip pass return", void="ante"
)
def antes(now: Situation, params: Params) -> Run:
    """Ask every player for the ante, or for the blind, in any order; chips already in front count (RD-03, TFS-03, MS-03).

    Parameter `dues`, the payments asked for: `antes`; or `additions`, those of the other players into the pot after a strike
    (TFS-19).
    """
    missing = DUES[str(params.get("dues", "antes"))]
    while due := missing(now):
        act = yield {f"s{seat}": {"post ante": (now.felt.written(more),)} for seat, more in due.items()}
        if act is None:
            break
