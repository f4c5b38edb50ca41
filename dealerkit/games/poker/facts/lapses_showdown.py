"""Facts about the last act at the showdown, in stud and in the draw, that call for an act of the dealer: a hand misread, a winner
not tabled.
"""

from __future__ import annotations

from dealerkit.facts.decisions import comes_to, ruling_on
from dealerkit.facts.first_to_bet import last_round
from dealerkit.facts.hands import ACTIONS, contenders, live
from dealerkit.facts.situation import Situation, fact, never_with, only_in, only_with
from dealerkit.facts.tables import just_done
from dealerkit.facts.turns import since_cards
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.draws import asked_since, cards_due, draw_changed_late, still_to_draw, wanted_pitched
from dealerkit.games.poker.facts.remedies import deal_is_over, wrong_hands
from dealerkit.games.poker.facts.showdown import (
    first_to_show,
    form_of,
    from_hand_and_board,
    high_and_low,
    low_alone,
    reading,
    right_number,
    tabled,
    values_of,
    whole_shares,
)
from dealerkit.showdown.spoken_hand import misheard


@fact
def part_of_a_winner(now: Situation) -> bool:
    """Return whether a player shows only a part of a hand that beats or ties every tabled hand (SD-01).

    False if a card is not known, so that the winner is uncertain.
    """
    seat = just_done(now).seat
    if not just_done(now).cards or tabled(now, seat) or len(live(now)) < 2 or now.faced is not None:
        return False
    mine = values_of(now, seat)
    if mine is None:
        return False
    others = [values_of(now, rival) for rival in live(now) if rival != seat and tabled(now, rival)]
    return all(
        other is not None and any(own >= its > 0 or own > 0 == its for own, its in zip(mine, other, strict=True))
        for other in others
    )


@fact
def a_player_shows_another(now: Situation) -> bool:
    """Return whether a player shows cards to another player and not to all (rule "one player to a hand")."""
    act = just_done(now)
    return bool(act.seat) and bool(seat_number(act.to[0]))


@fact
def hand_is_hidden(now: Situation) -> bool:
    """Return whether the dealer reads or turns up a hand that its player has not tabled, and that no player entitled to see it
    has asked for (SD-07, TDA 67).
    """
    act = just_done(now)
    seat = seat_number(act.to[0]) if act.to else 0
    if not seat or not now.felt.places.get(f"s{seat}"):
        return False
    if act.verb == "read":
        return not tabled(now, seat)
    hand = now.since("hand")
    if act.face == "down" or any(past.seat == seat and past.verb == "show" for past in hand):
        return False
    return not hand_was_asked_for(now) or comes_to(ruling_on(now, "hand_asked_for"), ["play_on"]) is True


def hand_was_asked_for(now: Situation) -> bool:
    """Return whether a player has lately asked to see a called hand (SD-07)."""
    return any(act.verb == "say" and "see" in "_".join(act.to).split("_") for act in now.since("hand")[-20:])


@fact
def order_not_kept(now: Situation) -> bool:
    """Return whether a player shows out of the order of the showdown although a player has asked for the order (SD-03)."""
    act = just_done(now)
    asked = False
    for past in reversed(now.since("hand")[:-1]):
        if past.verb in ("show", "muck", "deal", "burn"):
            break
        asked = asked or (past.verb == "say" and bool(past.seat) and "order" in "_".join(past.to).split("_"))
    if not asked or len(live(now)) < 2:
        return False
    return act.seat != first_to_show(now)


@fact
def bettor_lets_go(now: Situation) -> bool:
    """Return whether the last player to bet or raise throws in the hand while others are in and no hand is tabled, perhaps
    believing to have won (SD-15). False once the showdown was called: the player then knows of the call, and concedes.
    """
    seat, in_it = just_done(now).seat, live(now)
    return seat > 0 and last_bettor(now) == seat and bool(set(in_it) - {seat}) and showdown_is_to_come(now)


def last_bettor(now: Situation) -> int:
    """Return the seat that bet or raised last in the current betting round, or in the last one if none is open; 0 if none did."""
    for act in reversed(now.since("hand")):
        if act.verb in ("bet", "raise", "bringin"):
            return act.seat
        if act.verb in ("deal", "sweep"):
            break
    last = last_round(now)
    return last.aggressor if last is not None else 0


def is_misread(now: Situation, act: Act) -> bool:
    """Return whether the dealer reads a tabled hand aloud as a different hand.

    Args:
        now: The situation.
        act: The reading: `d read s2 flush`.
    """
    seat = seat_number(act.to[0])
    if not 1 <= seat <= now.felt.seats or not tabled(now, seat):
        return False
    halves = reading(now, seat)
    return halves is not None and misheard(act.to[1:], *halves, form_of(now)) != ""


@fact
def hand_misread(now: Situation) -> bool:
    """Return whether the dealer reads a hand aloud as a different hand (SD-02)."""
    return is_misread(now, just_done(now))


