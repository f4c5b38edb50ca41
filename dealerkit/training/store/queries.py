"""The SQL queries of the training store, and their rows as values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from dealerkit.files.sqlite_file import SqlRow
from dealerkit.jobs.journal.people import key_of
from dealerkit.training.answers import FIELDS, YES_NO, Answer
from dealerkit.training.schedule import ScheduledCell
from dealerkit.training.store.sessions import TrainingSession

INSERT: Final = (
    "INSERT INTO answers (at, session, trainee, drill, level, cell, seed, rules, mode, given, expected, correct, score, "
    "helped, false_alarm, first_ms, total_ms, target_ms, codes, source) "
    "VALUES (:at, :session, :trainee, :drill, :level, :cell, :seed, :rules, :mode, :given, :expected, :right, :score, "
    ":helped, :false_alarm, :first_ms, :total_ms, :target_ms, :codes, :source)"
)
LAST_OF_LEVEL: Final = (
    "SELECT correct, helped, false_alarm, first_ms, target_ms FROM answers "
    "WHERE trainee = ? AND source = ? AND drill = ? AND level = ? AND at <= ? ORDER BY at DESC, seq DESC LIMIT ?"
)
COUNTED_OF_LEVEL: Final = (
    "SELECT correct > helped FROM answers WHERE trainee = ? AND source = ? AND drill = ? AND level = ? ORDER BY at, seq"
)
RECENT: Final = (
    "SELECT drill, cell, correct > helped, coalesce(first_ms > target_ms, 0) FROM answers "
    "WHERE trainee = ? {of_drill} AND source = 'computed' AND at <= ? ORDER BY at DESC, seq DESC LIMIT ?"
)
DUE: Final = "SELECT drill, cell, due, last, slow, card FROM cells WHERE trainee = ? AND due <= ?"
ALL_CELLS: Final = "SELECT drill, cell, due, last, slow, card FROM cells WHERE trainee = ? AND drill = ? ORDER BY due, cell"
CELL: Final = "SELECT drill, cell, due, last, slow, card FROM cells WHERE trainee = ? AND drill = ? AND cell = ?"
NOT_YET: Final = "SELECT drill, cell FROM cells WHERE trainee = ? AND last > ?"
SINCE: Final = (  # by the number: the sign keeps SQLite from scanning all answers of the trainee
    "SELECT seq, drill, cell, at, correct > helped, coalesce(first_ms > target_ms, 0) FROM answers "
    "WHERE seq > ? AND +trainee = ? AND +source = 'computed' ORDER BY seq"
)
NEWER: Final = f"{SINCE} LIMIT 1"
ALL_OF_CELL: Final = (
    "SELECT at, correct > helped, coalesce(first_ms > target_ms, 0), seq FROM answers "
    "WHERE trainee = ? AND source = 'computed' AND drill = ? AND cell = ? ORDER BY seq"
)
SPENT: Final = (
    "SELECT coalesce(sum(coalesce(total_ms, ?)), 0) FROM answers "
    "WHERE trainee = ? AND source = 'computed' AND at >= ? AND at <= ?"
)
TIMES: Final = (
    "SELECT total_ms FROM answers WHERE trainee = ? AND source = 'computed' AND drill = ? AND total_ms NOT NULL "
    "ORDER BY at DESC LIMIT ?"
)
BY_MINUTE: Final = (
    "SELECT substr(at, 1, 16), count(*), sum(correct > helped) FROM answers "
    "WHERE trainee = ? {of_drill} AND source = 'computed' AND at >= ? GROUP BY 1 ORDER BY 1"
)
DAYS: Final = "SELECT substr(at, 1, 10) FROM answers WHERE trainee = ? {of_drill} AND source = 'computed' GROUP BY 1 ORDER BY 1"
CODES: Final = "SELECT codes, count(*) FROM answers WHERE trainee = ? {of_drill} AND source = ? AND codes <> '' GROUP BY codes"
SITTINGS: Final = (
    "SELECT count(*) FROM sessions s WHERE trainee = ? AND EXISTS "
    "(SELECT 1 FROM answers a WHERE a.session = s.id AND a.source = 'computed' {of_drill})"
)
SESSIONS: Final = "SELECT s.id, s.kind, t.name, s.label, s.items, s.at FROM sessions s JOIN trainees t ON t.id = s.trainee"
ANSWERS: Final = (
    "SELECT a.seq, a.at, a.session, t.name, a.drill, a.level, a.cell, a.seed, r.game, r.name, r.fingerprint, r.version, a.mode, "
    "a.given, a.expected, a.correct, a.score, a.helped, a.false_alarm, a.first_ms, a.total_ms, a.target_ms, a.codes, a.source "
    "FROM answers a JOIN trainees t ON t.id = a.trainee JOIN rules r ON r.id = a.rules"
)


def wanted(columns: Mapping[str, str | None]) -> tuple[str, tuple[str, ...]]:
    """Return the conditions of an SQL query, to be appended to it, and their values.

    Args:
        columns: The value that each column must have; None for any.

    >>> wanted({"a.drill": None, "a.source": "marked"})
    (' AND a.source = ?', ('marked',))
    """
    asked = {column: value for column, value in columns.items() if value is not None}
    return "".join(f" AND {column} = ?" for column in asked), tuple(asked.values())


def answer_of(row: SqlRow) -> Answer:
    """Return the answer in a row of the query `ANSWERS`: its number, then the fields of `Answer` in order."""
    values = dict(zip(FIELDS, row[1:], strict=True))
    values |= {name: None if values[name] is None else bool(values[name]) for name in YES_NO}
    return Answer(**{**values, "codes": values["codes"].split()})


def compared(session: TrainingSession) -> TrainingSession:
    """Return a session in which the trainee's name has the form in which names are compared, so that capitals make no
    difference.
    """
    return attrs.evolve(session, trainee=key_of(session.trainee))


def cell_of(row: SqlRow) -> ScheduledCell:
    """Return the place in the schedule that a row of the queries `DUE` or `CELL` has."""
    drill, cell, due, last, slow, card = row
    return ScheduledCell(drill, cell, due, last, bool(slow), card)
