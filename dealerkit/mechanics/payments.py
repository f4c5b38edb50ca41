"""Payments among players and pots, worked out by a function that a step names: its scorer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping
from fractions import Fraction

import attrs

from dealerkit.facts import Situation
from dealerkit.felt import DEALER, Act, Number
from dealerkit.felt.acts import seat_number
from dealerkit.mechanics.registry import Ask, Moves, Params, Run, mechanic
from dealerkit.rules.registries import Registry

Who = int | str
"""A seat, or a pot by its name."""
Payment = tuple[Who, Who, int]
"""Payer, payee, amount in smallest chips."""
Payer = Callable[[Situation, Params], "list[Payment]"]

SCORERS: Registry[Payer] = Registry("scorer of payments")
"""Scorers of payments, by their word in `by:`."""


def paid(function: Payer) -> Payer:
    """Register a scorer of payments (a function that works them out) under its name, for `by:` of the word `payments`."""
    SCORERS.add(function.__name__, function, function.__module__)
    return function


@attrs.frozen
class PaidHand:
    """The result of a hand whose payments are due, as the function that works them out reports it.

    Attributes:
        wrong: Key, in the step's `rules:`, of the rule that a wrong payment breaks.
        result: Result of the step, which the next deal may need.
    """

    wrong: str = "pay"
    result: Mapping[str, object] = attrs.field(factory=dict)


Settled = Callable[[Situation], PaidHand]

SETTLED: Registry[Settled] = Registry("settlement")
"""Functions that return the hand that is paid for, by the scorer's word; for scorers whose step has a result besides payments."""


def settles(scorer: str) -> Callable[[Settled], Settled]:
    """Register the function that reports the hand that is paid for.

    Args:
        scorer: Name of the scorer, as in `by:` of `payments`.
    """

    def register(function: Settled) -> Settled:
        SETTLED.add(scorer, function, function.__module__)
        return function

    return register


def _paid_hand(now: Situation, params: Params) -> PaidHand:
    settled = SETTLED.get(params["by"])
    return PaidHand() if settled is None else settled(now)


class UpToAmount:
    """Any amount up to the sum owed, since a wrong payment may be corrected in parts."""

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
    """Return the key of the rule that a payment breaks: `pay`, or `lost` for a lost bid; if the step has rules for them,
    `owes_nothing` for a player with nothing to pay, and `declare` for a late declaration. A cut breaks none: it is not a
    payment.
    """
    known = params.get("rules", {})
    if act.verb == "cut":
        return ""
    if act.verb == "declare" and "declare" in known:
        return "declare"
    if act.who not in ask and "owes_nothing" in known:
        return "owes_nothing"
    return _paid_hand(now, params).wrong


@mechanic("payments", breaks=_broken, plain=_pay, verbs="pay post")
def payments(now: Situation, params: Params) -> Run:
    """Let players pay one another, in any order. Parameter `by`: the scorer, which works the payments out. Missing sums are asked
    for; surplus goes back.

    Returns:
        The scorer's result, for the next deal.
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
    return _paid_hand(now, params).result


def _payee(act: Act) -> Who:
    """Return the payee of an act: a seat number, or the name of a pot."""
    return seat_number(act.to[0]) if act.verb == "pay" else act.to[0] if act.to else "pot"


def _asked(now: Situation, owed: Mapping[tuple[Who, Who], int], wrong: Collection[frozenset[Who]]) -> Ask:
    """Return the payments due, as moves of each payer; in parts between two parties where a wrong amount was paid."""
    ask: dict[str, dict[str, Container[object]]] = {}
    for (payer, payee), amount in owed.items():
        due = now.felt.written(amount)
        who, move = _move(payer, payee)
        ask.setdefault(who, {})[move] = UpToAmount(due) if wrong and frozenset((payer, payee)) in wrong else (due,)
    return ask


def _without(asked: Ask, payer: Who, payee: Who) -> Ask:
    """Return the payments still due after one has been made in full."""
    who, move = _move(payer, payee)
    left = {other: allowed for other, allowed in asked[who].items() if other != move}
    return {**asked, who: left} if left else {seat: moves for seat, moves in asked.items() if seat != who}


def _move(payer: Who, payee: Who) -> tuple[str, str]:
    """Return the actor and the move of a payment: a player pays another or a pot; the dealer returns a pot's surplus."""
    if isinstance(payer, str):
        return DEALER, f"return s{payee} {payer}"
    return f"s{payer}", f"post {payee}" if isinstance(payee, str) else f"pay s{payee}"


def _add(owed: dict[tuple[Who, Who], int], payer: Who, payee: Who, amount: int) -> None:
    """Add an amount to the debt between two parties; if it becomes negative, the debt is owed the other way round."""
    owes = owed.pop((payer, payee), 0) - owed.pop((payee, payer), 0) + amount
    if owes:
        owed[(payer, payee) if owes > 0 else (payee, payer)] = abs(owes)
