"""The instructor's read-only view of one trainee: the felt as the trainee sees it, the slips, the last acts."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from dealerkit.training.walk import wording
from dealerkit.web.classroom import rooms
from dealerkit.web.classroom.joining import title_of
from dealerkit.web.classroom.pupils import at_drill, at_table, whereabouts
from dealerkit.web.classroom.rooms import ClassPlace, Room, own_room
from dealerkit.web.deal.felt import drawn
from dealerkit.web.drills.question import shown
from dealerkit.web.people import LOOK_ON
from dealerkit.web.presence import now as seconds_now
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import LiveSitting
from dealerkit.web.tables import LiveTable
from dealerkit.web.visit import Visit, get


def _place(visit: Visit, room: Room) -> ClassPlace:
    place = next((each for each in rooms.places(visit.site.store, room.id) if each.id == visit.path("place")), None)
    if place is None:
        raise Refused(404, "no one in this class has that seat; go back to the room")
    return place


def look(visit: Visit) -> Response:
    """Show a trainee's table or question, read-only."""
    room = own_room(visit)
    place = _place(visit, room)
    there, words = whereabouts(place, visit.site.presence.of(place.id), seconds_now())
    values: dict[str, Any] = {"table": None, "asked": None}
    if place.table and room.drill is not None:
        values["asked"] = _sat(visit.site.sittings.find(place.table), place.name)
    elif place.table:
        values["table"] = _looked(visit.site.tables.find(place.table))
    template = "classroom/table.html" if visit.part or visit.query("part") else "classroom/look.html"
    return visit.page(template, room=room, place=place, title=title_of(room), there=there, said=words, **values)


def _sat(live: LiveSitting, name: str) -> dict[str, Any]:
    """Return the template data of a trainee's drill: the current question and the last answers."""
    with live.lock:
        over = live.over
        last = [
            {
                "number": len(live.answers) - at,
                "ask": " ".join((*live_answer.taken.item.question.show[:4], live_answer.taken.item.question.ask)),
                "said": live_answer.taken.item.question.reply.say(live_answer.taken.answer)
                if live_answer.taken.answer
                else "no answer",
                "right": live_answer.taken.right,
                "put_right": live_answer.taken.put_right,
            }
            for at, live_answer in enumerate(reversed(live.answers[-6:]))
        ]
        return {
            "at": at_drill(live, name),
            "number": live.number,
            "question": None if over else shown(live.item().question),
            "last": last,
        }


def _looked(live: LiveTable) -> dict[str, Any]:
    """Return the template data of a trainee's table: the felt, the last acts, the last slips."""
    with live.lock:
        session = live.session
        table = session.table
        log = table.log[session.began :][-12:]
        findings = session.findings()
        slips = [
            {
                "title": explained.title, "severity": explained.severity, "why": explained.why, "cite": ", ".join(explained.cite),
                "what": wording.what_was_wrong(table, finding),
            }
            for finding, explained in ((finding, table.explain(finding)) for finding in findings[-6:])
        ]  # fmt: skip
        return {
            "view": drawn(table),
            "log": len(table.log),
            "acts": [(act.who == "d", wording.said_at(table, act)) for act in reversed(log)],
            "slips": list(reversed(slips)),
            "at": at_table(live),
        }


ROUTES = [get("/class/room/{id}/look/{place}", look, name="class.look", may=LOOK_ON)]
