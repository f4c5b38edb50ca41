"""Settling among players: who pays whom, or a pot, is worked out by a scorer, named for what it scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping
from fractions import Fraction

from dealerkit.facts import Situation
from dealerkit.facts.declarations import best_in, in_seats
from dealerkit.facts.rows import hand_sizes, seat_out
from dealerkit.facts.runs import lowest_chip
from dealerkit.facts.stakes import in_the_middle
from dealerkit.facts.tables import in_turn
from dealerkit.facts.tricks import contract, contract_made, hand_replayed
from dealerkit.felt import DEALER, Act, Number, read_number
from dealerkit.felt.acts import seat_number
from dealerkit.mechanics.registry import Ask, Moves, Params, Run, mechanic
from dealerkit.rules.registries import Registry

Who = int | str
"""A seat, or a pot by its name."""
Payment = tuple[Who, Who, int]
"""Who pays, whom, how many smallest chips."""
Payer = Callable[[Situation, Params], "list[Payment]"]

SCORERS: Registry[Payer] = Registry("scorer of payments")
"""Every scorer of payments by its word in `by:`."""


def paid(function: Payer) -> Payer:
    """Register a scorer of payments under its function's name, for `by:` of `payments`."""
    SCORERS.add(function.__name__, function, function.__module__)
    return function


@paid
def contract_payment(now: Situation, params: Params) -> list[Payment]:
    """Make every other player pay the bidder what the bid is worth, or the bidder pay each of them (NP-21 to NP-23)."""
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


@paid
def ante_by_hand_size(now: Situation, params: Params) -> list[Payment]:
    """Make everybody put one chip into the pot, and who was dealt fewer cards than others one more (FT-07)."""
    sizes, chip = hand_sizes(now), now.felt.units(1)
    most = max(sizes.values(), default=0)
    return [(seat, "pot", chip * (2 if size < most else 1)) for seat, size in sizes.items()]


@paid
def cards_left_in_hand(now: Situation, params: Params) -> list[Payment]:
    """Make everybody pay a chip for each card left in hand to whoever is out, or to the pot (`to: pot`) (FT-22, NM-35).

    Whoever has paid already, before the hand was taken to be over, does not pay again. `chip`: the lowest chip in play, where it
    is not a whole unit of money (NM-A10).
    """
    out = seat_out(now)
    chip = lowest_chip(now, params["chip"]) if "chip" in params else now.felt.units(1)
    payee: Who = "pot" if params.get("to") == "pot" else out
    paid = (now.results.get("play") or {}).get("paid", {})
    due = {seat: chip * size - paid.get(seat, 0) for seat, size in hand_sizes(now).items() if out}
    return [(seat, payee, amount) for seat, amount in due.items() if amount > 0]


@paid
def losers_match_the_pot(now: Situation, params: Params) -> list[Payment]:
    """Make everybody who is in and has not won pay as much as lies in the pot, or what is left; several winners share each
    payment, the odd chips go to the first of them from the left of the dealer (TFS-11, TFS-12, TFS-A4, TFS-A8).
    """
    best = best_in(now)
    found: list[Payment] = []
    for loser in in_seats(now) if best else ():
        if best and loser not in best:
            share, odd = divmod(min(in_the_middle(now), now.felt.rows["stack"][loser]), len(best))
            found += [(loser, winner, share + (at < odd)) for at, winner in enumerate(best) if share + (at < odd)]
    return found


