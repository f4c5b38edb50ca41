"""The training store: trainees, sessions, and the log of answers, to which entries are only ever added."""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeVar

import attrs

from dealerkit.errors import AnswerError, TrainingError, UnknownName, check_name
from dealerkit.files.sqlite_file import Closing, SqlRow, empty_log
from dealerkit.jobs.journal.people import clean_name, key_of
from dealerkit.training import database, schedule
from dealerkit.training.answers import Answer, instant
from dealerkit.training.database import Damaged
from dealerkit.training.drills import practice_day
from dealerkit.training.figures import LAST, FigureRow, Figures, Weak, figures, weakest
from dealerkit.training.schedule import Review, ScheduledCell
from dealerkit.training.store import queries
from dealerkit.training.store.file import TrainingFile
from dealerkit.training.store.sessions import KINDS, Forgotten, TrainingSession

LOOKED_BACK: Final = 500
"""Number of a trainee's last answers that decide which cells are weak."""
_AHEAD: Final = timedelta(days=1)
"""Most time ahead of the clock. An answer with a later time was written by a wrong clock, and is left out of recent figures."""

T = TypeVar("T")


class TrainingStore(Closing):
    """An open training store. Use it in a `with`, which closes it.

    Attributes:
        path: Its file.
        now: Returns the time, in the trainee's zone; the store uses no other clock.
        unkept: The number of answers that are in memory only, because the file cannot be written.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime],
        tell: Callable[[str], None] | None = None,
        connection: sqlite3.Connection | None = None,
    ) -> None:
        self.path, self.now = path, now
        self.unkept = 0
        self._begun: dict[str, TrainingSession] = {}
        self._file = TrainingFile(path, now, tell, connection)

    @property
    def lost(self) -> str:
        """Reason why nothing is saved on the disk, in words; empty while everything is."""
        return self._file.lost

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @classmethod
    def open(
        cls, path: Path | None = None, *, now: Callable[[], datetime], tell: Callable[[str], None] | None = None
    ) -> TrainingStore:
        """Open the store; create its file if there is none.

        Args:
            path: Its file; None for the one in the user's data folder.
            now: Returns the time, with its zone.
            tell: Called with a sentence about a problem of the file after which the work continues. Without it every problem
                is an error.

        Raises:
            TrainingError: If a later dealerkit wrote the file, another program did, or, without `tell`, it cannot be used.
        """
        return cls(path or database.default_path(), now, tell)

    @classmethod
    def read(cls, path: Path, *, now: Callable[[], datetime]) -> TrainingStore:
        """Open a copy in memory of an existing file, such as a backup; the file itself is not touched.

        Raises:
            TrainingError: If it cannot be read.
        """
        try:
            with contextlib.closing(database.connect_for_reading(path)) as connection:
                return cls(path, now, connection=database.copy_to_memory(connection))
        except Damaged as damaged:
            raise TrainingError(str(path), f"the training file is damaged: {damaged.what}") from damaged
        except sqlite3.Error as error:
            raise database.trouble(error, path) from error

    # -- writing --------------------------------------------------------------------------------------------------

    def begin(self, kind: str, trainee: str = "", label: str = "", items: int | None = None) -> str:
        """Begin a session and return its id.

        Args:
            kind: One of `KINDS`.
            trainee: Name or code; empty for no name. Capitals make no difference.
            label: The purpose; may be empty. `signoff.label_since` returns that of a drill of changed items.
            items: The number of items if it is fixed; a trainee who answered fewer has not finished.

        Raises:
            UnknownName: If there is no such kind.
            AnswerError: If the name is too long.
        """
        check_name("kind of session", kind, KINDS)
        name = clean_name(trainee)
        if len(name) > 80 or len(label) > 200:
            field, message = (
                ("trainee", "the maximum is 80 characters") if len(name) > 80 else ("label", "the maximum is 200 characters")
            )
            raise AnswerError(field, message)
        session = TrainingSession(secrets.token_hex(8), kind, name, label, items, instant(self.now()))
        self._begun[session.id] = session
        self._file.write(lambda: self._put_session(session))
        return session.id

    def keep(self, answer: Answer) -> None:
        """Append an answer to the log. On return it is on disk, or `lost` says why it is not.

        Args:
            answer: The answer; its session was begun here or is in the file, and belongs to the same trainee.

        Raises:
            UnknownName: If there is no such session.
            AnswerError: If the session is another trainee's.
        """
        session = self._session(answer.session)
        if key_of(answer.trainee) != key_of(session.trainee):
            field, message = "trainee", f"session {session.id} does not belong to '{answer.trainee}'"
            raise AnswerError(field, message)

        def put() -> None:
            self._put_session(session)
            self._put_answer(answer)

        self._file.write(put)
        self.unkept += bool(self.lost)

    def take_in(self, sessions: Iterable[TrainingSession], answers: Iterable[Answer]) -> int:
        """Import another store's export, all of it or nothing. Rows that are already here are skipped.

        Args:
            sessions: The sessions of all the answers.
            answers: The answers, each of one of the sessions.

        Returns:
            Number of new answers.

        Raises:
            AnswerError: If a session has another content here, or an answer's session or trainee does not match.
        """
        given = {session.id: session for session in sessions}
        by_what: dict[Answer, list[Answer]] = {}
        for answer in answers:
            by_what.setdefault(attrs.evolve(answer, trainee=""), []).append(answer)
            if answer.session not in given or key_of(answer.trainee) != key_of(given[answer.session].trainee):
                field, message = "session", f"session {answer.session} of '{answer.trainee}' is missing from the import"
                raise AnswerError(field, message)

        def put() -> int:
            here: Counter[Answer] = Counter()
            for session in given.values():
                known = self._file.execute(f"{queries.SESSIONS} WHERE s.id = ?", (session.id,)).fetchone()
                if known is not None:
                    if queries.compared(TrainingSession(*known)) != queries.compared(session):
                        field, message = "session", f"the training file already has a different session {session.id}"
                        raise AnswerError(field, message)
                    kept = self._file.execute(f"{queries.ANSWERS} WHERE a.session = ?", (session.id,))
                    here.update(attrs.evolve(queries.answer_of(row), trainee="") for row in kept)
                self._put_session(session)
            added = [answer_ for what, alike in by_what.items() for answer_ in alike[here[what] :]]
            for answer in sorted(added, key=lambda answer_: answer_.at):
                self._put_answer(answer)
            return len(added)

        added = self._file.write(put)
        for trainee in {session.trainee for session in given.values()}:
            self.due(trainee)  # now, while the importer waits, rather than later, while a trainee does
        return added

    def forget(self, trainee: str) -> Forgotten:
        """Remove a person: name, sessions, answers and schedule. The file is rewritten, so that unused parts of it have no trace
        of them.

        Args:
            trainee: Name or code.

        Raises:
            UnknownName: If the name is unknown.
            TrainingError: If it cannot be done. Unused parts of the file may then still contain removed data; call `sweep`
                again.
        """
        who = self._number(trainee)
        if not who:
            raise UnknownName(kind="trainee", name=trainee, known=filter(None, self.trainees()))

        def remove() -> tuple[int, int]:
            self._file.execute("INSERT INTO forgetting VALUES (?)", (who,))
            self._file.execute("DELETE FROM cells WHERE trainee = ?", (who,))
            self._file.execute("DELETE FROM scheduled WHERE trainee = ?", (who,))
            answers = self._file.execute("DELETE FROM answers WHERE trainee = ?", (who,)).rowcount
            sessions = self._file.execute("DELETE FROM sessions WHERE trainee = ?", (who,)).rowcount
            self._file.execute("DELETE FROM trainees WHERE id = ?", (who,))
            self._file.execute("DELETE FROM forgetting")
            self._file.execute("DELETE FROM rules WHERE id NOT IN (SELECT rules FROM answers)")
            return answers, sessions

        answers, sessions = self._file.write(remove)
        self._begun = {id_: session for id_, session in self._begun.items() if key_of(session.trainee) != key_of(trainee)}
        self.sweep()
        return Forgotten(sessions, answers, self._mentions(trainee), tuple(database.files_set_aside(self.path)))

    def _mentions(self, trainee: str) -> int:
        """Return the number of session labels and typed answers of other trainees that contain a name."""
        name = key_of(trainee)
        texts = self._file.rows(
            "SELECT label FROM sessions WHERE label <> '' UNION ALL SELECT given FROM answers WHERE length(given) > 2"
        )
        return sum(name in key_of(text) for (text,) in texts) if len(name) > 2 else 0

    def sweep(self) -> None:
        """Rewrite the file without removed content, and empty SQLite's files beside it.

        Raises:
            TrainingError: If it cannot be done now, for example while another program reads the file.
        """
        try:
            empty_log(self._file.connection, "another program is reading the training file")
            self._file.execute("VACUUM")
            empty_log(self._file.connection, "another program is reading the training file")
        except sqlite3.Error as error:
            what = f"the answers were removed, but traces may remain in unused parts of the file ({error})"
            hint = "close other programs that use the file, free some disk space, and run dealerkit progress forget --sweep"
            raise TrainingError(str(self.path), what, hint) from error

    def copy_to(self, path: Path) -> None:
        """Write a complete copy of the present file, for its owner alone, while others may continue writing.

        Raises:
            TrainingError: If it cannot be written.
        """
        database.copy_to(self._file.connection, path)

    def _put_session(self, session: TrainingSession) -> None:
        self._file.execute(
            "INSERT INTO sessions SELECT ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = ?)",
            (
                session.id, session.kind, self._trainee(session.trainee), session.label, session.items, session.at, session.id,
            ),
        )  # fmt: skip

    def _put_answer(self, answer: Answer) -> None:
        values = attrs.asdict(answer, recurse=False)
        values |= {"trainee": self._trainee(answer.trainee), "rules": self._rules(answer), "codes": " ".join(answer.codes)}
        self._file.execute(queries.INSERT, values)

    def _trainee(self, name: str) -> int:
        """Return the number of a trainee; a new name gets a new number."""
        key = key_of(name)
        row = self._file.execute("SELECT id FROM trainees WHERE name_key = ?", (key,)).fetchone()
        if row is None:
            row = self._file.execute(
                "INSERT INTO trainees (name, name_key) VALUES (?, ?) RETURNING id", (clean_name(name), key)
            ).fetchone()
        return int(row[0])

    def _rules(self, answer: Answer) -> int:
        """Return the number of an answer's rules; new rules get a new number."""
        values = (answer.game, answer.rules, answer.fingerprint, answer.version)
        row = self._file.execute(
            "SELECT id FROM rules WHERE game = ? AND name = ? AND fingerprint = ? AND version = ?", values
        ).fetchone()
        if row is None:
            row = self._file.execute(
                "INSERT INTO rules (game, name, fingerprint, version) VALUES (?, ?, ?, ?) RETURNING id", values
            ).fetchone()
        return int(row[0])

    # -- reading --------------------------------------------------------------------------------------------------

    def trainees(self) -> list[str]:
        """Return the names of all trainees in alphabetical order; the name may be empty."""
        return [name for (name,) in self._file.rows("SELECT name FROM trainees ORDER BY name_key")]

    def spelling(self, trainee: str) -> str | None:
        """Return a trainee's name as it was first written; None for an unknown trainee."""
        rows = self._file.rows("SELECT name FROM trainees WHERE name_key = ?", (key_of(trainee),))
        return str(rows[0][0]) if rows else None

    def sessions(self, trainee: str | None = None, label: str | None = None) -> list[TrainingSession]:
        """Return sessions in order of time.

        Args:
            trainee: The only trainee; None for everybody.
            label: The only label; None for any.
        """
        wanted, values = queries.wanted({"t.name_key": None if trainee is None else key_of(trainee), "s.label": label})
        rows = self._file.rows(f"{queries.SESSIONS} WHERE 1{wanted} ORDER BY s.at, s.id", values)
        return [TrainingSession(*row) for row in rows]

    def answers(
        self, trainee: str | None = None, *, session: str | None = None, drill: str | None = None, source: str | None = None
    ) -> Iterator[Answer]:
        """Yield answers in the order in which they were saved; an argument that is None does not filter.

        Args:
            trainee: Name or code of the trainee.
            session: The id of the session.
            drill: The id of the drill.
            source: Who judged them: `computed` for the program, `marked` for a person.
        """
        whose = None if trainee is None else key_of(trainee)
        wanted, values = queries.wanted({"t.name_key": whose, "a.session": session, "a.drill": drill, "a.source": source})
        query = f"{queries.ANSWERS} WHERE a.seq > ?{wanted} ORDER BY a.seq LIMIT 1000"
        last = 0
        while rows := self._file.rows(query, (last, *values)):
            yield from (queries.answer_of(row) for row in rows)
            last = rows[-1][0]

    def practised(self, trainee: str, source: str = "computed") -> list[tuple[str, int, int]]:
        """Return the drills that a trainee has practised: drill, level, number of answers.

        Args:
            trainee: Name or code.
            source: Who judged the answers: `computed` for the program, `marked` for a person.
        """
        return self._file.rows(
            "SELECT drill, level, count(*) FROM answers WHERE trainee = ? AND source = ? GROUP BY drill, level",
            (self._number(trainee), source),
        )

    def sittings(self, trainee: str, drill: str | None = None) -> int:
        """Return the number of sessions in which a trainee gave answers judged by the program.

        Args:
            trainee: Name or code.
            drill: The only drill to look at; None for all.
        """
        return int(self._of(queries.SITTINGS, trainee, drill)[0][0])

    def days(self, trainee: str, drill: str | None = None) -> list[str]:
        """Return the days, in UTC, on which a trainee gave answers judged by the program: as `2026-03-02`, oldest first.

        Args:
            trainee: Name or code.
            drill: The only drill to look at; None for all.
        """
        return [day for (day,) in self._of(queries.DAYS, trainee, drill)]

    def by_minute(self, trainee: str, drill: str | None = None, since: str = "") -> list[tuple[str, int, int]]:
        """Return the answers judged by the program, by minute: `2026-03-02T18:00` in UTC, their number, and the number of right
        ones.

        Args:
            trainee: Name or code.
            drill: The only drill to look at; None for all.
            since: First day, in UTC; empty for the beginning.
        """
        return self._of(queries.BY_MINUTE, trainee, drill, since)

    def slips(self, trainee: str, drill: str | None = None, source: str = "computed") -> Counter[str]:
        """Return the codes of findings that wrong answers would have caused at a table, with their numbers.

        Args:
            trainee: Name or code.
            drill: The only drill to look at; None for all.
            source: Who judged: `computed` for the program, `marked` for a person.
        """
        counts: Counter[str] = Counter()
        for codes, times in self._of(queries.CODES, trainee, drill, source):
            for code in codes.split():
                counts[code] += times
        return counts

    def figures(self, trainee: str, drill: str, level: int, source: str = "computed") -> Figures:
        """Return a trainee's figures at a level of a drill; without answers, counts are 0 and times None.

        Args:
            trainee: Name or code.
            drill: Id of the drill.
            level: From 1.
            source: Who judged: `computed` for the program, `marked` for a person.
        """
        who = (self._number(trainee), source, drill, level)
        until = instant(self.now() + _AHEAD)
        last = self._file.rows(queries.LAST_OF_LEVEL, (*who, until, LAST))
        counted = self._file.rows(queries.COUNTED_OF_LEVEL, who)
        rows = [
            FigureRow(bool(right), bool(helped), None if alarm is None else bool(alarm), first, target)
            for right, helped, alarm, first, target in reversed(last)
        ]
        return figures(rows, [bool(right) for (right,) in counted])

    def weakest(self, trainee: str, drill: str | None = None, count: int = 3) -> list[Weak]:
        """Return the cells (units that the schedule repeats) that a trainee has missed or been slow in lately, the weakest
        first.

        Args:
            trainee: Name or code.
            drill: The only drill to look at; None for all.
            count: Most cells to return.
        """
        rows = self._of(queries.RECENT, trainee, drill, instant(self.now() + _AHEAD), LOOKED_BACK)
        return weakest(((drill, cell, bool(right), bool(slow)) for drill, cell, right, slow in rows), count)

    def due(self, trainee: str, drill: str | None = None, now: datetime | None = None) -> list[ScheduledCell]:
        """Return the cells (units that the schedule repeats) that are due, the weakest first, however many there are.

        Args:
            trainee: Name or code.
            drill: The only drill to look at; None for all.
            now: The time for which they are due; None for the store's clock.
        """
        at = (now or self.now()).astimezone(UTC)
        who = self._number(trainee)
        if not who:
            return []
        self._schedule(who, at)
        rows = self._file.rows(queries.DUE, (who, instant(at)))
        cells = [queries.cell_of(row) for row in rows if drill in {None, row[0]}]
        return sorted(cells, key=lambda cell: cell.weakness(at))

    def scheduled(self, trainee: str, drill: str) -> list[ScheduledCell]:
        """Return every cell of a drill that was asked, with the time when it should be asked again, soonest first.

        Args:
            trainee: Name or code.
            drill: Id of the drill.
        """
        who = self._number(trainee)
        if not who:
            return []
        self._schedule(who, self.now().astimezone(UTC))
        return [queries.cell_of(row) for row in self._file.rows(queries.ALL_CELLS, (who, drill))]

    def today(self, trainee: str, drill: str | None = None) -> list[ScheduledCell]:
        """Return the cells to practise in the rest of the day: the weakest that are due, as many as fit into the day's minutes.

        Practice since midnight, in the clock's zone, is subtracted from those minutes (`day:` of
        `procedures/training/courses.yaml`).

        Args:
            trainee: Name or code.
            drill: The only drill to look at; None for all.
        """
        day, now = practice_day(), self.now()
        cells = self.due(trainee, drill, now)
        who = self._number(trainee)
        ((spent,),) = self._file.rows(queries.SPENT, (day.item_ms, who, instant(schedule.day_begins(now)), instant(now + _AHEAD)))
        return schedule.within(day.ms - spent, cells, self._pace(who, {cell.drill for cell in cells}), day.item_ms)

    def _pace(self, who: int, drills: set[str]) -> dict[str, int]:
        """Return a trainee's time for an item, by drill, in milliseconds: the median of recent ones."""
        pace = {}
        for drill in drills:
            times = [ms for (ms,) in self._file.rows(queries.TIMES, (who, drill, LAST))]
            if times:
                pace[drill] = round(statistics.median(times))
        return pace

    def _schedule(self, who: int, at: datetime) -> None:
        """Bring the schedule of a trainee up to date with the log.

        A cell that got an answer older than its last one (two terminals, an import, a clock set back) is computed again from
        all its answers. A time more than a day ahead was written by a wrong clock, and the present time replaces it; a nearer
        time is kept, so that the schedule does not depend on when it is computed.
        """
        latest = instant(at + _AHEAD)
        ((begun,),) = self._file.rows("SELECT coalesce(max(seq), 0) FROM scheduled WHERE trainee = ?", (who,))
        if not self._file.rows(queries.NEWER, (begun, who)) and not self._file.rows(queries.NOT_YET, (who, latest)):
            return
        self._file.write(lambda: self._catch_up(who, instant(at), latest))

    def _catch_up(self, who: int, now: str, latest: str) -> None:
        ((done,),) = self._file.execute("SELECT coalesce(max(seq), 0) FROM scheduled WHERE trainee = ?", (who,))
        new: dict[tuple[str, str], list[SqlRow]] = {
            key: [] for key in self._file.execute(queries.NOT_YET, (who, latest)).fetchall()
        }
        for seq, drill, cell, *review in self._file.execute(queries.SINCE, (done, who)).fetchall():
            new.setdefault((drill, cell), []).append((*review, seq))
            done = seq
        for (drill, cell), reviews_ in new.items():
            row = self._file.execute(queries.CELL, (who, drill, cell)).fetchone()
            before = None if row is None else queries.cell_of(row)
            if before is not None and (before.last > latest or any(review[0] < before.last for review in reviews_)):
                before, reviews_ = None, self._file.execute(queries.ALL_OF_CELL, (who, drill, cell)).fetchall()
            reviews = [Review(now if at > latest else at, bool(right), bool(slow)) for at, right, slow, _ in reviews_]
            after = schedule.reviewed(drill, cell, before, sorted(reviews, key=lambda review: review.at))
            if after is not None:
                values = (who, drill, cell, after.due, after.last, after.slow, after.card)
                self._file.execute("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        self._file.execute("INSERT OR REPLACE INTO scheduled VALUES (?, ?)", (who, done))

    def _of(self, query: str, trainee: str, drill: str | None, *values: object) -> list[SqlRow]:
        """Return the rows of a query that contains `{of_drill}`, for one drill or for all."""
        asked = (self._number(trainee), *(() if drill is None else (drill,)), *values)
        return self._file.rows(query.format(of_drill="" if drill is None else "AND drill = ?"), asked)

    def _number(self, trainee: str) -> int:
        """Return the number of a trainee; 0 for an unknown one."""
        rows = self._file.rows("SELECT id FROM trainees WHERE name_key = ?", (key_of(trainee),))
        return int(rows[0][0]) if rows else 0

    def _session(self, id_: str) -> TrainingSession:
        if id_ not in self._begun:
            rows = self._file.rows(f"{queries.SESSIONS} WHERE s.id = ?", (id_,))
            if not rows:
                raise UnknownName(kind="session", name=id_)
            self._begun[id_] = TrainingSession(*rows[0])
        return self._begun[id_]
