"""Payments for cards left in hand."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.games.social.facts.rows import hand_sizes, seat_out
from dealerkit.games.social.newmarket.facts import lowest_chip
from dealerkit.mechanics.payments import Payment, Who, paid
from dealerkit.mechanics.registry import Params


@paid
def cards_left_in_hand(now: Situation, params: Params) -> list[Payment]:
    """Make all players pay a chip for each card left in hand to the player who is out, or to the pot (`to: pot`) (FT-22, NM-35).

    A payment made before the hand was declared over is subtracted. Parameter `chip`: the lowest chip in play, if it is not a
    whole unit of money (NM-A10).
    """
    out = seat_out(now)
    chip = lowest_chip(now, params["chip"]) if "chip" in params else now.felt.units(1)
    payee: Who = "pot" if params.get("to") == "pot" else out
    paid = (now.results.get("play") or {}).get("paid", {})
    due = {seat: chip * size - paid.get(seat, 0) for seat, size in hand_sizes(now).items() if out}
    return [(seat, payee, amount) for seat, amount in due.items() if amount > 0]
