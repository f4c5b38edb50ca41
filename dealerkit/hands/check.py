"""Check recorded hands: every act against the procedure, one record in memory at a time.

    for hand in check_file(Path("shoe.txt")):
        print(hand.name, [flaw.code for flaw in hand.findings])

What a file holds is a `Record`, a hand in a format that is checked without a table (`dealerkit.hands.phh`), or a `RecordError` in
place of what is neither. Whatever stops one hand, an error of our own included, is told for that hand, and the next is read.
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from dealerkit.catalogue.findings import Explained, explain, in_words
from dealerkit.errors import OWN_ERROR_HINT, Impossible, RecordError, own_error
from dealerkit.hands.phh.sources import is_phh, name_of, read_source
from dealerkit.judge import Finding
from dealerkit.rules.games import Game
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text
from dealerkit.table.playback import table_of
from dealerkit.table.record import FIRST, Record, RecordLine
from dealerkit.table.rounds import round_section
from dealerkit.table.table import Table

if TYPE_CHECKING:
    from dealerkit.hands.phh.hand import PhhHand
    from dealerkit.hands.phh.problems import HandProblem

UNREADABLE = "record/unreadable"
UNKNOWN_SEAT = "record/unknown-seat"
RECORD_CODES = frozenset({UNREADABLE, UNKNOWN_SEAT})
"""The findings about a record that cannot be judged, of any game."""


@attrs.frozen
class Flaw:
    """One finding in a record.

    Attributes:
        file: The record's file.
        hand: The record's own id, or its number in the file.
        act: Which act of the record, from 1; for what cannot be read, the first that is missing.
        line: Which line of the file, from 1; 0 if the whole file is meant.
        code: Its id.
        severity: `minor`, `major` or `critical`.
        expected: What was due, as text; empty if nothing was.
        got: What came, as text.
        why: Why it matters.
        cite: The rule ids it rests on.
        remedy: What was to be done.
        self_corrected: Whether it was put right before the next player acted.
        title: What the code means, in words.
        round: Which coup, hand or deal of the record, from 1; 0 before the first, and where there is none.
        rules: The rule set it was judged under; empty if none.
        said: What came, in words.
        due: What was due, in words; empty if nothing was.
        because_of: The finding that it follows from: its code, and which act of the record; None for a slip of its own.
    """

    file: str
    hand: str
    act: int
    line: int
    code: str
    severity: str
    expected: str
    got: str
    why: str
    cite: tuple[str, ...]
    remedy: str
    self_corrected: bool
    title: str
    round: int = 0
    rules: str = ""
    said: str = ""
    due: str = ""
    because_of: Mapping[str, object] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the finding as plain data for JSON."""
        return attrs.asdict(self)


