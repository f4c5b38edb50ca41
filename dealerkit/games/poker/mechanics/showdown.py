"""The showdown: players table their hands or throw them in."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.facts.hands import live, live_in_turn
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.games.poker.facts.showdown import first_to_show, tabled
from dealerkit.mechanics.card_choices import Own
from dealerkit.mechanics.registry import NOTHING, Ask, Moves, Params, Run, first_move, mechanic


def _kept(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    return "all_in" if act.verb == "muck" and params.get("all") else ""


def _order(now: Situation) -> list[int]:
    """Return the live seats in the order in which they show (SD-03)."""
    first = first_to_show(now)
    seats = live_in_turn(now, now.felt.button)
    if first not in seats:
        return seats
    return [first, *(seat for seat in in_turn(now, first) if seat in seats and seat != first)]


@mechanic("show", breaks=_kept, plain=first_move, verbs="show muck say kill move", hears="kill move")
def show(now: Situation, params: Params) -> Run:
    """Let players table their hands or throw them in, until a single hand is left or all are tabled (SD-01, SD-05, SD-08).

    A player may show before his turn, but only the first to show can be asked to. Instead of tabling the hand, a player may say
    that he plays the board, if the house accepts that (FTR-29).

    Parameter `all`: whether every hand must be tabled, at once or card by card, and none may be thrown in (SD-04, DR-24).

    Returns:
        The seats that tabled a hand.
    """
    felt = now.felt
    while True:
        seats = [seat for seat in _order(now) if not tabled(now, seat)]
        if not seats or len(live(now)) < 2:
            break
        ask: dict[str, Moves] = {}
        for seat in seats:
            hand = Own([felt.faces[card] for card in felt.places[f"s{seat}"]], whole_only=False)
            ask[f"s{seat}"] = {"show": hand} if params.get("all") else {"show": hand, "muck": NOTHING}
        act = yield ask
        if act is None:
            break
    return tuple(live(now))


@mechanic("show_openers", plain=first_move, verbs="show")
def show_openers(now: Situation, params: Params) -> Run:
    """Let the player who opened a pot that needs openers show them, although the hand was not called (DR-08, DR-17).

    Returns:
        The opener's seat.
    """
    seats = live(now)
    if not seats:
        return 0
    who = f"s{seats[0]}"
    act = None
    while act is None or act.who != who:
        hand = Own([now.felt.faces[card] for card in now.felt.places[who]], whole_only=False)
        act = yield {who: {"show": hand}}
        if act is None:
            break
    return seats[0]
