"""Planner of a pack that is dealt out whole."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.procedure.planners.registry import Params, do, no_amends


def _to_a_hand(params: Params, act: Act) -> bool:
    return bool(seat_number(act.to[0])) or act.to[0] == params.get("extra")


@do("deal_out", "deal", _to_a_hand, amend=no_amends, fresh=True)
def deal_out(now: Situation, params: Params) -> list[Act]:
    """Plan the deal of the whole pack, or the rest of it, a card at a time from the dealer's left.

    Parameters: `extra`, a further hand on the table; `extra_at`, whether it gets its card `first` in each round, or `last`, after
    the dealer.
    """
    round_ = [f"s{seat}" for seat in in_turn(now, now.felt.button)]
    if extra := params.get("extra"):
        round_.insert(0 if params.get("extra_at") == "first" else len(round_), str(extra))
    last = next((act.to[0] for act in reversed(now.since("hand")) if act.verb == "deal" and act.to[0] in round_), round_[-1])
    first = round_.index(last) + 1
    return [Act.make("d", "deal", round_[(first + at) % len(round_)]) for at in range(now.felt.left())]
