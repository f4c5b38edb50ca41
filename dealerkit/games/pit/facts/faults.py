"""The facts of a fault in a round against the house, read from a table, so that the supervisor need not be asked for them."""

from __future__ import annotations

from dealerkit.facts.faults import Known, plain_faults, tells_fault
from dealerkit.facts.layout_limits import limits
from dealerkit.facts.rounds import this_round
from dealerkit.facts.situation import Situation
from dealerkit.games.pit.facts.boxes import BoxHand
from dealerkit.games.pit.facts.dues import somebody_waits_for_the_dealer, table_says_draw
from dealerkit.games.pit.facts.house_rounds import first_cards
from dealerkit.games.pit.facts.round_reader import bets_at_the_close, box_round
from dealerkit.rules.boxes import BOARD, DEALER_HAND

_SETTLED_BY = frozenset({"take", "pay"})


def excess(now: Situation) -> list[tuple[int, str, int]]:
    """Return the chips above a limit, or above the largest amount allowed for a wager (BJI-22, BJI-25).

    Returns:
        For each bet its seat, its row, and the excess in smallest chips.
    """
    round_, surplus = box_round(now), list[tuple[int, str, int]]()
    for hand in round_.hands:
        for name, wager in round_.boxes.wagers.items():
            row, most = round_.boxes.row(name, hand.child), 0
            if wager.of and not hand.child:
                most = max(round_.sizes(hand, wager), default=0)
            elif name in limits(now.game, now.felt):
                most = limits(now.game, now.felt)[name].high
            if most and (over := round_.put(hand.seat, row) - most) > 0:
                surplus.append((hand.seat, row, over))
    return surplus


def _is_card(now: Situation) -> bool:
    """Return whether the last act brought a card out of the shoe."""
    return now.log[-1].verb == "deal"


def _hand(now: Situation) -> BoxHand | None:
    """Return the hand to which the last act brought something; None for none."""
    place = now.log[-1].to[0] if now.log[-1].to else ""
    return next((hand for hand in box_round(now).hands if hand.place == place), None)


def _face_seen(now: Situation) -> bool:
    """Return whether somebody has seen a card that the last act moved."""
    felt = now.felt
    return any(felt.up[card] or felt.seen[card] for card in felt.moved)


def _deal_is_done(now: Situation) -> bool:
    """Return whether every hand and the dealer had their first cards before the last act."""
    return not first_cards(now)


def _noticed(now: Situation) -> str:
    """Return when a wrong settlement is noticed, as a value of that fact: a slip is found at once, or after the cards
    are gone.
    """
    acts = this_round(now)
    if acts and acts[-1].verb == "clear":
        return "after_pickup"
    return "before_pickup" if any(act.who == "d" and act.verb in _SETTLED_BY for act in acts) else "before_settlement"


def _who_takes_it(now: Situation) -> Known:
    """Return facts on who can still take a card that was due to no hand. Until the dealer's hand lies face up, it is unknown
    whether that stands.
    """
    round_ = box_round(now)
    draws = table_says_draw(round_)
    known: Known = {"next_hands_want_card": any(not round_.is_done(hand) for hand in round_.hands)}
    known["dealer_must_draw"] = somebody_waits_for_the_dealer(now) and draws is not False
    return known


def _card_too_many(now: Situation) -> Known | None:
    """Return the facts of a card that was due to no hand (BJI-02, BJI-03, BJI-04)."""
    if not _is_card(now):
        return None
    known: Known = {"initial_deal_done": _deal_is_done(now)}
    return known | {"face_seen": _face_seen(now), **_who_takes_it(now)} if known["initial_deal_done"] else known


@tells_fault
def card_out_in_error(now: Situation) -> Known | None:
    """Return the facts of a card that was due to no hand, or if no card came, of a hand that wanted one and was passed over
    (BJI-02 to BJI-04, BJI-10). None if there was no such fault.
    """
    if _is_card(now):
        return _card_too_many(now)
    round_ = box_round(now)
    if first_cards(now):
        short = hand_missed(now)
        return None if short is None else {"fault": "hand_missed", **short}
    return {"fault": "hit_missed", "hole_shown": round_.open} if any(hand.due for hand in round_.hands) else None


@tells_fault
def too_many_cards(now: Situation) -> Known | None:
    """Return the facts of a hand with a card too many (BJI-03, BJI-04)."""
    return _card_too_many(now)


