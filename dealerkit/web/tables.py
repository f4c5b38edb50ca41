"""The tables at which people deal in a browser: a session each, stored line by line.

A line that the dealer says at a table is written to the database in one transaction, with all acts of players and floor that
follow from it, before the page gets an answer. After the server was stopped, the table is rebuilt from these lines, so nothing
that was answered is lost. The page gives each line a key; a line that is sent twice with one key is carried out once.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import attrs
import sqlalchemy as sa

from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.felt.verbs import sentence
from dealerkit.rules.games import game as find_game
from dealerkit.table.bots import players_named
from dealerkit.table.playback import table_of
from dealerkit.table.record import Record, read_record
from dealerkit.training import walked_drills
from dealerkit.training.action.levels import level
from dealerkit.training.walk import opening
from dealerkit.training.walk.code import Plan
from dealerkit.training.walk.session import GIVEN, Done, Session
from dealerkit.training.walk.talk import Talk
from dealerkit.training.walk.wording import NOTHING_DONE, impossible
from dealerkit.web.object_cache import LiveObjects
from dealerkit.web.people import OVERSEE, TEACH, Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.storage.schema import ROOMS, SAYINGS, TABLES
from dealerkit.web.storage.store import Store
from dealerkit.web.table_tasks import TableTask

SAY = "say"
UNDO = "undo"
NOTE = "note"
"""Kinds of a table's entries: lines said, lines taken back, and notes on the way it was dealt."""
HINT, UNCLEAR = "hint", "unclear"
"""Kinds of notes: a hint was shown; a line had to be repeated or confirmed."""
MOST_AWAKE = 400
"""Most tables in memory; others are rebuilt from their entries."""
LONGEST_KEY = 64
NO_TASK = TableTask()
TASK = "task"


NOTHING_TOLD = "nothing is shown until the exam is over"


@attrs.frozen
class Saying:
    """The result of a line said at a table.

    Attributes:
        done: The acts done: the person's first, then those of players and floor.
        refused: Reason why the line was not carried out, or not completely; empty if it was.
        again: Whether a line with the same key was carried out before, so that nothing was done now.
        taken: The acts taken back, last one first.
    """

    done: tuple[Done, ...] = ()
    refused: str = ""
    again: bool = False
    taken: tuple[Act, ...] = ()


class PageClock:
    """A clock in seconds that continues from its former time when a table is rebuilt."""

    def __init__(self) -> None:
        self.offset = 0.0
        self.fixed: float | None = 0.0
        self._since = time.monotonic()

    def __call__(self) -> float:
        """Return the time of the clock, in seconds."""
        return self.fixed if self.fixed is not None else self.offset + time.monotonic() - self._since

    def hold(self) -> None:
        """Stop the clock until `go_on`, because the class is paused."""
        self.fixed = self()

    def go_on(self) -> None:
        """Run the clock again."""
        if self.fixed is not None:
            self.run(self.fixed)

    @contextlib.contextmanager
    def stopped(self) -> Iterator[float]:
        """Stop the clock during some work; yield its time."""
        at = self.fixed = self()
        try:
            yield at
        finally:
            self.run(at)

    def run(self, at: float) -> None:
        """Run the clock from a given time."""
        self.offset, self.fixed, self._since = at, None, time.monotonic()


