"""Timed drills with real chips or cards: an instructor starts and stops the clock, and marks each try as right or names the
fault.

Each try is saved once, as marked by a person, like those of `dealerkit observe DRILL`; its number in the session identifies it.
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
"""Most seconds of a try."""
MOST: Final = 500
"""Most tries in a sitting."""
_keeping = threading.Lock()


def begin(visit: Visit) -> Response:
    """Begin to time a trainee at a level of a drill."""
    drill_ = known_drill(visit.field("drill"))
    if drill_.kind != "timed":
        raise Refused(422, f"{drill_.title} is not a drill that an instructor times; see its page")
    text = visit.field("level", "1")
    number = whole(text, 2)
    if number is None:
        raise Refused(422, f"the level must be a whole number, not '{text[:40]}'")
    level = drill_.level(number)
    with training() as store:
        session = store.begin("observe", name_of(visit.field("trainee")), drill_.id)
    return visit.go("drills.timed", {"level": level.number}, id=session)


def _timed_session(visit: Visit) -> tuple[TrainingSession, Drill, DrillLevel, list[Answer]]:
    """Return the session in the address, its drill and level, and its tries so far.

    Raises:
        Refused: If there is no such session.
    """
    name, asked = visit.path("id"), whole(visit.query("level", "1"), 2)
    with training() as store:
        session = next((session_ for session_ in store.sessions() if session_.id == name and session_.kind == "observe"), None)
        tries = list(store.answers(session=name)) if session is not None else []
    if session is None or not session.label or "/" not in session.label:
        raise Refused(404, "no session at that address; start again")
    drill_ = known_drill(session.label)
    number = tries[0].level if tries else 1 if asked is None else asked
    return session, drill_, drill_.level(number), tries


def page(visit: Visit) -> Response:
    """Show the clock, the faults, and the tries so far."""
    session, drill_, level, tries = _timed_session(visit)
    times = [try_.total_ms / 1000 for try_ in tries if try_.total_ms is not None]
    return visit.page(
        "drills/timed.html",
        session=session,
        made=drill_,
        level=level,
        faults=[str(fault) for fault in level.told.get("faults", ())],
        fails={str(name): int(count) for name, count in (level.told.get("fails") or {}).items()},
        task=str(level.told.get("task", drill_.skill)),
        target=in_seconds(int(level.target * 1000)),
        tries=[(number, try_.total_ms or 0, try_.given, try_.right) for number, try_ in enumerate(tries, 1)],
        right=sum(try_.right for try_ in tries),
        middle=statistics.median(times) if times else None,
    )


def keep(visit: Visit) -> Response:
    """Save a try; if it is sent twice, it is saved only once."""
    sent: dict[str, Any] = visit.json()
    session, drill_, level, _ = _timed_session(visit)
    number, seconds, faults = sent.get("number"), sent.get("seconds"), sent.get("faults")
    known = {str(fault) for fault in level.told.get("faults", ())}
    counted = isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= MOST
    named = isinstance(faults, list) and len(faults) <= 50 and all(isinstance(fault, str) and fault in known for fault in faults)
    if not (counted and is_measure(seconds) and 0 < seconds <= LONGEST and named):
        raise Refused(422, "the attempt can't be read; load the page again")
    assert isinstance(number, int)
    assert isinstance(faults, list)
    with _keeping, training() as store:
        kept = sum(1 for _ in store.answers(session=session.id))
        if number > kept + 1:
            raise Refused(409, "an earlier attempt was not saved; load the page again")
        if number == kept + 1:
            keep_try(store, session.id, drill_.id, level.number, level.target, session.trainee, number, float(seconds), faults)
            kept = number
    return visit.answer({"kept": kept})


ROUTES = [
    post("/drills/timed", begin, name="drills.time", may=TEACH),
    get("/drills/timed/{id}", page, name="drills.timed", may=TEACH),
    post("/drills/timed/{id}", keep, name="drills.try", may=TEACH),
]
