"""Planner of the exchange, after the deal, of a card exposed in the deal."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.poker.facts.deal import shown
from dealerkit.games.poker.facts.draws import hand_size
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends, to_a_seat


def _shown_exchanged(params: Params, act: Act) -> bool:
    return to_a_seat(params, act) and (act.verb == "deal" or act.to[1] == "burns")


@do("replace_shown", "deal move", _shown_exchanged, amend=no_amends)
def replace_shown(now: Situation, params: Params) -> list[Act]:
    """Plan the replacement of the exposed card by the next one; the exposed card becomes the burn for the flop (DP-11)."""
    felt = now.felt
    _, seat = shown(now)[0]
    card = next((card for card in felt.cards(seat) if felt.up[card]), None)
    if card is None:
        return []
    due, out = Act.make("d", "deal", seat), card_act(now, "move", card, seat, felt.layout.burns, counted=True)
    return [due, out] if len(felt.cards(seat)) <= hand_size(now) else [out]
