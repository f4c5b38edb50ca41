"""Drills on real chips or cards against the clock: an instructor starts and stops it, and says right or names the fault.

Each try is kept as `dealerkit observe DRILL` keeps it, as marked by a person, once: it has its number in the sitting.
"""

from __future__ import annotations

import statistics
import threading
from typing import Any, Final

from starlette.responses import Response

from dealerkit.training.answers import Answer
from dealerkit.training.drill_run import in_seconds
from dealerkit.training.drills import Drill, DrillLevel
from dealerkit.training.store.sessions import TrainingSession
from dealerkit.training.watching import keep_try
from dealerkit.web.drills.pages import known_drill
from dealerkit.web.names import name_of
from dealerkit.web.people import TEACH
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import training
from dealerkit.web.visit import Visit, get, is_measure, post, whole

LONGEST: Final = 3600.0
"""Seconds: no try takes longer."""
MOST: Final = 500
"""Most tries in a sitting."""
_keeping = threading.Lock()


def begin(visit: Visit) -> Response:
    """Begin to time somebody at a level of a drill."""
    made = known_drill(visit.field("drill"))
    if made.kind != "timed":
        raise Refused(422, f"{made.title} is not timed by an instructor; its page says how it is done")
    said = visit.field("level", "1")
    number = whole(said, 2)
    if number is None:
        raise Refused(422, f"the level is a whole number, not '{said[:40]}'")
    level = made.level(number)
    with training() as store:
        session = store.begin("observe", name_of(visit.field("trainee")), made.id)
    return visit.go("drills.timed", {"level": level.number}, id=session)


def _found(visit: Visit) -> tuple[TrainingSession, Drill, DrillLevel, list[Answer]]:
    """Return the sitting, its drill and level, and the tries that are kept.

    Raises:
        Refused: If nobody is timed under that address.
    """
    name, asked = visit.path("id"), whole(visit.query("level", "1"), 2)
    with training() as store:
        session = next((one for one in store.sessions() if one.id == name and one.kind == "observe"), None)
        tries = list(store.answers(session=name)) if session is not None else []
    if session is None or not session.label or "/" not in session.label:
        raise Refused(404, "nobody is timed under that address; start again")
    made = known_drill(session.label)
    number = tries[0].level if tries else 1 if asked is None else asked
    return session, made, made.level(number), tries


def page(visit: Visit) -> Response:
    """Show the clock, the faults, and the tries so far."""
    session, made, level, tries = _found(visit)
    times = [one.total_ms / 1000 for one in tries if one.total_ms is not None]
    return visit.page(
        "drills/timed.html",
        session=session,
        made=made,
        level=level,
        faults=[str(one) for one in level.told.get("faults", ())],
        fails={str(name): int(count) for name, count in (level.told.get("fails") or {}).items()},
        task=str(level.told.get("task", made.skill)),
        target=in_seconds(int(level.target * 1000)),
        tries=[(number, one.total_ms or 0, one.given, one.right) for number, one in enumerate(tries, 1)],
        right=sum(one.right for one in tries),
        middle=statistics.median(times) if times else None,
    )


def keep(visit: Visit) -> Response:
    """Keep a try; one that is sent twice is kept once."""
    said: dict[str, Any] = visit.json()
    session, made, level, _ = _found(visit)
    number, seconds, faults = said.get("number"), said.get("seconds"), said.get("faults")
    known = {str(one) for one in level.told.get("faults", ())}
    counted = isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= MOST
    named = isinstance(faults, list) and len(faults) <= 50 and all(isinstance(one, str) and one in known for one in faults)
    if not (counted and is_measure(seconds) and 0 < seconds <= LONGEST and named):
        raise Refused(422, "that is not a try; load the page again")
    assert isinstance(number, int)
    assert isinstance(faults, list)
    with _keeping, training() as store:
        kept = sum(1 for _ in store.answers(session=session.id))
        if number > kept + 1:
            raise Refused(409, "an earlier try was not saved; load the page again")
        if number == kept + 1:
            keep_try(store, session.id, made.id, level.number, level.target, session.trainee, number, float(seconds), faults)
            kept = number
    return visit.answer({"kept": kept})


ROUTES = [
    post("/drills/timed", begin, name="drills.time", may=TEACH),
    get("/drills/timed/{id}", page, name="drills.timed", may=TEACH),
    post("/drills/timed/{id}", keep, name="drills.try", may=TEACH),
]
