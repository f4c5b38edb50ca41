"""Facts that distinguish slips at a box: the hand that the judged act is about, and the act that was due."""

from __future__ import annotations

from dealerkit.arithmetic.conditions import Told
from dealerkit.facts.rounds import this_round
from dealerkit.facts.situation import Situation, fact, only_in, only_with
from dealerkit.facts.tables import just_done
from dealerkit.felt.acts import seat_number
from dealerkit.games.pit.facts.boxes import BoxHand
from dealerkit.games.pit.facts.dues import is_in
from dealerkit.games.pit.facts.house_rounds import first_cards, side_bets_offered
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.games.pit.facts.settlement import due_of
from dealerkit.rules.boxes import DEALER_HAND


def _place(now: Situation) -> str:
    return now.act.to[0] if now.act is not None and now.act.to else ""


def _row(now: Situation) -> str:
    return now.act.to[1] if now.act is not None and len(now.act.to) > 1 else ""


def _hand(now: Situation) -> BoxHand | None:
    """Return the hand that the act is about, by its place or by the row of chips that the act names; None for none."""
    round_, place, row = box_round(now), _place(now), _row(now)
    for hand in round_.hands:
        if hand.place == place and not (hand.child or row.endswith(tuple(f"-{child}" for child in round_.boxes.children))):
            return hand
        if hand.child and (hand.place == place or (f"s{hand.seat}" == place and row.endswith(f"-{hand.child}"))):
            return hand
    return None


def _features(now: Situation) -> Told:
    hand = _hand(now)
    return box_round(now).against(hand) if hand is not None else {}


@fact
def card_is_for_an_empty_box(now: Situation) -> bool:
    """Return whether the judged act deals a card to a box without a bet."""
    seat = seat_number(_place(now))
    return bool(seat) and all(hand.seat != seat for hand in box_round(now).hands)


@fact
def card_is_for_the_dealer(now: Situation) -> bool:
    """Return whether the judged act deals a card to the dealer's own hand."""
    return _place(now) == DEALER_HAND


@fact
def own_card_was_due(now: Situation) -> bool:
    """Return whether the next card of the first deal was the dealer's own, but went to a box."""
    due = first_cards(now)
    return not card_is_for_the_dealer(now) and bool(due) and due[0].to[0] == DEALER_HAND


@fact
def hand_has_21(now: Situation) -> bool:
    """Return whether the hand that the act is about counts 21 (BJ-40)."""
    return _features(now).get("total") == 21


@fact
def total_is_miscalled(now: Situation) -> bool:
    """Return whether the total that was just called is not that of the hand, a player's or the dealer's (BJ-37)."""
    act, round_ = just_done(now), box_round(now)
    hand = next((hand for hand in round_.hands if hand.place == act.to[0]), None)
    mine = round_.dealer if act.to[0] == DEALER_HAND and round_.open else hand.cards if hand is not None else []
    letters = round_.letters(mine)
    if act.n is None or not letters:
        return False
    return round_.boxes.reading.hand(letters, hand.split if hand is not None else "no").get("total") != act.n


@fact
def hand_is_over_21(now: Situation) -> bool:
    """Return whether the hand that the act is about counts more than 21 (BJ-41)."""
    return bool(_features(now).get("bust"))


@fact
def hand_has_a_natural(now: Situation) -> bool:
    """Return whether the hand that the act is about is a natural (BJ-04)."""
    return bool(_features(now).get("natural"))


@fact
def hand_has_21_after_a_split(now: Situation) -> bool:
    """Return whether the hand that the act is about is an ace and a ten on split cards (BJ-85)."""
    features = _features(now)
    return features.get("split") != "no" and features.get("total") == 21 and features.get("cards") == 2


@fact
def hand_was_doubled(now: Situation) -> bool:
    """Return whether the hand that the act is about was doubled (BJ-42)."""
    return _features(now).get("word") == "double"


@fact
@only_with("hit_split_aces", "false")
def hand_is_a_split_ace(now: Situation) -> bool:
    """Return whether the judged act is about a split ace that has both its cards and, in this house, takes no more (BJ-49)."""
    features = _features(now)
    barred = not now.game.options.get("hit_split_aces", False)
    return barred and features.get("split") == "ace" and int(str(features.get("cards", 0))) >= 2