@tells_fault
def hand_missed(now: Situation) -> Known | None:
    """Return the facts of a hand that was left without its first cards although play goes on (BJI-08, BJI-09). A missing card of
    the dealer's own is another fault. None if there was no such fault.
    """
    round_ = box_round(now)
    short = [
        len(hand.cards) for hand in round_.hands if not hand.child and not hand.void and len(hand.cards) < round_.boxes.cards
    ]
    if short:
        return {"cards_received": min(short)}
    return {"fault": "dealer_card_missed"} if first_cards(now) else None


@tells_fault
def dealer_card_missed(now: Situation) -> Known | None:
    """Return the facts of a missing first card of the dealer's hand (BJI-07); None if there was none."""
    return {} if any(act.to[0] == DEALER_HAND for act in first_cards(now)) else None


@tells_fault
def card_to_empty_box(now: Situation) -> Known | None:
    """Return the facts of a card dealt to a box without a bet (BJI-16); None if there was none."""
    return {"further_card_drawn": False} if _is_card(now) else None


@tells_fault
def dealer_card_early(now: Situation) -> Known | None:
    """Return the facts of a card that came out of order: the dealer's or a shared one before a player's (WAR-I04), one to a place
    without a bet (WAR-I01), or one to a later bet (PIT-I06). None if there was no such fault.
    """
    if not _is_card(now):
        return None
    if now.log[-1].to[0] in (DEALER_HAND, BOARD):
        return {"order_certain": True}
    if _hand(now) is None:
        return {"fault": "card_to_empty_seat"}
    return {"fault": "card_misplaced", "further_card_drawn": False, "face_seen": _face_seen(now)}


def _is_turned(now: Situation) -> bool:
    """Return whether the last act turned cards. The call of the supervisor, who then rules on it, does not count."""
    return next((act.verb for act in reversed(now.log) if act.verb != "floor"), "") == "turn"


@tells_fault
def board_card_early(now: Situation) -> Known | None:
    """Return the facts of a shared card that was turned up, or dealt face up, too early; None if none was (MST-I01, HOD-I01)."""
    dealt = next((act.verb == "deal" and act.to[0] == BOARD for act in reversed(now.log) if act.verb != "floor"), False)
    if not (dealt or _is_turned(now)):
        return None
    round_ = box_round(now)
    return {"decisions_open": any(round_.was_undecided(board) for board in range(len(round_.board_up)))}


@tells_fault
def dealer_card_exposed(now: Situation) -> Known | None:
    """Return the facts of a dealer's closed card that was turned up too early; None if none was (PIT-I07)."""
    return {"decisions_open": box_round(now).turn is not None} if _is_turned(now) else None


@tells_fault
def up_card_not_turned(now: Situation) -> Known | None:
    """Return the facts of a dealer's hand without a card face up, the number of players who have decided (CST-I02); a second card
    face up is another fault (CST-I01). None if exactly one lies face up.
    """
    round_ = box_round(now)
    if len(round_.shown.intersection(round_.dealer)) > 1:
        return {"fault": "dealer_card_exposed", "decisions_open": round_.turn is not None}
    return None if round_.up is not None else {"decisions_made": len({hand.seat for hand in round_.hands if hand.words})}


@tells_fault
def second_bet_wrong(now: Situation) -> Known | None:
    """Return the facts of a second bet that is missing, or is not as large as the decision asks (PIT-I12); if the game has a card
    of war, that is another fault (WAR-I05).
    """
    round_ = box_round(now)
    if any(word.unpaid for word in round_.boxes.words.values()):
        return {"fault": "war_bet_missing", "war_card_out": _is_card(now)}
    known: Known = {"dealer_hand_opened": bool(round_.dealer) and round_.open}
    over = max((chips for _, row, chips in excess(now) if round_.boxes.wagers[row].opened == "word"), default=0)
    return known | {"limit_passed": "over" if over else "under"} | ({"over_limit_by": str(now.felt.money(over))} if over else {})


@tells_fault
def round_gathered(now: Situation) -> Known | None:
    """Return the facts of cards gathered into the pack in the middle of a round; None if they were not (BJI-37, PIT-19)."""
    return {} if now.log[-1].verb == "gather" else None


@tells_fault
def war_burn_missed(now: Situation) -> Known | None:
    """Return the facts of a war card dealt without its burn (WAR-I02). A war card dealt to a hand that is not at war is another
    fault: it lies in a wrong place. None if there was no such fault.
    """
    round_, last = box_round(now), now.log[-1]
    if last.verb == "burn":
        return None
    at_war = [hand.place for hand in round_.hands if hand.words and round_.boxes.words[hand.words[-1]].wager]
    if _is_card(now) and last.to[0] not in at_war:
        known = dealer_card_early(now)
        return None if known is None else {"fault": "dealer_card_early", **known}
    return {"war_card_out": _is_card(now)}


