"""The facts of a fault in a coup, read from a table, so that the supervisor need not be asked for them."""

from __future__ import annotations

from dealerkit.facts.faults import Known, plain_faults, tells_fault
from dealerkit.facts.rounds import this_round
from dealerkit.facts.situation import Situation
from dealerkit.games.baccarat.facts.coup import SIDES, card_values, drawn, hands, natural, points_of, rules_of

_MANY = 6
"""Largest number of surplus cards that rulings tell apart."""


def _settled(now: Situation) -> bool:
    """Return whether chips of this coup have been taken or paid."""
    return any(act.verb in ("take", "pay") and act.who == "d" for act in now.since("coup"))


def _stood(now: Situation) -> bool | None:
    """Return whether the player hand stands on its two cards; None if unknown."""
    felt, rules = now.felt, rules_of(now.game)
    cards = sorted(felt.places[SIDES[0]], key=felt.out.__getitem__)[:2]
    points = points_of(now, cards)
    if len(cards) < 2 or None in points:
        return None
    return not rules.player_draws[sum(p for p in points if p is not None) % 10]


@tells_fault
def surplus_card(now: Situation) -> Known | None:
    """Return the facts of a surplus card in a hand (BI-01, BI-02, BI-05, BI-22); None if there was none."""
    both = hands(now)
    if not both.surplus:
        return None
    place, card = both.surplus[-1]
    felt = now.felt
    if both.next == 0 and place == SIDES[1] and len(both.surplus) == 1:  # the banker's card came before the player's (BI-06)
        return {"fault": "cards_misplaced", "settled": _settled(now), "order_certain": True, "later_card_drawn": False}
    mine = [c for side, c in both.surplus if side == place]
    known: Known = {
        "settled": _settled(now),
        "side": place,
        "card_number": min(len(drawn(now, place)), _MANY),
        "count": min(len(mine), _MANY),
        "face_seen": bool(felt.up[card] or felt.seen[card]),
        "banker_must_draw": both.next == 1,
        "restorable": True,
    }
    stood, is_natural = _stood(now), natural(now)
    if stood is not None:
        known["player_stood"] = stood and not is_natural
    if is_natural is not None:
        known["natural"] = is_natural
    return known


_ORDER = [0, 1, 0, 1]
"""The hands of the first four cards of a coup, in order: player, banker, player, banker."""


def _came(now: Situation) -> list[int]:
    """Return the hand of each card of the coup, in the order in which they came: 0 the player's, 1 the banker's."""
    came = sorted((now.felt.out[card], at) for at, side in enumerate(SIDES) for card in drawn(now, side))
    return [at for _, at in came]


def _begins_in_order(now: Situation) -> bool:
    """Return whether the first four cards of the coup lie in the right hands."""
    return _came(now)[:4] == _ORDER


@tells_fault
def cards_misplaced(now: Situation) -> Known | None:
    """Return the facts of cards that belong to the hands but lie in the wrong ones (BI-06); None if there was none.

    A card too many after the first four, which lie right, is a surplus card instead (BI-02, BI-05). If cards are only missing,
    because a result was called before they were dealt, they are not misplaced.
    """
    both = hands(now)
    came = _came(now)
    if came == _ORDER[: len(came)]:
        return None
    if both.surplus and both.next is None and _begins_in_order(now):
        surplus = surplus_card(now)
        if surplus is not None and "fault" not in surplus:
            return {"fault": "surplus_card", **surplus}
    later = sum(len(drawn(now, side)) for side in SIDES) > 4
    return {"settled": _settled(now), "order_certain": True, "later_card_drawn": later, "harms_a_side": False}


@tells_fault
def third_card_missing(now: Situation) -> Known | None:
    """Return the facts of a third card that was due and not drawn (BA-33, BA-34), or of a banker's third card drawn before the
    player's; None if there was none.
    """
    both = hands(now)
    if both.next is None or not _begins_in_order(now):
        return None
    return {"settled": _settled(now), "order_certain": True, "later_card_drawn": bool(both.surplus)}


@tells_fault
def late_bet(now: Situation) -> Known | None:
    """Return the facts of a bet changed after the close (BI-12); None if there was none."""
    taken = now.results.get("bets")
    last = next((act for act in reversed(now.log) if act.seat and act.verb in ("bet", "take")), None)
    if taken is None or last is None:
        return None
    spot = last.to[0] if last.to else "bet"
    if spot not in taken:
        return None
    stood, lies = taken[spot][last.seat], now.felt.rows[spot][last.seat]
    if last.verb == "bet":
        change = "raised" if stood else "placed"
    else:
        change = "lowered" if lies else "withdrawn"
    return {"change": change, "late_amount": str(now.felt.money(abs(lies - stood)))}


@tells_fault
def burn_miscounted(now: Situation) -> Known | None:
    """Return the facts of a burn of too few or too many cards (BI-19); None if there was none."""
    burned = now.felt.places[now.felt.layout.burns]
    due = card_values(now, burned[:1])
    if due is None:
        return None
    return {
        "burn_error": "short" if len(burned) < due + 1 else "long",
        "betting_closed": "bets" in now.results or now.log[-1].verb == "close",
    }


@tells_fault
def shoe_ran_out(now: Situation) -> Known | None:
    """Return the facts of a shoe that is empty during a coup (BI-08); None if there was none."""
    return {"coup_complete": hands(now).next is None and now.log[-1].verb != "deal"}  # a card just dealt came from another source


@tells_fault
def result_or_payment_wrong(now: Situation) -> Known | None:
    """Return the facts of a wrong call or a wrong amount, while cards and chips still lie there (BI-20)."""
    return {"readable": any(now.felt.places[side] for side in SIDES)}


@tells_fault
def boxed_card(now: Situation) -> Known | None:
    """Return the facts of a card that lay face up in the shoe (BI-03), with the number of such cards in the round if there are
    several (PIT-I02).
    """
    boxed = sum("boxed" in act.manner for act in this_round(now))
    return {"later_card_drawn": False, **({"boxed_count": boxed} if boxed > 1 else {})}


plain_faults(__name__, "dealer_change")  # in the middle of a shoe (BI-16)
plain_faults(__name__, "card_before_close", exceptional=False)  # a card out of the shoe before betting was closed (BI-11)
plain_faults(__name__, "false_draw", order_certain=True)  # a wrong draw (BI-07)
