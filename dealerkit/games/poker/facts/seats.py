"""Facts about the button, the next hand and straddles."""

from __future__ import annotations

from dealerkit.facts.seats import entitled, left_of_big_blind, playing
from dealerkit.facts.situation import GameData, Situation, fact, only_in, only_with


@fact
def redeal_under_way(now: Situation) -> bool:
    """Return whether the hand is being dealt again after a misdeal, to the same seats (MD-17)."""
    for act in reversed(now.log):
        if act.who == "f" and act.verb == "rule":
            return act.to[0] == "misdeal"
        if act.verb in ("award", "burn") or (act.verb == "deal" and _dealt_in_this_hand(now)):
            return False
    return False


def _dealt_in_this_hand(now: Situation) -> bool:
    return any(act.verb == "deal" for act in now.since("hand"))


@fact
@only_with("button_rule", "moving", "dead", "winner")
def table_has_a_button(now: Situation) -> bool:
    """Return whether there is a button on the table. In stud in a card room there is none: the deal begins at the dealer's
    left.
    """
    return now.felt.button > 0


@fact
def another_hand(now: Situation) -> bool:
    """Return whether another hand can be dealt: at least two players have chips and do not sit out. Before the first hand,
    players without chips behind count too, since all their chips may be in front.
    """
    return len(entitled(now) if now.rounds.get("hand", 0) < 1 else playing(now)) > 1


@fact
def several_are_dealt_in(now: Situation) -> bool:
    """Return whether at least two players are dealt in."""
    return len(entitled(now)) > 1


@fact
def first_hand(now: Situation) -> bool:
    """Return whether this is the first hand of the table."""
    return now.rounds.get("hand", 0) < 2


def plays_straddles(game: GameData) -> bool:
    """Return whether a straddle can be posted in a game: the house allows it (option `straddle`), there are blinds, and the game
    is not fixed limit (CO-44).
    """
    options = game.options
    blinds = str(options.get("big_blind", "0")) != "0"
    return options.get("straddle", "none") != "none" and blinds and options.get("structure") != "fixed_limit"


@fact
@only_in(plays_straddles)
def straddle_allowed(now: Situation) -> bool:
    """Return whether the game has straddles, and enough players for one (option `straddle_players`; DP-09)."""
    return plays_straddles(now.game) and len(entitled(now)) >= int(str(now.game.options["straddle_players"]))


def straddlers(now: Situation) -> tuple[int, ...]:
    """Return the seats that may straddle: left of the big blind, the button, or either (option `straddle`)."""
    where = now.game.options.get("straddle")
    seats = (left_of_big_blind(now), entitled(now)[-1])
    return tuple(dict.fromkeys(seats if where == "either" else seats[1:] if where == "button" else seats[:1]))
