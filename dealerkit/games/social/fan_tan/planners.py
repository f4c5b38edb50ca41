"""Plans the payment of the pot to the player who has played the last card."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.social.facts.rows import seat_out
from dealerkit.procedure.planners.registry import Params, do, push_right, same_verb


@do("award_to_out", "award", attempt=same_verb, amend=push_right, undo=True, reopens="collect")
def award_to_out(now: Situation, params: Params) -> list[Act]:
    """Plan the push of the pot to the player of the last card: `d award s3 13` (FT-23)."""
    lying, seat = now.felt.rows["pot"][0], seat_out(now)
    return [Act.make("d", "award", f"s{seat}", n=now.felt.written(lying))] if lying and seat else []