@fact
def split_is_to_be_laid(now: Situation) -> bool:
    """Return whether the hand in turn was split, and its two cards still have to be laid side by side (BJ-47)."""
    turn = box_round(now).turn
    return turn is not None and (turn.into is not None or len(turn.cards) < box_round(now).boxes.cards)


@fact
def split_gets_a_card(now: Situation) -> bool:
    """Return whether a hand that was split gets a card before its two cards are set side by side (BJ-47)."""
    return split_is_to_be_laid(now) and now.act is not None and now.act.verb == "deal"


@fact
def another_box_is_in_turn(now: Situation) -> bool:
    """Return whether the act is about a box other than the one in turn."""
    turn, hand = box_round(now).turn, _hand(now)
    return turn is not None and hand is not None and hand.seat != turn.seat


@fact
def hand_is_turned_early(now: Situation) -> bool:
    """Return whether a player's hand is turned while a decision is open or a shared card is still closed (PIT-15)."""
    round_ = box_round(now)
    return _hand(now) is not None and (round_.turn is not None or len(round_.board_up) < round_.boxes.board)


@fact
def shared_cards_come_too_soon(now: Situation) -> bool:
    """Return whether the judged act deals shared cards of which a player has to decide before the last is seen (HOD-I01)."""
    round_, act = box_round(now), now.act
    up = len(round_.board_up)
    return act is not None and act.verb == "deal" and any(round_.was_undecided(board) for board in range(up, up + act.count))


@fact
def hand_is_finished(now: Situation) -> bool:
    """Return whether the hand that the act is about has no further decision, and waits for no card."""
    hand = _hand(now)
    return hand is not None and box_round(now).is_done(hand)


@fact
def nobody_is_in(now: Situation) -> bool:
    """Return whether no hand is left that depends on the dealer's (BJ-73)."""
    round_ = box_round(now)
    return not any(is_in(round_, hand) for hand in round_.hands)


@fact
def bet_pushes(now: Situation) -> bool:
    """Return whether the bet that the act is about neither wins nor loses (BJ-81)."""
    result = _result(now)
    return result == "push"


@fact
def added_money_is_taken(now: Situation) -> bool:
    """Return whether the judged act takes money that a double or a split has added, although such money goes back against a
    dealer's natural in this house (BJ-71).
    """
    round_, hand = box_round(now), _hand(now)
    added = hand is not None and (bool(hand.child) or _row(now) not in ("", round_.boxes.main))
    taken = now.act is not None and now.act.verb == "take"
    return taken and added and round_.dealer_natural() is True and bet_pushes(now)


@fact
def added_money_goes_back(now: Situation) -> bool:
    """Return whether the judged act pushes back money that a double or a split has added, which goes back against a dealer's
    natural in this house (BJ-71).
    """
    round_, hand, row = box_round(now), _hand(now), _row(now)
    if (
        hand is None
        or now.act is None
        or now.act.verb != "return"
        or row in ("", round_.boxes.main)
        or not round_.dealer_natural()
    ):
        return False
    dues = [due_of(round_, hand, name) for name in round_.boxes.wagers if round_.boxes.row(name, hand.child) == row]
    return any(due is not None and due.line is not None and due.line.result == "push" for due in dues)


@fact
def added_money_is_kept(now: Situation) -> bool:
    """Return whether money that goes back against the dealer's natural was taken, and has not been given back (BJ-72)."""
    round_ = box_round(now)
    if not round_.dealer_natural():
        return False
    dues = [due_of(round_, hand, name) for hand in round_.hands for name in round_.wagers_of(hand)]
    return any(due is not None and round_.taken[due.hand.seat, due.row] > due.take for due in dues)


@fact
def bet_goes_the_other_way(now: Situation) -> bool:
    """Return whether the bet that the act is about is taken although it wins, or paid although it loses."""
    wins = _result(now) == "win"
    return now.act is not None and ((now.act.verb == "take" and wins) or (now.act.verb == "pay" and not wins))


@fact
@only_with("insurance", "true")
def insurance_is_meant(now: Situation) -> bool:
    """Return whether the bet that the act is about was made on an offer, such as insurance."""
    wager = box_round(now).boxes.wagers.get(_row(now))
    return wager is not None and wager.opened == "offer"


@fact
@only_in(side_bets_offered)
def side_bet_is_meant(now: Situation) -> bool:
    """Return whether the bet that the act is about is a side bet on the first cards (BJ-91)."""
    return _row(now) in box_round(now).boxes.side_bets


