"""A trainee at a drill, level after level: the next exercise, the verdict, the result. No screen here.

    run = DrillRun(where, "7", now=clock, store=store, session=store.begin("drill", "Ann"), trainee="Ann")
    item = run.sitting.next()
    taken = run.sitting.take(item, "d", "draw")
    run.told(taken)

Terminal and browser use the same values.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

import attrs

from dealerkit.training.cell_names import cell_title, slip_title
from dealerkit.training.figures import LAST, OPENS, Share
from dealerkit.training.generators import Setting
from dealerkit.training.rule_text import rule_text
from dealerkit.training.sitting import Log, Sitting, SittingStanding, TakenExercise
from dealerkit.training.store import TrainingStore


@attrs.frozen
class SittingStart:
    """A trainee's state when a level begins; from the same state, the same answers lead to the same sequence of exercises.

    Attributes:
        level: The number of the level.
        before: Number of exercises of the drill answered before.
        weak: Weights of the cells (the units that the schedule repeats) that were weak or due.
    """

    level: int
    before: int = 0
    weak: Mapping[str, float] = attrs.field(factory=dict)

    @classmethod
    def of(cls, where: Setting, store: TrainingStore | None, trainee: str) -> SittingStart:
        """Return a trainee's state, from the answers in a store; that of a beginner without a store.

        Args:
            where: The drill at a level.
            store: The store of earlier answers; None for none.
            trainee: Name or code; empty for no name.
        """
        if store is None:
            return cls(where.level.number)
        before = sum(store.figures(trainee, where.drill.id, number).answered for number in where.drill.levels)
        weak = {cell.cell: 1.0 for cell in store.today(trainee, where.drill.id)}
        weak |= {cell_.cell: float(1 - cell_.strength) for cell_ in store.weakest(trainee, where.drill.id, 100)}
        return cls(where.level.number, before, weak)


@attrs.frozen
class AnswerVerdict:
    """The verdict on an answer, shown at once.

    Attributes:
        right: Whether it was right.
        put_right: The right answer in words; empty if it was given.
        marks: Share of the marks for a partly right answer, such as `1/2`; else empty.
        seconds: Time of the first key, such as `2.9 s`; empty if it was not timed.
        target: The target, such as `5 s`, if a right answer came later; else empty.
        helped: Whether the trainee looked at the rule.
        run: Number of right answers in a row, if the drill announces that number; else 0.
        why: The working, line by line, and the rule; empty if the mode does not show them.
    """

    right: bool
    put_right: str
    marks: str
    seconds: str
    target: str
    helped: bool
    run: int
    why: tuple[str, ...]


class DrillRun:
    """A trainee at a drill: a sitting (a series of exercises) for each level reached.

    Args:
        where: The drill at its first level.
        seed: The seed of the exercises.
        now: Returns the time, with its zone.
        store: The store with the trainee's answers, which saves the new ones; None for none.
        log: Saves the answers instead of the store; None for the store.
        session: The id of the session in the store.
        trainee: Name or code; empty for no name.
        mode: The help mode: `learn`, `guided`, `practice` or `exam`.
        clocked: Whether answers are timed, after the first items.
        adaptive: Whether weak and missed cells come more often.
        climbs: Whether the next level begins as soon as it is open.
        start: The trainee's state at the beginning; None to ask the store now.
    """

    def __init__(
        self,
        where: Setting,
        seed: str,
        *,
        now: Callable[[], datetime],
        store: TrainingStore | None = None,
        log: Log | None = None,
        session: str = "",
        trainee: str = "",
        mode: str = "guided",
        clocked: bool = True,
        adaptive: bool = True,
        climbs: bool = True,
        start: SittingStart | None = None,
    ) -> None:
        self.seed, self.store, self.trainee, self.mode, self.adaptive = seed, store, trainee, mode, adaptive
        self._sit = functools.partial(
            Sitting, seed=seed, now=now, log=log or store, session=session, trainee=trainee, mode=mode, clocked=clocked,
            adaptive=adaptive,
        )  # fmt: skip
        self.climbs = climbs and mode != "exam"
        self.sittings: list[Sitting] = []
        self.starts: list[SittingStart] = []
        self.begin(where, start)

    @property
    def sitting(self) -> Sitting:
        """The sitting at the present level."""
        return self.sittings[-1]

    def begin(self, where: Setting, start: SittingStart | None = None) -> Sitting:
        """Begin the series of exercises of a level, and return it.

        Args:
            where: The drill at the level.
            start: The trainee's state then; None to ask the store now.
        """
        known = start or SittingStart.of(where, self.store, self.trainee)
        self.starts.append(known)
        self.sittings.append(self._sit(where, before=known.before, weak=known.weak))
        return self.sitting

    def go_to(self, where: Setting) -> bool:
        """Continue the series of exercises of a level, or begin a new one; return whether it is new.

        Args:
            where: The drill at the level.
        """
        begun = next((sitting for sitting in self.sittings if sitting.where is where), None)
        if begun is None:
            self.begin(where)
            return True
        self.sittings.remove(begun)
        self.sittings.append(begun)
        return False

    @property
    def level_after(self) -> int | None:
        """Return the number of the level after the present one; None after the last."""
        where = self.sitting.where
        return next((each for each in where.drill.levels if each > where.level.number), None)

    @property
    def taken(self) -> list[TakenExercise]:
        """All exercises that were answered, level after level."""
        return [taken_ for sitting in self.sittings for taken_ in sitting.taken]

    def told(self, taken: TakenExercise) -> AnswerVerdict | None:
        """Return the verdict on the last answer, to show at once; None in an exam."""
        if self.mode == "exam":
            return None
        over = taken.right and taken.first_ms is not None and taken.first_ms > taken.target_ms
        run = self.sitting.standing().run if taken.right else 0
        explains = self.mode == "learn" if taken.right else self.mode != "practice"
        return AnswerVerdict(
            right=taken.right,
            put_right="" if taken.right else taken.put_right,
            marks=str(taken.marks) if taken.marks and not taken.right else "",
            seconds=f"{taken.first_ms / 1000:.1f} s" if taken.first_ms is not None else "",
            target=in_seconds(taken.target_ms) if over else "",
            helped=taken.helped,
            run=run if run in self.sitting.where.drill.streaks else 0,
            why=tuple(self.why(taken)) if explains else (),
        )

    def why(self, taken: TakenExercise) -> Iterator[str]:
        """Yield the lines that explain the right answer: the working, and the rule.

        Args:
            taken: The answered exercise.
        """
        key = taken.item.key
        asked = next((part.where for part in self.sittings if any(each is taken for each in part.taken)), self.sitting.where)
        yield from key.working
        yield ruled(asked, key.rules)

    def comes_next(self, last: SittingStanding, *, opens: bool) -> Iterator[str]:
        """Yield the next steps in words: the next level, the exercises missed, or the progress needed for the next level.

        Args:
            last: The result of the last items.
            opens: Whether the next level is about to begin.
        """
        number, share = self.level_after, self.sitting.last
        if opens and number is not None:
            yield f"next: level {number}"
        elif last.weakest and self.adaptive:
            yield "next: more on your weakest point"
        elif number is not None:
            yield f"next: level {number} at {OPENS} of {LAST} right; so far {in_all(share)}"
        else:
            yield "next: more of this level, the last one"


def ruled(where: Setting, rules: tuple[str, ...]) -> str:
    """Return the rule behind a right answer in one line, with its id.

    Args:
        where: The drill at its level, with the game whose rule book has the words.
        rules: Ids of the rules; the text of the first that has one is shown.
    """
    text = next((candidate for candidate in (rule_text(where.game, rule) for rule in rules) if candidate), "")
    ids = ", ".join(rules)
    return f"Rule: {text} ({ids})" if text else f"Rule {ids}"


def so_far(standing: SittingStanding, *, interval: bool = False) -> str:
    """Return the result so far in one line: "4 of 5, 2.9 s (target 5), weakest: banker 3, third 8".

    Args:
        standing: The result so far.
        interval: Whether to add the confidence interval of the share.
    """
    parts = [str(standing.right) if interval else in_all(standing.right)]
    if standing.median_ms is not None:
        parts.append(f"{standing.median_ms / 1000:.1f} s (target {in_seconds(standing.target_ms)})")
    if standing.hits is not None and standing.false_alarms is not None:
        parts.append(f"slips found {in_all(standing.hits)}, false alarms {in_all(standing.false_alarms)}")
    if standing.weakest:
        parts.append(f"weakest: {cell_title(standing.weakest)}")
    return ", ".join(parts)


def slips(codes: Mapping[str, int]) -> Iterator[str]:
    """Yield the titles of findings that wrong answers would have caused at a table, each with how often.

    Args:
        codes: The code of each finding, with its number.
    """
    for code, count in codes.items():
        title = slip_title(code)
        yield f"{title} ({count} times)" if count > 1 else title


def in_all(share: Share) -> str:
    """Return a share without its interval: "4 of 5"."""
    return f"{share.count} of {share.of}"


def in_seconds(milliseconds: int) -> str:
    """Return a target in seconds: "2.5 s"."""
    return f"{milliseconds / 1000:g} s"