class LiveTable:
    """A table in a browser.

    Attributes:
        id: Its id in addresses.
        owner: The key of the dealer.
        plan: The plan from which the table is rebuilt.
        session: The training session with the engine's table.
        talk: The reader of typed and spoken lines.
        lock: Held while something is done at it.
        sayings: The number of entries stored.
        task: The task of the table.
        notes: Notes: that an exam was handed in, the id of the training session.
        helped: For each finished round, whether the next step was shown in it.
        unclear: Number of lines that had to be repeated or confirmed.
        rounds_kept: Number of rounds saved for progress.
        unkept: Reason why finished rounds could not be saved for progress; empty if they were.
    """

    def __init__(
        self, store: Store, name: str, owner: str, plan: Plan, task: TableTask, session: Session, clock: PageClock
    ) -> None:
        self.id, self.owner, self.plan, self.session, self.clock = name, owner, plan, session, clock
        self.task = task
        self.helped: list[bool] = []
        self.rounds_kept, self.unkept = 0, ""
        self.unclear = 0
        self._hinted = False
        self.talk = Talk.of(session.table.game)
        self.lock = threading.RLock()
        self.sayings = 0
        self.keys: set[str] = set()
        self.notes: dict[str, str] = {}
        self.broken = False
        self.told: Callable[[LiveTable], None] = lambda _: None
        self.held: Callable[[LiveTable], None] = lambda _: None
        self._store = store

    def say(self, key: str, acts: Sequence[Act], at: int | None = None) -> Saying:
        """Do the person's acts, and then the acts of players and floor that follow.

        Args:
            key: The page's key of this line, so that it is carried out once.
            acts: The acts of the line.
            at: Number of acts known to the page; None for any number. If the table has more, nothing is done.

        Raises:
            DatabaseError: If the database cannot store it; then nothing is changed.
        """
        with self._doing():
            if (barred := self._barred(key, at, "say it again")) is not None:
                return barred
            with self.clock.stopped():
                done, spoken, refused = self._done(acts)
                self._count_rounds()
                if done:
                    self._keep(key, SAY, "\n".join(str(event.act) for event in done[:spoken]), [str(event.act) for event in done])
            return Saying(tuple(done), refused)

    def undo(self, key: str, at: int | None = None) -> Saying:
        """Take back the person's last act, and the players' acts after it.

        Args:
            key: The page's key of this line, so that it is carried out once.
            at: Number of acts known to the page; None for any number.

        Raises:
            DatabaseError: If the database cannot store it; then nothing is changed.
        """
        with self._doing():
            if (barred := self._barred(key, at, "take it back")) is not None:
                return barred
            with self.clock.stopped():
                taken = self.session.undo()
                if not taken:
                    return Saying(refused=NOTHING_DONE)
                self._count_rounds()
                self._keep(key, UNDO, "", [])
            return Saying(taken=tuple(taken))

    def note(self, what: str) -> None:
        """Record, for the marks, that the dealer asked for a hint, or that a line was not understood.

        Args:
            what: `HINT` or `UNCLEAR`.

        Raises:
            DatabaseError: If the database cannot store it; then nothing is changed.
        """
        with self._doing():
            if self._closed() or (what == HINT and self._hinted):
                return
            self._noted(what)
            self._keep(f"{NOTE}/{self.sayings}", NOTE, what, [])

    def _noted(self, what: str) -> None:
        if what == HINT:
            self._hinted = True
        else:
            self.unclear += 1

    def _count_rounds(self) -> None:
        """Record for each finished round whether a hint was used in it."""
        over = len(self.session.times)
        del self.helped[over:]
        while len(self.helped) < over:
            self.helped.append(self.plan.mode == "learn" or self._hinted)
            self._hinted = False

    @property
    def dealt(self) -> bool:
        """Return whether the requested rounds are dealt, so that no more acts are accepted."""
        return self.session.dealt(self.task.rounds, self.task.until)

    def _closed(self) -> str:
        """Return the reason why this table accepts no more acts; empty if it does."""
        if self.handed_in:
            return "This exam has been handed in, and its marks have been shown; open another table."
        if self.dealt:
            return "Every hand is dealt; this table is finished."
        return ""

    def write_down(self, **notes: str) -> None:
        """Add notes to the table, such as that its exam was handed in, and store them.

        Raises:
            DatabaseError: If the database cannot store it; then nothing is changed.
        """
        with self.lock:
            merged = {**self.notes, **notes}
            self._store.write(TABLES.update().where(TABLES.c.id == self.id).values(notes=json.dumps(merged)))
            self.notes = merged

    def hold(self) -> None:
        """Stop the clock until `go_on`, because the class is paused."""
        with self.lock:
            self.clock.hold()

    def go_on(self) -> None:
        """Run the clock again."""
        with self.lock:
            self.clock.go_on()

    def record(self) -> str:
        """Return the table's record as text, in the form that `dealerkit check` reads."""
        with self.lock:
            return self.session.table.record()

    @property
    def handed_in(self) -> bool:
        """Return whether the table's exam is over, because the dealer or an overseer has handed it in."""
        return bool(self.notes.get("handed_in"))

    def hand_in(self) -> None:
        """End the exam at this table: show all findings, and refuse further acts.

        Raises:
            DatabaseError: If the database cannot store it; then nothing is changed.
        """
        with self.lock:
            if self.plan.mode != "exam" or self.handed_in:
                return
            self.write_down(handed_in="yes")
            self.told(self)

    def tells(self, person: Visitor) -> bool:
        """Return whether a user may see the findings of this table; a candidate may not during the exam."""
        return self.plan.mode != "exam" or self.handed_in or not person.owns(self.owner)

    # -- inside ---------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _doing(self) -> Iterator[None]:
        """Lock the table during an act.

        After any error the object in memory may be ahead of the database. Then nothing more is done with it, not even by
        waiting threads, and the table is rebuilt from the database.
        """
        with self.lock:
            if self.broken:
                raise Refused(503, "that was not saved; send it again")
            try:
                yield
            except Refused:
                raise
            except BaseException:
                self.broken = True
                raise

    def _barred(self, key: str, at: int | None, then: str) -> Saying | None:
        """Return the reason why nothing can be done now; None if it can.

        Args:
            key: The page's key of the line, so that it is carried out once.
            at: Number of acts known to the page; None if unknown.
            then: The end of the message: what to do after a look at the table.

        Raises:
            Refused: If the line has no key (400), or the class is paused or over.
        """
        if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
            raise Refused(400, "the form is not complete; load the page again")
        if key in self.keys:
            return Saying(again=True)
        self.held(self)
        barred = self._closed()
        if not barred and at is not None and at != len(self.session.table.log):
            barred = f"this table has changed; look at it, then {then}"
        return Saying(refused=barred) if barred else None

    def _done(self, acts: Sequence[Act]) -> tuple[list[Done], int, str]:
        """Do acts, then let the players act; return the acts done, the number of the person's own, and the reason for stopping,
        if any.
        """
        done: list[Done] = []
        refused = ""
        for number, act in enumerate(acts):
            against = self.session.bars(act)
            if against is not None:
                sentence_ = f"{sentence(act)}: not possible now; nothing was changed"
                refused = sentence_ + (f" ({against.rule})" if against.rule else "")
                break
            try:
                done.append(self.session.say(act, goes_on=number > 0))
            except (Impossible, ActError) as error:
                refused = f"That can't be done: {impossible(error)}"
                break
        spoken, stood = len(done), len(self.session.table.log)
        if done and not self.dealt:  # after the last round nobody begins another
            try:
                done += self.session.players_act()
            except Impossible as error:
                refused = f"The players can't continue: {error}. Undo it, or say what they do."
                done += [Done(act) for act in self.session.table.log[stood:]]
        return done, spoken, refused

    def begin(self) -> None:
        """Let the players act before the person's first act."""
        with self.lock:
            with self.clock.stopped():
                done = self.session.players_act()
            if done:
                self._keep("begin", SAY, "", [str(step.act) for step in done])

    def _keep(self, key: str, kind: str, spoken_line: str, acts: Sequence[str]) -> None:
        seconds = self.clock()
        row = {"table_id": self.id, "number": self.sayings, "key": key, "kind": kind, "said": spoken_line}
        self._store.write(SAYINGS.insert().values(**row, acts="\n".join(acts), seconds=seconds))
        self.sayings += 1
        self.keys.add(key)
        self.told(self)

    def replay(self, kind: str, spoken_line: str, acts: Sequence[str], seconds: float) -> None:
        """Carry out a stored entry of the table again, to rebuild the table.

        Args:
            kind: The kind of the entry: `SAY`, `NOTE` or `UNDO`.
            spoken_line: The typed text; several lines if several were said.
            acts: The acts for that text.
            seconds: The table's clock at the entry, in seconds.
        """
        self.clock.fixed = seconds
        if kind == NOTE:
            self._noted(spoken_line)
            return
        if kind == UNDO:
            self.session.undo()
            self._count_rounds()
            return
        spoken = len(spoken_line.split("\n")) if spoken_line else 0
        for number, text in enumerate(acts):
            act = Act.parse(text)
            if number < spoken:
                self.session.say(act, goes_on=number > 0)
            else:
                self.session.do(act)
        self._count_rounds()


