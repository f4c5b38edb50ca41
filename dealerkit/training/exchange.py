"""Export and import of answers, as JSON or CSV; an exported file is read back without loss."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from dealerkit import __version__
from dealerkit.errors import AnswerError, TrainingError
from dealerkit.felt.numbers import is_whole
from dealerkit.files.csv_cells import READ_BACK, csv_row, unguarded
from dealerkit.files.plain_data import fields
from dealerkit.files.printable import printable_json
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.people import clean_name
from dealerkit.training.answers import FIELDS, YES_NO, Answer, moment
from dealerkit.training.store import KINDS, TrainingSession, TrainingStore
from dealerkit.training.structure import Misfit, structured

FORMATS: Final = ("csv", "json")
FORM: Final = 1
"""Format version of the exported document."""
_SESSION: Final = ("kind", "label", "items", "begun")
COLUMNS: Final = ("session", *_SESSION, *(name for name in FIELDS if name != "session"))
_WHOLE: Final = frozenset({"level", "first_ms", "total_ms", "target_ms"})


def as_json(store: TrainingStore, trainee: str | None = None) -> str:
    """Return all answers and sessions as a JSON document.

    Args:
        store: The store.
        trainee: The only trainee to export; None for everybody.
    """
    document = {
        "training": {"program": __version__, "form": FORM},
        "sessions": [_session_dict(session) for session in store.sessions(trainee)],
        "answers": [answer.as_dict() for answer in store.answers(trainee)],
    }
    return printable_json(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def as_csv(store: TrainingStore, trainee: str | None = None) -> str:
    """Return all answers as CSV, a line for each; sessions without an answer are left out.

    Args:
        store: The store.
        trainee: The only trainee to export; None for everybody.
    """
    sessions = {session.id: _session_dict(session) for session in store.sessions(trainee)}
    rows = (map(_cell, _row(sessions[answer.session], answer)) for answer in store.answers(trainee))
    return "".join(csv_row(row, end="\r\n", guarded=READ_BACK) for row in (COLUMNS, *rows))


def _session_dict(session: TrainingSession) -> dict[str, object]:
    return {**fields(session, "id", "kind", "trainee", "label", "items"), "begun": session.at}


def _row(session: dict[str, object], answer: Answer) -> Iterator[object]:
    fields = answer.as_dict()
    for name in COLUMNS:
        yield session[name] if name in _SESSION else fields[name]


def _cell(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def read(text: str, file: str) -> tuple[list[TrainingSession], list[Answer]]:
    """Read an export that `as_json` or `as_csv` made.

    Args:
        text: The content of the file.
        file: Its name, for messages.

    Returns:
        The sessions, and the answers given in them.

    Raises:
        TrainingError: If it cannot be read; the error names the line or answer, and the problem.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return _from_json(text.removeprefix("\ufeff"), file)
    return _from_csv(text.removeprefix("\ufeff"), file)


def _from_json(text: str, file: str) -> tuple[list[TrainingSession], list[Answer]]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        place = f"{file}:{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else file
        raise TrainingError(place, f"this is not JSON: {error}") from None
    head = document.get("training")
    if not isinstance(head, dict) or not all(isinstance(document.get(part), list) for part in ("sessions", "answers")):
        raise TrainingError(file, "this is not a log of answers", "`dealerkit progress export` writes one")
    if head.get("form") != FORM:
        raise TrainingError(
            file, f"the log has format {head.get('form')!r}, but this dealerkit reads format {FORM}", "update dealerkit"
        )
    sessions = [_read(_session, row, f"{file}: session {number}") for number, row in enumerate(document["sessions"], 1)]
    places = {f"{file}: answer {number}": row for number, row in enumerate(document["answers"], 1)}
    return _fitting(sessions, [(place, _read(Answer.from_dict, row, place)) for place, row in places.items()])


