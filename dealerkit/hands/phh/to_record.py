"""Conversion of a hand in PHH into a dealerkit record."""

from __future__ import annotations

from dealerkit.errors import RecordError
from dealerkit.hands.phh.checker import outcome_of
from dealerkit.hands.phh.dealer import deal
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.redeal import Redeal, redeal_of
from dealerkit.table.record import Record, RecordLine


def dealt_again(hand: PhhHand) -> Redeal:
    """Deal a hand at a table of its own, to its end or its first fault, and return both.

    Raises:
        RecordError: If its fields do not make a hand, or the game is for fewer players.
    """
    redeal = redeal_of(hand, outcome_of(hand))
    deal(redeal)
    return redeal


def to_record(hand: PhhHand) -> Record:
    """Convert a hand into a dealerkit record; a faulty hand up to its first fault.

    Raises:
        RecordError: If its fields do not make a hand, the game is for fewer players, or an action is impossible.
    """
    return record_of(dealt_again(hand))


def record_of(redeal: Redeal) -> Record:
    """Return the record of a hand that has been dealt again.

    Raises:
        RecordError: If an action is impossible.
    """
    hand = redeal.hand
    if redeal.trouble is not None:
        at = min(redeal.at, len(hand.actions) - 1)
        raise RecordError(hand.file, hand.line_of("actions", at), str(redeal.trouble), "this can't have happened", hand=hand.name)
    return Record(redeal.header, tuple(RecordLine(act, 0) for act in redeal.table.log))
