"""A walk in the training file: each round is saved as an answer with its score and time, each slip as an answer of its own.

A round counts as right if it would be a pass; its seed is the walk's own, so that the same cards can be dealt again. A slip
is saved under `SLIPS` with its code as the cell, so that it is scheduled; it is asked again from the table just before it.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from random import Random

import attrs

from dealerkit.errors import UnknownName
from dealerkit.files.screen_text import count_of
from dealerkit.judge import Finding
from dealerkit.table.record import read_record
from dealerkit.training.action.lesson import Lesson
from dealerkit.training.action.repeats import of_lesson
from dealerkit.training.answers import Answer, answer_under
from dealerkit.training.incidents import of_record
from dealerkit.training.items import Item
from dealerkit.training.planted_slips import AskedGame, CannotPlant, plant_in
from dealerkit.training.sitting import Log
from dealerkit.training.walk.norms import pace_of
from dealerkit.training.walk.session import Session

WALK = "walk/full-hand"
"""Drill under which the rounds of a walk are saved, unless the walk belongs to a drill."""
SLIPS = "walk/slips"
"""Id under which slips of walks are saved and scheduled."""
MOST_AGAIN, MOST_DUE = 10, 3
"""Most slips of a walk that are practised again after it; most older slips that are due."""
_HOUR_MS = 3_600_000


@attrs.frozen
class WalkedRound:
    """A round of a walk.

    Attributes:
        number: From 1.
        percent: Points of a hundred; 0 if a critical slip fails the game.
        passed: Whether it would be a pass.
        steps: Number of the dealer's acts.
        codes: The codes of its slips, each once.
        ms: The time, in milliseconds.
        helped: Whether the next step was asked for or shown in it.
    """

    number: int
    percent: Fraction
    passed: bool
    steps: int
    codes: tuple[str, ...]
    ms: int
    helped: bool


def rounds(session: Session, helped: Sequence[bool] = ()) -> Iterator[WalkedRound]:
    """Yield the finished rounds of a session, in order.

    Args:
        session: The session.
        helped: For each round, whether the dealer had help.
    """
    for at, took in enumerate(session.times):
        score_ = session.score_of(at)
        findings = session.findings_of(at)
        failed = bool(score_.severities.get("critical"))
        yield WalkedRound(
            number=at + 1,
            percent=Fraction(0) if failed else score_.percent,
            passed=score_.passed,
            steps=score_.steps,
            codes=tuple(dict.fromkeys(finding.code for finding in findings)),
            ms=round(took * 1000),
            helped=at < len(helped) and helped[at],
        )


class WalkKeeper:
    """Saves the rounds and slips of a walk in the log of answers.

    Args:
        log: The log.
        session: The session's id in the log.
        trainee: Name or code; may be empty.
        mode: The help mode: `learn`, `guided`, `practice` or `exam`.
        now: Returns the time, with its zone.
        seed: The code or seed with which the same walk can be dealt again.
        drill: The id of the drill that the rounds are saved under.
        level: The drill's level.
        paced: Whether a round that was dealt too slowly counts as wrong.
    """

    def __init__(
        self,
        log: Log,
        session: str,
        trainee: str,
        mode: str,
        now: Callable[[], datetime],
        seed: str,
        *,
        drill: str = WALK,
        level: int = 1,
        paced: bool = False,
    ) -> None:
        self._paced = paced
        self._log, self._session, self._trainee, self._mode, self._now = log, session, trainee, mode, now
        self._seed, self._drill, self._level = seed, drill, level

    def keep(self, walk: Session, helped: Sequence[bool] = (), before: Iterable[Answer] = ()) -> int:
        """Save the finished rounds, and every slip; return the number of slips.

        Args:
            walk: The session, finished or not; another call saves later results.
            helped: For each round, whether there was help.
            before: The answers of this walk that are saved already, which are skipped.
        """
        usual = pace_of(walk.table.game)
        before = tuple(before)
        known = {(answer.drill, answer.seed) for answer in before}
        again = f"{self._seed}/again/"
        slips = Counter(
            (answer.cell, _act_in(answer.seed))
            for answer in before
            if answer.drill == SLIPS and not answer.seed.startswith(again)
        )
        for round_ in rounds(walk, helped):
            if (self._drill, f"{self._seed}/{round_.number}") in known:
                continue
            target = round(Fraction(_HOUR_MS, usual.slow)) if usual is not None else None
            slow = self._paced and target is not None and round_.ms > target
            rate = f", {round(Fraction(_HOUR_MS, round_.ms))} an hour" if round_.ms >= 1000 else ""
            self._log.keep(
                self._answer(walk)(
                    drill=self._drill,
                    level=self._level,
                    cell=walk.table.game.id,
                    seed=f"{self._seed}/{round_.number}",
                    given=f"{int(round_.percent)} of 100, {count_of(round_.steps, 'step')}{rate}",
                    expected=f"{walk.marking.pass_mark} of 100",
                    right=round_.passed and not slow,
                    score=str(round_.percent / 100),
                    helped=round_.helped,
                    first_ms=round_.ms if round_.ms >= 1000 else None,
                    total_ms=round_.ms if round_.ms >= 1000 else None,
                    target_ms=target,
                    codes=() if round_.passed else round_.codes,
                )
            )
        findings_ = [
            *(finding for finding in walk.findings() if finding.act > walk.here),
            *(finding for _, finding in walk.taken_back),
        ]
        new = list(_unkept(findings_, slips))
        for number, finding in enumerate(new, 1 + slips.total()):
            self._log.keep(
                self._answer(walk)(
                    drill=SLIPS,
                    level=1,
                    cell=finding.code,
                    seed=f"{self._seed}/{finding.act}.{number}",
                    given=finding.got[:4000],
                    expected=finding.expected[:4000],
                    right=False,
                    score="0",
                    codes=(finding.code,),
                )
            )
        return len(findings_)

    def again(self, walk: Session, item: Item, given: str, answer: str) -> bool:
        """Mark and save an answer to a repeated slip; return whether it was right.

        Args:
            walk: The session.
            item: The exercise.
            given: The typed text.
            answer: The answer read from it; empty if there is none.
        """
        marks = item.judge(answer) if answer else Fraction(0)
        self._log.keep(
            self._answer(walk)(
                drill=SLIPS,
                level=1,
                cell=item.cell,
                seed=f"{self._seed}/again/{item.seed}"[:200],
                given=given[:4000],
                expected=item.key.answers[0],
                right=marks == 1,
                score=str(marks),
                codes=() if marks == 1 else item.key.codes_for(answer),
            )
        )
        return marks == 1

    def _answer(self, walk: Session) -> functools.partial[Answer]:
        """Return the constructor of a walk's answers, with everything but question and answer filled in."""
        given = {"session": self._session, "trainee": self._trainee, "mode": self._mode}
        return functools.partial(answer_under, walk.table.game, self._now(), **given)