@fact
@only_in(high_and_low)
def low_misread(now: Situation) -> bool:
    """Return whether in a high-low game the dealer misreads the low (HL-06)."""
    form_ = form_of(now)
    if not (form_.high and form_.low):
        return False
    halves = reading(now, seat_number(just_done(now).to[0]))
    return halves is not None and misheard(just_done(now).to[1:], *halves, form_) == "low"


@fact
@only_in(low_alone)
def played_for_low(now: Situation) -> bool:
    """Return whether the lowest hand wins."""
    return form_of(now).high is None


@fact
@only_in(from_hand_and_board)
def made_of_two_and_three(now: Situation) -> bool:
    """Return whether a hand must contain a fixed number of the player's own cards, as in Omaha (HR-17)."""
    return form_of(now).from_hand is not None


@fact
def fouled_hand_wins(now: Situation) -> bool:
    """Return whether a contested pot goes to a hand with too many or too few cards (DH-04).

    False for a hand that is short because cards are still to be dealt, and for a hand that shares the pot because no hand in it
    has the right number of cards.
    """
    act = just_done(now)
    seat = seat_number(act.to[0]) if act.verb == "award" else 0
    if seat not in live(now) or right_number(now, seat) or seat not in wrong_hands(now) or not deal_is_over(now):
        return False
    pot = act.to[1] if len(act.to) > 1 else "pot"
    if pot not in now.felt.layout.pots:  # chips out of the drop are contested by nobody
        return False
    if any((name, whose) == (pot, seat) for name, whose, _ in whole_shares(now) or ()):
        return False
    in_it = {*contenders(now, pot)} - {seat}
    return not in_it.isdisjoint(live(now)) or any(past.verb == "show" and past.seat in in_it for past in now.since("hand"))


@fact
def winner_not_tabled(now: Situation) -> bool:
    """Return whether a contested pot goes to a hand that is not face up as a whole (SD-01)."""
    act = just_done(now)
    seat = seat_number(act.to[0]) if act.verb == "award" else 0
    return seat in live(now) and len(live(now)) > 1 and not tabled(now, seat)


@fact
def showdown_is_to_come(now: Situation) -> bool:
    """Return whether no showdown was called and no hand shown since the last card and the last bets."""
    return not any(act.verb == "show" or (act.verb == "call" and act.to[:1] == ("showdown",)) for act in since_cards(now))


# -- stud and draw ----------------------------------------------------------------------------------------------------


@fact
def upcards_lifted(now: Situation) -> bool:
    """Return whether a live player picked up his upcards (DH-03)."""
    return just_done(now).seat in live(now)


@fact
def possible_hand_announced(now: Situation) -> bool:
    """Return whether the dealer announced a possible straight or flush (stud/wrong-announcement)."""
    return bool({"possible", "possibly", "draw", "drawing"} & set("_".join(just_done(now).to).replace("-", "_").split("_")))


@fact
def draw_changed(now: Situation) -> bool:
    """Return whether a player changed the number of cards after a card was dealt or burned, or after another player named a
    number (DR-12).
    """
    return draw_changed_late(now, just_done(now))


@fact
def last_card_dealt_too_soon(now: Situation) -> bool:
    """Return whether the last card of the stub was dealt on a draw although more cards are due, or the house never deals it
    (option `bottom_card`, DR-18).
    """
    if now.felt.left() or not asked_since(now):
        return False
    never = now.game.options.get("bottom_card", "never") == "never"
    return never or cards_due(now) > 0 or bool(still_to_draw(now))


@fact
@never_with("setting", "home")
def count_told_late(now: Situation) -> bool:
    """Return whether a house dealer tells how many cards a player drew after there has been action (DR-16).

    In a home game the player who deals may always be asked how many he drew, and answers truly.
    """
    act = just_done(now)
    words = {"draw", "draws", "drew", "drawn", "pat", "took"} & set("_".join(act.to).split("_"))
    return (
        now.game.options.get("setting") != "home"
        and bool(words)
        and any(past.verb in ACTIONS for past in since_cards(now))
        and any(past.verb in ("draw", "pat") for past in now.since("hand"))
    )


@fact
def wanted_it_pitched(now: Situation) -> bool:
    """Return whether a card goes to a player who asked for it to be pitched, and so accepts if it is exposed (DR-29)."""
    act = now.act
    return act is not None and act.verb == "deal" and wanted_pitched(now, seat_number(act.to[0]))


@fact
@only_with("draw_pushed", "true")
def pitched_on_the_draw(now: Situation) -> bool:
    """Return whether a replacement was pitched, though the house pushes replacements (option `draw_pushed`)."""
    return (
        bool(now.game.options.get("draw_pushed"))
        and "pitched" in just_done(now).manner
        and bool(asked_since(now))
        and not wanted_pitched(now, seat_number(just_done(now).to[0]))
    )
