"""Facts about the last act, concerning deck, deal and boards, that call for an act of the dealer: a face seen in the shuffle, a
boxed card, a dropped stub.
"""

from __future__ import annotations

from collections import Counter

from dealerkit.arithmetic.betting import uncalled
from dealerkit.facts.hands import ACTIONS, contested, live
from dealerkit.facts.seats import entitled
from dealerkit.facts.situation import REMARKED, SLIPPED, Situation, fact, only_of
from dealerkit.facts.tables import just_done, pot_is_gone
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.deal import shown
from dealerkit.games.poker.facts.draws import asked_since
from dealerkit.games.poker.facts.openers import ASIDE
from dealerkit.games.poker.facts.remedies import wrong_hands
from dealerkit.games.poker.facts.rulings import shown_card_is_the_burn
from dealerkit.games.poker.facts.showdown import boards


def remark_of(now: Situation) -> str:
    """Return the remark that the felt made on the last act (such as a card that was face up in the deck), as a word; empty for
    none.
    """
    at, remark = now.remark
    return str(remark) if at == len(now.log) else ""


# -- deck, shuffle, stub ----------------------------------------------------------------------------------------------


@fact
def seen_in_shuffle(now: Situation) -> bool:
    """Return whether a face was seen in the shuffle or the cut, before a player had a card."""
    return just_done(now).to[0] in ("shuffle", "cut", "bottom", "wash") or not any(
        now.felt.places[f"s{s}"] for s in range(1, now.felt.seats + 1)
    )


@fact
@only_of(REMARKED)
def card_came_twice(now: Situation) -> bool:
    """Return whether the card that was dealt is already on the table (IR-05)."""
    return remark_of(now) == "duplicate"


@fact
@only_of(REMARKED)
def wrong_back_came(now: Situation) -> bool:
    """Return whether the card that was dealt has a different back from the deck (IR-03)."""
    return "wrong-back" in just_done(now).manner


@fact
@only_of(REMARKED)
def scrap_card_came(now: Situation) -> bool:
    """Return whether the card that was dealt is not in this game's deck: a joker, or a card of a rank that was taken out (IR-09,
    MD-18).
    """
    return remark_of(now) == "foreign" or "foreign" in just_done(now).manner


@fact
@only_of(REMARKED)
def boxed_card_came(now: Situation) -> bool:
    """Return whether the card that was dealt was face up in the deck (IR-08, MD-05)."""
    return remark_of(now) == "boxed" or "boxed" in just_done(now).manner


@fact
def count_is_wrong(now: Situation) -> bool:
    """Return whether the number that the dealer counted is neither that of the deck nor that of the stub (VD-08)."""
    act = just_done(now)
    return act.n is not None and act.n not in (len(now.felt.layout.pack), now.felt.left())


@fact
def stub_fell(now: Situation) -> bool:
    """Return whether the stub was dropped (FTR-27)."""
    return just_done(now).to[:1] in (("stub",), ())


@fact
def hand_is_short(now: Situation) -> bool:
    """Return whether a card that does not belong in a player's hand was taken out of it, and no card has come in its place."""
    act = just_done(now)
    seat = seat_number(act.to[0]) if act.to else 0
    if asked_since(now):
        return False  # a card exposed on the draw is replaced after the other draws
    if not seat or (act.verb == "move" and act.to[1] == now.felt.layout.burns):
        return False  # an exposed card that becomes the burn has already been replaced
    return any(_is_odd(now, card) for card in now.felt.moved) and (seat in live(now) or not now.felt.places[f"s{seat}"])


def _is_odd(now: Situation, card: int) -> bool:
    """Return whether a card does not belong in a hand: it is foreign to the game or flawed, or was ruled on in this hand."""
    felt, begun = now.felt, now.marks.get("hand", 0)
    face = felt.faces[card]
    foreign = face is not None and face not in felt.layout.pack.faces()
    return foreign or card in felt.flaws or any(card in slip.cards for slip in now.slips if slip.at > begun)


@fact
@only_of(SLIPPED)
def short_button_acts(now: Situation) -> bool:
    """Return whether the button, with a card too few, checks, calls, bets or raises in the first betting round, before which its
    last card could still have come (TDA 37, DH-04). A bring-in does not count, since it is a forced bet (MD-14).
    """
    act, button = just_done(now), entitled(now)[-1]
    if act.seat != button or act.verb not in ACTIONS - {"bringin", "fold"}:
        return False
    if any(past.verb in ("burn", "sweep", "draw", "pat") for past in now.since("hand")):
        return False  # the first betting round is over
    return wrong_hands(now).get(button, 0) < 0 and not _found_short(now, button)


