"""A room's own incidents as a refresher: from records, from findings of `check --json`, or from a journal of disputes.

    for setting, item in refresher(Path("tuesday.txt")).asked:
        print(item.question.ask)

No name and no written text leaves the file, not even in an error: for an unreadable line only its place is given, and
`dealerkit check` shows the rest to people who may see it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from dealerkit.errors import RecordError, RuleFileError
from dealerkit.files.screen_text import count_of
from dealerkit.files.sqlite_file import MAGIC
from dealerkit.hands.listing import files_in
from dealerkit.hands.phh.checker import check_hand
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.sources import is_phh, read_source
from dealerkit.hands.phh.to_record import to_record
from dealerkit.rules.games import Game
from dealerkit.rules.sets import rule_set
from dealerkit.table.playback import table_of
from dealerkit.table.record import Record
from dealerkit.training import incidents, journal_exercises
from dealerkit.training.drills import Drill, drill
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item

_LOOKED_AT = 64
_CHECK = "`dealerkit check` shows what is wrong"


@attrs.frozen
class Refresher:
    """The refresher of a room: exercises from its own records and disputes.

    Attributes:
        kind: `records`, `findings` or `journal`.
        asked: The exercises, each with its game and its rules.
        left_out: Sentences, without names, about the parts that could not be asked.
    """

    kind: str
    asked: tuple[tuple[Setting, Item], ...]
    left_out: tuple[str, ...] = ()

    @property
    def nothing(self) -> str:
        """The sentence to show if there is nothing to ask."""
        return "the journal has no dispute to practise" if self.kind == "journal" else "no dealer slip was found"


@attrs.frozen
class RefresherBounds:
    """Limits for files that somebody else sent: they are not trusted, and not read without end.

    Only the named file and files in its folder are opened, whatever a findings document names.

    Attributes:
        known: Returns whether a game, and a rule set if one is named, may be looked up; a record may give a path for either.
        records: Most records or hands to look at.
        journals: Whether a journal may be read.
    """

    known: Callable[[str, str | None], bool]
    records: int
    journals: bool


@attrs.frozen
class _IncidentSearch:
    """The search for incidents in files.

    Attributes:
        rules: Another rule set to judge by; None for each record's own.
        bounds: The limits; None for none.
        told: Sentences about the parts that could not be asked.
    """

    rules: str | Path | None
    bounds: RefresherBounds | None
    told: list[str | RecordError] = attrs.field(factory=list)

    def known(self, record: Record) -> bool:
        """Return whether the game and the rule set of a record may be looked up."""
        rules = None if self.rules is not None else record.header.rules
        return self.bounds is None or self.bounds.known(record.header.game, rules)

    def first(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records up to the limit, and note if there are more."""
        for number, record in enumerate(records, 1):
            if self.bounds is not None and number > self.bounds.records:
                self.told.append(f"{record.header.file}: only the first {self.bounds.records} hands were checked")
                return
            yield record


def refresher(path: Path, rules: str | Path | None = None, bounds: RefresherBounds | None = None) -> Refresher:
    """Return a card room's own incidents as exercises.

    Args:
        path: A file of records or of hands in PHH, a folder of them, a findings document from `check --json`, or a journal.
        rules: Another rule set to judge by; None for each record's or case's own.
        bounds: The limits, if somebody else sent the file; None for none.

    Raises:
        RecordError: If a file cannot be read, or is of another kind.
        JournalError: If a journal cannot be used.
        UnknownName, RuleFileError: If the rule set cannot be used.
    """
    search = _IncidentSearch(rules, bounds)
    if rules is not None:
        rule_set(rules)
    if path.is_dir():
        return _of_records((record for file in files_in([path]) for record in _records(Path(file.path), search.told)), search)
    start = _start(path)
    if start.startswith(MAGIC):
        if bounds is not None and not bounds.journals:
            raise RecordError(str(path), 0, "this is a journal; only people who may check records can send one", "send a record")
        return _of_journal(path, rules)
    if is_findings(path, start):
        return _of_findings(path, search)
    return _of_records(_records(path, search.told), search)


