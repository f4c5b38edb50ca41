"""Sittings (series of questions at a drill) in a browser, stored so that no answer is lost or counted twice.

The answers are in the training file, like those from the terminal, numbered by their place in the session. The database has the
plan from which the same sequence of exercises can be made again, and the time at which the present one was first shown. After
the server was stopped, a sitting is rebuilt from both. A second answer to a question is never saved.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

import attrs
import sqlalchemy as sa

from dealerkit.jobs.journal import clock
from dealerkit.training.answers import Answer
from dealerkit.training.drill_run import AnswerVerdict, DrillRun, SittingStart, so_far
from dealerkit.training.exercises import exercise, situation
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item
from dealerkit.training.sitting import BLOCK, TakenExercise
from dealerkit.training.store import TrainingStore
from dealerkit.web.object_cache import LiveObjects
from dealerkit.web.people import Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.sitting_plans import SittingPlan
from dealerkit.web.storage.schema import SITTINGS
from dealerkit.web.storage.store import Store

MOST_AWAKE: Final = 200
"""Most sittings in memory; others are rebuilt from the database."""
LONGEST_MS: Final = 120_000
"""Longest time that is recorded for an answer, in milliseconds, or ten times its target if that is more: a trainee who was
called away did not practise meanwhile.
"""


def now() -> datetime:
    """Return the time, in the zone of this machine."""
    return datetime.now(tz=clock.zone_of(clock.zone_here()))


def training() -> TrainingStore:
    """Open the training file, which the commands at the terminal use as well.

    Raises:
        TrainingError: If it cannot be used, so that no answer would be saved.
    """
    return TrainingStore.open(now=now)


class TrainingLog:
    """Saves answers in the training file, which is opened for each, because requests run in many threads."""

    @staticmethod
    def keep(answer: Answer) -> None:
        """Save an answer on disk before returning.

        Raises:
            TrainingError: If it cannot be saved.
        """
        with training() as store:
            store.keep(answer)


@attrs.frozen
class AskedExercise:
    """The present exercise.

    Attributes:
        number: Its number in the sitting, from 1.
        at: Time at which it was first shown, in seconds since 1970 on the server's clock; 0 before.
        first: Time at which the trainee began to answer; 0 before.
        helped: Whether the trainee looked at the rule.
        held: Time at which its class was paused; 0 if it is not paused.
    """

    number: int = 1
    at: float = 0.0
    first: float = 0.0
    helped: bool = False
    held: float = 0.0


@attrs.frozen
class KeptAnswer:
    """A saved answer, with its verdict.

    Attributes:
        taken: The exercise, answered.
        verdict: The verdict shown at once; None in an exam.
        level: The level of the exercise.
        block: A summary of the last answers and the next level; empty between blocks.
        missed: In modes that give no reasons at once, the wrong answers of the block: question, right answer, reason.
        opened: The level opened by this answer; 0 for none.
    """

    taken: TakenExercise
    verdict: AnswerVerdict | None
    level: int
    block: str = ""
    missed: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    opened: int = 0


class LiveSitting:
    """A sitting in progress in a browser.

    Attributes:
        id: Id of its session in the training file, also used in addresses.
        owner: The key of the trainee.
        plan: The plan from which it is rebuilt.
        run: The run through the drill.
        answers: The answers.
        asked: The present exercise, with its times.
        lock: Held while something is done.
    """

    def __init__(self, store: Store, name: str, owner: str, plan: SittingPlan) -> None:
        self.id, self.owner, self.plan = name, owner, plan
        self.lock = threading.RLock()
        self.answers: list[KeptAnswer] = []
        self.asked = AskedExercise()
        self.left = self.broken = False
        self.told: Callable[[LiveSitting], None] = lambda _: None
        self.held: Callable[[LiveSitting], None] = lambda _: None
        self._store = store
        self._held_since = 0.0
        self._item: Item | None = None
        self._situation: tuple[int, object] | None = None
        self.run = DrillRun(
            plan.at(plan.level),
            plan.seed,
            now=now,
            log=TrainingLog(),
            session=name,
            trainee=plan.trainee,
            mode=plan.mode,
            clocked=plan.clocked,
            adaptive=plan.adaptive,
            climbs=plan.climbs,
            start=plan.starts[0] if plan.starts else SittingStart(plan.level),
        )
        self._queue = list(self._queued())
        self._written = plan

    def _queued(self) -> Iterator[tuple[Setting, Item]]:
        """Yield the exercises of a fixed sequence with their settings; equal settings share one object."""
        plan, first = self.plan, self.run.sitting.where
        if plan.rows:
            settings = {plan.rows[0].where: first}
            for row in plan.rows:
                if row.where not in settings:
                    settings[row.where] = row.where.setting()
                yield settings[row.where], row.item
            return
        at = {level: plan.at(level) for level in {level for level, _, _ in plan.again}} | {first.level.number: first}
        for level, cell, seed in plan.again:
            yield at[level], exercise(at[level], seed, cell)

    @property
    def stands(self) -> bool:
        """Whether its sequence of exercises is fixed, rather than drawn at random."""
        return bool(self.plan.again or self.plan.rows or self.plan.exam)

    @property
    def until_right(self) -> bool:
        """Whether exercises answered wrongly come back."""
        return bool(self.plan.again) or self.plan.until_right

    @property
    def coming(self) -> int:
        """Number of exercises to come; 0 for an endless sequence."""
        return len(self._queue)

    @property
    def number(self) -> int:
        """Number of the present exercise."""
        return len(self.answers) + 1

    @property
    def over(self) -> bool:
        """Whether it has nothing more to ask. An exam that was left is over, because its right answers were shown."""
        if self.left and self.plan.mode == "exam":
            return True
        if self.stands:
            return not self._queue
        return bool(self.plan.items) and len(self.answers) >= self.plan.items

    def item(self) -> Item:
        """Return the present exercise.

        Raises:
            NoExercise: If no exercise can be made.
        """
        with self.lock:
            if self._item is None:
                if self.stands:
                    where, self._item = self._queue[0]
                    self.run.go_to(where)
                else:
                    self._item = self.run.sitting.next()
            return self._item

    def situation(self, number: int) -> object:
        """Return the situation from which a past exercise was made, such as the record with the slip.

        Raises:
            Refused: If the exercise has not been asked.
            NoExercise: If the rules have changed since.
        """
        with self.lock:
            if not 1 <= number <= self.number or (number == self.number and self.over):
                raise Refused(404, "this question has not been asked yet")
            item = self.answers[number - 1].taken.item if number < self.number else self.item()
            if self._situation is None or self._situation[0] != number:
                self._situation = (number, situation(self.plan.at(item.level), item.seed, item.cell))
            return self._situation[1]

    def show(self) -> None:
        """Start the clock of the present exercise; another look at the page does not start it again."""
        with self.lock:
            if self.asked.number != self.number or not self.asked.at:
                self._keep(AskedExercise(self.number, time.time()))

    def begin_answer(self, number: int) -> None:
        """Record that the answer to an exercise was begun; only the first time counts."""
        with self.lock:
            if number == self.asked.number == self.number and self.asked.at and not self.asked.first:
                self._keep(attrs.evolve(self.asked, first=time.time()))

    def look_up(self, number: int) -> None:
        """Record that the trainee looked at the rule: the present exercise counts as helped."""
        with self.lock:
            if number == self.number and self.run.sitting.help:
                self.held(self)
                self.show()
                self._keep(attrs.evolve(self.asked, helped=True))

    def hold(self) -> None:
        """Stop the clock until `go_on`, because the class is paused."""
        with self.lock:
            self._held_since = self._held_since or time.time()
            if self._is_shown and not self.asked.held:
                self._keep(attrs.evolve(self.asked, held=self._held_since))

    def go_on(self) -> None:
        """Run the clock again; the time since `hold` is not counted."""
        with self.lock:
            since, self._held_since = self._held_since, 0.0
            if since and self._is_shown:
                spent = max(0.0, time.time() - max(since, self.asked.at))
                first = self.asked.first and self.asked.first + spent
                self._keep(attrs.evolve(self.asked, at=self.asked.at + spent, first=first, held=0.0))

    def thought(self) -> float:
        """Return the seconds for which the present exercise has been shown."""
        return max(0.0, (self._held_since or time.time()) - self.asked.at) if self._is_shown else 0.0

    @property
    def _is_shown(self) -> bool:
        """Return whether the present exercise has been shown."""
        return self.asked.number == self.number and self.asked.at > 0

    def wake(self) -> None:
        """Restore a pause that began before the server stopped; end it if the class has continued since."""
        self._held_since = self.asked.held if self._is_shown else 0.0
        try:
            self.held(self)
        except Refused:
            self.hold()  # its class is paused or over
        else:
            self.go_on()

    def answer(self, number: int, given: str) -> bool:
        """Mark and save the answer to an exercise.

        Args:
            number: Number of the exercise. A second answer to it is ignored.
            given: The answer as typed at a terminal.

        Returns:
            Whether the answer was saved now.

        Raises:
            Unclear: If the text cannot be read as an answer; it then does not count.
            Refused: If the exercise has not been asked.
            TrainingError: If the answer cannot be saved; the exercise then counts as unanswered.
        """
        with self.lock:
            if self.broken:
                raise Refused(503, "the last answer was not saved; send it again")
            if number < self.number:
                return False
            self.held(self)
            if number > self.number or self.over:
                raise Refused(409, "this question has not been asked yet; answer the open one first")
            item = self.item()
            written = item.question.reply.read(given)
            self.show()
            ended = time.time()
            began = self.asked.first or ended
            target = int(self.run.sitting.where.level.target * 1000)
            most = max(LONGEST_MS, 10 * target)
            total = min(most, max(0, round((ended - self.asked.at) * 1000)))
            first = min(total, max(0, round((began - self.asked.at) * 1000)))
            try:
                taken = self.run.sitting.take(item, given, written, helped=self.asked.helped, first_ms=first, total_ms=total)
                self._taken(taken)
            except BaseException:
                self.broken = True  # the object in memory may be ahead of the saved answers, from which it is rebuilt
                raise
            self.told(self)
            return True

    def recall(self, kept: Answer) -> None:
        """Restore a saved answer."""
        if self.stands:
            taken = self.run.sitting.judge_again(self.item(), kept)
        else:
            taken = self.run.sitting.recall(kept)
        self._taken(taken)

    def _taken(self, taken: TakenExercise) -> None:
        """Record an answer's verdict, and go to the next exercise."""
        self._item = None
        sitting, verdict, level = self.run.sitting, self.run.told(taken), self.run.sitting.where.level.number
        opens = self.run.climbs and not self.stands and sitting.opens_next and self.run.level_after is not None
        block, opened = "", 0
        missed: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
        if len(sitting.taken) % BLOCK == 0 and self.plan.mode != "exam" and not self.stands:
            last = sitting.standing(BLOCK)
            block = ", ".join((so_far(last), *self.run.comes_next(last, opens=opens)))
            if self.plan.mode == "practice":
                missed = tuple(
                    ((*taken_.item.question.show, taken_.item.question.ask)[0], taken_.item.right, tuple(self.run.why(taken_)))
                    for taken_ in sitting.taken[-BLOCK:]
                    if not taken_.right
                )
        if self.stands:
            first = self._queue.pop(0)
            if self.until_right and (not taken.right or taken.helped):
                self._queue.append(first)
        elif opens and self.run.level_after is not None:
            opened = self.run.level_after
            self._climb(opened)
        self.answers.append(KeptAnswer(taken, verdict, level, block, missed, opened))

    def _climb(self, level: int) -> None:
        """Begin the next level, from the trainee's present progress."""
        known = next((start for start in self.plan.starts[1:] if start.level == level), None)
        where = self.plan.at(level)
        if known is None:
            with training() as store:
                known = SittingStart.of(where, store, self.plan.trainee)
            self.plan = attrs.evolve(self.plan, starts=(*self.plan.starts, known))
            self._keep(self.asked)
        self.run.begin(where, known)

    def leave(self) -> None:
        """Record that the trainee left. An ordinary sitting can be continued later; an exam cannot."""
        with self.lock:
            self.left = True
            self._keep(self.asked)

    def _keep(self, asked: AskedExercise) -> None:
        values: dict[str, Any] = {"asked": json.dumps(attrs.asdict(asked)), "left": self.left}
        if self.plan is not self._written:  # it may hold a long sequence, and seldom changes
            values["plan"] = self.plan.in_json()
        self._store.write(SITTINGS.update().where(SITTINGS.c.id == self.id).values(**values))
        self.asked, self._written = asked, self.plan

    def change(self, plan: SittingPlan, *, left: bool = False) -> None:
        """Save a changed plan with the same exercises and the new state of an exam.

        Args:
            plan: The plan.
            left: Whether the sitting ends.

        Raises:
            DatabaseError: If it cannot be saved; then nothing is changed.
        """
        with self.lock:
            before, self.plan, self.left = (self.plan, self.left), plan, left or self.left
            try:
                self._keep(self.asked)
            except BaseException:
                self.plan, self.left = before
                raise


