"""Declarations that stay secret until all players have declared; only the hands of players in are compared."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.games.pot.facts.stakes import in_the_middle
from dealerkit.games.pot.mechanics.antes import DUES
from dealerkit.games.pot.three_five_seven.facts import additions_missing, best_in, in_seats, may_be_in
from dealerkit.mechanics.card_choices import Own
from dealerkit.mechanics.payments import Payment, paid
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, first_move, mechanic

DUES.add("additions", additions_missing, __name__)

IN, OUT = "in", "out"


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `cover`: a player who cannot pay may not be in. `change`: a declaration is final after all are made. `word`: there is no such
    declaration. `turn`: it is another act.
    """
    if act.verb != "declare":
        return "turn"
    if act.to[0] not in (IN, OUT):
        return "word"
    if act.who in ask:
        return "cover"
    return NO_RULE if ask else "change"  # while others have still to declare, the player may change it


def _out(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    return Act.make(seat, *next(reversed(list(moves))).split())


@mechanic(
    "declare", breaks=_broken, plain=_out, verbs="declare reveal", keeps={"declared": "words_by_seat?"}, comes_to={"in": "seats"}
)
def declare(now: Situation, params: Params) -> Run:
    """Let all players declare in or out, secretly and in any order (TFS-07, TFS-08). If the declarations are opened before all
    have declared, they are repeated.

    A player who declares in although he may not is out (TFS-A8).

    Returns:
        The seats that are in, as `in`.
    """
    seats = in_turn(now, now.felt.button)
    declarations: dict[int, str] = dict(now.given.get("declared") or {})
    while waiting := [seat for seat in seats if seat not in declarations]:
        asked: Ask = {
            f"s{seat}": {f"declare {word}": NOTHING for word in (IN, OUT) if word == OUT or may_be_in(now, seat)}
            for seat in waiting
        }
        act = yield asked
        if act is None:
            return {IN: ()}
        if act.verb == "reveal":
            declarations.clear()
        elif act.verb == "declare" and act.seat in seats:
            declarations[act.seat] = act.to[0] if may_be_in(now, act.seat) else OUT
    return {IN: tuple(seat for seat in seats if declarations[seat] == IN)}


def _not_so(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `folders`: a player who is out sees a hand. `declare`: it is too late to declare. `part`: less than the whole hand is shown.
    `turn`: no such act is open.
    """
    if act.verb == "declare":
        return "declare"
    if act.verb == "show" or (
        act.verb == "flash" and any(int(word[1:]) not in in_seats(now) for word in act.to if word[1:].isdecimal())
    ):
        return "folders"
    return "part" if act.who in ask and act.verb == "flash" else "turn"


@mechanic("show_each_other", breaks=_not_so, plain=first_move, verbs="flash show")
def show_each_other(now: Situation, params: Params) -> Run:
    """Let the players who are in show their hands to each other and to no other player (TFS-09): `s1 flash s2 s4`.

    Returns:
        The seats that are in.
    """
    felt, seats = now.felt, in_seats(now)
    while True:
        ask: dict[str, Moves] = {}
        for seat in seats:
            cards = felt.cards(f"s{seat}")
            blind = [
                f"s{other}"
                for other in sorted(seats)
                if other != seat and not all(felt.seen[card] >> other & 1 for card in cards)
            ]
            if blind and len(seats) > 1:
                hand = Own([felt.faces[card] for card in cards], whole_only=True)
                ask[f"s{seat}"] = {" ".join(("flash", *blind)): hand} | {f"flash {seat_word}": hand for seat_word in blind}
        if not ask:
            break
        act = yield ask
        if act is None:
            break
    return tuple(seats)


@paid
def losers_match_the_pot(now: Situation, params: Params) -> list[Payment]:
    """Make every player who is in and has not won match the pot, or pay the rest of the stack.

    Several winners share each payment; the odd chips go to the first of them from the left of the dealer (TFS-11, TFS-12, TFS-A4,
    TFS-A8).
    """
    best = best_in(now)
    payments: list[Payment] = []
    for loser in in_seats(now) if best else ():
        if best and loser not in best:
            share, odd = divmod(min(in_the_middle(now), now.felt.rows["stack"][loser]), len(best))
            payments += [(loser, winner, share + (at < odd)) for at, winner in enumerate(best) if share + (at < odd)]
    return payments
