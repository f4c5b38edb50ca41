"""A round of betting with cards in hand."""

from __future__ import annotations

from dealerkit.betting import Betting, Limits
from dealerkit.facts import Situation
from dealerkit.facts.deal import entitled
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.mechanics.registry import NOTHING, Ask, Moves, Params, Run, mechanic


class Scaled:
    """A range of smallest chips, asked about in amounts as they are written."""

    __slots__ = ("amounts", "now")

    def __init__(self, now: Situation, amounts: range) -> None:
        self.now, self.amounts = now, amounts

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and value * self.now.felt.layout.scale in self.amounts

    def __str__(self) -> str:
        money = self.now.felt.money
        return f"{money(self.amounts[0])} to {money(self.amounts[-1])}" if self.amounts else "nothing"


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    return "amount" if act.who in ask else "turn"


def _call(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, "check" if "check" in moves else "call")


@mechanic("betting", fault=_broken, plain=_call)
def betting(now: Situation, params: Params) -> Run:
    """One round of no-limit betting. `opens` says where it starts: `after_blinds` or `left_of_button`; `step` is the
    smallest bet.

    Returns:
        The seats still in.
    """
    felt = now.felt

    def live() -> list[int]:
        return [seat for seat in range(1, felt.seats + 1) if felt.places[f"s{seat}"]]

    bets = felt.row("bet")
    step = felt.units(params["step"])
    after = felt.button
    if params.get("opens") == "after_blinds":
        seats = entitled(now)
        after = seats[0 if len(seats) < 3 else 1]  # of two players the button has the small blind (DE-10)
    round_ = Betting(felt.rows["stack"], bets, live(), in_turn(now, after), Limits("no_limit", step))
    while round_.turn:
        seat = round_.turn
        moves: dict[str, object] = {"fold": NOTHING}
        moves["check" if round_.top <= bets[seat] else "call"] = NOTHING
        amounts = round_.raises()
        if amounts:
            moves["bet" if round_.top == 0 else "raise"] = Scaled(now, amounts)
        act = yield {f"s{seat}": moves}  # type: ignore[dict-item]
        if act is None:
            break
        round_.took(act.seat, live())
    return live()