class Sittings(LiveObjects[LiveSitting]):
    """All sittings of the server."""

    most = MOST_AWAKE

    def open(self, plan: SittingPlan, person: Visitor) -> LiveSitting:
        """Begin a sitting.

        Args:
            plan: The plan of the sitting.
            person: The trainee.

        Raises:
            UnknownName, NoExercise: If there is no such drill, level, game or rule set, or nothing to ask.
            TrainingError: If answers could not be saved.
        """
        self.admits(person)
        where = plan.at(plan.level)
        with training() as store:
            start = SittingStart.of(where, store, plan.trainee)
            plan = attrs.evolve(plan, drill=plan.drill if plan.rows else where.drill.id, starts=(start,))
            count = plan.items or len(plan.again) or len(plan.rows) or None
            name = store.begin("exam" if plan.exam is not None else "drill", plan.trainee, plan.label or plan.drill, count)
        live = LiveSitting(self.store, name, person.key, plan)
        live.told, live.held = self.told, self.held
        if not live.over:
            live.item()
        row = {"id": name, "owner": person.key, "plan": plan.in_json(), "asked": json.dumps(attrs.asdict(live.asked))}
        self.store.write(SITTINGS.insert().values(**row, left=False, made=time.time()))
        self.keep(live)
        return live

    def find(self, name: str, person: Visitor | None = None) -> LiveSitting:
        """Return a sitting.

        Args:
            name: Its id in addresses.
            person: The visitor, who finds only their own sittings. None for no check.

        Raises:
            Refused: If there is no such sitting, or it is another person's.
            NoExercise: If the rules have changed since it was begun.
        """
        live = self.awake(name)
        if person is not None and not person.owns(live.owner):
            raise Refused(404, "unknown session; start another")
        return live

    def of(self, person: Visitor, trainee: str, most: int = 5) -> Iterator[tuple[str, SittingPlan]]:
        """Yield a person's latest sittings in progress, latest first: id and plan.

        Args:
            person: The owner of the sittings.
            trainee: The trainee's name.
            most: Most sittings returned.
        """
        wanted = sa.select(SITTINGS.c.id, SITTINGS.c.plan).where(SITTINGS.c.owner == person.key, SITTINGS.c.left.is_(False))
        rows = self.store.rows(wanted.order_by(SITTINGS.c.made.desc()).limit(4 * most))
        plans = ((row.id, SittingPlan.from_json(row.plan)) for row in rows)
        mine = [pair for pair in plans if pair[1].trainee == trainee]
        yield from mine[:most]

    def _again(self, name: str) -> LiveSitting:
        """Rebuild a sitting from the database.

        Raises:
            Refused: If there is no such sitting.
        """
        row = self.store.row(sa.select(SITTINGS).where(SITTINGS.c.id == name))
        if row is None:
            raise Refused(404, "unknown session; start another")
        live = LiveSitting(self.store, name, row.owner, SittingPlan.from_json(row.plan))
        live.left, live.told, live.held = bool(row.left), self.told, self.held
        asked: Mapping[str, Any] = json.loads(row.asked)
        with training() as store:
            kept = list(store.answers(session=name))
        live.asked = AskedExercise(**asked)
        for answer in kept:
            if live.plan.exam is None or answer.drill != live.plan.drill:  # the result of an exam is not an answer to a question
                live.recall(answer)
        if live.plan.room:
            live.wake()
        return live
