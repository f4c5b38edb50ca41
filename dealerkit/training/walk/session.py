"""A session: one person deals, players act, and every act is recorded as it happens."""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Protocol

import attrs

from dealerkit.errors import Impossible, RecordError, UnknownName
from dealerkit.felt import Act
from dealerkit.judge import Finding
from dealerkit.judge.floor import Ruled
from dealerkit.procedure.steps import lies_under
from dealerkit.table.bots import NOBODY, Players
from dealerkit.table.playback import push, table_of
from dealerkit.table.record import Record, RecordLine, Writer
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table
from dealerkit.training.walk.legality import Barred, barred
from dealerkit.training.walk.norms import Marking, marking, sampling
from dealerkit.training.walk.score import Score, score

_MOST = 5000
"""Most acts while the table advances to a step."""


class Watch(Protocol):
    """An observer of the table while a person deals, with questions and findings of its own.

    Attributes:
        findings: The observer's findings so far.
    """

    findings: list[Finding]

    @property
    def asks(self) -> bool:
        """Whether the dealer is being asked something. Then nobody else acts, and the screen must not show whose turn it is."""

    @property
    def holds(self) -> bool:
        """Whether a question is open that must be answered before the walk ends."""

    def after(self, table: Table, act: Act, of_table: Sequence[Finding]) -> tuple[Finding, ...]:
        """Note an act that was done; return the observer's findings on it, besides the table's.

        Args:
            table: The table after the act.
            act: The act.
            of_table: The table's findings on the act.
        """

    def counts(self, table: Table, finding: Finding) -> bool:
        """Return whether a finding counts against the person who deals.

        Args:
            table: The table that found it.
            finding: The finding.
        """

    def took_back(self, table: Table) -> None:
        """Update the observer after acts were taken back."""


@attrs.frozen
class Done:
    """The result of an act in a walk.

    Attributes:
        act: The act.
        findings: The findings on it.
        corrected: Earlier findings that it corrected at once.
        rulings: Rulings given because of it.
        round_over: Whether it ended a round.
        moved: The cards that it moved.
    """

    act: Act
    findings: tuple[Finding, ...] = ()
    corrected: tuple[Finding, ...] = ()
    rulings: tuple[Ruled, ...] = ()
    round_over: bool = False
    moved: tuple[int, ...] = ()


DEAD = "dead"
"""Note in a record on a hand that is killed because it was ruled dead."""
GIVEN = "dealt before you began"
"""Note on acts that a perfect dealer did before the person began."""


def said_shortly(act: Act) -> Act:
    """Return an act as a dealer says it: without the reason why a hand that was ruled dead is taken in.

    >>> said_shortly(Act.parse("d kill s2 dead")).text
    'd kill s2'
    """
    return Act.make(act.who, act.verb, act.to[0]) if act.verb == "kill" and act.to[1:] == (DEAD,) else act


def meant(table: Table, act: Act) -> Act:
    """Return an act as the table needs it: with the reason why a hand that was ruled dead is taken in, which dealers leave out.

    Args:
        table: The table before the act.
        act: The act as the dealer said it.
    """
    if act.verb != "kill" or len(act.to) != 1:
        return act
    due = table.next_act()
    return due if due is not None and said_shortly(due).plain == act.plain else act


