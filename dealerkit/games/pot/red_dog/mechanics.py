"""Bets against the pot, the showing of a hand that beats the card turned, and the agreement of all players to stop."""

from __future__ import annotations

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.facts.seats import amount
from dealerkit.felt import Act
from dealerkit.games.pot.facts.stakes import pot_is_won, stopping
from dealerkit.games.pot.red_dog.facts import bets_allowed, higher, turn, winning
from dealerkit.mechanics.betting import Scaled
from dealerkit.mechanics.card_choices import Own
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule broken: none by an answer; `again` by any other act."""
    return NO_RULE if act.verb == "answer" else "again"


@mechanic("agree", breaks=_broken, verbs="answer")
def agree(now: Situation, params: Params) -> Run:
    """Let any player say that they want to stop, or withdraw it, until the dealer continues or all have said so (RD-15). A player
    who is asked may also say no, or repeat an answer.

    Returns:
        Whether all players stop.
    """
    seats = range(1, now.felt.seats + 1)
    while len(stopping(now)) < len(seats):
        stopped = stopping(now)
        act = yield {f"s{seat}": _moves(seat in stopped) for seat in seats}
        if act is None:
            return False
    return True


def _moves(stops: bool) -> Moves:  # noqa: FBT001 - one of two words
    return {"answer play" if stops else "answer stop": NOTHING}


class UpToThePot(Scaled):
    """The amounts that a seat can bet against the pot as it is now; part of the pot may still be due for the turn before."""

    __slots__ = ("now", "seat")

    def __init__(self, now: Situation, seat: int) -> None:
        self.now, self.seat, self.felt = now, seat, now.felt

    @property
    def amounts(self) -> range:  # type: ignore[override]
        """Amounts allowed, in smallest chips."""
        return bets_allowed(self.now, self.seat)


def _against_the_pot(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `ended`: the pot has been won, and the game is over. `own_chips`: a player pays another. `again`: the bet was made already.
    `turn`: another player is to bet. `under`, `over`: the amount is too small or too large. `pass`: the house knows no passing,
    or the fee is wrong.
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
    """Let the player in turn bet against the pot, or pay the fee for passing if the house takes one (RD-06, RD-A2).

    Returns:
        The player's seat.
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


class Beating(Own):
    """The cards that a player can show to win a bet: a card of the hand that beats the one turned, or the whole hand."""

    def __init__(self, faces: list[Face | None], beating: list[Face] | None, turned: Face | None) -> None:
        super().__init__(faces, whole_only=True)
        self.beating, self.turned = beating, turned

    def __contains__(self, value: object) -> bool:
        if isinstance(value, Face) and len(self.faces) > 1:
            held = value in self.faces or None in self.faces
            return held and (self.turned is None or higher(value, self.turned))
        return super().__contains__(value)

    def __str__(self) -> str:
        cards = [face.name for face in self.beating or ()]
        return " or ".join([*cards, super().__str__()])


def _beating(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    winners = winning(now)
    return Act.make(seat, "show", cards=[max(winners)]) if winners else Act.make(seat, "show")


def _not_shown(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `ended`: the game is over. `own_chips`: it pays another player. `bet` and `pass`: they belong to the next player's turn.
    `turn`: it shows another hand. `whole`: it shows too little of this hand.
    """
    if pot_is_won(now):
        return "ended"
    if act.verb == "pay":
        return "own_chips"
    if act.verb in ("bet", "post"):
        return "bet"
    if act.verb == "pass":
        return "pass"
    return "whole" if act.who in ask else "turn"


@mechanic("show_higher", breaks=_not_shown, plain=_beating, verbs="show")
def show_higher(now: Situation, params: Params) -> Run:
    """Let the player who has bet against the pot show a winning card, or the whole hand (RD-08, RD-10, RD-A9).

    Returns:
        The player's seat.
    """
    felt, seat = now.felt, turn(now).seat
    who = f"s{seat}"
    while seat:
        cards = felt.cards(who)
        beating = winning(now)
        shown = [card for card in cards if felt.up[card]]
        if len(shown) == len(cards) or any(felt.faces[card] in (beating or ()) for card in shown):
            break
        against = turn(now).card
        turned = None if against is None else felt.faces[against]
        act = yield {who: {"show": Beating([felt.faces[card] for card in cards], beating, turned)}}
        if act is None:
            break
    return seat
