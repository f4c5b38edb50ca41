"""Bets on a layout, which any bettor may make until the dealer closes betting; and the cut by a bettor."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.facts import GameData, Situation
from dealerkit.facts.layout_limits import limits
from dealerkit.facts.rounds import bettors_of_the_last_round, round_id
from dealerkit.felt import Act, Felt, Number
from dealerkit.mechanics.card_choices import Unnamed
from dealerkit.mechanics.registry import NOTHING, Ask, Moves, Params, Run, mechanic


class WagerAmounts:
    """The amounts that can be bet: any positive whole number of smallest chips. People are shown the range that the house
    accepts.

    Attributes:
        low: Smallest amount that the house accepts, as money.
        high: Largest amount that it accepts, as money; None for no limit.
        scale: Number of smallest chips in one unit of money.
    """

    __slots__ = ("high", "low", "scale")

    def __init__(self, low: Number, high: Number | None, scale: int) -> None:
        self.low, self.high, self.scale = low, high, scale

    def __contains__(self, value: object) -> bool:
        if isinstance(value, int):
            return value > 0
        return isinstance(value, Number) and value > 0 and (value * self.scale).denominator == 1

    def __iter__(self) -> Iterator[Number]:
        return iter((self.low, self.low if self.high is None else self.high))

    def __str__(self) -> str:
        return f"{self.low} or more" if self.high is None else f"{self.low} to {self.high}"


class OrNone(Unnamed):
    """The amounts that a bettor can take back from a bet: a part of its chips, or all of them (an act without an amount)."""

    def __contains__(self, value: object) -> bool:
        return value is None or (isinstance(value, Number) and value > 0)

    def __str__(self) -> str:
        return "all or part of it"


def _wager_breaks(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the key of the rule that a player's act breaks: `late` after the close, `entry` for a player kept out until the next
    shuffle; else empty.
    """
    if act.verb in ("bet", "post", "take") and now.felt.closed is not None:
        return "late"
    return "entry" if act.verb == "bet" and act.who not in ask and params.get("newcomers") is False else ""


def _amounts(felt: Felt, low: int, high: int) -> WagerAmounts:
    return WagerAmounts(felt.written(low), felt.written(high) if high else None, felt.layout.scale)


def _asked(game: GameData, felt: Felt) -> Ask:
    spots = limits(game, felt)
    moves: Moves = (
        {f"bet {name}": _amounts(felt, spot.low, spot.high) for name, spot in spots.items()}
        | {f"take {name}": OrNone() for name in spots}
        | {"leave": NOTHING, "pass": NOTHING}
    )
    return {f"s{seat}": moves for seat in range(1, felt.seats + 1)}


@mechanic("wager", breaks=_wager_breaks)
def wager(now: Situation, params: Params) -> Run:
    """Let bets be put down, raised and taken up until betting is closed (BA-23, BA-24). Parameter `newcomers`: `false` if a seat
    that had no bet in the last round must wait for the next shuffle (BJ-29).

    Returns:
        The bets as they stood at the close: by spot, one cell a seat, in smallest chips.
    """
    felt = now.felt
    ask: Ask = now.game.once("bets asked", lambda game: _asked(game, felt))
    if params.get("newcomers") is False and now.rounds.get(round_id(now.game), 0) > 1:
        stayed = bettors_of_the_last_round(now)
        ask = {seat: moves for seat, moves in ask.items() if seat in stayed}
    while (yield ask) is not None:
        pass
    return {name: felt.rows[name][:] for name in felt.layout.rows}


def _any_depth(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, "insert", n=len(now.felt.layout.pack) // 2)


@mechanic("bettor_cuts", breaks=lambda now, params, ask, act: "depth" if act.verb == "insert" else "", plain=_any_depth)
def bettor_cuts(now: Situation, params: Params) -> Run:
    """Let any bettor insert the spare cut card, at least `minimum` cards from either end (BA-15).

    Returns:
        The seat that cut.
    """
    minimum = int(params.get("minimum", 1))
    size = len(now.felt.layout.pack)
    moves: Moves = {"insert": range(minimum, size - minimum + 1)}
    act = yield {f"s{seat}": moves for seat in range(1, now.felt.seats + 1)}
    return act.seat if act else 0