@fact
def late_chips_are_meant(now: Situation) -> bool:
    """Return whether the act settles chips that were put down after betting was closed (BJ-26)."""
    round_, act = box_round(now), now.act
    if act is None or not act.to or not (seat := seat_number(act.to[0])):
        return False
    row = act.to[1] if len(act.to) > 1 else round_.boxes.main
    lies = now.felt.rows[row][seat] if row in now.felt.rows else 0
    late = lies + round_.taken[seat, row] - round_.put(seat, row)
    return late > 0 and act.n is not None and now.felt.units(act.n) > round_.put(seat, row)


@fact
def asked_bet_is_refused(now: Situation) -> bool:
    """Return whether a wager that was made with a decision or on an offer goes back to its owner while hands are played (BJ-42,
    BJ-46, BJ-57).
    """
    return _row(now) in now.felt.layout.opened and box_round(now).turn is not None


@fact
def second_bet_is_missing(now: Situation) -> bool:
    """Return whether the last decision on a hand costs a second bet that has not been put down (WAR-I05)."""
    round_ = box_round(now)
    return any(round_.lacks_bet(hand) for hand in round_.hands)


@fact
def second_bet_is_wrong(now: Situation) -> bool:
    """Return whether a hand has chosen something that costs a second bet, and the bet is missing or not exact (PIT-I12)."""
    round_ = box_round(now)
    return any(round_.is_bet_wrong(hand) for hand in round_.hands)


@fact
def war_card_came_without_a_bet(now: Situation) -> bool:
    """Return whether the card just dealt after a burn is the first for which a second bet had to be put down, and it was not
    (WAR-I05). A player who no longer has the chips for it isn't asked.
    """
    acts = [act for act in this_round(now) if act.who == "d"]
    after_a_burn = len(acts) > 1 and (acts[-2].verb, acts[-1].verb) == ("burn", "deal")
    cards, round_, stack = sum(act.count for act in acts if act.verb == "deal"), box_round(now), now.felt.rows["stack"]
    return after_a_burn and any(
        round_.sizes(hand, round_.boxes.wagers[round_.boxes.words[hand.words[-2]].wager])[0] <= stack[hand.seat]
        for hand in round_.hands
        if hand.unpaid == cards
    )


def _last_hand_waits(now: Situation) -> BoxHand | None:
    """Return the only unfinished hand, if the dealer has still to give it a card that it asked for; None otherwise."""
    round_ = box_round(now)
    left = [hand for hand in round_.hands if not round_.is_done(hand)]
    return left[0] if len(left) == 1 and left[0].due and left[0].into is None else None


@fact
def last_hand_waits_for_its_double(now: Situation) -> bool:
    """Return whether every other hand is finished, and the last hand was doubled and waits for its card (BJI-18)."""
    hand = _last_hand_waits(now)
    return hand is not None and hand.waits is not None and hand.waits.ends


@fact
def last_hand_waits_for_its_card(now: Situation) -> bool:
    """Return whether every other hand is finished, and the last hand has asked for a card and waits for it (BJI-10)."""
    hand = _last_hand_waits(now)
    return hand is not None and hand.waits is not None and not hand.waits.ends


@fact
def hand_in_turn_was_doubled(now: Situation) -> bool:
    """Return whether the hand in turn was doubled and waits for its card (BJ-42)."""
    turn = box_round(now).turn
    return turn is not None and bool(turn.words) and turn.words[-1] == "double"


@fact
def own_chips_are_exchanged(now: Situation) -> bool:
    """Return whether chips of a bet in force were changed for others (BJ-89)."""
    round_, act = box_round(now), just_done(now)
    row = act.to[-1] if act.to else ""
    return not round_.cleared and any(round_.put(hand.seat, row) for hand in round_.hands)


def _result(now: Situation) -> str:
    """Return the result of the bet that the act is about; empty if it is unknown, or there is no such bet."""
    round_, hand = box_round(now), _hand(now)
    if hand is None or now.act is None:
        return ""
    names = [
        name for name in round_.wagers_of(hand) if len(now.act.to) < 2 or round_.boxes.row(name, hand.child) == now.act.to[1]
    ]
    due = due_of(round_, hand, names[0]) if names else None
    return "" if due is None else "lose" if due.line is None else due.line.result
