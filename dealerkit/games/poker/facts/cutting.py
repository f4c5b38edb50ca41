"""Facts about the cut at a poker table: the player who cuts, the number of cuts and their effect; and about the draw for the
button.
"""

from __future__ import annotations

from dealerkit.arithmetic import cuts
from dealerkit.facts.cutting import JACK, cut_card_at, cuts_since_the_shuffle, drawn_in_turn
from dealerkit.facts.situation import Situation, by_option, fact


@by_option("cut_by", "dealer", "cut_card", usual="dealer")
def dealer_cuts() -> None:
    """Return whether the dealer makes the cut, at any place or at the cut card (option `cut_by`, CU-09, CU-10)."""


@by_option("cut_by", "player", "cut_card")
def player_is_offered_the_cut() -> None:
    """Return whether the cut has to be offered to the player on the dealer's right (option `cut_by`, CU-08)."""


@by_option("cut_by", "player")
def player_cuts_alone() -> None:
    """Return whether the player on the dealer's right makes the cut (option `cut_by`, CU-08)."""


@by_option("cut_by", "cut_card")
def cut_card_shows_the_place() -> None:
    """Return whether the player on the dealer's right puts the cut card in, and the dealer cuts there (option `cut_by`,
    CU-09).
    """


@by_option("cut_by", "anyone")
def anyone_may_cut() -> None:
    """Return whether the cut need not be offered, and any player may ask for it (option `cut_by`, CU-05, CU-06)."""


@by_option("cuts", "2", "3")
def second_cut_allowed() -> None:
    """Return whether the house allows a second cut (option `cuts`, CU-03)."""


@by_option("cuts", "3")
def third_cut_allowed() -> None:
    """Return whether the house allows a third cut (option `cuts`, CU-03)."""


@fact
def cut_changed_nothing(now: Situation) -> bool:
    """Return whether the order of the deck after the cuts is the order after the shuffle, as after a false cut (CU-15).

    False if the cards of a cut were not counted; a cut reported as false leaves the order unchanged.
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
            return False  # impossible by hand: the felt refuses it
        order = cuts.scarne(order, *lifts) if lifts else cuts.simple(order, int(act.n))
    return bool(cuts_made and order == before)


@fact
def too_many_cuts(now: Situation) -> bool:
    """Return whether the dealer has made more proper cuts than the house allows (option `cuts`, CU-03)."""
    least, place = int(now.game.options.get("minimum_cut", 1)), cut_card_at(now)
    proper = 0
    for act in cuts_since_the_shuffle(now):
        if act.who != "d" or act.to:
            continue
        if act.n is not None and (act.n < least or place not in (0, act.n)):
            proper = 0  # not a proper cut: another one is still due
            continue
        proper, place = proper + 1, 0  # the cut card binds the first cut only
    return proper > int(now.game.options.get("cuts", 1))


@fact
def cut_was_asked_for(now: Situation) -> bool:
    """Return whether a player asks for a cut before a card of the hand is dealt (CU-06, CU-07)."""
    act = now.act
    if act is None or "cut" not in act.to:
        return False
    return not any(now.felt.places[f"s{seat}"] for seat in range(1, now.felt.seats + 1))


@by_option("first_dealer", "jack", "high_card", "high_by_suit")
def first_dealer_is_drawn() -> None:
    """Return whether cards decide who deals first or has the button first (option `first_dealer`, DE-07, DE-10)."""


@fact
def no_jack_yet(now: Situation) -> bool:
    """Return whether no jack has come yet in the draw for the first deal; an unreadable card ends the draw (DE-07)."""
    drawn = [face for _, face in drawn_in_turn(now)]
    return None not in drawn and not any(face is not None and face.letter == JACK for face in drawn)