class Tables(LiveObjects[LiveTable]):
    """All tables of the server."""

    most = MOST_AWAKE

    def open(self, plan: Plan, person: Visitor, task: TableTask = NO_TASK) -> LiveTable:
        """Open a table.

        Args:
            plan: The plan of the table.
            person: The owner.
            task: The task of the table.

        Raises:
            DealerkitError: If the table cannot be set up.
        """
        self.admits(person)
        return self._begun(self._seated(plan, person, task))

    def open_at(self, plan: Plan, person: Visitor, task: TableTask, record: Record) -> LiveTable:
        """Open a table with a record already dealt: the dealer continues from its end.

        Args:
            plan: The plan of the table.
            person: The owner.
            task: The task of the table.
            record: The record of earlier acts, whose slips do not count.

        Raises:
            DealerkitError: If the table cannot be set up, or the record cannot be dealt again.
        """
        self.admits(person)
        clock = PageClock()
        return self._begun(self._new(person, plan, task, _resumed(record, plan, task, clock), clock))

    def _begun(self, live: LiveTable) -> LiveTable:
        """Save a table that has just been opened, and let its players act."""
        plan, task = live.plan, live.task
        live.notes = {TASK: task.in_json()}
        row = {"id": live.id, "owner": live.owner, "plan": json.dumps(attrs.asdict(plan)), "notes": json.dumps(live.notes)}
        self.store.write(TABLES.insert().values(**row, record=_beginning(live.session), made=time.time()))
        live.clock.run(0.0)
        live.begin()
        self.keep(live)
        return live

    def sketch(self, plan: Plan, person: Visitor) -> LiveTable:
        """Return a table like `open`, but unsaved, for viewing only.

        Args:
            plan: The plan of the table.
            person: The viewer.

        Raises:
            DealerkitError: If the table cannot be set up.
        """
        live = self._seated(plan, person, NO_TASK)
        live.session.players_act()
        return live

    def _seated(self, plan: Plan, person: Visitor, task: TableTask) -> LiveTable:
        clock = PageClock()
        session = self._drilled(plan, task) or walked(plan)
        session.begin_here(clock if task.clocked else (lambda: 0.0))
        return self._new(person, plan, task, session, clock)

    def _new(self, person: Visitor, plan: Plan, task: TableTask, session: Session, clock: PageClock) -> LiveTable:
        live = LiveTable(self.store, secrets.token_urlsafe(9), person.key, plan, task, session, clock)
        live.told, live.held = self.told, self.held
        return live

    @staticmethod
    def _drilled(plan: Plan, task: TableTask) -> Session | None:
        where = task.where(plan)
        if where is None:
            return None
        return walked_drills.seated(
            where, plan.game, plan.rules, plan.settings, plan.seed, seats=plan.seats, rounds=task.rounds, at=plan.step
        )

    def find(self, name: str, person: Visitor | None = None, *, deals: bool = False) -> LiveTable:
        """Return a table.

        Args:
            name: Its id in addresses.
            person: The visitor; another person's table is shown to the instructor of its class and to overseers. None for no
                check.
            deals: Whether an act is to be done at it, which only its owner may do.

        Raises:
            Refused: If there is no such table, or it is another person's.
        """
        live = self.awake(name)
        if person is not None and not person.owns(live.owner):
            if not (person.may(OVERSEE) or (person.may(TEACH) and self._teaches(person, live.task.room))):
                raise Refused(404, "there is no such table here")
            if deals:
                raise Refused(403, "this is someone else's table: you may watch, not deal")
        return live

    def give(self, name: str, person: Visitor) -> None:
        """Give a table to another owner, who continues the exam.

        Args:
            name: Its id in addresses.
            person: The new owner.
        """
        live = self.find(name)
        with live.lock:
            self.store.write(sa.update(TABLES).where(TABLES.c.id == name).values(owner=person.key))
            live.owner = person.key

    def _teaches(self, person: Visitor, room: str) -> bool:
        """Return whether a class belongs to a person."""
        owner = self.store.value(sa.select(ROOMS.c.owner).where(ROOMS.c.id == room)) if room else None
        return owner is not None and person.owns(owner)

    def of(self, person: Visitor, most: int = 20) -> list[tuple[str, Plan, float]]:
        """Return a person's tables, latest first: id, plan, and the time of opening, in seconds since 1970."""
        wanted = sa.select(TABLES.c.id, TABLES.c.plan, TABLES.c.made).where(TABLES.c.owner == person.key)
        rows = self.store.rows(wanted.order_by(TABLES.c.made.desc()).limit(most))
        return [(row.id, Plan(**json.loads(row.plan)), row.made) for row in rows]

    def _again(self, name: str) -> LiveTable:
        """Rebuild a table from its entries.

        Raises:
            Refused: If there is no such table.
        """
        row = self.store.row(sa.select(TABLES).where(TABLES.c.id == name))
        sayings = self.store.rows(sa.select(SAYINGS).where(SAYINGS.c.table_id == name).order_by(SAYINGS.c.number))
        if row is None:
            raise Refused(404, "there is no such table here; open another")
        plan, clock = Plan(**json.loads(row.plan)), PageClock()
        record = read_record(row.record, f"table {name}")
        notes: dict[str, str] = json.loads(row.notes)
        task = (
            TableTask.from_json(notes[TASK]) if TASK in notes else TableTask(notes.get("trainee", ""), room=notes.get("room", ""))
        )
        live = LiveTable(self.store, name, row.owner, plan, task, _resumed(record, plan, task, clock), clock)
        live.notes, live.told, live.held = notes, self.told, self.held
        for saying in sayings:
            live.replay(saying.kind, saying.said, saying.acts.split("\n") if saying.acts else [], saying.seconds)
            live.keys.add(saying.key)
        live.sayings = len(sayings)
        clock.run(sayings[-1].seconds if sayings else 0.0)
        try:
            live.held(live)
        except Refused:
            clock.hold()  # its class is paused or over
        if live.session.times:
            self.told(live)  # a killed server may not have saved them for progress
        return live


