"""Sittings at a drill in a browser: what is asked, since when, and what was answered, so that nothing is lost or counted twice.

The answers stand in the file of training, where the terminal's stand, numbered by their place in the session. Beside it the
database has what makes the same row of exercises again, and since when the one in hand has been shown. After the server was
stopped, by whatever means, a sitting is made again from both. An answer to a question that has one is never kept.
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
"""Sittings that stay in memory; others are rebuilt from the database."""
LONGEST_MS: Final = 120_000
"""An answer that takes longer, or ten times its target if that is more, is written down as having taken so long: who was called
away has not practised meanwhile."""


def now() -> datetime:
    """Return the time, in the zone of this machine."""
    return datetime.now(tz=clock.zone_of(clock.zone_here()))


def training() -> TrainingStore:
    """Open the file of training, the terminal's own.

    Raises:
        TrainingError: If it cannot be used; then nothing that is answered would be kept.
    """
    return TrainingStore.open(now=now)


class TrainingLog:
    """Keeps answers in the file of training, opened for each: requests run in many threads."""

    @staticmethod
    def keep(answer: Answer) -> None:
        """Keep an answer; when this returns it is on the disk.

        Raises:
            TrainingError: If it cannot be kept.
        """
        with training() as store:
            store.keep(answer)


@attrs.frozen
class AskedExercise:
    """The exercise in hand.

    Attributes:
        number: Its number in the sitting, from 1.
        at: Since when it has been shown, in seconds since 1970 on the server's clock; 0 if it has not been.
        first: When its answer was begun; 0 if it has not been.
        helped: Whether the rule was looked up.
        held: Since when its class pauses; 0 if it does not.
    """

    number: int = 1
    at: float = 0.0
    first: float = 0.0
    helped: bool = False
    held: float = 0.0


@attrs.frozen
class KeptAnswer:
    """An answer that was kept, and what is told of it.

    Attributes:
        taken: The exercise, answered.
        verdict: What is shown at once; None in an exam.
        level: The level it was asked at.
        block: How the last few went and what comes next; empty between blocks.
        missed: Where right and wrong were told without a reason, what was missed of the block: question, right answer, why.
        opened: The level that this answer has opened; 0 for none.
    """

    taken: TakenExercise
    verdict: AnswerVerdict | None
    level: int
    block: str = ""
    missed: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    opened: int = 0


class LiveSitting:
    """A sitting that goes on in a browser.

    Attributes:
        id: Its session's id in the file of training; its address has it.
        owner: The key of the trainee.
        plan: What makes it again.
        run: The run through the drill.
        answers: What was answered.
        asked: The exercise in hand, and since when.
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
        """Yield the exercises that stand from the beginning, each with its setting: one of a kind, as it is one sitting."""
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
        """Whether its exercises stand from the beginning."""
        return bool(self.plan.again or self.plan.rows or self.plan.exam)

    @property
    def until_right(self) -> bool:
        """Whether what was not right comes back."""
        return bool(self.plan.again) or self.plan.until_right

    @property
    def coming(self) -> int:
        """How many exercises are still to come, as it stands; of a row without end none are counted."""
        return len(self._queue)

    @property
    def number(self) -> int:
        """The number of the exercise in hand."""
        return len(self.answers) + 1

    @property
    def over(self) -> bool:
        """Whether there is nothing more to ask; an exam that was left is not gone on with, because its key has been told."""
        if self.left and self.plan.mode == "exam":
            return True
        if self.stands:
            return not self._queue
        return bool(self.plan.items) and len(self.answers) >= self.plan.items

    def item(self) -> Item:
        """Return the exercise in hand.

        Raises:
            NoExercise: If none can be made.
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
        """Return what an exercise is made from that has been asked: the record with the slip in it, as one.

        Raises:
            Refused: If it has not been asked.
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
        """Start the clock of the current exercise; a second look at the page does not start it again."""
        with self.lock:
            if self.asked.number != self.number or not self.asked.at:
                self._keep(AskedExercise(self.number, time.time()))

    def begin_answer(self, number: int) -> None:
        """Note that the answer to an exercise was begun; only the first time counts."""
        with self.lock:
            if number == self.asked.number == self.number and self.asked.at and not self.asked.first:
                self._keep(attrs.evolve(self.asked, first=time.time()))

    def look_up(self, number: int) -> None:
        """Note that the rule was looked up: the exercise in hand counts as helped."""
        with self.lock:
            if number == self.number and self.run.sitting.help:
                self.held(self)
                self.show()
                self._keep(attrs.evolve(self.asked, helped=True))

    def hold(self) -> None:
        """Stop the clock until `go_on`, because the class pauses."""
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
        """Return the seconds that the exercise in hand has been shown."""
        return max(0.0, (self._held_since or time.time()) - self.asked.at) if self._is_shown else 0.0

    @property
    def _is_shown(self) -> bool:
        """Whether the exercise in hand has been shown."""
        return self.asked.number == self.number and self.asked.at > 0

    def wake(self) -> None:
        """Restore a pause that began before the server stopped, or end it if the class has continued since."""
        self._held_since = self.asked.held if self._is_shown else 0.0
        try:
            self.held(self)
        except Refused:
            self.hold()  # its class pauses, or is over
        else:
            self.go_on()

    def answer(self, number: int, given: str) -> bool:
        """Judge and keep the answer to an exercise.

        Args:
            number: The exercise's number. One that has its answer keeps it.
            given: What a terminal would have been told.

        Returns:
            Whether it was kept now.

        Raises:
            Unclear: If it is not an answer; it costs nothing.
            Refused: If that exercise has not been asked.
            TrainingError: If it cannot be kept; then it was not answered.
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
                self.broken = True  # what stands in memory may be ahead of what was kept: it is made again from that
                raise
            self.told(self)
            return True

    def recall(self, kept: Answer) -> None:
        """Take an answer that was kept before."""
        if self.stands:
            taken = self.run.sitting.judge_again(self.item(), kept)
        else:
            taken = self.run.sitting.recall(kept)
        self._taken(taken)

    def _taken(self, taken: TakenExercise) -> None:
        """Write down what is told of an answer, and what comes next."""
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
        """Begin the next level, with what is known of the trainee now or was known when it was begun."""
        known = next((start for start in self.plan.starts[1:] if start.level == level), None)
        where = self.plan.at(level)
        if known is None:
            with training() as store:
                known = SittingStart.of(where, store, self.plan.trainee)
            self.plan = attrs.evolve(self.plan, starts=(*self.plan.starts, known))
            self._keep(self.asked)
        self.run.begin(where, known)

    def leave(self) -> None:
        """Note that the trainee left. A sitting can be continued later; an exam cannot."""
        with self.lock:
            self.left = True
            self._keep(self.asked)

    def _keep(self, asked: AskedExercise) -> None:
        values: dict[str, Any] = {"asked": json.dumps(attrs.asdict(asked)), "left": self.left}
        if self.plan is not self._written:  # it may hold a long row, and seldom changes
            values["plan"] = self.plan.in_json()
        self._store.write(SITTINGS.update().where(SITTINGS.c.id == self.id).values(**values))
        self.asked, self._written = asked, self.plan

    def change(self, plan: SittingPlan, *, left: bool = False) -> None:
        """Keep another plan of it: the same exercises, and what has become of an exam besides.

        Args:
            plan: The plan.
            left: Whether it is gone on with no more.

        Raises:
            DatabaseError: If it cannot be kept; then it has not happened.
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
            plan: What is asked.
            person: Who sits.

        Raises:
            UnknownName, NoExercise: If there is no such drill, level, game or rule set, or nothing to ask.
            TrainingError: If answers could not be kept.
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
            name: What its address calls it.
            person: Who asks; another's is told to nobody. None for anybody.

        Raises:
            Refused: If there is none, or it is another's.
            NoExercise: If the rules have changed since it was begun.
        """
        live = self.awake(name)
        if person is not None and not person.owns(live.owner):
            raise Refused(404, "unknown session; start another")
        return live

    def of(self, person: Visitor, trainee: str, most: int = 5) -> Iterator[tuple[str, SittingPlan]]:
        """Yield somebody's latest sittings that were not left, the latest first: id and plan.

        Args:
            person: Whose sittings.
            trainee: Under whose name they are kept.
            most: How many at most.
        """
        wanted = sa.select(SITTINGS.c.id, SITTINGS.c.plan).where(SITTINGS.c.owner == person.key, SITTINGS.c.left.is_(False))
        rows = self.store.rows(wanted.order_by(SITTINGS.c.made.desc()).limit(4 * most))
        plans = ((row.id, SittingPlan.from_json(row.plan)) for row in rows)
        mine = [pair for pair in plans if pair[1].trainee == trainee]
        yield from mine[:most]

    def _again(self, name: str) -> LiveSitting:
        """Make a sitting again from what was kept.

        Raises:
            Refused: If there is none.
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
            if live.plan.exam is None or answer.drill != live.plan.drill:  # what an exam came to is not an answer to a question
                live.recall(answer)
        if live.plan.room:
            live.wake()
        return live
