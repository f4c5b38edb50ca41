"""The dues of a round: the settlement of every wager, and the chips that the dealer has already moved for it."""

from __future__ import annotations

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
        pay: Chips that the house pays.
    """

    hand: BoxHand
    wager: str
    row: str
    stake: int
    line: PaymentLine | None
    take: int
    pay: int


def line_of(made: BoxRound, wager: str, told: Told) -> tuple[bool, PaymentLine | None]:
    """Return whether the settlement of a wager is known, and the line that settles it; None if no line does, so that it loses.

    Args:
        made: The round.
        wager: The wager.
        told: Known features of the hand.
    """
    for line in made.boxes.pays.get(wager, ()):
        fits = line.condition.holds(told)
        if fits is not False:
            return fits is True, line if fits else None
    return True, None


def _side_line(made: BoxRound, hand: BoxHand, wager: str) -> tuple[bool, PaymentLine | None]:
    """Return the same for a side bet on the first cards, with all its payments as one line (BJ-91)."""
    first, about = made.first_cards(hand), BETS[wager]
    faces = [made.faces.get(token) for token in [*first, *([] if made.up is None else [made.up])][: about.cards]]
    cards = [face.name for face in faces if face is not None]
    if len(first) < made.boxes.cards or len(cards) < about.cards:
        return False, None
    units = won(made.boxes.side_bets.get(wager, ()), about.traits(*cards), natural=made.dealer_natural())
    if not units:
        return units is not None, None
    return True, PaymentLine(_ALWAYS, "win", units.numerator, units.denominator, at_once=False)


_ALWAYS = HandCondition({})


def due_of(made: BoxRound, hand: BoxHand, wager: str) -> Due | None:
    """Return the settlement due on a wager of a hand; None while it is unknown."""
    return made.once(("due", hand.place, wager), lambda: _due_of(made, hand, wager))


def _due_of(made: BoxRound, hand: BoxHand, wager: str) -> Due | None:
    stake = made.stake(hand, wager)
    on_first_cards = wager in made.boxes.side_bets
    known, line = _side_line(made, hand, wager) if on_first_cards else line_of(made, wager, made.against(hand))
    if not known:
        return None
    take, pay = stake, 0
    if line is not None and line.result == "push":
        take = 0
    elif line is not None and line.result == "half_back":
        take = made.boxes.half_kept(stake, line.unit)
    elif line is not None and line.result == "win":
        take, pay = 0, made.boxes.winnings(stake, line.up, line.down)
    return Due(hand, wager, made.boxes.row(wager, hand.child), stake, line, take, pay)


@fact
def bets_are_unsettled(now: Situation) -> bool:
    """Return whether a bet of the round has not been settled, or its settlement is still unknown (BJ-90)."""
    made = box_round(now)
    if made.cleared:
        return False
    dues = [due_of(made, hand, name) for hand in made.hands for name in made.wagers_of(hand)]
    return any(due is None or not made.is_settled(due.hand.seat, due.row, due.take, due.pay) for due in dues)


def is_in(made: BoxRound, hand: BoxHand) -> bool:
    """Return whether the main bet of a hand still depends on the dealer's hand: it is neither settled nor decided by itself. For
    a hand that lies face down it is unknown whether it is over (BJI-36).
    """
    if hand.picked or hand.void:
        return False
    known, line = line_of(made, made.boxes.main, made.told(hand))
    return not known or (made.is_closed(hand) and not (line is not None and line.at_once))


def ended_at_once(made: BoxRound, hand: BoxHand) -> list[Due] | None:
    """Return the settlements of a hand that is settled before the others; None if it is not."""
    dues: list[Due] = []
    for name in made.wagers_of(hand):
        if made.boxes.wagers[name].box:
            continue
        due = due_of(made, hand, name)
        if due is None or due.line is None or not due.line.at_once:
            return None
        dues.append(due)
    return dues or None


def second_card_is_wanted(now: Situation) -> bool:
    """Return whether a bet still depends on the dealer's second card: a hand's main bet, or a bet that only a natural decides
    (BJ-A19).
    """
    made = box_round(now)
    if somebody_waits_for_the_dealer(now) or made.dealer_natural() is not None:
        return somebody_waits_for_the_dealer(now)
    boxed = [(hand, name) for hand in made.hands for name in made.wagers_of(hand) if made.boxes.wagers[name].box]
    return any(due_of(made, hand, name) is None for hand, name in boxed)


def somebody_waits_for_the_dealer(now: Situation) -> bool:
    """Return whether the main bet of some hand still depends on the dealer's hand (BJ-73)."""
    made = box_round(now)
    return made.once("somebody waits", lambda: any(is_in(made, hand) for hand in made.hands))


def table_says_draw(made: BoxRound) -> bool | None:
    """Return whether the dealer's hand draws by the rules in force; None while a card of it is unknown (BJ-74 to BJ-77)."""
    letters = made.letters(made.dealer)
    if letters is None or not made.open:
        return None
    told = made.boxes.reading.hand(letters, "no")
    hard, soft = made.boxes.draws
    return told.get("total") in (soft if told.get("soft") else hard)