def _from_csv(text: str, file: str) -> tuple[list[TrainingSession], list[Answer]]:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    sessions: dict[str, TrainingSession] = {}
    answers = []
    place = f"{file}:1"
    try:
        columns = next(rows, [])
        missing = [name for name in COLUMNS if name not in columns]
        if missing or len(set(columns)) != len(columns):
            what = f"these columns are missing: {', '.join(missing)}" if missing else "a column appears twice"
            raise TrainingError(place, what, "`dealerkit progress export FILE.csv` writes them all")
        line = rows.line_num
        for cells in rows:
            place, line = f"{file}:{line + 1}", rows.line_num
            if not cells:
                continue
            if len(cells) != len(columns):
                raise TrainingError(place, f"the row has {count_of(len(cells), 'cell')} for {count_of(len(columns), 'column')}")
            named = {name: unguarded(cell) for name, cell in zip(columns, cells, strict=True) if name in COLUMNS}
            answer = _read(_answer, named, place)
            session = _read(_session_of, named, place)
            if sessions.setdefault(session.id, session) != session:
                raise TrainingError(place, f"session {session.id} differs from an earlier row")
            answers.append((place, answer))
    except csv.Error as error:
        place = f"{file}:{max(rows.line_num, 1)}"
        raise TrainingError(place, f"this is not CSV: {error}") from None
    return _fitting(list(sessions.values()), answers)


def _answer(cells: dict[str, str]) -> Answer:
    fields: dict[str, object] = {name: cells[name] for name in FIELDS}
    for name in _WHOLE:
        fields[name] = _whole(name, cells[name])
    for name in YES_NO:
        fields[name] = _yes_no(name, cells[name])
    fields["codes"] = cells["codes"].split()
    return Answer.from_dict(fields)


def _session_of(cells: dict[str, str]) -> TrainingSession:
    return _session({
        **{name: cells[name] for name in ("kind", "trainee", "label", "begun")},
        "id": cells["session"],
        "items": _whole("items", cells["items"]),
    })  # fmt: skip


def _whole(name: str, cell: str) -> int | None:
    if not cell:
        return None
    if not is_whole(cell):
        message = f"'{cell}' is not a whole number"
        raise AnswerError(name, message)
    return int(cell)


def _yes_no(name: str, cell: str) -> bool | None:
    if cell.casefold() not in {"yes", "no", ""}:
        message = f"'{cell}' is neither yes nor no"
        raise AnswerError(name, message)
    return None if not cell else cell.casefold() == "yes"


def _session(fields: Any) -> TrainingSession:
    """Return a session made from plain data.

    Raises:
        AnswerError: If it is not a session.
    """
    given = {name: fields.get(name) for name in ("id", "kind", "trainee", "label", "items")}
    try:
        session = structured(TrainingSession, {**given, "at": fields.get("begun")})
    except Misfit as error:
        field = "begun" if error.place[0] == "at" else str(error.place[0])
        raise AnswerError(field, error.message) from None
    trainee = clean_name(session.trainee)
    for name, wrong in (
        ("items", session.items is not None and session.items < 0),
        ("kind", session.kind not in KINDS),
        ("id", not session.id.strip() or len(session.id) > 200),
        ("trainee", len(trainee) > 80),
        ("label", len(session.label) > 200),
    ):
        if wrong:
            message = f"'{str(given[name])[:80]}' is not allowed"
            raise AnswerError(name, message)
    moment(session.at)
    return attrs.evolve(session, trainee=trainee)


def _read(make: Any, value: object, place: str) -> Any:
    """Return a value made from plain data; an error names its place in the document."""
    if not isinstance(value, dict):
        raise TrainingError(place, f"expected a map, not {value!r}")
    try:
        return make(value)
    except AnswerError as error:
        raise TrainingError(place, str(error)) from None


def _fitting(
    sessions: Sequence[TrainingSession], answers: Sequence[tuple[str, Answer]]
) -> tuple[list[TrainingSession], list[Answer]]:
    """Return sessions and answers, after checking that every answer has its session."""
    known = {session.id for session in sessions}
    for place, answer in answers:
        if answer.session not in known:
            raise TrainingError(place, f"session: the log has no session {answer.session}")
    return list(sessions), [answer for _, answer in answers]
