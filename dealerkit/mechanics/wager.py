"""Bets on a layout: everybody may bet until the dealer closes; a bet against the pot; and the bettor who cuts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.facts import GameData, Situation
from dealerkit.facts.bet_limits import limits
from dealerkit.facts.cutting import at_the_table, right_of_dealer
from dealerkit.facts.seats import amount
from dealerkit.facts.stakes import pot_is_won
from dealerkit.facts.wagers import bets_allowed, turn
from dealerkit.felt import Act, Felt, Number
from dealerkit.mechanics.betting import Scaled
from dealerkit.mechanics.card_choices import Unnamed
from dealerkit.mechanics.registry import NOTHING, Ask, Moves, Params, Run, mechanic


class WagerAmounts:
    """Any amount above zero that the smallest chip can make; as a range of what is sensible for people to see.

    Attributes:
        low: Smallest amount that the house wants, as it is written.
        high: Largest; None for any amount.
        scale: Smallest chips to one unit of money.
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
    """All of it (no amount) or a part."""

    def __contains__(self, value: object) -> bool:
        return value is None or (isinstance(value, Number) and value > 0)

    def __str__(self) -> str:
        return "all of it, or a part"


def _late(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    return "late" if act.verb in ("bet", "post", "take") and now.felt.closed is not None else ""


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


@mechanic("wager", breaks=_late)
def wager(now: Situation, params: Params) -> Run:
    """Let bets be put down, raised and taken up until betting is closed (BA-23, BA-24).

    Returns:
        The bets as they stood then: by spot, a cell a seat, in smallest chips.
    """
    felt = now.felt
    ask: Ask = now.game.once("bets asked", lambda game: _asked(game, felt))
    while (yield ask) is not None:
        pass
    return {name: felt.rows[name][:] for name in felt.layout.rows}


class UpToThePot(Scaled):
    """The bets that a seat may make against the pot as it lies, some of which may still be settled for the turn before."""

    __slots__ = ("now", "seat")

    def __init__(self, now: Situation, seat: int) -> None:
        self.now, self.seat, self.felt = now, seat, now.felt

    @property
    def amounts(self) -> range:  # type: ignore[override]
        """The amounts, in smallest chips."""
        return bets_allowed(self.now, self.seat)


def _against_the_pot(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return which rule an act breaks, as a key of the step's `rules:`.

    `ended`: the pot has been won, and the game is over. `own_chips`: a player pays another. `again`: the bet was made already.
    `turn`: somebody else is to bet. `under`, `over`: the amount. `pass`: nobody passes, or the fee is another.
    """
    if pot_is_won(now):
        return "ended"
    if act.verb == "pay":
        return "own_chips"
    if act.who not in ask:
        return "again" if act.verb == "bet" and turn(now).seat == act.seat and now.felt.rows["bet"][act.seat] else "turn"
    if act.verb != "bet":
        return "pass"
    allowed = bets_allowed(now, act.seat)
    return "under" if allowed and now.felt.units(act.n) < allowed[0] else "over"


def _smallest_bet(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    for least in moves.get("bet", ()):  # type: ignore[attr-defined]
        return Act.make(seat, "bet", n=least)
    return None


@mechanic("pot_wager", breaks=_against_the_pot, plain=_smallest_bet, verbs="bet post pass", keeps={"turn": "seat"})
def pot_wager(now: Situation, params: Params) -> Run:
    """Let the player whose turn it is bet against the pot, or give the fee for passing where the house takes one (RD-06,
    RD-A2).

    Returns:
        The seat.
    """
    felt, fee = now.felt, amount(now, "pass_fee")
    seat = turn(now).seat
    who = f"s{seat}"
    while seat and not felt.rows["bet"][seat]:
        moves: dict[str, object] = {"bet": UpToThePot(now, seat)}
        if fee:
            moves["post"] = (felt.written(min(fee, felt.rows["stack"][seat])),)
        act = yield {who: moves}  # type: ignore[dict-item]
        if act is None:
            break
    return seat


def _any_depth(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, "insert", n=len(now.felt.layout.pack) // 2)


@mechanic("bettor_cuts", breaks=lambda now, params, ask, act: "depth" if act.verb == "insert" else "", plain=_any_depth)
def bettor_cuts(now: Situation, params: Params) -> Run:
    """Let any bettor put the spare cut card in, not nearer to an end than `minimum` cards (BA-15).

    Returns:
        The seat that cut.
    """
    minimum = int(params.get("minimum", 1))
    size = len(now.felt.layout.pack)
    moves: Moves = {"insert": range(minimum, size - minimum + 1)}
    act = yield {f"s{seat}": moves for seat in range(1, now.felt.seats + 1)}
    return act.seat if act else 0


def _cut_half(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, _how_cut(params), n=max(1, len(now.felt.places[now.felt.layout.stock]) // 2))


def _how_cut(params: Params) -> str:
    """Return what the player does: lifts a packet, or puts the cut card in (CU-09)."""
    return str(params.get("with", "cut"))


def _what_of_the_cut(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return which rule a cut breaks: `who`, by somebody else, or `depth`, too near an end."""
    return "depth" if act.who in ask else "who"


class Cutters(Mapping[str, Moves]):
    """Asks whoever may cut: the player on the dealer's right, who may change while the deal is being settled, or everybody."""

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.move, self.least = now, _how_cut(params), int(params.get("minimum", 1))
        self.everybody = params.get("who") == "anyone"

    def __getitem__(self, who: str) -> Moves:
        if who not in list(self):
            raise KeyError(who)
        size = len(self.now.felt.cards(self.now.felt.layout.stock))
        return {self.move: range(self.least, max(self.least, size - self.least) + 1)}

    def __iter__(self) -> Iterator[str]:
        seats = at_the_table(self.now) if self.everybody else [right_of_dealer(self.now)]
        return iter([f"s{seat}" for seat in seats])

    def __len__(self) -> int:
        return len(list(iter(self)))


@mechanic("player_cuts", breaks=_what_of_the_cut, plain=_cut_half)
def player_cuts(now: Situation, params: Params) -> Run:
    """Let the player on the dealer's right cut, or put the cut card in (SG-03, CU-08, CU-09).

    Parameters `who`: `anyone` for whoever wants to (CU-06); `with`: `cut` (default) or `insert`; `minimum`: cards that stay on
    either side at least; `again`: whoever it belongs to may still cut when somebody else has (CU-19).

    Returns:
        The seat that cut.
    """
    ask = Cutters(now, params)
    act = yield ask
    while act is not None and (act.verb != ask.move or (params.get("again") and act.who not in ask)):
        act = yield ask
    return act.seat if act else 0
