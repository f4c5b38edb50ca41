"""Payments: the antes on the pay cards, and the price of a hand that was sold."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import DEALER, read_number
from dealerkit.mechanics.payments import Payment, paid
from dealerkit.mechanics.registry import Params


@paid
def ante_on_cards(now: Situation, params: Params) -> list[Payment]:
    """Make all players put the same on each pay card; the dealer too, or twice as much if the house wants it (NM-09, NM-A6).

    Chips put there since the last hand count, so that a hand that is dealt again needs no second ante.
    """
    felt, log = now.felt, now.log
    since = next((at for at in range(len(log) - 1, -1, -1) if log[at].who == DEALER and log[at].verb == "button"), -1)
    lying: dict[tuple[int, str], int] = {}
    for act in log[since + 1 :]:
        if act.verb == "post" and act.to:
            lying[act.seat, act.to[0]] = lying.get((act.seat, act.to[0]), 0) + felt.units(act.n)
    ante = felt.units(read_number(str(params["ante"])))
    factor = int(params.get("dealer_factor", 1))
    due = {seat: ante * (factor if seat == felt.button else 1) for seat in in_turn(now, felt.button)}
    return [
        (seat, pot, more)
        for seat, amount in due.items()
        for pot in felt.layout.pots
        if (more := amount - lying.get((seat, pot), 0)) > 0
    ]


@paid
def price_of_hand(now: Situation, params: Params) -> list[Payment]:
    """Make the highest bidder pay the dealer the bid for the hand on the table (NM-19)."""
    sold = now.results.get("auction") or {}
    return [(sold["buyer"], now.felt.button, sold["price"])] if sold.get("buyer") else []