@tells_fault
def war_card_before_choice(now: Situation) -> Known | None:
    """Return the facts of a card that came before a player had chosen; a burn alone needs no ruling (WAR-I03). None if there was
    no such fault.
    """
    return {} if _is_card(now) else None


@tells_fault
def war_bet_missing(now: Situation) -> Known | None:
    """Return the facts of a war card for a hand without a second bet (WAR-I05)."""
    return {"war_card_out": _is_card(now)}


@tells_fault
def card_to_wrong_hand(now: Situation) -> Known | None:
    """Return the facts of a card that went to another hand than the one in turn (BJI-17); if no card came, a player was only
    served out of turn (BJI-27).
    """
    round_ = box_round(now)
    if not _is_card(now):
        return {"fault": "box_acted_early", "hole_shown": round_.open}
    wants = round_.turn is not None and (round_.turn.due > 0 or len(round_.turn.cards) < round_.boxes.cards)
    return {"further_card_drawn": False, "owner_wants_card": wants, "face_seen": _face_seen(now)}


@tells_fault
def double_card_count(now: Situation) -> Known | None:
    """Return the facts of a doubled hand that got no card, or two (BJI-18, BJI-19); None if there was none."""
    round_, hand = box_round(now), _hand(now)
    if _is_card(now) and hand is not None:
        return {"cards_received": 2, "face_seen": _face_seen(now)}
    return {"cards_received": 0, "hole_shown": round_.open} if any(other.due for other in round_.hands) else None


@tells_fault
def split_ace_card_count(now: Situation) -> Known | None:
    """Return the facts of a split ace that got two cards (BJI-19); None if there was none."""
    return {"face_seen": _face_seen(now)} if _is_card(now) else None


@tells_fault
def signal_disputed(now: Situation) -> Known | None:
    """Return the facts of a card that nobody asked for; the meaning of the player's signal is left to the supervisor (BJI-28).
    None if there was no such fault.
    """
    return {"player_signal": "unclear", "face_seen": _face_seen(now)} if _is_card(now) else None


@tells_fault
def dealer_drew_on_stand(now: Situation) -> Known | None:
    """Return the facts of a card that the dealer drew to a hand that should stand (BJI-05); None if there was none."""
    round_ = box_round(now)
    before = round_.letters(round_.dealer[: -now.log[-1].count])
    if not _is_card(now) or now.log[-1].to[0] != DEALER_HAND:
        return None
    known: Known = {"face_seen": _face_seen(now)}
    if before:
        features = round_.boxes.reading.hand(before, "no")
        known |= {"dealer_total": features["total"], "dealer_soft": features["soft"]}
    return known


@tells_fault
def dealer_stood_on_draw(now: Situation) -> Known | None:
    """Return the facts of a dealer's hand that should have drawn (BJI-06); None if there was none."""
    return {"noticed": _noticed(now), "further_card_drawn": False} if table_says_draw(box_round(now)) else None


@tells_fault
def look_missed(now: Situation) -> Known | None:
    """Return the facts of a hole card that the dealer failed to look at: a natural was found late, or the look can still be made
    because no card has come (BJI-15). None if there was no such fault.
    """
    round_ = box_round(now)
    if round_.dealer_natural():
        return {"further_card_drawn": True}
    can_look = round_.dealer_natural() is None and not round_.open and len(round_.dealer) >= round_.boxes.cards
    return {"further_card_drawn": False} if can_look and round_.served is None else None


@tells_fault
def looked_before_insurance(now: Situation) -> Known | None:
    """Return the facts of a look at the hole card before insurance was closed (BJI-38); a card reader shows only whether it makes
    a natural. None if there was no such fault.
    """
    round_ = box_round(now)
    offered = any(act.who == "d" and act.verb == "announce" and act.to == ("insurance",) for act in this_round(now))
    return {"insurance_offered": offered, "face_seen": round_.open} if round_.looked else None


@tells_fault
def look_not_due(now: Situation) -> Known | None:
    """Return the facts of a look at the hole card under an up-card that calls for none (BJI-12); a card reader shows only whether
    it makes a natural.
    """
    return {"reader_shows_value": False}


@tells_fault
def bet_raised_late(now: Situation) -> Known | None:
    """Return the facts of a bet that was changed after betting was closed (BJI-21); None if there was none."""
    last = next((act for act in reversed(now.log) if act.seat and act.verb in ("bet", "post", "take")), None)
    row = last.to[0] if last is not None and last.to else ""
    stood = bets_at_the_close(now).get(row)
    if last is None or stood is None:
        return None
    more = now.felt.rows[row][last.seat] - stood[last.seat]
    known: Known = {"late_amount": str(now.felt.money(abs(more)))}
    return known if last.verb != "take" else {"fault": "bet_lowered_late", **known}


