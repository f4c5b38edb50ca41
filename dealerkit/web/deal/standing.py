"""The end of a table: how somebody stands at what was dealt, and the level that is open to them."""

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
    """The offer at the end of a table: how somebody stands, and the next level.

    Attributes:
        trainee: Under whose name it is kept; empty for no name.
        kept: Whether something is kept.
        unkept: Why something is not saved yet; empty if all is.
        said: How somebody stands, in words; empty where there is nothing to say.
        drill: The drill that is gone on with; empty for none.
        level: The level that is offered; 0 for none.
        title: What that level asks.
    """

    trainee: str
    kept: bool
    unkept: str
    said: str = ""
    drill: str = ""
    level: int = 0
    title: str = ""


def standing(live: LiveTable) -> AfterTable:
    """Return what comes after a table, for the dealer it."""
    task = live.task
    found = AfterTable(task.trainee, bool(live.notes.get("sitting")), live.unkept)
    try:
        return _of_drill(live, found) if task.drill else _of_walk(live, found)
    except DealerkitError:  # the file of training cannot be read, or the rules have no such level any more
        return found


def _of_drill(live: LiveTable, found: AfterTable) -> AfterTable:
    task, made = live.task, drill(live.task.drill)
    if made.kind != "walked":
        return found
    with training() as store:
        figures, now = store.figures(task.trainee, made.id, task.level), open_level(made, store, task.trainee)
    if figures.opens_next:
        said = f"Level {task.level} is open to its end: {figures.last.count} of the last {figures.last.of} right."
    else:
        said = f"To master level {task.level}: {', '.join(figures.missing)}."
    further = max(task.level, now)
    return attrs.evolve(found, said=said, drill=made.id, level=further, title=made.level(further).title)


def _of_walk(live: LiveTable, found: AfterTable) -> AfterTable:
    """Offer the level after the passed one."""
    game, number = live.session.table.game, live.plan.level
    further = next((one for one in levels(game) if one > number), 0)
    score = live.session.score()
    if not (further and live.session.times and score.passed and live.plan.bots):
        return found
    return attrs.evolve(found, level=further, title=level(game, further).title)
