"""The queries of the training store, in SQL, and the rows that come back as values."""

from __future__ import annotations

from typing import Final

import attrs

from dealerkit.files.sqlite_file import SqlRow
from dealerkit.jobs.journal.people import key_of
from dealerkit.training.answers import Answer
from dealerkit.training.schedule import ScheduledCell
from dealerkit.training.store.sessions import TrainingSession

COLUMNS: Final = (
    "at", "session", "trainee", "drill", "level", "cell", "seed", "rules", "mode", "given", "expected", "right", "score",
    "helped", "false_alarm", "first_ms", "total_ms", "target_ms", "codes", "source",
)  # fmt: skip
INSERT: Final = (
    "INSERT INTO answers (at, session, trainee, drill, level, cell, seed, rules, mode, given, expected, correct, score, "
    "helped, false_alarm, first_ms, total_ms, target_ms, codes, source) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
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
    "WHERE trainee = ? AND source = 'computed' AND at <= ? ORDER BY at DESC, seq DESC LIMIT ?"
)
RECENT_OF_DRILL: Final = RECENT.replace("AND at", "AND drill = ? AND at")
DUE: Final = "SELECT drill, cell, due, last, slow, card FROM cells WHERE trainee = ? AND due <= ?"
ALL_CELLS: Final = "SELECT drill, cell, due, last, slow, card FROM cells WHERE trainee = ? AND drill = ? ORDER BY due, cell"
CELL: Final = "SELECT drill, cell, due, last, slow, card FROM cells WHERE trainee = ? AND drill = ? AND cell = ?"
NOT_YET: Final = "SELECT drill, cell FROM cells WHERE trainee = ? AND last > ?"
SINCE: Final = (  # by the number: the sign keeps SQLite from going through all that the trainee ever answered
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
    "WHERE trainee = ? AND source = 'computed' AND at >= ? GROUP BY 1 ORDER BY 1"
)
DAYS: Final = "SELECT substr(at, 1, 10) FROM answers WHERE trainee = ? AND source = 'computed' GROUP BY 1 ORDER BY 1"
DAYS_OF_DRILL: Final = DAYS.replace("GROUP", "AND drill = ? GROUP")
BY_MINUTE_OF_DRILL: Final = BY_MINUTE.replace("GROUP", "AND drill = ? GROUP")
CODES: Final = "SELECT codes, count(*) FROM answers WHERE trainee = ? AND source = ? AND codes <> '' GROUP BY codes"
CODES_OF_DRILL: Final = CODES.replace("GROUP", "AND drill = ? GROUP")
SITTINGS: Final = (
    "SELECT count(*) FROM sessions s WHERE trainee = ? AND EXISTS "
    "(SELECT 1 FROM answers a WHERE a.session = s.id AND a.source = 'computed')"
)
SITTINGS_OF_DRILL: Final = SITTINGS.replace("'computed'", "'computed' AND a.drill = ?")
SESSIONS: Final = "SELECT s.id, s.kind, t.name, s.label, s.items, s.at FROM sessions s JOIN trainees t ON t.id = s.trainee"
ANSWERS: Final = (
    "SELECT a.seq, a.at, a.session, t.name, a.drill, a.level, a.cell, a.seed, r.game, r.name, r.fingerprint, r.version, a.mode, "
    "a.given, a.expected, a.correct, a.score, a.helped, a.false_alarm, a.first_ms, a.total_ms, a.target_ms, a.codes, a.source "
    "FROM answers a JOIN trainees t ON t.id = a.trainee JOIN rules r ON r.id = a.rules"
)


def answer_of(row: SqlRow) -> Answer:
    """Make an answer of a row of `ANSWERS`."""
    (
        _, at, session, trainee, drill, level, cell, seed, game, rules, fingerprint, version, mode, given, expected, right, score,
        helped, false_alarm, first_ms, total_ms, target_ms, codes, source,
    ) = row  # fmt: skip
    return Answer(
        at=at, session=session, trainee=trainee, drill=drill, level=level, cell=cell, seed=seed, game=game, rules=rules,
        fingerprint=fingerprint, version=version, mode=mode, given=given, expected=expected, right=bool(right), score=score,
        helped=bool(helped), false_alarm=None if false_alarm is None else bool(false_alarm), first_ms=first_ms,
        total_ms=total_ms, target_ms=target_ms, codes=codes.split(), source=source,
    )  # fmt: skip


def compared(session: TrainingSession) -> TrainingSession:
    """Return a session with its trainee's name as names are compared."""
    return attrs.evolve(session, trainee=key_of(session.trainee))


def cell_of(row: SqlRow) -> ScheduledCell:
    """Make a cell of a row of `DUE` or `CELL`."""
    drill, cell, due, last, slow, card = row
    return ScheduledCell(drill, cell, due, last, bool(slow), card)
