"""The dues of a round: the settlement of every wager, and the chips that the dealer has already moved for it."""

from __future__ import annotations

from dealerkit.facts.rounds import this_round
from dealerkit.facts.situation import Situation, fact
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.games.pit.facts.settlement import Due, due_of, line_of


@fact
def bets_are_unsettled(now: Situation) -> bool:
    """Return whether a bet of the round has not been settled, or its settlement is still unknown (BJ-90)."""
    round_ = box_round(now)
    if round_.cleared:
        return False
    dues = [due_of(round_, hand, name) for hand in round_.hands for name in round_.wagers_of(hand)]
    return any(due is None or not round_.is_settled(due.hand.seat, due.row, due.take, due.pay) for due in dues)


def is_in(round_: BoxRound, hand: BoxHand) -> bool:
    """Return whether the main bet of a hand still depends on the dealer's hand, being neither settled nor decided already.

    A hand that lies face down counts as depending on it, since nobody can see whether it is over 21 (BJI-36).
    """
    if hand.picked or hand.void:
        return False
    known, line = line_of(round_, round_.boxes.main, round_.features(hand))
    return not known or (round_.is_closed(hand) and not (line is not None and line.at_once))


def ended_at_once(round_: BoxRound, hand: BoxHand) -> list[Due] | None:
    """Return the settlements of a hand that is settled before the others, such as a natural; None if it is not."""
    dues: list[Due] = []
    for name in round_.wagers_of(hand):
        due = due_of(round_, hand, name)
        if due is None or due.line is None or not due.line.at_once:
            if round_.boxes.wagers[name].box:
                continue  # a bet of the box, settled by itself unless its own line says so
            return None
        dues.append(due)
    return dues or None


def second_card_is_wanted(now: Situation) -> bool:
    """Return whether a bet still depends on the dealer's second card: a hand's main bet, or a bet that only a natural decides
    (BJ-A19).
    """
    round_ = box_round(now)
    if somebody_waits_for_the_dealer(now) or round_.dealer_natural() is not None:
        return somebody_waits_for_the_dealer(now)
    boxed = [(hand, name) for hand in round_.hands for name in round_.wagers_of(hand) if round_.boxes.wagers[name].box]
    return any(due_of(round_, hand, name) is None for hand, name in boxed)


def somebody_waits_for_the_dealer(now: Situation) -> bool:
    """Return whether the main bet of some hand still depends on the dealer's hand (BJ-73)."""
    round_ = box_round(now)
    return round_.once("somebody waits", lambda: any(is_in(round_, hand) for hand in round_.hands))


def table_says_draw(round_: BoxRound) -> bool | None:
    """Return whether the dealer's hand draws by the rules in force; None while a card of it is unknown (BJ-74 to BJ-77)."""
    letters = round_.letters(round_.dealer)
    if letters is None or not round_.open:
        return None
    features = round_.boxes.reading.hand(letters, "no")
    hard, soft = round_.boxes.draws
    return features.get("total") in (soft if features.get("soft") else hard)


@fact
def cleared_bets_cannot_be_read(now: Situation) -> bool:
    """Return whether the cards of a round that were cleared before its bets were settled have just been gathered, so that they
    cannot be laid out again (PIT-19, BJI-37).
    """
    acts = this_round(now)
    before = (act.verb for act in reversed(acts[:-1]) if act.who == "d" and act.verb in ("clear", "gather"))
    if acts[-1].verb != "gather" or next(before, "") != "clear":
        return False  # the round begins with the gathering of the last one's cards
    round_ = box_round(now)
    dues = [due_of(round_, hand, name) for hand in round_.hands for name in round_.wagers_of(hand)]
    read = [due for due in dues if due is not None and (due.line is not None or due.take)]
    return len(read) < len(dues) or any(not round_.is_settled(due.hand.seat, due.row, due.take, due.pay) for due in read)
