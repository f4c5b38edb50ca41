"""Checks on drills, syllabuses and walk levels that their schemas cannot make, before anybody is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dealerkit.errors import DealerkitError, Problem, RuleFileError
from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.rules.files import read_file
from dealerkit.rules.games import game, games
from dealerkit.rules.lint.common import unknown_findings
from dealerkit.rules.schema import check
from dealerkit.training.action.check import unknown
from dealerkit.training.action.lesson import KINDS
from dealerkit.training.action.mistakes import UNASKED, WAYS
from dealerkit.training.drills import Drill, drill
from dealerkit.training.exams.syllabus import syllabus
from dealerkit.training.exercises import NoExercise, exercise, setting
from dealerkit.training.generators import generator, is_generator
from dealerkit.training.help_modes import MODES


def lint_drill(path: Path) -> Iterator[Problem]:
    """Yield problems of a drill, such as generators, games, steps and questions that do not exist.

    Args:
        path: The drill's file.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    problems: list[Problem] = []
    drill_ = drill(path, problems=problems)
    yield from problems
    known = set(games())
    yield from unknown_findings(drill_.doc, ("codes",), drill_.codes)
    unknown = [(at, name) for at, name in enumerate(drill_.doc.data["games"]) if name not in known]
    for at, name in unknown:
        yield drill_.doc.problem(("games", at), f"unknown game: '{name}'", "`dealerkit games` lists them")
    if drill_.kind in ("walked", "exam") and not unknown:
        yield from _lint_dealt(drill_)
    if drill_.generator and not is_generator(drill_.generator):
        yield drill_.doc.problem(("generator",), f"unknown generator: '{drill_.generator}'")
    elif drill_.generator and not unknown:
        for number in drill_.levels:
            try:
                where = setting(path, number)
                with where.asked():
                    cells = generator(drill_).cells(where)
                if cells and not drill_.is_ours(number):
                    exercise(where, "lint", next(iter(cells)))  # our own are tested by asking them
                if not cells:
                    yield drill_.doc.problem(("levels", str(number)), "this level has no questions")
            except NoExercise as error:
                yield drill_.doc.problem(("levels", str(number)), str(error))
            except DealerkitError as error:
                yield from getattr(error, "problems", [drill_.doc.problem(("levels", str(number)), str(error))])


def _lint_dealt(drill_: Drill) -> Iterator[Problem]:
    """Yield problems of a drill that is dealt: its help, its steps, its questions."""
    for number in drill_.levels:
        try:
            with drill_.used(number):
                level_problems = list(_lint_level(drill_, number))
        except RuleFileError as error:
            level_problems = list(error.problems)
        yield from level_problems


def _lint_level(drill_: Drill, number: int) -> Iterator[Problem]:
    level, place = drill_.levels[number], ("levels", str(number))
    mode = level.told.get("mode", MODES[0])
    if mode not in MODES:
        yield drill_.doc.problem(place, f"unknown `mode`: '{mode}'", f"allowed: {', '.join(MODES)}")
    for key, known in (("asks", KINDS), ("patrons", {**WAYS, **UNASKED})):
        for name in level.told.get(key, {}):
            if name not in known:
                yield drill_.doc.problem(place, f"unknown name under `{key}`: '{name}'", f"known: {', '.join(known)}")
    for name in level.games:
        at = level.told.get("at", "")
        wanted = (at.get(name, "") if isinstance(at, dict) else at, level.told.get("until", ""))
        there = {part for step in compiled_game(game(name)).program.walk() for part in step.path.split(".")}
        for step in wanted:
            if step and step not in there:
                yield drill_.doc.problem(place, f"the game {name} has no step '{step}'")
    for name in level.told.get("drawn", {}).get("from", ()):
        if name not in games():
            yield drill_.doc.problem(place, f"unknown game: '{name}'", "`dealerkit games` lists them")
    for entry in level.told.get("questions", {}).values():
        try:
            setting(entry["drill"], int(entry["level"]), None, entry.get("rules"))
        except (DealerkitError, KeyError) as error:
            yield drill_.doc.problem(place, f"the questions can't be asked: {error}")


def lint_syllabus(path: Path) -> Iterator[Problem]:
    """Yield problems of a syllabus, such as drills, levels and games that do not exist.

    Args:
        path: The syllabus's file.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    syllabus_ = syllabus(path)
    for stratum in syllabus_.strata:
        place = ("written", "strata", stratum.name)
        try:
            where = setting(stratum.drill, stratum.level, stratum.game or None)
            if not generator(where.drill).cells(where):
                yield syllabus_.doc.problem(place, "this part of the exam has no questions")
        except DealerkitError as error:
            yield syllabus_.doc.problem(place, str(error))
    known = set(games())
    for walk in syllabus_.walks:
        if walk.game not in known:
            yield syllabus_.doc.problem(("performance", "walks", walk.name, "game"), f"unknown game: '{walk.game}'")


def lint_lesson(path: Path) -> Iterator[Problem]:
    """Yield problems of a file of walk levels, such as unknown questions and mistakes.

    Args:
        path: The file.
    """
    doc = read_file(path)
    problems = check(doc, "lesson")
    yield from problems or unknown(doc)
