"""The facts of a fault, read off a table: what a supervisor would otherwise be asked.

One function a fault, registered under its name, gives what the log and the felt can tell. What they cannot tell is left
out, and the ruling then
says what it still needs.
"""

from __future__ import annotations

from collections.abc import Callable

from dealerkit.facts.coup import SIDES, card_values, drawn, hands, natural, points_of, rules_of, total
from dealerkit.facts.situation import Situation, fact_named

Known = dict[str, object]

_NO_DECISION = ("cut", "dispute")
"""Players' verbs that decide nothing on the cards they were dealt; a game may say which acts do decide (`decides`)."""

_MANY = 6
"""Rulings count surplus cards up to here; more of them change nothing."""

FAULTS: dict[str, Callable[[Situation], Known | None]] = {}
"""For each fault, what the table can tell about it; None where there is no such fault after all."""


def _about(function: Callable[[Situation], Known | None]) -> Callable[[Situation], Known | None]:
    FAULTS[function.__name__] = function
    return function


def _settled(now: Situation) -> bool:
    """Chips of this coup have been taken or paid."""
    return any(act.verb in ("take", "pay") and act.who == "d" for act in now.since("coup"))


def _stood(now: Situation) -> bool | None:
    """Return whether the player hand stands on its two cards."""
    felt, rules = now.felt, rules_of(now.game)
    cards = sorted(felt.places[SIDES[0]], key=felt.out.__getitem__)[:2]
    points = points_of(now, cards)
    if len(cards) < 2 or None in points:
        return None
    return not rules.player_draws[sum(p for p in points if p is not None) % 10]


@_about
def surplus_card(now: Situation) -> Known | None:
    """Tell the facts of a card too many in a hand (BI-01, BI-02, BI-05, BI-22)."""
    it = hands(now)
    if not it.surplus:
        return None
    place, card = it.surplus[-1]
    felt = now.felt
    if it.next == 0 and place == SIDES[1] and len(it.surplus) == 1:  # the banker's card before the player's (BI-06)
        return {"fault": "cards_misplaced", "settled": _settled(now), "order_certain": True, "later_card_drawn": False}
    mine = [c for side, c in it.surplus if side == place]
    known: Known = {
        "settled": _settled(now),
        "side": place,
        "card_number": min(len(drawn(now, place)), _MANY),
        "count": min(len(mine), _MANY),
        "face_seen": bool(felt.up[card] or felt.seen[card]),
        "banker_must_draw": it.next == 1,
        "restorable": True,
    }
    stood, is_natural = _stood(now), natural(now)
    if stood is not None:
        known["player_stood"] = stood and not is_natural
    if is_natural is not None:
        known["natural"] = is_natural
    return known


_ORDER = [0, 1, 0, 1]
"""To whom the first four cards of a coup go: player, banker, player, banker."""


def _came(now: Situation) -> list[int]:
    """In which hand each card of the coup lies, in the order in which they came: 0 the player's, 1 the banker's."""
    came = sorted((now.felt.out[card], at) for at, side in enumerate(SIDES) for card in drawn(now, side))
    return [at for _, at in came]


def _begins_in_order(now: Situation) -> bool:
    """Return whether the first four cards of the coup lie where they should."""
    return _came(now)[:4] == _ORDER


@_about
def cards_misplaced(now: Situation) -> Known | None:
    """Tell the facts of the right cards in the wrong places (BI-06); a card too many behind four that lie right is surplus
    (BI-02, BI-05).

    Where cards are only missing, as when a result is called before they are dealt, none lies in a wrong place.
    """
    it = hands(now)
    came = _came(now)
    if came == _ORDER[: len(came)]:
        return None
    if it.surplus and it.next is None and _begins_in_order(now):
        told = surplus_card(now)
        if told is not None and "fault" not in told:
            return {"fault": "surplus_card", **told}
    later = sum(len(drawn(now, side)) for side in SIDES) > 4
    return {"settled": _settled(now), "order_certain": True, "later_card_drawn": later, "harms_a_side": False}


@_about
def third_card_missing(now: Situation) -> Known | None:
    """Tell the facts of a third card that was due and was not drawn (BA-33, BA-34); with the banker's drawn before the
    player's, it lies there.
    """
    it = hands(now)
    if it.next is None or not _begins_in_order(now):
        return None
    return {"settled": _settled(now), "order_certain": True, "later_card_drawn": bool(it.surplus)}


