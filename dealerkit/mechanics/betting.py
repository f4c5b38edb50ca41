"""A round of betting with cards in hand, under any structure: no limit, pot limit, fixed limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dealerkit.betting import Betting, Limits
from dealerkit.facts import GameData, Situation
from dealerkit.facts.hands import live
from dealerkit.facts.seats import amount, blinds_of
from dealerkit.facts.streets import Round, open_pair, opener_of
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act, Felt, Number, read_number
from dealerkit.mechanics.registry import NOTHING, Ask, Moves, Params, Run, mechanic


class Scaled:
    """A range of smallest chips, asked about in amounts as they are written."""

    __slots__ = ("amounts", "felt")

    def __init__(self, felt: Felt, amounts: range) -> None:
        self.felt, self.amounts = felt, amounts

    def __contains__(self, value: object) -> bool:
        scale = self.felt.layout.scale
        if isinstance(value, int):
            return value * scale in self.amounts
        return isinstance(value, Number) and (value * scale).denominator == 1 and int(value * scale) in self.amounts

    def __iter__(self) -> Iterator[Number]:
        """The least and the most."""
        ends = dict.fromkeys((self.amounts[0], self.amounts[-1])) if self.amounts else {}
        return iter([self.felt.written(chips) for chips in ends])

    def __str__(self) -> str:
        money = self.felt.money
        if not self.amounts:
            return "nothing"
        low, high = money(self.amounts[0]), money(self.amounts[-1])
        return low if low == high else f"{low} to {high}"


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Which rule an act breaks: acting out of turn, choosing what is not offered, or a wrong amount."""
    moves = ask.get(act.who)
    if moves is None:
        return "turn"
    if act.move in moves:
        return "amount"
    if act.verb in ("raise", "bet"):
        return "choice" if any(word in moves for word in ("raise", "bet")) else "closed"
    return "choice"


def _call(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    for word in ("check", "call", "bringin"):
        if word in moves:
            return Act.make(seat, word, n=next(iter(moves[word])) if word == "bringin" else None)  # type: ignore[call-overload]
    return Act.make(seat, "fold")


def _limits(game: GameData, felt: Felt, size: int) -> Limits:
    options = game.options
    structure = str(options.get("structure", "no_limit"))
    raises = str(options.get("raise_cap", "none"))
    cap = None if structure != "fixed_limit" or raises == "none" else int(raises) + 1
    return Limits(
        structure=structure,
        size=size,
        cap=cap,
        heads_up_uncapped=bool(options.get("heads_up_uncapped", True)),
        check_raise=bool(options.get("check_raise", True)),
        half_bet=bool(options.get("half_bet_rule", True)),
        pot_chip=max(1, felt.units(read_number(str(options.get("pot_chip", "0"))))),
    )


def _size(now: Situation, params: Params) -> int:
    """The bet of the street in smallest chips: the small bet, the big bet, or the big blind where there is no limit."""
    if now.game.options.get("structure") == "fixed_limit":
        return amount(now, str(params.get("size", "small_bet")))
    return amount(now, "big_blind") or amount(now, "small_bet") or 1


def limits_of(now: Situation, params: Params) -> Limits:
    """What may be bet on a street. A double bet is a choice, so it is not among them; see `_choices`."""
    size = _size(now, params)
    felt = now.felt
    made: Limits = now.game.once(("limits", size), lambda game: _limits(game, felt, size))
    return made


def begin(now: Situation, params: Params, opener: int) -> Betting:
    """A round of betting from what lies in front of the players (BR-20, BR-41)."""
    felt = now.felt
    rows = felt.rows
    bets = rows["bet"]
    lying = sum(rows[name][0] for name in felt.layout.pots)
    lying += sum(sum(rows[name]) for name in felt.layout.front if name != "bet")
    top = bring = counted = step = 0
    forced = params.get("forced")
    if forced == "blinds":
        big = amount(now, "big_blind")
        straddles = any(act.verb == "straddle" for act in now.since("hand"))
        if any(bets):
            top = max(big, *bets)
            counted = 1
            if now.game.options.get("pot_limit_small_blind") == "big_blind" and not straddles:
                small = blinds_of(now).small
                lying += max(0, big - bets[small]) if small else 0
    elif forced == "bring_in":
        bring = amount(now, "bring_in")
    if top and limits_of(now, params).structure != "fixed_limit":
        step = top if forced == "blinds" and any(act.verb == "straddle" for act in now.since("hand")) else 0
    order = [opener, *in_turn(now, opener)[:-1]] if opener else in_turn(now, felt.button)
    return Betting(
        rows["stack"],
        bets,
        live(now),
        order,
        limits_of(now, params),
        top=top,
        step=step,
        bets=counted,
        pot=lying,
        bring_in=bring,
    )


@mechanic("betting", fault=_broken, plain=_call, verbs="check call bet raise bringin put")
def betting(now: Situation, params: Params) -> Run:
    """One round of betting. Parameters: `opens`, who begins (see `dealerkit.facts.streets.OPENERS`); `size`, the street's bet in
    fixed limit; `forced`, what lies there already: `blinds` or `bring_in`.

    Returns:
        How it ended.
    """
    opener = opener_of(now, params)
    round_ = begin(now, params, opener or 0)
    double = bool(params.get("double")) and open_pair(now) is not False
    must_bet = bool(params.get("pass_and_out")) and now.game.options.get("opening") == "pass_and_out"
    act: Act | None = None
    if opener is None and round_.turn:  # cards are unknown: whoever acts first is taken to be the one
        act = yield {f"s{seat}": _moves(now, round_, seat, double=double, must_bet=must_bet) for seat in round_.owes}
        if act is None:
            return Round(0, 0, 0, 0, len(now.log))
        round_.begins_with(act.seat)
    opener = round_.turn
    aggressor = first = raises = 0
    while round_.turn:
        if act is None:
            act = yield {f"s{round_.turn}": _moves(now, round_, round_.turn, double=double, must_bet=must_bet)}
        if act is None:
            break
        top = round_.top
        round_.took(act.seat, live(now))
        if round_.top > top and act.verb != "bringin":
            aggressor = act.seat
            first = first or act.seat
            raises += 1
        act = None
    return Round(opener, aggressor, first, raises, len(now.log))


def _moves(now: Situation, round_: Betting, seat: int, *, double: bool, must_bet: bool) -> Moves:
    """What a seat may do that is to act."""
    felt = now.felt
    if round_.bring_in:
        least = min(round_.bring_in, round_.stack[seat])
        opening: dict[str, object] = {"bringin": Scaled(felt, range(least, least + 1))}
        amounts = round_.raises(seat)
        if amounts and amounts[-1] > least:  # all-in for the bring-in or less is the bring-in
            opening["bet"] = Scaled(felt, amounts)
            opening["raise"] = opening["bet"]
        return opening  # type: ignore[return-value]
    moves: dict[str, object] = {"fold": NOTHING}
    if round_.top > round_.bet[seat]:
        moves["call"] = NOTHING
    elif not must_bet or round_.top:
        moves["check"] = NOTHING
    amounts = round_.raises(seat)
    if amounts:
        if double and round_.top == 0 and amounts[-1] - amounts[0] == 0:
            both = range(amounts[0], 2 * amounts[0] + 1, amounts[0])
            amounts = both if 2 * amounts[0] <= round_.stack[seat] else amounts
        if round_.top == 0:
            moves["bet"] = Scaled(felt, amounts)
        moves["raise"] = Scaled(felt, amounts)
    return moves  # type: ignore[return-value]
