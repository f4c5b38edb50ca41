"""One hand of a file, in PHH or another program's format, dealt again as far as possible, for looking at it."""

from __future__ import annotations

from pathlib import Path

import attrs

from dealerkit.errors import RecordError, UnknownName
from dealerkit.hands.check import check_phh
from dealerkit.hands.checked_hand import Flaw
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.sources import foreign, is_phh, read_source
from dealerkit.hands.phh.to_record import dealt_again
from dealerkit.table.record import Record, RecordLine


@attrs.frozen
class HandDealtAgain:
    """A hand of another format as a dealerkit record.

    Attributes:
        record: The record, to the hand's end or its first fault; its line numbers are those of the file.
        act: Number of acts of the record up to the requested action of the hand; None if no action was requested.
        trouble: The problem that stopped it; empty if none did.
        flaw: Finding of `check` among the requested actions; None if there is none.
    """

    record: Record
    act: int | None
    trouble: str
    flaw: Flaw | None


def is_hands(file: Path) -> bool:
    """Return whether a file holds hands in PHH or another program's format, and not dealerkit's records."""
    return str(file) != "-" and file.is_file() and (is_phh(file) or foreign(file) is not None)


def hand_dealt_again(file: Path, hand: str | None = None, action: int | None = None) -> HandDealtAgain:
    """Deal one hand of a file again: the last one, or one chosen by id or number.

    Args:
        file: The file.
        hand: The hand's id or its number in the file, from 1; None for the last.
        action: Number of the hand's action to stop after, from 1; None for all.

    Raises:
        RecordError: If the file or that hand cannot be read, or cannot be dealt at a table, or it has no such action.
        UnknownName: If the file has no such hand.
    """
    chosen: object = None
    number = 0
    for number, source in enumerate(read_source(file), 1):
        name = source.name if isinstance(source, PhhHand) else source.hand if isinstance(source, RecordError) else ""
        if hand is None or hand == name or (chosen is None and hand == str(number)):
            chosen = source
    if isinstance(chosen, RecordError):
        raise chosen
    if not isinstance(chosen, PhhHand):
        if not number:
            raise RecordError(str(file), 0, "the file has no hand")
        raise UnknownName(kind="hand in this file", name=hand or "", known=["1" if number == 1 else f"1 to {number}"])
    if action is not None and action > len(chosen.actions):
        raise RecordError(str(file), 0, f"the hand has {len(chosen.actions)} actions; action {action} is past the end")
    redeal = dealt_again(chosen)
    last = len(chosen.actions) - 1
    lines = [chosen.line_of("actions", min(origin, last) if origin >= 0 else last) for origin in redeal.origin]
    record = Record(redeal.header, tuple(RecordLine(act, line) for act, line in zip(redeal.table.log, lines, strict=True)))
    act = None if action is None else sum(1 for origin in redeal.origin if 0 <= origin < action)
    flaw = next((finding for finding in check_phh(chosen).findings if action is None or finding.act <= action), None)
    return HandDealtAgain(record, act, "" if redeal.trouble is None else str(redeal.trouble), flaw)
