"""Drills that are dealt at a table: walks at the drill's level, and practice exams of questions and hands."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from dealerkit.cli.common import echo
from dealerkit.cli.drill.request import Request
from dealerkit.cli.failure import Refusal
from dealerkit.cli.keyboard import Keyboard, Left
from dealerkit.cli.questions import put
from dealerkit.cli.trainee import now, open_store
from dealerkit.cli.walk.command import hold, sum_up
from dealerkit.cli.walk.conversation import Conversation
from dealerkit.cli.walk.results import keep_and_try_again
from dealerkit.files.screen_text import count_of, heading, line
from dealerkit.rules.games import game as load
from dealerkit.training import practice_exam, walked_drills
from dealerkit.training.generators import Setting
from dealerkit.training.phrases import SAVED
from dealerkit.training.sitting import Sitting
from dealerkit.training.walk import wording
from dealerkit.training.walk.session import Session

if TYPE_CHECKING:
    from dealerkit.training.store import TrainingStore


def practise_walk(request: Request, where: Setting, mode: str | None) -> None:
    """Let the trainee deal a drill by typing each act, with the help that its level gives.

    Args:
        request: The trainee's options.
        where: The drill at a level.
        mode: The help mode: `learn`, `guided`, `practice` or `exam`; None for the drill's own.

    Raises:
        Refusal: If JSON is asked for.
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
    echo(line(_again(request, where, session.table.setup.seed), 3, "to repeat: "))


def _again(request: Request, where: Setting, seed: object) -> str:
    words = ["dealerkit", "drill", where.drill.selector, "--level", str(where.level.number)]
    words += ["--game", request.game] if request.game else []
    words += ["--rules", request.rules] if request.rules else []
    words += [word for name, value in request.settings.items() for word in ("--set", f"{name}={value}")]
    return shlex.join([*words, "--seed", str(seed)])


def _is_for_people(request: Request, where: Setting) -> None:
    if request.as_json:
        msg = f"{where.drill.id} is dealt on the screen, so it has no JSON output"
        raise Refusal(msg, hint="leave out --json; dealerkit progress --json has the results")


def _seed(request: Request) -> int:
    return random.randrange(1_000_000) if request.seed is None else request.seed


def seated(
    request: Request, where: Setting, game: str, rules: str | None, settings: Mapping[str, object], seed: int, *, at: str = ""
) -> Session:
    """Return a session at a table of a game, dealt up to the step where the drill begins.

    Args:
        request: The trainee's options: number of rounds, whether answers are timed.
        where: The drill at a level.
        game: The name or file of the game.
        rules: The rule set; None for the game's own.
        settings: Options of the game, over those of the level.
        seed: The seed of cards and players.
        at: The step to begin at; empty for the drill's own.
    """
    clock = None if request.clocked else (lambda: 0.0)
    rounds = walked_drills.rounds_of(where, request.items or 0)
    return walked_drills.seated(where, game, rules, settings, seed, rounds=rounds, at=at, clock=clock)


# -- exams for oneself --


def practise_exam(request: Request, where: Setting) -> None:
    """Take a practice exam drawn from a seed: questions, then hands of one or several games.

    Args:
        request: The trainee's options.
        where: The practice exam at a level.

    Raises:
        Refusal: If JSON is asked for.
    """
    _is_for_people(request, where)
    seed = _seed(request)
    games = practice_exam.games_dealt(where, seed)
    keyboard = Keyboard()
    began = keyboard.clock()
    minutes, rounds = practice_exam.minutes(where), practice_exam.rounds_each(where)
    titles = ", ".join(_title(name) for name in games)
    time = f"; {count_of(minutes, 'minute')}" if minutes else ""
    echo(heading(f"{where.drill.title}, level {where.level.number}: {where.level.title}"))
    echo(line(f"Dealt: {titles}, {rounds} each{time}. Results are shown at the end.", 0))
    late = lambda: bool(minutes) and request.clocked and keyboard.clock() - began > 60 * minutes  # noqa: E731
    with ExitStack() as stack:
        store = stack.enter_context(open_store()) if request.kept else None
        sitting = store.begin("exam", request.trainee, where.drill.id) if store is not None else ""
        weak = [] if store is None else [cell.drill for cell in store.weakest(request.trainee, None, 200)]
        asked = list(practice_exam.strata(where, request.rules, weak))
        right, given, left = _ask(request, asked, keyboard, store, sitting, str(seed), late)
        parts = () if left else tuple(_deal(request, where, name, seed + at, late) for at, name in enumerate(games))
        total = sum(part.items for part in asked)
        result = practice_exam.PracticeResult(where, right, given, total, parts, whole=not left and len(parts) == len(games))
        echo()
        echo(heading(where.drill.title))
        for about, words in result.lines():
            echo(line(words, 2, f"{about}: "))
        if store is not None and result.something:
            store.keep(result.answer(sitting, request.trainee, seed, now))
            echo(line(SAVED, 3))
    echo(line(_again(request, where, seed), 3, "to repeat: "))


def _title(game: str) -> str:
    return load(game).title


def _ask(
    request: Request,
    asked: list[practice_exam.DrawnStratum],
    keyboard: Keyboard,
    store: TrainingStore | None,
    session: str,
    seed: str,
    late: Callable[[], bool],
) -> tuple[int, int, bool]:
    """Ask the questions; return the number right, the number answered, and whether the candidate left.

    Args:
        request: The request.
        asked: The questions, by part of the exam.
        keyboard: The keyboard.
        store: The store of answers; None if they are not saved.
        session: Id of the sitting.
        seed: The seed of the exam.
        late: Returns whether the time is over.
    """
    right = given = number = 0
    with keyboard.taken():
        for at, stratum in enumerate(asked):
            where = stratum.where()
            sitting = Sitting(
                where, f"{seed}/{at}", now=now, log=store, session=session, trainee=request.trainee, mode="exam",
                clocked=request.clocked and keyboard.live, adaptive=False,
            )  # fmt: skip
            for item in stratum.questions(where, f"{seed}/{at}"):
                number += 1
                if late():
                    return right, given, False
                try:
                    answer_ = put(keyboard, number, item.question, help_=None)
                except Left:
                    return right, given, True
                taken = sitting.take(item, answer_.typed, answer_.answer, first_ms=answer_.first_ms, total_ms=answer_.total_ms)
                right += taken.right
                given += 1
    return right, given, False


def _deal(request: Request, where: Setting, game: str, seed: int, late: Callable[[], bool]) -> practice_exam.DealtPart:
    """Deal the hands of one game of an exam."""
    own = game == where.game.id
    session = seated(request, where, game, request.rules if own else None, request.settings if own else {}, seed)
    rounds = practice_exam.rounds_each(where)
    echo()
    if late():
        echo(line(f"Time is up: {_title(game)} was not dealt.", 0))
        return practice_exam.DealtPart(game, Fraction(0), passed=False)
    word = wording.round_word(session.table)
    echo(heading(f"{session.table.game.title}: deal {count_of(rounds, word)} to the end"))
    talk: Conversation = hold(session, "exam", rounds=rounds)
    sum_up(session, talk)
    keep_and_try_again(session, talk, trainee=request.trainee, kept=request.kept)
    return practice_exam.part_of(session, game, rounds)


def chosen_mode() -> str | None:
    """Return the help mode typed on the command line; None if none was typed, so that the drill's own applies."""
    context = click.get_current_context()
    typed = context.get_parameter_source("mode") == click.core.ParameterSource.COMMANDLINE
    return str(context.params["mode"]) if typed else None