def walked(plan: Plan) -> Session:
    """Return the training session for a new table.

    Raises:
        DealerkitError: If the table cannot be set up.
    """
    setup, settings = None, dict(plan.settings)
    if plan.level:
        setup, settings = opening.settings_of(find_game(plan.game, plan.rules, settings), plan.level, settings)
    return opening.seated(
        plan.game, plan.rules, settings, seats=plan.seats or None, seed=plan.seed, bettors=_bettors(plan),
        step=plan.step or None, level_=setup,
    )  # fmt: skip


def _bettors(plan: Plan) -> str:
    return "bots" if plan.bots else "none"


def _beginning(session: Session) -> str:
    """Return the record of the acts before the person began."""
    header = session.table.setup.header()
    return header.text() + "".join(f"{act}  # {GIVEN}\n" for act in session.table.log)


def _resumed(record: Record, plan: Plan, task: TableTask, clock: PageClock) -> Session:
    """Return the session that continues a record of the acts before the person began."""
    table = table_of(record.header)
    session = Session(table, players_named(_bettors(plan)), clock=clock if task.clocked else (lambda: 0.0))
    for line in record.lines:
        session.do(line.act)
    session.begin_here()
    where = task.where(plan)
    if where is not None:
        walked_drills.begun(session, where, task.rounds)
    elif plan.level:
        opening.begin(session, level(table.game, plan.level))
    return session
