"""Practice exams: drawn from a seed, with weights for questions and hands, and the result in words.

asked = list(strata(where, None, weak=()))
result = PracticeResult(where, right=30, given=31, total=31, parts=(part_of(session, "holdem", 3),), whole=True)
result.percent, result.passed

It prints nothing: terminal and browser use the same values.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final

import attrs

from dealerkit.rules.games import game as load
from dealerkit.training.answers import Answer, answer_under
from dealerkit.training.drill_choice import ANSWERED
from dealerkit.training.drills import courses, drill
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item
from dealerkit.training.walk.session import Session

_PASS: Final = 80


@attrs.frozen
class DrawnStratum:
    """A group of questions (stratum) of one drill in a practice exam.

    Attributes:
        drill: The drill's id.
        level: Its level.
        game: The game; empty for the level's own.
        rules: The rule set; empty for the game's own.
        items: The number of questions.
    """

    drill: str
    level: int
    game: str
    rules: str
    items: int

    def where(self) -> Setting:
        """Return the drill at its level, with game and rules.

        Raises:
            UnknownName, NoExercise: If there is no such drill, or it is not asked under these rules.
        """
        return setting(self.drill, self.level, self.game or None, self.rules or None)

    def questions(self, where: Setting, seed: str) -> Iterator[Item]:
        """Yield the questions of the group.

        Args:
            where: The drill at its level, from the method `where`.
            seed: The seed of the questions.

        Raises:
            NoExercise: If a question cannot be made.
        """
        yield from itertools.islice(exercises(where, seed), self.items)


def games_dealt(where: Setting, seed: int) -> tuple[str, ...]:
    """Return the ids of the games to deal: the exam's own, then others drawn at random.

    Args:
        where: The exam at a level.
        seed: The seed.
    """
    rng = random.Random(f"{where.drill.id}:{where.level.number}:{seed}")
    drawn = where.told("drawn", {})
    return (where.game.id, *rng.sample(list(drawn.get("from", ())), int(drawn.get("count", 0))))


def rounds_each(where: Setting) -> int:
    """Return the number of hands or coups to deal of each game."""
    return int(where.told("rounds", 1))


def minutes(where: Setting) -> int:
    """Return the minutes allowed for questions and hands together; 0 for no limit."""
    return int(where.told("minutes", 0) or 0)


def strata(where: Setting, rules: str | None, weak: Sequence[str]) -> Iterator[DrawnStratum]:
    """Yield the groups of questions to ask, drill after drill.

    Args:
        where: The exam at a level.
        rules: The requested rule set; None for each game's own.
        weak: For each of the candidate's weak points, the id of its drill.
    """
    weakest = where.told("weakest")
    if weakest:
        yield from _resit(where, rules, weak, int(weakest["items"]), int(weakest["drills"]))
        return
    for entry in where.told("questions", {}).values():
        if entry.get("of", where.game.id) == where.game.id:
            level = int(entry["level"])
            yield DrawnStratum(
                entry["drill"], level, _own(where, entry["drill"], level), entry.get("rules") or rules or "", int(entry["items"])
            )


def _resit(where: Setting, rules: str | None, weak: Sequence[str], items: int, count: int) -> Iterator[DrawnStratum]:
    """Yield questions of the weakest drills, or of the first drills of the course if no answers are known."""
    course = next((each for each in courses() if each.game == where.game.id), courses()[0])
    among = [name for name in course.drills if drill(name).kind in ANSWERED]
    chosen = sorted(among, key=lambda name: (-weak.count(name), among.index(name)))[:count]
    for at, name in enumerate(chosen):
        yield DrawnStratum(name, 1, _own(where, name, 1), rules or "", items // len(chosen) + (at < items % len(chosen)))


def _own(where: Setting, name: str, level: int) -> str:
    """Return the exam's game if the drill can be asked about it at that level; else an empty text."""
    return where.game.id if where.game.id in drill(name).level(level).games else ""


# -- results --