def again(walk: Session, act: int = 0) -> Iterator[Item]:
    """Yield an exercise for each slip of a walk: the table just before it, and "what now?".

    Args:
        walk: The session.
        act: Number of the act whose slips are wanted, from 1; 0 for all slips, those that were taken back included.
    """
    acts = {finding.act for finding in walk.findings() if finding.act > walk.here and act in (0, finding.act)}
    if acts:
        yield from _of(walk, walk.table.record(), acts)
    if act:
        return
    for text, numbers in walk.undone_records:
        yield from _of(walk, text, set(numbers))


def _of(walk: Session, text: str, acts: set[int]) -> Iterator[Item]:
    """Yield the exercises for some acts of a record: the same question for a wrong answer, "what now?" for any other slip."""
    record = read_record(text)
    answers: dict[int, Item] = {}
    if isinstance(walk.watch, Lesson):
        answers = dict(of_lesson(record, walk.watch.level, walk.began, acts, SLIPS))
    yield from answers.values()
    yield from of_record(record, acts=acts - answers.keys(), drill=SLIPS)


def come_back(walk: Session, codes: Iterable[str], seed: str) -> Iterator[Item]:
    """Yield an exercise for each code of a slip that is due again, from a hand of this game with that slip planted.

    A code is left out if no hand of the game can have it, or none with a single step to be asked for.

    Args:
        walk: The session, with the game and its rules.
        codes: The codes that are due.
        seed: The seed of the hands.
    """
    setup = walk.table.setup
    house = AskedGame(setup.game.id, setup.selector, dict(setup.settings))
    for code in codes:
        try:
            planted = plant_in(house, code, Random(f"{seed}/{code}"))
        except (CannotPlant, UnknownName):
            continue
        yield from itertools.islice((item for item in of_record(planted.record(), drill=SLIPS) if item.cell == code), 1)


def _unkept(findings: Iterable[Finding], kept: Mapping[tuple[str, str], int]) -> Iterator[Finding]:
    """Yield the slips that are not saved yet; of equal ones at one act, those beyond the number already saved."""
    seen: Counter[tuple[str, str]] = Counter()
    for finding in findings:
        which = (finding.code, str(finding.act))
        seen[which] += 1
        if seen[which] > kept.get(which, 0):
            yield finding


def _act_in(seed: str) -> str:
    """Return the number of the act in the seed of a saved slip: `7/12.1` is act 12."""
    return seed.rpartition("/")[2].partition(".")[0]
