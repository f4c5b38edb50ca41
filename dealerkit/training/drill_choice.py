"""The choice of the next drill and level for a trainee, and the trainee's figures in each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealerkit.files.plain_data import fields
from dealerkit.training.drills import Course, Drill, courses, drill, drill_ids

if TYPE_CHECKING:
    from dealerkit.training.store import TrainingStore

ANSWERED: Final = ("asked", "ordered", "ruled", "reviewed", "written")
"""Kinds of drill that consist of questions."""


def next_drill(course: Course, store: TrainingStore | None, trainee: str) -> str:
    """Return the first drill of a course that is not mastered; if all are, the least practised one.

    Args:
        course: The course; only its drills that consist of questions count.
        store: The file of answers; None for none.
        trainee: Name or code; empty for no name.
    """
    among = [name for name in course.drills if drill(name).kind in ANSWERED]
    if store is None:
        return among[0]
    practised: dict[str, int] = {}
    for name in among:
        drill_ = drill(name)
        figures = [store.figures(trainee, drill_.id, number) for number in drill_.levels]
        if not all(level_figures.mastered for level_figures in figures):
            return name
        practised[name] = sum(level_figures.answered for level_figures in figures)
    return min(among, key=lambda name: practised[name])


def open_level(drill_: Drill, store: TrainingStore | None, trainee: str) -> int:
    """Return the highest level that a trainee may practise: 90 per cent right in thirty items opens the next.

    Args:
        drill_: The drill.
        store: The file of answers; None for none, so that only the first level is open.
        trainee: Name or code; empty for no name.
    """
    numbers = list(drill_.levels)
    if store is not None:
        for number in numbers[:-1]:
            if not store.figures(trainee, drill_.id, number).opens_next:
                return number
        return numbers[-1]
    return numbers[0]


def helps_most(store: TrainingStore, trainee: str) -> str:
    """Return the id of the drill that helps a trainee most now.

    It is the drill of the weakest cell that is due; if nothing is due, the next drill of the course practised last.

    Args:
        store: The file of answers.
        trainee: Name or code; empty for no name.
    """
    for cell in store.today(trainee):
        if cell.drill in drill_ids() and drill(cell.drill).kind in ANSWERED:
            return cell.drill
    last = [weak.drill for weak in store.weakest(trainee, None, 1)]
    practised = [*last, *(name for name, _, _ in store.practised(trainee))]
    begun = [course for name in practised for course in courses() if name in course.drills]
    return next_drill((begun or list(courses()))[0], store, trainee)


def drill_row(drill_: Drill, store: TrainingStore, trainee: str) -> dict[str, object]:
    """Return a drill, its purpose and a trainee's figures for each of its levels, as plain data.

    Args:
        drill_: The drill.
        store: The file of answers.
        trainee: Name or code; empty for no name.

    Returns:
        `id`, `title`, `kind`, `skill`, `games`, and `levels`, each with its title, its target in seconds and its figures.
    """
    levels = []
    for number, level in drill_.levels.items():
        figures = store.figures(trainee, drill_.id, number)
        levels.append(
            {
                **fields(level, "level=number", "title", "target_seconds=target"),
                **fields(figures, "answered", "right=last.count", "of=last.of"),
                "median_seconds": None if figures.first_ms is None else str(figures.first_ms / 1000),
                **fields(figures, "best_streak", "mastered"),
            }
        )
    return {**fields(drill_, "id", "title", "kind", "skill", "games=doc.data.games"), "levels": levels}
