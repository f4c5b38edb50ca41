"""Facts about states that must never occur in any step of a hand; they depend only on cards, chips and hands."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts.hands import SEATS, live
from dealerkit.facts.situation import Situation, fact
from dealerkit.felt.acts import Act, seat_number
from dealerkit.felt.felt import Layout
from dealerkit.felt.verbs import VERBS, verbs_that
from dealerkit.games.poker.facts.draws import asked_since
from dealerkit.games.poker.facts.showdown import boards

_MAKES_READY = verbs_that("makes_ready")


@fact
def deck_not_ready(now: Situation) -> bool:
    """Return whether cards are out of a deck that was not shuffled for this hand, or common cards are out before the deck was cut
    and a hand dealt (MD-01, DP-04, DP-08).

    False at a table that began in the middle of a hand, because its shuffle is not in the log.
    """
    acts, felt = now.since("hand"), now.felt
    done = {act.verb for act in acts}
    in_hands = not {act.to[0] for act in acts if act.verb == "deal"}.isdisjoint(SEATS)
    if not _MAKES_READY.isdisjoint(done) and (in_hands or "cut" in done):
        return False
    came = sum(act.count for act in acts if act.verb in ("deal", "burn"))
    out = sum(len(cards) for name, cards in felt.places.items() if name not in (felt.layout.stock, felt.layout.start))
    return 0 < out <= came


def dealt_and_in(now: Situation) -> list[int]:
    """Return the seats that were dealt cards in this hand and are still in: they have neither folded nor had their hands killed,
    or got their cards back.
    """
    felt = now.felt
    dealt: set[str] = set()
    gone: set[str] = set()
    for act in now.since("hand"):
        if act.verb == "deal":
            dealt.add(act.to[0])
        elif act.verb == "kill":
            gone.add(act.to[0])
        elif act.verb in ("fold", "muck"):
            gone.add(act.who)
        elif act.verb == "move":
            gone.discard(act.to[-1])
    return [seat for seat in range(1, felt.seats + 1) if SEATS[seat] in dealt - gone]


def at_stake(now: Situation) -> int:
    """Return the chips of this hand in the pots and in front of the seats, in smallest chips."""
    felt = now.felt
    return sum(sum(felt.rows[name]) for name in (*felt.layout.pots, *felt.layout.front) if name in felt.rows)


@fact
def hands_are_gone(now: Situation) -> bool:
    """Return whether several hands are still in, the pot is not yet pushed, and the cards of all of these hands, or of all but
    one, are mixed with other cards (IR-02).
    """
    seats = dealt_and_in(now)
    if len(seats) < 2 or len(live(now)) > 1:
        return False
    return at_stake(now) > 0 or not any(act.verb == "award" for act in now.since("hand"))


@fact
def live_cards_in_the_stub(now: Situation) -> bool:
    """Return whether a hand that is still in was put into the stub, or the whole stub was put on a hand (IR-02)."""
    here, acts = set(live(now)), now.since("hand")
    merged = next((act for act in reversed(acts) if act.verb in ("merge", "rebuild", "deal")), None)
    if merged is not None and merged.verb == "merge" and merged.to[0] == now.felt.layout.stock and not now.felt.left():
        return seat_number(merged.to[1]) in here and at_stake(now) > 0
    lost = [SEATS[seat] for seat in dealt_and_in(now) if seat not in here]
    moved = [act for act in reversed(acts) if act.who == "d" and not VERBS["d", act.verb].amount]
    last = (next((act.verb for act in moved if who in act.to), "") for who in lost)
    if not any(verb in ("rebuild", "putback", "hold") for verb in last):
        return False
    return at_stake(now) > 0 or not any(act.verb == "award" for act in now.since("hand"))


@fact
def board_is_gone(now: Situation) -> bool:
    """Return whether the whole board was mixed with other cards while several hands were in (FTR-28)."""
    act, felt = now.log[-1], now.felt
    gone = any(name in act.to and not felt.places[name] for name in boards(now) if name in felt.places)
    return gone and act.verb in ("rebuild", "merge") and len(live(now)) > 1


@fact
def made_up_after_a_fall(now: Situation) -> bool:
    """Return whether the stub was dropped and no card has been dealt, burned or added to it since."""
    last = next((act for act in now.backwards(1) if act.verb in ("fumble", "deal", "burn", "square", "rebuild")), None)
    return last is not None and last.verb == "fumble"


@fact
def dead_cards_in_the_stub(now: Situation) -> bool:
    """Return whether burns or mucked cards were just added to a stub that did not need them, while several hands are in and none
    is shown (RM-19, FTR-27). False after the stub was dropped, when dead cards lying among it may have to go back.
    """
    return dead_cards_mixed_in(now, now.since("hand"))


def dead_cards_mixed_in(now: Situation, hand: Sequence[Act]) -> bool:
    """Return whether the last of some acts added cards out of play to a stub that did not need them.

    Args:
        now: The situation.
        hand: Acts of the hand, up to the act asked about.
    """
    act, layout = hand[-1], now.felt.layout
    dead = [name for name in act.to if name in layout.places and layout.places[name].kind == "discards"]
    into = act.verb == "rebuild" or (act.verb == "merge" and act.to[1] == layout.stock)
    if not (into and dead) or len(live(now)) < 2 or made_up_after_a_fall(now) or asked_since(now):
        return False
    needy = any(len(now.felt.places[SEATS[seat]]) >= _BEFORE_THE_LAST for seat in live(now))  # a short stub may be reshuffled
    shown = any(past.verb == "show" for past in hand)
    return not needy and not shown and any(_lay_there(hand[:-1], name, layout) for name in dead)


_BEFORE_THE_LAST = 6
"""Number of cards in a stud hand before its last street, for which the burns may be added to the stub (FTR-28)."""


def _lay_there(hand: Sequence[Act], place: str, layout: Layout) -> bool:
    """Return whether a pile of cards out of play had cards after these acts of a hand."""
    for act in reversed(hand):
        if act.verb in ("rebuild", "merge") and place in act.to:
            return act.verb == "merge" and act.to[1] == place
        if act.verb == "burn" and (act.to[:1] or (layout.burns,))[0] == place:
            return True
        if act.verb in ("fold", "muck", "kill", "discard", "draw") and place in (layout.discards, *act.to[1:]):
            return True
    return False