def _found_short(now: Situation, seat: int) -> bool:
    """Return whether a slip of this deal was already reported in which another seat had two cards more than this seat."""
    begun = now.marks.get("hand", 0)
    for slip in now.slips:
        to = Counter(act.to[0] for act in now.log[begun : slip.at] if act.verb == "deal" and seat_number(act.to[0]))
        if slip.at > begun and to[f"s{seat}"] < max(to.values(), default=0) - 1:
            return True
    return False


@fact
def burns_to_the_muck(now: Situation) -> bool:
    """Return whether burns are put with other discards during a hand (FTR-04, FTR-10): the two heaps are put together, or cards
    are moved from one to the other. False for a burn that goes back from there to the burns.
    """
    act, layout = just_done(now), now.felt.layout
    piles = {*act.to, layout.discards} if act.verb == "discard" else set(act.to)
    heaped = layout.burns in piles and len(piles) > 1 and all(layout.places[name].kind == "discards" for name in piles)
    comes_back = act.verb == "move" and act.to[1] == layout.burns and _burns_went_to(now, act.to[0])
    return heaped and not comes_back and not pot_is_gone(now)


@fact
def tucked_elsewhere(now: Situation) -> bool:
    """Return whether a burn is tucked under something other than what the house prescribes (option `burn_place`, FTR-04)."""
    return just_done(now).to[0] != now.game.options.get("burn_place")


def _burns_went_to(now: Situation, place: str) -> bool:
    """Return whether burns of this hand were put on another place before the last act."""
    burns, acts = now.felt.layout.burns, now.since("hand")
    return any(past.to in ((burns, place), (place,)) and past.verb in ("move", "burn") for past in acts if past is not now.act)


@fact
def contested_pot_returned(now: Situation) -> bool:
    """Return whether chips went from a contested pot to a player who had less uncalled money in it, or none (RM-22).

    False if the floor was called in this hand or a slip was ruled on, since chips may go back then.
    """
    act, felt, since = just_done(now), now.felt, now.marks.get("hand", 0)
    if len(act.to) < 2 or act.to[1] not in felt.layout.pots or not contested(now):
        return False
    if any(past.who == "f" or past.verb == "floor" for past in now.log[since:]) or any(slip.at > since for slip in now.slips):
        return False
    seat, put, back = seat_number(act.to[0]), list(felt.put), felt.units(act.n) if act.n is not None else 0
    put[seat] += back
    owner, more = uncalled(put, live(now))
    return owner != seat or back > more


@fact
def down_without_count(now: Situation) -> bool:
    """Return whether the stub has not been counted since this dealer sat down (VD-08)."""
    last = next((act for act in now.backwards(1) if act.verb in ("relieve", "count")), None)
    return last is None or last.verb == "relieve"


@fact
def undealt_shown(now: Situation) -> bool:
    """Return whether a card of the stub, the muck or the burns is shown after the hand (SD-19)."""
    return pot_is_gone(now) and just_done(now).to[:1] in (("stub",), ("muck",), ("burns",))


@fact
def shuffled_face_up(now: Situation) -> bool:
    """Return whether faces could be seen while the stub was reshuffled (FTR-28)."""
    return just_done(now).face == "up"


@fact
def stub_left_open(now: Situation) -> bool:
    """Return whether the stub was put down without a cover."""
    return "open" in just_done(now).to


# -- corrections, and boards -------------------------------------------------------------------------------------------


@fact
def put_right_in_silence(now: Situation) -> bool:
    """Return whether a card was moved, turned or taken back during a hand without a report of a slip (RM-26)."""
    act = just_done(now)
    if act.seat or not any(now.felt.places[f"s{seat}"] for seat in range(1, now.felt.seats + 1)):
        return False
    if act.to[0] in ("discards", ASIDE) or burns_to_the_muck(now):
        return False  # an opener is kept for inspection (DR-20); burns in the muck are another slip
    if act.verb == "move" and shown_card_is_the_burn(now) and act.to[0] == shown(now)[0][1]:
        return False  # everybody sees the place of an exposed card
    if act.verb == "turn" and act.to[0] in boards(now):
        return False  # a flop dealt face down is turned up (FTR-06)
    spoken = next((past for past in now.backwards(1) if past.verb in (*_SAID, *_IN_SILENCE) or past.seat), None)
    return act.verb in _IN_SILENCE and (spoken is None or bool(spoken.seat))


_SAID = ("slip", "floor", "rule")
_IN_SILENCE = ("move", "putback", "turn", "hold")


@fact
def more_boards_than_the_game(now: Situation) -> bool:
    """Return whether the dealer is about to run more boards than the game has (street/run-it-twice-not-agreed)."""
    return int(just_done(now).n or 0) > len(boards(now))


# -- disputes ---------------------------------------------------------------------------------------------------------
