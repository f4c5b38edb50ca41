"""The report of a class: each trainee's hands or answers, and the most frequent slips; as a page, on paper or as PDF."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from starlette.responses import Response

from dealerkit.catalogue.findings import known_findings
from dealerkit.errors import DealerkitError
from dealerkit.judge.severity import line_of
from dealerkit.rules.texts import text
from dealerkit.sheets.document import Document
from dealerkit.training.class_drill_sheet import AskedOfAll, DrilledPupil, asked_of_all, drill_sheet
from dealerkit.training.class_sheet import Dealings, Pupil, class_sheet
from dealerkit.training.walk import wording
from dealerkit.training.walk.code import Plan
from dealerkit.web.class_states import ENDED, STATES
from dealerkit.web.classroom import rooms
from dealerkit.web.classroom.joining import title_of
from dealerkit.web.classroom.observe import paper
from dealerkit.web.classroom.pupils import TOLD, at_drill
from dealerkit.web.classroom.room_words import again, game_of, level_of, mode_of
from dealerkit.web.classroom.rooms import ClassPlace, Room, own_room
from dealerkit.web.kept_walks import SITTING, keep_walk
from dealerkit.web.local_time import clock, when
from dealerkit.web.pages import fragment
from dealerkit.web.people import LOOK_ON
from dealerkit.web.visit import Visit, get


def _dealt(visit: Visit, place: ClassPlace) -> Dealings:
    if not place.table:
        return Dealings(score="nothing was dealt")
    try:
        return TOLD.of(visit.site.tables.find(place.table)).dealt
    except DealerkitError as error:
        return Dealings(score=f"the table can't be rebuilt: {error}")


def pupils_of(visit: Visit, room: Room) -> list[Pupil]:
    """Return the trainees of a class, with their hands, for its report."""
    pupils = []
    for place in rooms.places(visit.site.store, room.id):
        note = f"left at {clock(place.gone)[:5]}" if place.gone is not None else ""
        pupils.append(Pupil(place.name, _dealt(visit, place), note))
    return pupils


def slip_titles(plan: Plan) -> Callable[[str], str]:
    """Return a function from a finding's code to its title under the rules of a class."""
    known = known_findings(game_of(plan))
    return lambda code: text(line_of(known, code).get("title", "")) or code


def word_of(visit: Visit, room: Room) -> str:
    """Return the word for a round in a class: `hand`, `coup`."""
    for place in rooms.places(visit.site.store, room.id):
        with contextlib.suppress(DealerkitError):
            if place.table:
                return wording.round_word(visit.site.tables.find(place.table).session.table)
    return "hand"


def report(visit: Visit) -> Response:
    """Show the report of a class, finished or not."""
    room = own_room(visit)
    if room.state == ENDED:
        keep_all(visit, room)  # a killed server may have left some unsaved
    document = _document(visit, room)
    return visit.page("classroom/report.html", room=room, title=title_of(room), states=STATES, told=fragment(document))


def _document(visit: Visit, room: Room) -> Document:
    """Return the report as a document, for page and paper."""
    title, facts = title_of(room), _facts(room)
    if room.walk is None:
        return drill_sheet(title, facts, *drilled_of(visit, room))
    return class_sheet(title, facts, pupils_of(visit, room), slip_titles(room.walk), word_of(visit, room))


def drilled_of(visit: Visit, room: Room) -> tuple[list[DrilledPupil], list[AskedOfAll]]:
    """Return the trainees of a class that drills, and every question that anybody answered."""
    pupils, sat = [], []
    for place in rooms.places(visit.site.store, room.id):
        note = f"left at {clock(place.gone)[:5]}" if place.gone is not None else ""
        pupil = DrilledPupil(place.name, note=note)
        with contextlib.suppress(DealerkitError):
            if place.table:
                live = visit.site.sittings.find(place.table)
                sat.append(live)
                pupil = at_drill(live, place.name, note).stands
        pupils.append(pupil)
    taken = [[answer.taken for answer in live.answers] for live in sat]
    longest = max(sat, key=lambda live: len(live.answers), default=None)
    why = [list(longest.run.why(answer.taken)) for answer in longest.answers] if longest is not None else []
    return pupils, asked_of_all(taken, why)


def _facts(room: Room) -> list[tuple[str, str]]:
    until = f" to {clock(room.ended)[:5]}" if room.ended is not None else ""
    facts = [("Date", f"{when(room.made)}{until}"), ("Taught by", room.by), ("Help", mode_of(room)), ("Level", level_of(room))]
    return [(label, value) for label, value in [*facts, ("To repeat it", again(room))] if value]


def report_paper(visit: Visit) -> Response:
    """Return the report to print, as HTML or PDF."""
    room = own_room(visit)
    return paper(visit, _document(visit, room), f"class-{room.code}")


def keep_all(visit: Visit, room: Room) -> None:
    """Save every trainee's hands in a class for progress, once each; after a failure, the next visit tries again."""
    for place in rooms.places(visit.site.store, room.id):
        if place.kept or not place.table or room.walk is None:  # the answers are saved already
            continue
        with contextlib.suppress(DealerkitError):  # the rules of a house have changed: the others are saved all the same
            live = visit.site.tables.find(place.table)
            live.hand_in()
            keep_walk(live, whole=True)
            if sitting := live.notes.get(SITTING):
                rooms.keep(visit.site.store, place, sitting)


ROUTES = [
    get("/class/room/{id}/report", report, name="class.report", may=LOOK_ON),
    get("/class/room/{id}/paper", report_paper, name="class.paper", may=LOOK_ON),
]
