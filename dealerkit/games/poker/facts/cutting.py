"""Facts about the cut at a poker table: the player who cuts, the number of cuts, their effect; and about the
draw for the button.
"""

from __future__ import annotations

from dealerkit.arithmetic import cuts
from dealerkit.facts.cutting import JACK, cut_card_at, cuts_since_the_shuffle, drawn_in_turn
from dealerkit.facts.situation import Situation, by_option, fact


@by_option("cut_by", "dealer", "cut_card", usual="dealer")
def dealer_cuts() -> None:
    """Return whether the dealer makes the cut, at a place of his own or where the cut card was put in (option `cut_by`, CU-09,
    CU-10).
    """


@by_option("cut_by", "player", "cut_card")
def player_is_offered_the_cut() -> None:
    """Return whether the cut has to be offered to the player on the dealer's right (option `cut_by`, CU-08)."""


@by_option("cut_by", "player")
def player_cuts_alone() -> None:
    """Return whether the player on the dealer's right makes the cut (option `cut_by`, CU-08)."""


@by_option("cut_by", "cut_card")
def cut_card_shows_the_place() -> None:
    """Return whether the player on the dealer's right puts the cut card in where the dealer is to cut (option `cut_by`,
    CU-09).
    """


@by_option("cut_by", "anyone")
def anyone_may_cut() -> None:
    """Return whether the cut need not be offered, and the player who wants it makes it (option `cut_by`, CU-05, CU-06)."""


@by_option("cuts", "2", "3")
def second_cut_allowed() -> None:
    """Return whether the house allows more cuts than one (option `cuts`, CU-03)."""


@by_option("cuts", "3")
def third_cut_allowed() -> None:
    """Return whether the house allows three cuts (option `cuts`, CU-03)."""


@fact
def cut_changed_nothing(now: Situation) -> bool:
    """Return whether the order after the cut is the order after the shuffle, as a false cut leaves it (CU-15).

    Cuts of which nobody counted the cards say nothing; a cut that is said to be false leaves the order.
    """
    size = len(now.felt.layout.pack)
    before = list(range(size))
    order = before
    cuts_made = 0
    for act in cuts_since_the_shuffle(now):
        cuts_made += 1
        if "false" in act.to:
            continue
        if act.n is None:
            return False
        lifts = [int(part) for part in act.parts] if len(act.parts) == 3 else []
        if act.n > size or sum(lifts[:2]) > size:
            return False  # no hands can do that, and the felt will say so
        order = cuts.scarne(order, *lifts) if lifts else cuts.simple(order, int(act.n))
    return bool(cuts_made and order == before)


@fact
def too_many_cuts(now: Situation) -> bool:
    """Return whether the dealer has cut properly more often than the house allows (option `cuts`, CU-03)."""
    least, place = int(now.game.options.get("minimum_cut", 1)), cut_card_at(now)
    proper = 0
    for act in cuts_since_the_shuffle(now):
        if act.who != "d" or act.to:
            continue
        if act.n is not None and (act.n < least or place not in (0, act.n)):
            proper = 0  # it is not a cut, and the one in its place is due
            continue
        proper, place = proper + 1, 0  # where the card was put in, the deck is cut once
    return proper > int(now.game.options.get("cuts", 1))


@fact
def cut_was_asked_for(now: Situation) -> bool:
    """Return whether a player asks to cut, and no card of the hand is out (CU-06, CU-07)."""
    act = now.act
    if act is None or "cut" not in act.to:
        return False
    return not any(now.felt.places[f"s{seat}"] for seat in range(1, now.felt.seats + 1))


@by_option("first_dealer", "jack", "high_card", "high_by_suit")
def first_dealer_is_drawn() -> None:
    """Return whether who deals or has the button first is settled by the cards (option `first_dealer`, DE-07, DE-10)."""


@fact
def no_jack_yet(now: Situation) -> bool:
    """Return whether no jack has fallen in the draw for the first deal; a card that nobody can read ends it (DE-07)."""
    drawn = [face for _, face in drawn_in_turn(now)]
    return None not in drawn and not any(face is not None and face.letter == JACK for face in drawn)
