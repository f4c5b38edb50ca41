"""Saving the results of tables dealt in a browser for the trainee's progress, as `dealerkit walk` does."""

from __future__ import annotations

from dealerkit.errors import DealerkitError
from dealerkit.training.walk.code import NoCode, encode
from dealerkit.training.walk_results import WALK, WalkKeeper
from dealerkit.web.sittings import now, training
from dealerkit.web.tables import LiveTable

SITTING = "sitting"
"""Note of a table with the id of its training session."""


def seed_of(live: LiveTable) -> str:
    """Return the code with which the same table can be dealt at a terminal; if it has no code, as in a drill, the seed."""
    if live.task.drill:
        return str(live.plan.seed)
    try:
        return encode(live.plan, live.session.table.game.sha256)
    except (NoCode, DealerkitError):
        return str(live.plan.seed)


def keep_walk(live: LiveTable, *, whole: bool = False) -> None:
    """Save the finished rounds of a table and its slips, each once.

    Nothing is saved of an exam that was not handed in, nor of the hands of an exam that a person marks.

    Args:
        live: The table.
        whole: Whether the table is over, so that slips of an unfinished round are saved too.

    Raises:
        TrainingError: If it cannot be saved now; the next call tries again.
    """
    with live.lock:
        session = live.session
        slips = whole and (bool(session.findings()) or bool(session.taken_back))
        if (
            live.task.again
            or live.task.exam
            or (live.plan.mode == "exam" and not (whole or live.handed_in))
            or not (session.times or slips)
        ):
            return
        drill = WALK if live.task.practice else live.task.drill or WALK  # as the terminal saves the hands of an exam
        with training() as store:
            sitting = live.notes.get(SITTING, "")
            if not sitting:
                sitting = store.begin("walk", live.task.trainee, "" if live.task.practice else live.task.drill)
                live.write_down(**{SITTING: sitting})
            keeper = WalkKeeper(
                store,
                sitting,
                live.task.trainee,
                live.plan.mode,
                now,
                seed_of(live),
                drill=drill,
                level=1 if live.task.practice else live.task.level or 1,
                paced=live.task.paced,
            )
            keeper.keep(session, live.helped, store.answers(session=sitting))