@tells_fault
def bet_outside_limits(now: Situation) -> Known | None:
    """Return the facts of bets outside the limits for which cards were dealt: the largest excess, or if there is none, that a bet
    is below the minimum (BJI-22). A bet that differs from the bet it must equal is another fault (HOD-I03).
    """
    over = max((chips for _, _, chips in excess(now)), default=0)
    known: Known = {"limit_passed": "over", "over_limit_by": str(now.felt.money(over))} if over else {"limit_passed": "under"}
    if not _bets_differ(now):
        return known
    return {"fault": "ante_and_blind_differ", "first_card_out": box_round(now).dealt > 0, **known}


def _bets_differ(now: Situation) -> bool:
    """Return whether a bet made before the deal differs from the bet that it must equal, as a blind from its ante."""
    round_ = box_round(now)
    equals = [wager for wager in round_.boxes.wagers.values() if wager.of and wager.opened == "betting"]
    return any(round_.stake(hand, wager.name) != round_.stake(hand, wager.of) for hand in round_.hands for wager in equals)


@tells_fault
def insurance_over_half(now: Situation) -> Known | None:
    """Return the facts of an insurance bet of more than half of the main bet (BJI-25); None if there was none."""
    round_ = box_round(now)
    over = max((chips for _, row, chips in excess(now) if row in round_.boxes.wagers and round_.boxes.wagers[row].of), default=0)
    return {"natural_shown": round_.open, "insurance_excess": str(now.felt.money(over))} if over else None


@tells_fault
def wrong_payment(now: Situation) -> Known | None:
    """Return the facts of a wager settled with a wrong amount: when it was noticed (BJI-23)."""
    return {"noticed": _noticed(now)}


@tells_fault
def wrong_result(now: Situation) -> Known | None:
    """Return the facts of a wager paid although it lost, or taken although it won: when it was noticed (BJI-24)."""
    return {"noticed": _noticed(now)}


@tells_fault
def bust_not_shown(now: Situation) -> Known | None:
    """Return the facts of a hand over 21 that lay face down, so that nobody could see it (BJI-36). If it lay face up, it was
    misread, which is another fault (BJI-24).
    """
    hand, round_ = _hand(now), box_round(now)
    seats = (
        [hand.seat]
        if hand is not None
        else [other.seat for other in round_.hands if round_.features(other).get("bust") and not other.picked]
    )
    shown = {act.seat for act in this_round(now) if act.verb == "show"}
    tucked = now.game.options.get("deal_style") == "pitch" and not shown.issuperset(seats)
    return {} if tucked else {"fault": "wrong_result", "noticed": _noticed(now)}


@tells_fault
def insurance_mispaid(now: Situation) -> Known | None:
    """Return the facts of insurance that was settled wrongly: when it was noticed (BJI-25)."""
    return {"noticed": _noticed(now)}


@tells_fault
def insurance_without_ace(now: Situation) -> Known | None:
    """Return the facts of even money that was given although no ace is up (BJI-26). If an ace is up, only the amount is wrong,
    which is another fault. None if there was no such fault.
    """
    round_ = box_round(now)
    up = round_.up_letter()
    if up == "A":
        return {"fault": "wrong_payment", "noticed": _noticed(now)}
    return {"taken_as": "even_money", **({"dealer_up": up} if up is not None else {})}


@tells_fault
def burn_wrong_count(now: Situation) -> Known | None:
    """Return the facts of a burn of too few or too many cards (BJI-29); None if there was none."""
    burned = sum(act.count for act in now.since("shoe") if act.verb == "burn")
    due = int(str(now.game.options.get("burn", 0)))
    if burned == due or not now.felt.left():
        return None
    return {
        "burn_error": "short" if burned < due else "long",
        "first_card_out": any(act.verb == "deal" for act in now.since("shoe")),
    }


@tells_fault
def shoe_empty(now: Situation) -> Known | None:
    """Return the facts of a shoe that ran out during a round (BJI-11): whether the round can be finished with the discards. It
    can if a card was dealt and there are discards, unless cards were gathered during the round.
    """
    return {"round_can_be_finished": _is_card(now) and bool(now.felt.places[now.felt.layout.discards])}


plain_faults(__name__, "hole_exposed_early")  # an option of the house decides what follows (BJI-14)