@_about
def late_bet(now: Situation) -> Known | None:
    """Tell the facts of a bet changed after the close (BI-12)."""
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


@_about
def burn_miscounted(now: Situation) -> Known | None:
    """Tell the facts of a burn that was too short or too long (BI-19)."""
    burned = now.felt.places[now.felt.layout.burns]
    due = card_values(now, burned[:1])
    if due is None:
        return None
    return {
        "burn_error": "short" if len(burned) < due + 1 else "long",
        "betting_closed": "bets" in now.results or now.log[-1].verb == "close",
    }


@_about
def shoe_ran_out(now: Situation) -> Known | None:
    """Tell the facts of a shoe that is empty in a coup (BI-08)."""
    return {"coup_complete": hands(now).next is None and now.log[-1].verb != "deal"}  # the card just dealt came from elsewhere


@_about
def result_or_payment_wrong(now: Situation) -> Known | None:
    """Tell the facts of a wrong call or a wrong amount, while cards and chips still lie there (BI-20)."""
    return {"readable": any(now.felt.places[side] for side in SIDES)}


@_about
def foreign_card(now: Situation) -> Known | None:
    """Tell the facts of a piece of card that does not belong here, or can be told from the others (BI-21)."""
    return {"flawed_cards": len(now.felt.flaws)}


@_about
def board_swept(now: Situation) -> Known | None:
    """Tell the facts of a board that was swept while a card of it was wanted (CA-17); where none lay there, nothing was swept."""
    return {} if now.log and now.log[-1].verb == "clear" and now.felt.moved else None


@_about
def live_hand_taken_in(now: Situation) -> Known | None:
    """Tell the facts of a hand that was taken in though nothing had put it out (MS-21)."""
    return {} if now.log and now.log[-1].verb == "kill" and now.felt.moved else None


@_about
def cards_gathered(now: Situation) -> Known | None:
    """Tell the facts of cards that came together in the middle of a hand (SG-06)."""
    return {} if now.log and now.log[-1].verb == "gather" else None


@_about
def deal_error(now: Situation) -> Known | None:
    """Tell the facts of a deal among players that went wrong (SG-06); `stands` of the game's felt is the fact after which it
    is too late.
    """
    too_late = now.game.data["felt"].get("stands")
    if too_late:
        return {"decided": bool(fact_named(str(too_late))(now))}
    start = now.marks.get("hand", 0)
    verbs = now.game.data["felt"].get("decides")
    decided = any(act.seat and (act.verb in verbs if verbs else act.verb not in _NO_DECISION) for act in now.log[start:])
    return {"decided": decided}


_PLAIN = (
    "ante_missing",
    "improper_bet",
    "turned_before_bet",
    "surplus_turned",
    "turn_settled_wrongly",
    "pot_taken_down",
    "hand_not_shown",
    "shown_cards_taken",
    "card_face_down",
    "centre_swapped",
    "action_out_of_place",
    "pot_misawarded",
    "cards_left_out",
    "strike_wrong",
    "pot_not_paid",
    "not_shuffled",
    "declared_apart",
    "addition_missing",
    "dealer_change",  # in the middle of a shoe (BI-16)
    "wrong_take",  # of the discard pile (CN-70)
    "out_against_no",  # the partner had said no (CN-68)
    "not_out_after_yes",  # the partner had said yes (CN-69)
)
"""Faults in which there is nothing to ask: that it happened is all that its ruling goes by."""

FAULTS.update(dict.fromkeys(_PLAIN, lambda now: {}))
FAULTS["boxed_card"] = lambda now: {"later_card_drawn": False}  # a card that lay face up in the shoe (BI-03)
FAULTS["card_before_close"] = lambda now: {"exceptional": False}  # a card out of the shoe before betting was closed (BI-11)
FAULTS["early_look"] = lambda now: {"first_peek": False}  # a look that no step of the game had allowed (MS-23)
FAULTS["false_draw"] = lambda now: {"order_certain": True}  # a draw that went wrong (BI-07)


__all__ = ["FAULTS", "total"]
