"""Check recorded hands: every act against the procedure, one record in memory at a time.

    for hand in check_file(Path("shoe.txt")):
        print(hand.name, [flaw.code for flaw in hand.findings])

An entry of a file is a `Record`, a hand in a format that is checked without a table (`dealerkit.hands.phh`), or a `RecordError`
where it is neither. A problem with one hand, an internal error included, is reported for that hand, and the next is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dealerkit.errors import OWN_ERROR_HINT, RecordError, own_error
from dealerkit.files.late_modules import late_imports
from dealerkit.hands.checked_hand import CheckedHand
from dealerkit.hands.phh.checker import check_hand
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.sources import is_phh, name_of, read_source
from dealerkit.hands.readers.reader import ConvertedHand
from dealerkit.table.record import FIRST, Record

with late_imports():  # most hands in an archive are clean, and those in PHH need no table
    from dealerkit.hands import flaws, record_check


def check_file(path: Path, rules: str | Path | None = None, usual: str | Path | None = None) -> Iterator[CheckedHand]:
    """Yield each hand of a file of records with its findings. An unreadable hand comes as an error value; nothing is raised.

    Args:
        path: The file, a pipe, or `-` for standard input.
        rules: Name or path of the rule set to judge by; None for each record's own.
        usual: Name or path of the rule set for records that name none, where `rules` is None.
    """
    count = 0
    for record in read_source(path):
        count += 1
        yield checked(record, rules, usual)
    if not count:
        yield lost(empty_file(name_of(path), phh=is_phh(path)))


def empty_file(file: str, *, phh: bool) -> RecordError:
    """Return the error of an empty file.

    Args:
        file: Name of the file.
        phh: Whether hands in PHH were expected, and not records.
    """
    hint = "add a line such as variant = 'NT'" if phh else f"a record begins with '{FIRST}'"
    return RecordError(file, 0, "the file is empty", hint)


def checked(
    record: Record | PhhHand | RecordError, rules: str | Path | None = None, usual: str | Path | None = None
) -> CheckedHand:
    """Check one record or hand, and return its findings and figures. An internal error becomes a finding, so that the next one is
    read.

    Args:
        record: The record or hand, or the error of an unreadable one.
        rules: Name or path of the rule set to judge by; None for the record's own.
        usual: Name or path of the rule set for a record that names none, where `rules` is None.
    """
    if isinstance(record, RecordError):
        return lost(record)
    try:
        if isinstance(record, Record):
            return record_check.check_record(record, rules, usual)
        return check_phh(record)
    except Exception as error:  # noqa: BLE001 - an internal error at one hand must not silence an archive
        if isinstance(record, Record):
            file, line, name = record.header.file, record.header.line, record.header.name
        else:
            file, line, name = record.file, record.line, record.name
        return lost(RecordError(file, line, own_error(error), OWN_ERROR_HINT), name)


def check_phh(hand: PhhHand) -> CheckedHand:
    """Check a hand in PHH without a table: clean, or with its first impossible action and the rule it breaks."""
    try:
        problem = check_hand(hand)
    except RecordError as error:
        return lost(error, hand.name)
    checked = CheckedHand(hand.file, hand.name, hand.variant.title, "", len(hand.actions), ())
    if problem is not None:
        checked = flaws.with_problem(hand, checked, problem)
    if isinstance(hand, ConvertedHand) and hand.discrepancies:
        checked = flaws.with_discrepancies(hand, checked)
    return checked


def lost(error: RecordError, name: str = "") -> CheckedHand:
    """Return the checked hand for an unreadable record, or for one with an unusable header.

    Args:
        error: The problem.
        name: The record's own id or number, if it has one.
    """
    return flaws.lost_hand(error, name)