class Session:
    """A table at which a person deals.

    Args:
        table: The table.
        players: The players.
        writer: The writer of the record; None for no record.
        clock: Returns seconds since any moment; None for the machine's clock.

    Attributes:
        began: The number of acts before the person began.
        here: The number of acts before this run of the program; for a continued record, all of its acts.
        undone: The number of acts taken back.
        taken_back: Findings on acts that were taken back, each with its round, from 0.
        undone_records: Each slip that was taken back: the record up to it, and the numbers of its acts.
        times: Seconds of dealing in each finished round.
        majors: Most major slips of a pass; None for the norm of the rule set and `walks.yaml`.
        watch: The observer with its questions; None for none.
    """

    def __init__(
        self,
        table: Table,
        players: Players = NOBODY,
        writer: Writer | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.table, self.players, self.writer = table, players, writer
        self.clock = clock or time.monotonic
        self.taken_back: list[tuple[int, Finding]] = []
        self.undone_records: list[tuple[str, tuple[int, ...]]] = []
        self.times: list[float] = []
        self.majors: int | None = None
        self._spent, self._since = 0.0, self.clock()
        self.rounds = Rounds(table)
        self.ends: list[int] = []
        self.began = self.here = len(table.log)
        self.undone = 0
        self.watch: Watch | None = None
        self._before: list[int] = []

    @classmethod
    def resumed(
        cls, record: Record, players: Players, writer: Writer | None, watching: Callable[[Table], Watch] | None = None
    ) -> Session:
        """Return a session that continues a record: the person's earlier acts count, those dealt for the person do not.

        Args:
            record: The record.
            players: The players.
            writer: The writer of the record; None to save nothing.
            watching: Makes the observer, from the table before the person began; None for no observer.

        Raises:
            RecordError: If the record has an act that cannot happen at its table.
        """
        session = cls(table_of(record.header), players, writer)
        given = itertools.takewhile(lambda line: line.note == GIVEN, record.lines)
        session.began = sum(1 for _ in given)
        for number, line in enumerate(record.lines):
            if number == session.began and watching is not None:
                session.watch = watching(session.table)
            findings = push(session.table, line, record.header.file)
            if session.watch is not None:
                session.watch.after(session.table, line.act, findings)
            if session.rounds.look(session.table):
                session.ends.append(len(session.table.log))
        if session.watch is None and watching is not None:
            session.watch = watching(session.table)
        session.rounds = Rounds(session.table)
        session.here = len(session.table.log)
        return session

    # -- acts -----------------------------------------------------------------------------------------------------

    def do(self, act: Act) -> Done:
        """Push an act at the table and record it.

        Raises:
            Impossible: If the felt cannot do it; then nothing is changed.
            RecordError: If it cannot be recorded.
        """
        table = self.table
        old = [finding.self_corrected for finding in table.findings]
        rulings = len(table.rulings)
        findings = table.push(act)
        if self.writer is not None:
            self.writer.write(RecordLine(table.log[-1], 0))
        if self.watch is not None:
            more = self.watch.after(table, table.log[-1], findings)
            findings = (*(slip for slip in findings if self.watch.counts(table, slip)), *more)
        over = self.rounds.look(table)
        if over:
            self.ends.append(len(table.log))
        corrected = tuple(now for was, now in zip(old, table.findings, strict=False) if now.self_corrected and not was)
        return Done(table.log[-1], findings, corrected, tuple(table.rulings[rulings:]), over, tuple(table.felt.moved))

    def bars(self, act: Act) -> Barred | None:
        """Return the reason why a player's act is not legal now; None if it is legal, or is not a player's."""
        return barred(self.table, act) if act.highest <= self.table.seats else None

    def say(self, act: Act, *, goes_on: bool = False) -> Done:
        """Do an act of the person who deals, and return its result; one `undo` takes back the act with all that followed.

        Args:
            act: The act, as the dealer said it.
            goes_on: Whether it was typed on the same line as the act before, so that one `undo` takes back both.

        Raises:
            Impossible: If the felt cannot do it; then nothing is changed.
        """
        at = len(self.table.log)
        done = self.do(meant(self.table, act))
        if not goes_on:
            self._before.append(at)
        self._tick(done)
        return done

    def _tick(self, done: Done) -> None:
        """Add the time before an act to its round, except for time between hands."""
        now = self.clock()
        if done.act.verb not in sampling().apart:
            self._spent += max(0.0, now - self._since)
        self._since = now
        if done.round_over:
            self.times.append(self._spent)
            self._spent = 0.0

    @property
    def pace(self) -> Fraction | None:
        """Finished rounds an hour; None if the time was too short."""
        spent = round(sum(self.times) * 1000)
        return Fraction(len(self.times) * 3_600_000, spent) if spent >= 1000 * sampling().least else None

    @property
    def waits_for_the_floor(self) -> bool:
        """Whether a slip waits for the floor's decision, and the dealer has done nothing since but call the floor."""
        question = self.table.floor.question
        return question is not None and all(act.verb == "floor" for act in self.table.log[question.act :])

    def players_act(self) -> list[Done]:
        """Do the floor's rulings that are due, and the players' acts, until the table waits for the dealer; return their
        results.

        While a mistake is being corrected, nobody acts.

        Raises:
            Impossible: If one of the acts cannot happen.
        """
        steps = []
        for _ in range(_MOST):
            if self.waits_for_the_floor:
                break
            ruled = self.table.floor.to_rule
            if ruled is not None:
                steps.append(self.do(ruled))
                continue
            acts = [] if self.table.floor.puts_right else self.players.acts(self.table)
            if not acts:
                break
            for act in acts:
                against = None if self.players.errs else barred(self.table, act)
                if against is not None:
                    msg = f"'{act}' is not allowed for this player now" + (f" ({against.rule})" if against.rule else "")
                    raise Impossible(msg)
                steps.append(self.do(act))
        return steps

    def undo(self) -> list[Act]:
        """Take back the person's last act, with the players' acts after it; return the acts, the last one first."""
        log = self.table.log
        if self._before:
            at = self._before.pop()
        else:
            at = max((at for at in range(self.began, len(log)) if not log[at].seat), default=len(log))
        taken = []
        ended = [end for end in self.ends if end > self.began]
        done = [(sum(end < finding.act for end in ended), finding) for finding in self.findings() if finding.act > at]
        if done:
            self.undone_records.append((self.table.record(), tuple(finding.act for _, finding in done)))
        while len(self.table.log) > at:
            taken.append(self.table.pop())
            if self.writer is not None:
                self.writer.take_back()
        if taken:
            self.undone += 1
            self.taken_back += done  # it was done, and counts whatever came of it
            self.ends = [end for end in self.ends if end <= len(self.table.log)]
            self.rounds.took_back(self.table)
            over = sum(end > self.began for end in self.ends)
            self._spent += sum(self.times[over:])
            del self.times[over:]
            if self.watch is not None:
                self.watch.took_back(self.table)
        return taken

    def go_to(self, step: str) -> None:
        """Let a perfect dealer and the players deal up to a step.

        Args:
            step: The id of the step or section.

        Raises:
            UnknownName: If there is no such step.
            Impossible: If it is not reached.
        """
        if not any(lies_under(path, step) for path in self._paths()):
            raise UnknownName(kind="step", name=step, known=[path.split(".")[-1] for path in self._paths()])
        while len(self.table.log) < _MOST:
            players = self.table.players
            if players is not None and lies_under(players.path, step):
                break
            acts = self.players.acts(self.table)
            if not acts:
                if lies_under(self.table.expected.step, step):
                    break
                act = self.table.next_act()
                if act is None:
                    msg = f"the walk ended before the step '{step}'"
                    raise Impossible(msg)
                acts = [act]
            for act in acts:
                self.do(act)
        else:
            msg = f"a walk with these players never reaches the step '{step}'"
            raise Impossible(msg)
        self.begin_here()

    def begin_here(self, clock: Callable[[], float] | None = None) -> None:
        """Begin the person's part now: earlier acts do not count as theirs.

        Args:
            clock: Returns seconds since any moment; None for the present clock.
        """
        self.clock = clock or self.clock
        self.began = self.here = len(self.table.log)
        self.times, self._spent, self._since = [], 0.0, self.clock()

    def _paths(self) -> list[str]:
        return [step.path for step in self.table.house.program.walk()]

    @property
    def asks(self) -> bool:
        """Whether the dealer is being asked a question, so that the screen must not show whose turn it is."""
        return self.watch is not None and self.watch.asks

    @property
    def over(self) -> bool:
        """Whether nothing is left to do at the table, by anybody."""
        table = self.table
        return not table.ask and table.next_act() is None and not table.agenda.books.may

    @property
    def holds(self) -> bool:
        """Whether the dealer must answer a question before the walk ends."""
        return self.watch is not None and self.watch.holds

    def dealt(self, rounds: int, until: str = "") -> bool:
        """Return whether the walk is over; False while a question must be answered.

        Args:
            rounds: Number of rounds to deal; 0 for no end.
            until: Id of the step to stop before, once a round was dealt; empty for none.
        """
        if self.holds:
            return False
        if rounds and self.rounds.done >= rounds:
            return True
        return bool(until) and bool(self.times) and until in self.table.expected.step.split(".")

    def findings(self) -> list[Finding]:
        """Return the findings on the person's acts, those of the observer included."""
        findings_ = [finding for finding in self.table.findings if finding.act > self.began]
        if self.watch is None:
            return findings_
        theirs = [finding for finding in findings_ if self.watch.counts(self.table, finding)]
        return sorted([*theirs, *self.watch.findings], key=lambda finding: finding.act)

    @property
    def marking(self) -> Marking:
        """The norms for points and pass."""
        by = marking(self.table.game.rules)
        return by if self.majors is None else attrs.evolve(by, majors=self.majors)

    def score(self) -> Score:
        """Return the score since the person began; acts that were taken back count in full."""
        return score(self.table, self.began, self.ends, self.taken_back, self.marking, findings=self.findings())

    def findings_of(self, number: int) -> list[Finding]:
        """Return the findings of a finished round, including those on acts taken back.

        Args:
            number: The round of this run of the program, from 0.
        """
        first, last, at = self._bounds(number)
        findings_ = [finding for finding in self.findings() if first < finding.act <= last]
        return [*findings_, *(finding for round_, finding in self.taken_back if round_ == at)]

    def score_of(self, number: int) -> Score:
        """Return the score of a finished round.

        Args:
            number: The round of this run of the program, from 0.
        """
        first, last, at = self._bounds(number)
        back = [(0, finding) for round_, finding in self.taken_back if round_ == at]
        return score(self.table, first, [last], back, self.marking, last, self.findings())

    def _bounds(self, number: int) -> tuple[int, int, int]:
        """Return the number of acts before a round of this sitting, its last act, and its index since the person began, from
        0.
        """
        ends = [end for end in self.ends if end > self.began]
        at = len(ends) - len(self.times) + number
        return (ends[at - 1] if at else self.began), ends[at], at

    @property
    def markable(self) -> bool:
        """Whether there is something to score: a finished round, or any act in a game without rounds."""
        return self.rounds.section is None or self.over or any(end > self.began for end in self.ends)


def open_record(table: Table, path: Path | None, **notes: str) -> tuple[Writer, bool]:
    """Begin the record of a table, with the acts so far.

    Without a path the file is named after game and seed, and put into the current folder, or into the folder for temporary
    files if the current one is read-only; no file is overwritten.

    Args:
        table: The table.
        path: The file; None for a file named after the game.
        notes: Further lines of the header, such as `level`.

    Returns:
        The writer, and whether it writes to the folder for temporary files.

    Raises:
        RecordError: If it cannot be written.
    """
    elsewhere = False
    if path is not None:
        writer = Writer.create(path, table.setup.header(**notes))
    else:
        try:
            writer = _create_beside(Path(), table, notes)
        except RecordError:
            writer, elsewhere = _create_beside(Path(tempfile.gettempdir()), table, notes), True
    for act in table.log:
        writer.write(RecordLine(act, 0, note=GIVEN))
    return writer, elsewhere


def _create_beside(folder: Path, table: Table, notes: Mapping[str, str]) -> Writer:
    stem = f"{table.game.id}-{table.setup.seed if table.setup.seed is not None else 'cards'}"
    for number in range(1, 10_000):
        path = folder / (f"{stem}.txt" if number == 1 else f"{stem}-{number}.txt")
        if not path.exists():
            return Writer.create(path, table.setup.header(**notes))
    raise RecordError(str(folder), 0, f"there are too many records of {stem} already", "name the file with --record")