@attrs.frozen
class Unreadable:
    """A hand or file that could not be read, and so was not checked.

    Attributes:
        file: The file.
        hand: The record's own id or number; empty where there is no record.
        line: From which line on, from 1; 0 if the whole file is meant.
        what: What is wrong, and what to do about it.
    """

    file: str
    hand: str
    line: int
    what: str

    def as_json(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return attrs.asdict(self)


@attrs.frozen
class CheckedHand:
    """The result of checking one record, or of what stands in a record's place.

    Attributes:
        file: Its file.
        name: Its own id, or its number in the file; empty for what is no record.
        game: The game's title; empty if it could not be read.
        rules: The rule set it was judged under; empty if none.
        acts: How many acts were judged.
        findings: Its findings, in order of acts; what could not be read is the last.
        unreadable: What could not be read; None if all of it could.
        changed: Whether it was recorded under rules that read differently today.
        hands: How many hands or coups were played in it; at least one, if there is a record at all.
    """

    file: str
    name: str
    game: str
    rules: str
    acts: int
    findings: tuple[Flaw, ...]
    unreadable: Unreadable | None = None
    changed: bool = False
    hands: int = 1

    @property
    def is_hand(self) -> bool:
        """Whether there is a record at all."""
        return bool(self.name)


def check_file(path: Path, rules: str | Path | None = None, usual: str | Path | None = None) -> Iterator[CheckedHand]:
    """Yield what was found in each hand of a file of records; one that cannot be read comes back as such, and nothing is
    raised.

    Args:
        path: The file, a pipe, or `-` for standard input.
        rules: The rule set to judge by; None for the one that each record names.
        usual: The rule set for records that name none, where `rules` is None.
    """
    count = 0
    for record in read_source(path):
        count += 1
        yield checked(record, rules, usual)
    if not count:
        yield lost(empty_file(name_of(path), phh=is_phh(path)))


def empty_file(file: str, *, phh: bool) -> RecordError:
    """Return what is said of a file in which nothing stands.

    Args:
        file: The file.
        phh: Whether hands in PHH were looked for.
    """
    hint = "a hand has a line such as variant = 'NT'" if phh else f"a record begins with '{FIRST}'"
    return RecordError(file, 0, "it is empty", hint)


def checked(
    record: Record | PhhHand | RecordError, rules: str | Path | None = None, usual: str | Path | None = None
) -> CheckedHand:
    """Check one record or hand; an error of our own is told for it, so that the next one is read.

    Args:
        record: What was read.
        rules: The rule set to judge by; None for the one that the record names.
        usual: The rule set for a record that names none, where `rules` is None.
    """
    if isinstance(record, RecordError):
        return lost(record)
    try:
        return check_record(record, rules, usual) if isinstance(record, Record) else check_phh(record)
    except Exception as error:  # noqa: BLE001 - one hand that trips us must not silence an archive
        if isinstance(record, Record):
            file, line, name = record.header.file, record.header.line, record.header.name
        else:
            file, line, name = record.file, record.line, record.name
        return lost(RecordError(file, line, own_error(error), OWN_ERROR_HINT), name)


def check_record(record: Record, rules: str | Path | None = None, usual: str | Path | None = None) -> CheckedHand:
    """Return what is wrong with the acts of a record. An act that cannot have happened ends it: what was found before stands.

    Args:
        record: The record.
        rules: The rule set to judge by; None for the one that the record names.
        usual: The rule set for a record that names none, where `rules` is None.
    """
    header = record.header
    try:
        table = table_of(header, rules if rules is not None else usual if header.rules is None else None)
    except RecordError as error:
        return lost(error, header.name)
    trouble = record.broken
    push, seats = table.push, table.seats
    section = round_section(table.house.program)
    begun = set[int | None]()
    taken = list[int]()  # the places in the record, from 1, of the acts that were judged
    strange = list[Flaw]()
    for number, line in enumerate(record.lines, 1):
        if line.act.highest > seats:
            strange.append(_unknown_seat(line, number, table, record))
            continue
        try:
            push(line.act)
            taken.append(number)
            if section is not None:
                begun.add(table.now.marks.get(section.id))
        except Impossible as error:
            hint = "this line, or one before it, is not what happened"
            trouble = RecordError(header.file, line.line, str(error), hint)
            break
        except Exception as error:  # noqa: BLE001 - what was found before this line stands
            trouble = RecordError(header.file, line.line, own_error(error), OWN_ERROR_HINT)
            break
    lines = [line.line for line in record.lines]
    findings = [_flaw(finding, table, record, taken) for finding in table.findings]
    if strange:
        findings = sorted([*findings, *strange], key=lambda flaw: flaw.act)
    acts = len(table.log)
    starts = sorted(mark for mark in begun if mark is not None and mark < acts)
    under = table.game.rules.name if table.game.rules is not None else ""
    findings = [attrs.evolve(flaw, round=_round_of(flaw.act, taken, starts), rules=under) for flaw in findings]
    unreadable = None
    if trouble is not None:
        what = _said(trouble)
        unreadable = Unreadable(header.file, header.name, trouble.line, what)
    elif record.torn:
        at = (lines[-1] if lines else header.line) + 1
        unreadable = Unreadable(header.file, header.name, at, record.torn_words)
    if unreadable is not None:
        findings.append(_unreadable(unreadable, acts + len(strange) + 1, table.game))
    return CheckedHand(
        file=header.file,
        name=header.name,
        game=table.game.title,
        rules=under,
        acts=acts,
        findings=tuple(findings),
        unreadable=unreadable,
        changed=bool(header.hash) and rules is None and header.hash != table.game.sha256,
        hands=max(1, len(starts)),
    )


def _round_of(act: int, taken: list[int], starts: list[int]) -> int:
    """Return in which coup, hand or deal an act of the record falls, from 1; 0 before the first.

    Args:
        act: The act's place in the record, from 1.
        taken: The places of the acts that were judged.
        starts: How many of them came before each round.
    """
    return bisect.bisect_left(starts, max(1, bisect.bisect_right(taken, act)))


def check_phh(hand: PhhHand) -> CheckedHand:
    """Check a hand in PHH without a table: it is clean, or the first thing that cannot be is told, with the rule it breaks."""
    from dealerkit.hands.phh.checker import check_hand
    from dealerkit.hands.phh.words import in_words as phh_words

    try:
        problem = check_hand(hand)
    except RecordError as error:
        return lost(error, hand.name)
    acts = len(hand.actions)
    checked = CheckedHand(hand.file, hand.name, hand.variant.title, "", acts, ())
    if problem is None:
        return checked
    line = hand.line_of(problem.field or "actions", min(problem.at, acts - 1))
    shared, told = _shared(problem.code), _told_at_a_table(hand, problem)
    flaw = Flaw(
        file=hand.file,
        hand=hand.name,
        act=problem.at + 1,
        line=line,
        code=problem.code,
        severity=shared.severity,
        expected=problem.expected,
        got=problem.got,
        why=told.why or shared.why,
        cite=told.cite or shared.cite,
        remedy=told.remedy or shared.remedy,
        self_corrected=False,
        title=told.title or shared.title,
        round=1,
        said=phh_words(problem.got),
        due=phh_words(problem.expected),
    )
    unreadable = None
    if problem.code == UNREADABLE:
        unreadable = Unreadable(hand.file, hand.name, line, f"{problem.got}; wanted is {problem.expected}")
    return attrs.evolve(checked, findings=(flaw,), unreadable=unreadable)


_NOTHING = Explained("", "", "", "", (), {})


def _told_at_a_table(hand: PhhHand, problem: HandProblem) -> Explained:
    """Return what the rules of the game say of a problem, where a table at which the hand is dealt again finds it at the same
    action.

    Where it is the record that cannot be so (a card that is there twice, an act after the end), only that same finding tells of
    it: what the table finds there besides, a flop too early, say, is something else.
    """
    from dealerkit.hands.phh.problems import OF_PLAY
    from dealerkit.hands.phh.to_record import dealt_again

    try:
        drive = dealt_again(hand)
    except RecordError:
        return _NOTHING
    found = drive.finding
    if found is None or drive.found_at != problem.at or (problem.code not in OF_PLAY and found.code != problem.code):
        return _NOTHING
    return drive.table.explain(found)


def lost(error: RecordError, name: str = "") -> CheckedHand:
    """Return what is said where there is no record, or its header cannot be used.

    Args:
        error: What is wrong.
        name: The record's own id or number, if it has one.
    """
    hand = name or error.hand
    unreadable = Unreadable(error.file, hand, error.line, _said(error))
    return CheckedHand(error.file, hand, "", "", 0, (_unreadable(unreadable, 0, None),), unreadable)


def _said(error: RecordError) -> str:
    where = f"column {error.column}: " if error.column else ""
    return f"{where}{error.message}" + (f"; {error.hint}" if error.hint else "")


@functools.cache
def _shared(code: str) -> Explained:
    """Return what the catalogue says of a record, where no game's rules are in force."""
    entry = catalogue().findings.data["findings"].get(code, {})
    title, why, remedy = (text(entry.get(key, "")) for key in ("title", "why", "remedy"))
    return Explained(title or code, str(entry.get("severity", "major")), why, remedy, tuple(entry.get("cite", ())), {})


def _unreadable(lost: Unreadable, act: int, game: Game | None) -> Flaw:
    known = (
        _shared(UNREADABLE) if game is None or game.rules is None else explain(game, Finding(UNREADABLE, "", "", lost.what, act))
    )
    return Flaw(
        file=lost.file,
        hand=lost.hand,
        act=act,
        line=lost.line,
        code=UNREADABLE,
        severity=known.severity,
        expected="",
        got=lost.what,
        why=known.why,
        cite=known.cite,
        remedy=known.remedy,
        self_corrected=False,
        title=known.title,
        said=lost.what,
    )


def _unknown_seat(line: RecordLine, number: int, table: Table, record: Record) -> Flaw:
    """Return the finding that an act names a seat which the table does not have; the act is not judged."""
    known = _shared(UNKNOWN_SEAT)
    return Flaw(
        file=record.header.file,
        hand=record.header.name,
        act=number,
        line=line.line,
        code=UNKNOWN_SEAT,
        severity=known.severity,
        expected=f"a seat from s1 to s{table.seats}",
        got=line.act.text,
        why=known.why,
        cite=known.cite,
        remedy=known.remedy,
        self_corrected=False,
        title=known.title,
        said=in_words(line.act.text),
        due=f"a seat from 1 to {table.seats}",
    )


def _flaw(finding: Finding, table: Table, record: Record, taken: list[int]) -> Flaw:
    known = table.explain(finding)
    act, root = taken[finding.act - 1] if 0 < finding.act <= len(taken) else 0, finding.because_of
    return Flaw(
        file=record.header.file,
        hand=record.header.name,
        act=act or finding.act,
        line=record.lines[act - 1].line if act else record.header.line,
        code=finding.code,
        severity=known.severity,
        expected=finding.expected,
        got=finding.got,
        why=known.why,
        cite=known.cite,
        remedy=known.remedy,
        self_corrected=finding.self_corrected,
        title=known.title,
        said=in_words(finding.got),
        due=in_words(finding.expected) if finding.expected else "",
        because_of=None
        if root is None
        else {"code": root[0], "act": taken[root[1] - 1] if 0 < root[1] <= len(taken) else root[1]},
    )
