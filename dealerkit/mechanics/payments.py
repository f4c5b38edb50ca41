"""Settling among players: who pays whom is worked out by a scorer, named for what it scores."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dealerkit.facts import Situation
from dealerkit.facts.tricks import contract, contract_made, hand_replayed
from dealerkit.felt import Act
from dealerkit.mechanics.registry import Ask, Moves, Params, Run, mechanic

Payment = tuple[int, int, int]
"""Who pays, whom, how many smallest chips."""


def contract_payment(now: Situation, params: Params) -> list[Payment]:
    """Every other player pays the bidder what the bid is worth, or the bidder pays each of them (NP-21 to NP-23)."""
    bid = contract(now)
    made = contract_made(now)
    if bid is None or made is None or hand_replayed(now):
        return []
    bidder: int = bid["bidder"]
    worth = Fraction(bid["pays"])
    if not made and bid.get("loss_factor"):
        worth *= Fraction(str(bid["loss_factor"]))
    amount = now.felt.units(worth)
    others = [seat for seat in range(1, now.felt.seats + 1) if seat != bidder]
    return [(seat, bidder, amount) if made else (bidder, seat, amount) for seat in others]


SCORERS: dict[str, Callable[[Situation, Params], list[Payment]]] = {"contract_payment": contract_payment}
"""Every scorer by its word in `by:`."""


def _pay(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    move, allowed = next(iter(moves.items()))
    return Act.make(seat, *move.split(), n=next(iter(allowed)))  # type: ignore[call-overload]


@mechanic("payments", fault=lambda now, params, ask, act: "pay", plain=_pay)
def payments(now: Situation, params: Params) -> Run:
    """Players pay one another, in any order (`by` names the scorer).

    Returns:
        `made` and `shuffles`, for the next deal.
    """
    due = {(f"s{payer}", f"pay s{payee}"): amount for payer, payee, amount in SCORERS[params["by"]](now, params) if amount}
    while due:
        ask: dict[str, dict[str, tuple[object, ...]]] = {}
        for (payer, move), amount in due.items():
            ask.setdefault(payer, {})[move] = (now.felt.written(amount),)
        wanted: Ask = ask
        act = yield wanted
        if act is None:
            break
        due.pop((act.who, act.move), None)
    bid = contract(now)
    return {"made": bool(contract_made(now)), "shuffles": bool(bid and bid.get("shuffles_after"))}
