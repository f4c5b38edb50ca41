"""The settlement due on a wager, by the round as it stands, and the bet that a settlement without a row means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dealerkit.arithmetic.conditions import HandCondition, PaymentLine, Told
from dealerkit.arithmetic.first_cards import BETS, won
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound


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


def row_meant(round_: BoxRound, verb: str, seat: int, chips: int) -> str:
    """Return the row of a settlement that names only a seat: that of the bet that it settles or corrects exactly, else of the
    first bet that still lacks such an act; of a collection, else the bet that was paid as much, or the last one that was paid
    more. A seat's only bet is always meant.

    Args:
        round_: The round before the act.
        verb: `take`, `return`, `restore`, `pay` or `collect`.
        seat: The seat, from 1.
        chips: The amount, in smallest chips; 0 if the act names none.

    Returns:
        The row; empty if the seat has no bet, or none that the act can mean.
    """
    bets = [(hand, name) for hand in round_.hands if hand.seat == seat for name in round_.wagers_of(hand)]
    lacking: list[tuple[str, int]] = []
    for hand, name in bets:
        due, row = due_of(round_, hand, name), round_.boxes.row(name, hand.child)
        if due is not None:
            take, pay = due.take - round_.taken[seat, row], due.pay - round_.paid[seat, row]
            lacking.append((row, {"take": take, "pay": pay, "collect": -pay}.get(verb, -take)))
    exact = [row for row, lacks in lacking if lacks == chips > 0]
    sums = [(row, paid) for (owner, row), paid in round_.paid.items() if owner == seat] if verb == "collect" else []
    moved, more = ([row for row, paid in sums if paid == chips], [row for row, paid in sums if paid > chips][-1:])
    lacks_some = [row for row, lacks in lacking if lacks > 0]
    return next(iter([*exact, *moved[: len(moved) == 1], *filter(None, [round_.only_row(seat)]), *lacks_some, *more]), "")