@paid
def ante_on_cards(now: Situation, params: Params) -> list[Payment]:
    """Make everybody put the same on each pay card, the dealer too, or twice as much where the house says so (NM-09, NM-A6).

    What was put there since the last hand counts, so that a hand that is dealt again asks for no second ante.
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
    """Make the highest bidder pay the dealer what was bid for the hand on the table (NM-19)."""
    sold = now.results.get("auction") or {}
    return [(sold["buyer"], now.felt.button, sold["price"])] if sold.get("buyer") else []


class UpToAmount:
    """Any amount up to what is owed: once a wrong one has been paid, it may be put right in parts."""

    __slots__ = ("amount",)

    def __init__(self, amount: Number) -> None:
        self.amount = amount

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | Fraction) and 0 < value <= self.amount

    def __iter__(self) -> Iterator[Number]:
        return iter((self.amount,))


def _pay(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    move, allowed = next(iter(moves.items()))
    return Act.make(seat, *move.split(), n=next(iter(allowed)))  # type: ignore[call-overload]


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return which rule a payment breaks: `lost` where a bid was lost, `pay` everywhere else; where the house has rules for
    them, `owes_nothing` for somebody who has nothing to pay, and `declare` for a word that comes too late. A cut pays nothing.
    """
    known = params.get("rules", {})
    if act.verb == "cut":
        return ""
    if act.verb == "declare" and "declare" in known:
        return "declare"
    if act.who not in ask and "owes_nothing" in known:
        return "owes_nothing"
    return "lost" if contract_made(now) is False else "pay"


@mechanic("payments", breaks=_broken, plain=_pay, verbs="pay post")
def payments(now: Situation, params: Params) -> Run:
    """Let players pay one another, in any order (`by` names the scorer). What was paid too little follows; too much goes
    back.

    Returns:
        `made` and `shuffles`, for the next deal.
    """
    felt = now.felt
    owed: dict[tuple[Who, Who], int] = {}
    for payer, payee, amount in SCORERS[params["by"]](now, params):
        _add(owed, payer, payee, amount)
    wrong: set[frozenset[Who]] = set()
    asked = _asked(now, owed, wrong)
    while owed:
        act = yield asked
        if act is None:
            break
        if act.verb in ("pay", "post") and act.seat:
            pair: tuple[Who, Who] = (act.seat, _payee(act))
            wrong.add(frozenset(pair))
        elif act.verb == "return":
            pair = (act.to[1], seat_number(act.to[0]))
        else:
            continue
        amount = felt.units(act.n)
        settled = owed.get(pair) == amount
        _add(owed, *pair, -amount)
        asked = _without(asked, *pair) if settled else _asked(now, owed, wrong)
    bid = contract(now)
    return {"made": bool(contract_made(now)), "shuffles": bool(bid and bid.get("shuffles_after"))}


def _payee(act: Act) -> Who:
    """Return whom an act pays."""
    return seat_number(act.to[0]) if act.verb == "pay" else act.to[0] if act.to else "pot"


def _asked(now: Situation, owed: Mapping[tuple[Who, Who], int], wrong: Collection[frozenset[Who]]) -> Ask:
    """Return who pays whom how much; in parts, where a wrong amount has been paid."""
    found: dict[str, dict[str, Container[object]]] = {}
    for (payer, payee), amount in owed.items():
        due = now.felt.written(amount)
        who, move = _move(payer, payee)
        found.setdefault(who, {})[move] = UpToAmount(due) if wrong and frozenset((payer, payee)) in wrong else (due,)
    return found


def _without(asked: Ask, payer: Who, payee: Who) -> Ask:
    """Return what is asked once a payment has been made in full."""
    who, move = _move(payer, payee)
    left = {other: allowed for other, allowed in asked[who].items() if other != move}
    return {**asked, who: left} if left else {seat: moves for seat, moves in asked.items() if seat != who}


def _move(payer: Who, payee: Who) -> tuple[str, str]:
    """Return who pays and how: a player another, or a pot; what a pot has too much the dealer gives back."""
    if isinstance(payer, str):
        return DEALER, f"return s{payee} {payer}"
    return f"s{payer}", f"post {payee}" if isinstance(payee, str) else f"pay s{payee}"


def _add(owed: dict[tuple[Who, Who], int], payer: Who, payee: Who, amount: int) -> None:
    """Add what one seat owes another; less than nothing is owed the other way round."""
    owes = owed.pop((payer, payee), 0) - owed.pop((payee, payer), 0) + amount
    if owes:
        owed[(payer, payee) if owes > 0 else (payee, payer)] = abs(owes)