def is_findings(path: Path, start: bytes) -> bool:
    """Return whether a file seems to be a findings document from `check --json`.

    Args:
        path: The file, whose name tells it from a file of poker hands.
        start: The first bytes of the file.
    """
    return start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{") and not is_phh(path)


def _start(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(_LOOKED_AT)
    except OSError as error:
        raise RecordError(str(path), 0, f"the file can't be read: {error.strerror or error}") from None


def _of_journal(path: Path, rules: str | Path | None) -> Refresher:
    disputes_ = journal_exercises.journal_disputes(path, rules)
    drill_ = drill(journal_exercises.DRILL)
    asked = tuple((_setting(drill_, journal_exercises.played(case)), journal_exercises.item(case)) for case in disputes_.found)
    return Refresher(
        "journal",
        _shared(asked),
        tuple(f"{count_of(count, 'case')} left out: {why}" for why, count in disputes_.left_out.items()),
    )


def _setting(drill_: Drill, game: Game) -> Setting:
    return Setting(drill_, drill_.level(incidents.LEVEL), game)


def _shared(asked: Iterable[tuple[Setting, Item]]) -> tuple[tuple[Setting, Item], ...]:
    """Return exercises with equal game and rules sharing one setting, so that they are asked in one sitting."""
    known: dict[tuple[str, str], Setting] = {}
    return tuple((known.setdefault((where.drill.id, where.game.sha256), where), item) for where, item in asked)


def _of_records(records: Iterable[Record], search: _IncidentSearch) -> Refresher:
    asked = [pair for record in search.first(records) for pair in _asked(record, search, None)]
    return _refresher_of("records", asked, search.told)


def _refresher_of(kind: str, asked: list[tuple[Setting, Item]], notes: list[str | RecordError]) -> Refresher:
    """Return a refresher; raise the first error if it is empty because nothing could be read.

    Args:
        kind: Kind of file: `records`, `findings` or `journal`.
        asked: The exercises, each with its setting.
        notes: Sentences and errors about the parts that could not be asked.

    Raises:
        RecordError: The first error.
    """
    stopped = next((note for note in notes if isinstance(note, RecordError)), None)
    if not asked and stopped is not None:
        raise stopped
    return Refresher(kind, _shared(asked), tuple(map(str, notes)))


def _asked(record: Record, search: _IncidentSearch, acts: set[int] | None) -> Iterator[tuple[Setting, Item]]:
    header, rules = record.header, search.rules
    if not search.known(record):
        what = "the record names a game or a rule set that this server does not have"
        search.told.append(RecordError(header.file, header.line, what, "choose the rule set to judge the record by"))
        return
    try:
        where = _setting(drill(incidents.DRILL), table_of(header, rules).game)
    except (RecordError, RuleFileError):
        search.told.append(
            RecordError(
                header.file, header.line, "the record can't be dealt again with the game and options in its first lines", _CHECK
            )
        )
        return
    for item in incidents.of_record(record, rules, acts):
        yield where, item


def _records(path: Path, notes: list[str | RecordError]) -> Iterator[Record]:
    """Yield the records of a file; a faulty hand in PHH is converted. Unreadable records are noted and left out."""
    came = False
    for hand in read_source(path):
        came = True
        record = _record(hand) if isinstance(hand, PhhHand) else hand
        if isinstance(record, RecordError):
            notes.append(RecordError(record.file, record.line, "this cannot be read as a record", _CHECK))
            continue
        if record is None:
            continue
        if record.broken is not None or record.torn:
            line = record.broken.line if record.broken is not None else record.lines[-1].line + 1 if record.lines else 0
            notes.append(f"{path}:{line}: from here on the record cannot be read; {_CHECK}")
        yield record
    if not came:
        hint = "name a record, a folder of them, a findings document or a journal"
        notes.append(RecordError(str(path), 0, "the file is empty", hint))


def _record(hand: PhhHand) -> Record | RecordError | None:
    """Return a faulty hand in PHH as a record; None if the hand has no fault."""
    try:
        return to_record(hand) if check_hand(hand) is not None else None
    except RecordError as error:
        return error


# -- findings documents --


def _of_findings(path: Path, search: _IncidentSearch) -> Refresher:
    """Return exercises for the slips that a findings document names, from the records that it names.

    Raises:
        RecordError: If it is not such a document, or none of its records exists any more.
    """
    notes = search.told
    asked: list[tuple[Setting, Item]] = []
    gone: list[int] = []
    named = _findings(path)
    for file, (line, hands) in named.items():
        place = _place(path, file, beside=search.bounds is not None)
        if place is None:
            gone.append(line)
            continue
        for record in search.first(_records(place, notes)):
            if is_phh(place):  # acts in a finding are numbered as in the hand, not as in the record
                asked += _asked(record, search, None)
            elif (acts := hands.get(record.header.name)) is not None:
                asked += _asked(record, search, acts)
    missing = "the record named here no longer exists"
    if gone and len(gone) == len(named):
        many = f", nor does any other of the {len(gone)}" if len(gone) > 1 else ""
        raise RecordError(str(path), gone[0], f"{missing}{many}", "move the records back, or into the folder of this document")
    notes += [f"{path}:{line}: {missing}" if line else f"{path}: {missing}" for line in gone]
    return _refresher_of("findings", asked, notes)


def _place(path: Path, file: str, *, beside: bool) -> Path | None:
    """Return the path of a file that a findings document names: as named, relative to the document's folder, or, with `beside`,
    only in that folder.
    """
    near = path.parent / Path(file).name
    for place in (near,) if beside else (Path(file), path.parent / file, near):
        try:
            if place.is_file():
                return place
        except (OSError, ValueError):
            continue
    return None


def _findings(path: Path) -> Mapping[str, tuple[int, Mapping[str, set[int]]]]:
    """Return the acts that a findings document names: by file, the line that first names it, and its records with their acts.

    The document is as `check --json` writes it, or its findings line by line.

    Raises:
        RecordError: If it is not such a document.
    """
    hint = "`dealerkit check --json` writes one"
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise RecordError(str(path), 0, f"the file can't be read: {error}") from None
    files_: dict[str, tuple[int, dict[str, set[int]]]] = {}
    for line, flaw in _flaws(text, path, hint):
        try:
            file, hand, act = str(flaw["file"]), str(flaw["hand"]), flaw["act"]
        except (KeyError, TypeError):
            raise RecordError(str(path), line, "this is not a finding: file, hand or act is missing", hint) from None
        if isinstance(act, bool) or not isinstance(act, int):
            raise RecordError(str(path), line, "this is not a finding: the act is not a number", hint)
        files_.setdefault(file, (line, {}))[1].setdefault(hand, set()).add(act)
    return files_


def _flaws(text: str, path: Path, hint: str) -> Iterator[tuple[int, Any]]:
    """Yield the findings of a document, each with its line if that is known."""
    rows = text.splitlines()
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            raise RecordError(str(path), error.lineno, f"not a findings document: {error.msg}", hint, error.colno) from None
        for number, row in enumerate(rows, 1):
            if row.strip():
                yield number, _loaded(row, path, number, hint)
        return
    except (ValueError, RecursionError) as error:
        raise RecordError(str(path), 0, f"this is not a findings document: {type(error).__name__}", hint) from None
    flaws = document.get("findings") if isinstance(document, dict) else None
    if flaws is None and isinstance(document, dict) and "act" in document:
        flaws = [document]
    if not isinstance(flaws, list):
        raise RecordError(str(path), 0, "this is not a findings document: the list of findings is missing", hint)
    at = [number for number, row in enumerate(rows, 1) if '"act"' in row]
    for number, flaw in enumerate(flaws):
        yield (at[number] if len(at) == len(flaws) else 0), flaw


def _loaded(row: str, path: Path, number: int, hint: str) -> object:
    try:
        return json.loads(row)
    except (ValueError, RecursionError):
        raise RecordError(str(path), number, "this line is not a finding", hint) from None
