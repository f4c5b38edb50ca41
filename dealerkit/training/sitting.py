"""A sitting at a drill: exercises one after the other, each answer marked, timed and saved. It uses no terminal."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.training.answers import Answer, answer_under
from dealerkit.training.exercises import NoExercise, exercises
from dealerkit.training.figures import LAST, MARK, Share
from dealerkit.training.generators import Setting, generator
from dealerkit.training.items import Item
from dealerkit.training.replies import NAMED, SEPARATOR, PartsReply

UNCLOCKED = 10
"""Number of a trainee's first items in a drill, which are not timed."""
BLOCK = 5
"""Number of items between two summaries."""
_MISSED, _WEAK = 6.0, 3.0
"""Factors for the frequency of a cell: one answered wrongly in this sitting, and one that the log shows to be weak."""


class Log(Protocol):
    """Anything that saves answers, such as the training store."""

    def keep(self, answer: Answer) -> None:
        """Save an answer."""


@attrs.frozen
class TakenExercise:
    """An exercise that was answered.

    Attributes:
        item: The exercise.
        given: The typed text; empty if given up.
        answer: The answer in the form in which it is saved; empty if given up.
        marks: The marks: 1 for a right answer, less for a partly right one.
        helped: Whether the rule was looked up first.
        first_ms: Milliseconds from the complete exercise on the screen to the first key; None if it was not timed.
        total_ms: Milliseconds to the complete answer; None if it was not timed.
        target_ms: The drill's target, in milliseconds.
    """

    item: Item
    given: str
    answer: str
    marks: Fraction
    helped: bool
    first_ms: int | None
    total_ms: int | None
    target_ms: int

    @property
    def right(self) -> bool:
        """Whether it was right."""
        return self.marks == 1

    @property
    def put_right(self) -> str:
        """The right answer in words; for an answer of many parts, only those that were wrong."""
        reply, right = self.item.question.reply, self.item.key.answers[0]
        if not isinstance(reply, PartsReply) or len(reply.parts) <= NAMED or not self.marks:
            return self.item.right
        pairs = zip(reply.parts, right.split(SEPARATOR), self.answer.split(SEPARATOR), strict=True)
        missed = [f"{label}: {part.say(wanted)}" for (label, part), wanted, given in pairs if wanted != given]
        return "; ".join(missed) or self.item.right

    @property
    def false_alarm(self) -> bool | None:
        """Whether a slip was named in a clean record; None if the exercise has a slip, or is not about slips."""
        return None if self.item.label != CLEAN else not self.right

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the findings that a wrong answer would have caused at a table; empty for a right one."""
        return () if self.right else self.item.key.codes_for(self.answer)


CLEAN = "clean"
"""The class of exercises without a slip."""


@attrs.frozen
class SittingStanding:
    """A trainee's figures in a series of exercises.

    Attributes:
        right: Share of right answers; answers with help do not count as right.
        median_ms: Median time of the first key, in milliseconds; None if nothing was timed.
        target_ms: The drill's target, in milliseconds.
        weakest: The cell (the unit that the schedule repeats) answered wrongly most often; empty if there is none.
        codes: Codes of the findings that wrong answers would have caused, with their numbers.
        hits: Share of slips found; None if the drill is not about slips.
        false_alarms: Share of exercises without a slip in which one was named; None likewise.
        run: Number of right answers in a row, up to the last.
    """

    right: Share
    median_ms: int | None
    target_ms: int
    weakest: str
    codes: Mapping[str, int]
    hits: Share | None
    false_alarms: Share | None
    run: int


class Sitting:
    """A series of exercises of a drill at one level, as one trainee answers them.

    Args:
        where: The drill at a level, with the game and its rules.
        seed: The seed of the sequence.
        log: The log that saves the answers; None to save nothing.
        session: The session's id in the log.
        trainee: Name or code; empty for no name.
        mode: The help mode: `learn`, `guided`, `practice` or `exam`.
        before: The number of exercises of this drill that the trainee has answered before.
        weak: Weights of the cells (units that the schedule repeats) that the log shows to be weak or due.
        clocked: Whether answers are timed, after the first exercises.
        adaptive: Whether weak and missed cells come more often; False if the same seed must give everybody the same
            exercises.
        now: Returns the time, with its zone.
    """

    def __init__(
        self,
        where: Setting,
        seed: str,
        *,
        now: Callable[[], datetime],
        log: Log | None = None,
        session: str = "",
        trainee: str = "",
        mode: str = "guided",
        before: int = 0,
        weak: Mapping[str, float] | None = None,
        clocked: bool = True,
        adaptive: bool = True,
    ) -> None:
        self.where, self.seed, self.mode = where, seed, mode
        self.taken: list[TakenExercise] = []
        self._log, self._session, self._trainee, self._now = log, session, trainee, now
        self._before, self._clocked = before, clocked
        self._weak = dict(weak or {})
        self._missed: Counter[str] = Counter()
        self.adaptive = adaptive
        self._row = exercises(where, seed, self._weight if adaptive else None)
        self._ahead: Item | DealerkitError | None = None

    @property
    def timed(self) -> bool:
        """Whether the next answer is timed; the first items of a drill are not."""
        return self._clocked and self._before + len(self.taken) >= UNCLOCKED

    @property
    def help(self) -> tuple[str, ...]:
        """The rule or the table, line by line; empty if the drill has none, or in an exam."""
        return () if self.mode == "exam" or not self.where.drill.generator else generator(self.where.drill).help(self.where)

    def next(self) -> Item:
        """Return the next exercise.

        Raises:
            NoExercise: If no exercise can be made.
        """
        next_, self._ahead = self._ahead or next(self._row), None
        if isinstance(next_, DealerkitError):
            raise next_
        return next_

    def prepare(self) -> None:
        """Make the next exercise while the trainee thinks about the current one.

        `next` would make the same one later: an answer changes only the weight of its own cell, and that cell is not drawn
        twice in succession if there is another.
        """
        if self._ahead is None:
            try:
                self._ahead = next(self._row)
            except DealerkitError as error:  # reported when the exercise is asked for
                self._ahead = error

    def take(
        self,
        item: Item,
        given: str,
        answer: str,
        *,
        helped: bool = False,
        first_ms: int | None = None,
        total_ms: int | None = None,
    ) -> TakenExercise:
        """Mark and save an answer.

        Args:
            item: The exercise.
            given: The typed text; empty if given up.
            answer: The answer in the form of `Reply.read`; empty if given up.
            helped: Whether the rule was looked up first.
            first_ms: Milliseconds to the first key; not saved if the answer is not timed.
            total_ms: Milliseconds to the whole answer.
        """
        taken = self._judged(item, given, answer, helped=helped, first_ms=first_ms, total_ms=total_ms)
        if self._log is not None:
            self._log.keep(self._answer(taken))
        return taken

    def recall(self, answer: Answer) -> TakenExercise:
        """Restore the answer to the next exercise from the log, so that an interrupted sitting continues after it.

        Args:
            answer: The saved answer; nothing is saved again.

        Raises:
            NoExercise: If no exercise can be made, or today's rules make a different one.
        """
        item = self.next()
        if (item.seed, item.cell, item.key.answers[0]) != (answer.seed, answer.cell, answer.expected):
            msg = f"the rules of {self.where.drill.id} have changed since you started; start again"
            raise NoExercise(msg)
        return self.judge_again(item, answer)

    def judge_again(self, item: Item, answer: Answer) -> TakenExercise:
        """Mark a saved answer again, without saving it; return it as an answered exercise.

        Args:
            item: The exercise.
            answer: The saved answer.
        """
        written = item.question.reply.read(answer.given) if answer.given else ""
        return self._judged(item, answer.given, written, helped=answer.helped, first_ms=answer.first_ms, total_ms=answer.total_ms)

    def _judged(
        self, item: Item, given: str, answer: str, *, helped: bool, first_ms: int | None, total_ms: int | None
    ) -> TakenExercise:
        """Mark an answer; the cell of a wrong one comes back sooner."""
        if not self.timed:
            first_ms = total_ms = None
        marks = item.judge(answer) if answer else Fraction(0)
        target = int(self.where.level.target * Decimal(1000))
        taken = TakenExercise(item, given, answer, marks, helped, first_ms, total_ms, target)
        self.taken.append(taken)
        if taken.right and not helped:
            self._missed[item.cell] = max(0, self._missed[item.cell] - 1)
        else:
            self._missed[item.cell] += 1
        return taken

    def standing(self, last: int = 0) -> SittingStanding:
        """Return the figures so far.

        Args:
            last: Number of the latest answers to look at; 0 for all.
        """
        among = self.taken[-last:] if last else self.taken
        times = [answer.first_ms for answer in among if answer.first_ms is not None and not answer.helped]
        missed = Counter(answer.item.cell for answer in among if not (answer.right and not answer.helped))
        clean = [answer for answer in among if answer.item.label == CLEAN]
        slips = [answer for answer in among if answer.item.label != CLEAN]
        run = 0
        for answer in self.taken:
            run = run + 1 if answer.right and not answer.helped else 0
        return SittingStanding(
            right=Share(sum(answer.right and not answer.helped for answer in among), len(among)),
            median_ms=round(statistics.median(times)) if times else None,
            target_ms=int(self.where.level.target * Decimal(1000)),
            weakest=missed.most_common(1)[0][0] if missed else "",
            codes=dict(Counter(code for answer in among for code in answer.codes).most_common()),
            hits=Share(sum(answer.right for answer in slips), len(slips)) if clean else None,
            false_alarms=Share(sum(not answer.right for answer in clean), len(clean)) if clean else None,
            run=run,
        )

    @property
    def last(self) -> Share:
        """Share of right answers without help among the last thirty items."""
        last = self.taken[-LAST:]
        return Share(sum(answer.right and not answer.helped for answer in last), len(last))

    @property
    def opens_next(self) -> bool:
        """Whether the last thirty items open the next level: 90 per cent of them right."""
        return self.last.of == LAST and self.last.value >= MARK

    def _weight(self, cell: str) -> float:
        return 1.0 + _MISSED * self._missed[cell] + _WEAK * self._weak.get(cell, 0.0)

    def _answer(self, taken: TakenExercise) -> Answer:
        item = taken.item
        return answer_under(
            self.where.game,
            self._now(),
            session=self._session,
            trainee=self._trainee,
            drill=item.drill,
            level=item.level,
            cell=item.cell,
            seed=item.seed,
            mode=self.mode,
            given=taken.given,
            expected=item.key.answers[0],
            right=taken.right,
            score=str(taken.marks),
            helped=taken.helped,
            false_alarm=taken.false_alarm,
            first_ms=taken.first_ms,
            total_ms=taken.total_ms,
            target_ms=taken.target_ms,
            codes=taken.codes,
        )
