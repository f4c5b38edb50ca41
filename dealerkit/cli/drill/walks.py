"""Drills that are dealt: a walk with the drill's level and help, and exams for oneself, of questions and hands."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import click

from dealerkit import __version__
from dealerkit.cli.common import echo
from dealerkit.cli.drill.request import ANSWERED, Request
from dealerkit.cli.failure import Refusal
from dealerkit.cli.keyboard import Keyboard, Left
from dealerkit.cli.questions import put
from dealerkit.cli.training import now, open_store
from dealerkit.cli.walk.command import hold, sum_up
from dealerkit.cli.walk.conversation import Conversation
from dealerkit.cli.walk.results import keep_and_try_again
from dealerkit.files.screen_text import heading, line
from dealerkit.rules.games import game as load
from dealerkit.training import walked_drills
from dealerkit.training.answers import Answer, instant
from dealerkit.training.drills import courses, drill
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators import Setting
from dealerkit.training.sitting import Sitting
from dealerkit.training.walk import wording
from dealerkit.training.walk.session import Session

if TYPE_CHECKING:
    from dealerkit.training.store import TrainingStore

_PASS = 80


def practise_walk(request: Request, where: Setting, mode: str | None) -> None:
    """Deal a drill that is a walk.

    Args:
        request: What is asked for.
        where: The drill at a level.
        mode: How much help there is; None for the level's own.

    Raises:
        Refusal: If the outcome is wanted for another program.
    """
    _is_for_people(request, where)
    session = seated(request, where, where.game.id, request.rules, request.settings, _seed(request))
    help_mode = mode or walked_drills.mode_of(where)
    rounds = walked_drills.rounds_of(where, request.items or 0)
    echo(heading(f"{where.drill.title}, level {where.level.number}: {where.level.title}"))
    talk = hold(session, help_mode, rounds=rounds, until=walked_drills.until_of(where), names_first=where.level.number == 1)
    sum_up(session, talk)
    keep_and_try_again(
        session,
        talk,
        trainee=request.trainee,
        kept=request.kept,
        drill=where.drill.id,
        level=where.level.number,
        paced=walked_drills.is_paced(where),
    )
    echo(line(_again(request, where, session.table.setup.seed), 3, "the same again: "))


def _again(request: Request, where: Setting, seed: object) -> str:
    words = ["dealerkit drill", where.drill.id, f"--level {where.level.number}"]
    words += [f"--game {request.game}"] if request.game else []
    words += [f"--rules {request.rules}"] if request.rules else []
    words += [f"--set {name}={value}" for name, value in request.settings.items()]
    return " ".join([*words, f"--seed {seed}"])


def _is_for_people(request: Request, where: Setting) -> None:
    if request.as_json:
        msg = f"{where.drill.id} is dealt on the screen, not for another program"
        raise Refusal(msg, hint="leave out --json; dealerkit progress --json has what came of it")


def _seed(request: Request) -> int:
    return random.randrange(1_000_000) if request.seed is None else request.seed


def seated(
    request: Request, where: Setting, game: str, rules: str | None, settings: Mapping[str, object], seed: int, *, at: str = ""
) -> Session:
    """Return a session at a table of a game, taken to the step at which the drill begins; see `walked_drills.seated`."""
    clock = None if request.clocked else (lambda: 0.0)
    rounds = walked_drills.rounds_of(where, request.items or 0)
    return walked_drills.seated(where, game, rules, settings, seed, rounds=rounds, at=at, clock=clock)


# -- exams for oneself --


@attrs.frozen
class _Part:
    """A part of an exam: how many points of a hundred, and whether it is passed by itself."""

    name: str
    percent: Fraction
    passed: bool


def practise_exam(request: Request, where: Setting) -> None:
    """Take an exam that is drawn from a seed, for oneself: questions, then hands of one game or several.

    Raises:
        Refusal: If the outcome is wanted for another program.
    """
    _is_for_people(request, where)
    seed = _seed(request)
    rng = random.Random(f"{where.drill.id}:{where.level.number}:{seed}")
    drawn = where.told("drawn", {})
    games = [where.game.id, *rng.sample(list(drawn.get("from", ())), int(drawn.get("count", 0)))]
    keyboard = Keyboard()
    began = keyboard.clock()
    minutes = where.told("minutes")
    titles = ", ".join(_title(name) for name in games)
    time = f"; {minutes} minutes" if minutes else ""
    echo(heading(f"{where.drill.title}, level {where.level.number}: {where.level.title}"))
    echo(line(f"Dealt: {titles}, {where.told('rounds')} each{time}. Nothing is said about right or wrong while it lasts.", 0))
    late = lambda: bool(minutes) and request.clocked and keyboard.clock() - began > 60 * int(minutes)  # noqa: E731
    with ExitStack() as stack:
        store = stack.enter_context(open_store()) if request.kept else None
        sitting = store.begin("exam", request.trainee, where.drill.id) if store is not None else ""
        asked = list(_questions(request, where, store))
        right, given, left = _ask(request, asked, keyboard, store, sitting, str(seed), late)
        total = sum(count for _, count in asked)
        written = _Part("questions", Fraction(100 * right, max(1, total)), passed=True)
        parts = [] if left else [_deal(request, where, name, seed + at, late) for at, name in enumerate(games)]
        whole = not left and len(parts) == len(games)
        _tell(where, written, parts, (right, given, total), whole=whole)
        if store is not None and (given or any(part.percent for part in parts)):
            _keep(
                store,
                sitting,
                request,
                where,
                seed,
                _result(where, written, parts),
                passed=whole and _passed(where, written, parts),
            )
            echo(line("kept; dealerkit progress shows how you stand", 3))
    echo(line(_again(request, where, seed), 3, "the same again: "))


def _title(game: str) -> str:
    return load(game).title


def _questions(request: Request, where: Setting, store: TrainingStore | None) -> Iterator[tuple[Setting, int]]:
    """Yield each stratum with how many questions it has."""
    weakest = where.told("weakest")
    if weakest:
        yield from _resit(request, where, store, int(weakest["items"]), int(weakest["drills"]))
        return
    for one in where.told("questions", {}).values():
        if one.get("of", where.game.id) == where.game.id:
            game = where.game.id if where.game.id in drill(one["drill"]).level(int(one["level"])).games else None
            yield setting(one["drill"], int(one["level"]), game, one.get("rules") or request.rules), int(one["items"])


def _resit(
    request: Request, where: Setting, store: TrainingStore | None, items: int, count: int
) -> Iterator[tuple[Setting, int]]:
    """Yield questions of the drills in which most is weak, or of the first ones of the course where nothing is known."""
    course = next((one for one in courses() if one.game == where.game.id), courses()[0])
    among = [name for name in course.drills if drill(name).kind in ANSWERED]
    weak = [] if store is None else [one.drill for one in store.weakest(request.trainee, None, 200)]
    chosen = sorted(among, key=lambda name: (-weak.count(name), among.index(name)))[:count]
    for at, name in enumerate(chosen):
        game = where.game.id if where.game.id in drill(name).level(1).games else None
        yield setting(name, 1, game, request.rules), items // len(chosen) + (at < items % len(chosen))


def _ask(
    request: Request,
    asked: list[tuple[Setting, int]],
    keyboard: Keyboard,
    store: TrainingStore | None,
    session: str,
    seed: str,
    late: Any,
) -> tuple[int, int, bool]:
    """Put the questions; return how many were right, how many were answered, and whether the candidate left."""
    right = given = number = 0
    with keyboard.taken():
        for at, (where, count) in enumerate(asked):
            sitting = Sitting(
                where, f"{seed}/{at}", now=now, log=store, session=session, trainee=request.trainee, mode="exam",
                clocked=request.clocked and keyboard.live, adaptive=False,
            )  # fmt: skip
            for item in itertools.islice(exercises(where, f"{seed}/{at}"), count):
                number += 1
                if late():
                    return right, given, False
                try:
                    one = put(keyboard, number, item.question, help_=None)
                except Left:
                    return right, given, True
                taken = sitting.take(item, one.typed, one.answer, first_ms=one.first_ms, total_ms=one.total_ms)
                right += taken.right
                given += 1
    return right, given, False


def _deal(request: Request, where: Setting, game: str, seed: int, late: Any) -> _Part:
    """Deal one game of an exam."""
    own = game == where.game.id
    session = seated(request, where, game, request.rules if own else None, request.settings if own else {}, seed)
    rounds = int(where.told("rounds", 1))
    echo()
    if late():
        echo(line(f"The time is over: {_title(game)} is not dealt.", 0))
        return _Part(game, Fraction(0), passed=False)
    word = wording.round_word(session.table)
    echo(heading(f"{session.table.game.title}: deal {wording.many(rounds, word)} to the end"))
    talk: Conversation = hold(session, "exam", rounds=rounds)
    sum_up(session, talk)
    keep_and_try_again(session, talk, trainee=request.trainee, kept=request.kept)
    score = session.score()
    dealt = min(Fraction(1), Fraction(len(session.times), rounds))
    failed = score.severities.get("critical") or score.too_many or dealt < 1
    return _Part(game, score.percent * dealt if not score.severities.get("critical") else Fraction(0), passed=not failed)


def _weights(where: Setting) -> tuple[int, int]:
    said = where.told("weights", {"questions": 0, "hands": 100})
    return int(said["questions"]), int(said["hands"])


def _result(where: Setting, written: _Part, parts: list[_Part]) -> Fraction:
    hands = sum((part.percent for part in parts), Fraction(0)) / max(1, len(parts))
    first, second = _weights(where)
    return (first * written.percent + second * hands) / max(1, first + second)


def _passed(where: Setting, written: _Part, parts: list[_Part]) -> bool:
    return _result(where, written, parts) >= int(where.told("pass", _PASS)) and all(part.passed for part in parts)


def _tell(where: Setting, written: _Part, parts: list[_Part], counts: tuple[int, int, int], *, whole: bool) -> None:
    echo()
    echo(heading(where.drill.title))
    right, given, total = counts
    first, second = _weights(where)
    echo(line(f"{right} of {total} right, {given} answered; weight {first}", 2, "questions: "))
    for part in parts:
        figure = f"{part.percent.numerator // part.percent.denominator} of 100" if part.percent else "no points"
        echo(line(f"{figure}{'' if part.passed else ', failed'}; weight {second} in all", 2, f"{_title(part.name)}: "))
    result = _result(where, written, parts)
    percent = result.numerator // result.denominator
    if not whole:
        echo(line("not passed: it was left before its end", 2, "result: "))
    elif _passed(where, written, parts):
        echo(line(f"{percent} of 100, passed", 2, "result: "))
    else:
        failed = [_title(part.name) for part in parts if not part.passed]
        why = f"failed in {', '.join(failed)}" if failed else f"{where.told('pass', _PASS)} is a pass"
        echo(line(f"{'' if failed else f'{percent} of 100, '}not passed: {why}", 2, "result: "))


def _keep(
    store: TrainingStore, session: str, request: Request, where: Setting, seed: int, result: Fraction, *, passed: bool
) -> None:
    game = where.game
    store.keep(
        Answer(
            at=instant(now()), session=session, trainee=request.trainee, drill=where.drill.id, level=where.level.number,
            cell=game.id, seed=str(seed), game=game.id, rules=game.rules.name if game.rules is not None else "",
            fingerprint=game.sha256, version=__version__, mode="exam",
            given=f"{result.numerator // result.denominator} of 100", expected=f"{where.told('pass', _PASS)} of 100",
            right=passed, score=str(result / 100),
        )
    )  # fmt: skip


def chosen_mode() -> str | None:
    """Return how much help was asked for on the command line; None if it was left to the drill."""
    context = click.get_current_context()
    typed = context.get_parameter_source("mode") == click.core.ParameterSource.COMMANDLINE
    return str(context.params["mode"]) if typed else None
