"""The dues of a round: the settlement of every wager, and the chips that the dealer has already moved for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dealerkit.arithmetic.conditions import HandCondition, PaymentLine, Told
from dealerkit.arithmetic.first_cards import BETS, won
from dealerkit.facts.situation import Situation, fact
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound
from dealerkit.games.pit.facts.round_reader import box_round


class Due(NamedTuple):
    """The settlement due on a wager.

    Attributes:
        hand: Hand that the wager belongs to.
        wager: Name of the wager.
        row: Row in which it lies.
        stake: Chips put on it, in smallest chips.
        line: Line that settles it; None if no line does, so that it loses.
        take: Chips that the house takes.
        pay: Chips that the house pays, the bonus included.
        bonus: Chips that it pays besides, whether the wager wins or loses (TCP-17).
    """

    hand: BoxHand
    wager: str
    row: str
    stake: int
    line: PaymentLine | None
    take: int
    pay: int
    bonus: int = 0


def line_of(round_: BoxRound, wager: str, features: Told) -> tuple[bool, PaymentLine | None]:
    """Return whether the settlement of a wager is known, and the line of the pay table that settles it.

    Args:
        round_: The round.
        wager: Name of the wager.
        features: Known features of the hand.

    Returns:
        Whether it is known; and the line, None if no line fits, so that the wager loses.
    """
    return _first_fitting(round_.boxes.pays.get(wager, ()), features)


def _first_fitting(lines: Sequence[PaymentLine], features: Told) -> tuple[bool, PaymentLine | None]:
    for line in lines:
        fits = line.condition.holds(features)
        if fits is not False:
            return fits is True, line if fits else None
    return True, None


def _side_line(round_: BoxRound, hand: BoxHand, wager: str) -> tuple[bool, PaymentLine | None]:
    """Return the same for a side bet on the first cards, with all its payments as one line (BJ-91)."""
    first, about = round_.first_cards(hand), BETS[wager]
    faces = [round_.faces.get(token) for token in [*first, *([] if round_.up is None else [round_.up])][: about.cards]]
    cards = [face.name for face in faces if face is not None]
    if len(first) < round_.boxes.cards or len(cards) < about.cards:
        return False, None
    units = won(round_.boxes.side_bets.get(wager, ()), about.traits(*cards), natural=round_.dealer_natural())
    if not units:
        return units is not None, None
    return True, PaymentLine(_ALWAYS, "win", units.numerator, units.denominator, at_once=False)


_ALWAYS = HandCondition({})


def due_of(round_: BoxRound, hand: BoxHand, wager: str) -> Due | None:
    """Return the settlement due on a wager of a hand; None while it is unknown."""
    return round_.once(("due", hand.place, wager), lambda: _due_of(round_, hand, wager))


def _due_of(round_: BoxRound, hand: BoxHand, wager: str) -> Due | None:
    stake = round_.stake(hand, wager)
    on_first_cards = wager in round_.boxes.side_bets
    known, line = _side_line(round_, hand, wager) if on_first_cards else line_of(round_, wager, round_.against(hand))
    if not known:
        row = round_.boxes.row(wager, hand.child)
        return Due(hand, wager, row, stake, None, 0, 0) if _is_never_known(round_, hand) else None
    take, pay = stake, 0
    if line is not None and line.result == "push":
        take = 0
    elif line is not None and line.result == "half_back":
        take = round_.boxes.half_kept(stake, line.unit)
    elif line is not None and line.result == "win":
        take, pay = 0, round_.boxes.winnings(stake, line.up, line.down)
    bonus = 0
    if wager in round_.boxes.bonus:
        known, besides = _first_fitting(round_.boxes.bonus[wager], round_.against(hand))
        if not known:
            return None
        bonus = 0 if besides is None else round_.boxes.winnings(stake, besides.up, besides.down)
    return Due(hand, wager, round_.boxes.row(wager, hand.child), stake, line, take, pay + bonus, bonus)


def _is_never_known(round_: BoxRound, hand: BoxHand) -> bool:
    """Return whether a hand that lacks a card is still in when every card lies face up: it cannot be read, and its bets are
    neither won nor lost (PIT-I05).
    """
    boxes = round_.boxes
    up = len(round_.board_up) >= boxes.board and round_.open
    return boxes.reading.suits and round_.lacks_cards(hand) and bool(hand.words) and up and round_.turn is None


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
