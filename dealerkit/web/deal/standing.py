"""The end of a training table: the trainee's progress, and the next level to take."""

from __future__ import annotations

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.training.action.levels import level, levels
from dealerkit.training.drill_choice import open_level
from dealerkit.training.drills import drill
from dealerkit.web.sittings import training
from dealerkit.web.tables import LiveTable


@attrs.frozen
class AfterTable:
    """The offer at the end of a table: progress, and the next level.

    Attributes:
        trainee: Name under which it is saved; may be empty.
        kept: Whether anything is saved.
        unkept: Reason why something is not saved yet; empty if all is.
        said: The progress in words; may be empty.
        drill: The drill to continue with; empty for none.
        level: The offered level; 0 for none.
        title: The level's title.
    """

    trainee: str
    kept: bool
    unkept: str
    said: str = ""
    drill: str = ""
    level: int = 0
    title: str = ""


def standing(live: LiveTable) -> AfterTable:
    """Return the offer at the end of a table, for its dealer."""
    task = live.task
    after = AfterTable(task.trainee, bool(live.notes.get("sitting")), live.unkept)
    try:
        return _of_drill(live, after) if task.drill else _of_walk(live, after)
    except DealerkitError:  # the training file cannot be read, or the rules no longer have such a level
        return after


def _of_drill(live: LiveTable, after: AfterTable) -> AfterTable:
    task, drill_ = live.task, drill(live.task.drill)
    if drill_.kind != "walked":
        return after
    with training() as store:
        figures, now = store.figures(task.trainee, drill_.id, task.level), open_level(drill_, store, task.trainee)
    if figures.opens_next:
        summary = f"Level {task.level} is open to its end: {figures.last.count} of the last {figures.last.of} right."
    else:
        summary = f"To master level {task.level}: {', '.join(figures.missing)}."
    further = max(task.level, now)
    return attrs.evolve(after, said=summary, drill=drill_.id, level=further, title=drill_.level(further).title)


def _of_walk(live: LiveTable, after: AfterTable) -> AfterTable:
    """Add the next level to the offer, if the present one was passed."""
    game, number = live.session.table.game, live.plan.level
    further = next((number_ for number_ in levels(game) if number_ > number), 0)
    score = live.session.score()
    if not (further and live.session.times and score.passed and live.plan.bots):
        return after
    return attrs.evolve(after, level=further, title=level(game, further).title)