@attrs.frozen
class DealtPart:
    """The result of the hands of one game in a practice exam.

    Attributes:
        game: The game's id.
        percent: Points of a hundred; 0 if a critical slip fails the game.
        passed: Whether these hands are passed.
    """

    game: str
    percent: Fraction
    passed: bool

    @property
    def title(self) -> str:
        """The game's title."""
        return load(self.game).title

    @property
    def told(self) -> str:
        """The result in words: `88 of 100`."""
        figure = f"{int(self.percent)} of 100" if self.percent else "no points"
        return f"{figure}{'' if self.passed else ', failed'}"


def part_of(session: Session, game: str, rounds: int) -> DealtPart:
    """Return the result of a game's hands.

    Args:
        session: The walk so far.
        game: The game's id.
        rounds: The number of hands or coups to deal.
    """
    score = session.score()
    dealt = min(Fraction(1), Fraction(len(session.times), rounds))
    critical = score.severities.get("critical")
    failed = critical or score.too_many or dealt < 1
    return DealtPart(game, Fraction(0) if critical else score.percent * dealt, passed=not failed)


@attrs.frozen
class PracticeResult:
    """The result of a practice exam.

    Attributes:
        where: The exam at its level.
        right: The number of right answers.
        given: The number of answers.
        total: The number of questions.
        parts: The hands, game by game; a game that was no longer dealt has no points.
        whole: Whether the exam was taken to its end, or to the end of its time.
    """

    where: Setting
    right: int
    given: int
    total: int
    parts: tuple[DealtPart, ...]
    whole: bool

    @property
    def weights(self) -> tuple[int, int]:
        """The weights of the questions and of the hands."""
        weights_ = self.where.told("weights", {"questions": 0, "hands": 100})
        return int(weights_["questions"]), int(weights_["hands"])

    @property
    def pass_mark(self) -> int:
        """Least points of a hundred for a pass."""
        return int(self.where.told("pass", _PASS))

    @property
    def points(self) -> Fraction:
        """Points of a hundred reached."""
        written = Fraction(100 * self.right, max(1, self.total))
        hands = sum((part.percent for part in self.parts), Fraction(0)) / max(1, len(self.parts))
        first, second = self.weights
        return (first * written + second * hands) / max(1, first + second)

    @property
    def passed(self) -> bool:
        """Whether the exam is passed, as a whole and in every game."""
        return self.whole and self.points >= self.pass_mark and all(part.passed for part in self.parts)

    @property
    def something(self) -> bool:
        """Whether anything was answered or dealt, so that there is a result to save."""
        return bool(self.given) or any(part.percent for part in self.parts)

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield the result line by line: label and text."""
        first, second = self.weights
        yield "questions", f"{self.right} of {self.total} right, {self.given} answered; weight {first}"
        for part in self.parts:
            yield part.title, f"{part.told}; weight {second} in all"
        yield "result", self.told

    @property
    def told(self) -> str:
        """The verdict in words: passed, or why not."""
        if not self.whole:
            return "not passed: you stopped before the end"
        if self.passed:
            return f"{int(self.points)} of 100, passed"
        failed = [part.title for part in self.parts if not part.passed]
        why = f"failed in {', '.join(failed)}" if failed else f"the pass mark is {self.pass_mark}"
        return f"{'' if failed else f'{int(self.points)} of 100, '}not passed: {why}"

    def answer(self, session: str, trainee: str, seed: int, now: Callable[[], datetime]) -> Answer:
        """Return the result as an answer for the training file.

        Args:
            session: Id of the session in the training file.
            trainee: Name or code; empty for no name.
            seed: The seed of the exam.
            now: Returns the time, with its zone.
        """
        game = self.where.game
        return answer_under(
            game, now(), session=session, trainee=trainee, drill=self.where.drill.id, level=self.where.level.number,
            cell=game.id, seed=str(seed), mode="exam", given=f"{int(self.points)} of 100",
            expected=f"{self.pass_mark} of 100", right=self.passed, score=str(self.points / 100),
        )  # fmt: skip
