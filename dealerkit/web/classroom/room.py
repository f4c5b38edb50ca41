"""The instructor's page of a class: who is present, summaries, and the buttons that begin, pause and end it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.web import news
from dealerkit.web.class_states import ENDED, PAUSED, RUNNING, STATES, WAITING
from dealerkit.web.classroom import rooms
from dealerkit.web.classroom.addresses import base_for_others, picture
from dealerkit.web.classroom.joining import title_of
from dealerkit.web.classroom.pupils import TOLD, SeenPupil, at_drill, whereabouts
from dealerkit.web.classroom.report import keep_all
from dealerkit.web.classroom.room_words import again, level_of, mode_of
from dealerkit.web.classroom.rooms import Room, own_room
from dealerkit.web.people import LOOK_ON, TEACH
from dealerkit.web.presence import now as seconds_now
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit, get, post, stream

EVERY = 3.0
"""Seconds between updates of the instructor's page without news, so that it shows a trainee who went offline."""


def room_page(visit: Visit) -> Response:
    """Show the page of the class."""
    room = own_room(visit)
    base = base_for_others(visit.site.settings, visit.request.headers.get("host", ""), visit.request.url.scheme)
    to = f"{base}{visit.url('class.scanned', code=room.code)}" if base else ""
    return visit.page(
        "classroom/room.html",
        room=room,
        title=title_of(room),
        states=STATES,
        mode=mode_of(room),
        level=level_of(room),
        to=to,
        short=f"{base}{visit.url('class.join')}".partition("://")[2] if base else "",
        qr=picture(to) if to else "",
        pupils=seen(visit, room),
        again=again(room),
    )


def seen(visit: Visit, room: Room) -> list[SeenPupil]:
    """Return all trainees of a class, with presence and summary."""
    moment = seconds_now()
    seen_pupils = []
    for place in rooms.places(visit.site.store, room.id):
        there, words = whereabouts(place, visit.site.presence.of(place.id), moment)
        at = asked = None
        if place.table:
            try:
                if room.drill is not None:
                    asked = at_drill(visit.site.sittings.find(place.table), place.name)
                else:
                    at = TOLD.of(visit.site.tables.find(place.table))
            except DealerkitError as error:  # the rules of a house have changed: the others are shown all the same
                words = f"{words}; the table can't be rebuilt: {error}"
        seen_pupils.append(SeenPupil(place, there, words, at, asked))
    return seen_pupils


def people(visit: Visit) -> Response:
    """Return the part of the page that changes."""
    room = own_room(visit)
    return visit.page("classroom/people.html", room=room, pupils=seen(visit, room), states=STATES)


async def events(visit: Visit) -> AsyncIterator[str]:
    """Send an event whenever something changes in a class, or at a table that is being watched."""
    room, table = await run_in_threadpool(own_room, visit), visit.query("table")
    if table:
        await run_in_threadpool(visit.site.tables.find, table, visit.person)
    subject = f"table/{table}" if table else room.subject
    async for changed in visit.site.news.of(subject, EVERY):
        yield news.event("changed" if changed else "beat", "")


def changed(visit: Visit) -> Response:
    """Start, pause or end a class, for all at once.

    Raises:
        Refused: If the form names no state that a class can be in (422).
    """
    room, state = own_room(visit), visit.field("state")
    allowed = {WAITING: (RUNNING, ENDED), RUNNING: (PAUSED, ENDED), PAUSED: (RUNNING, ENDED), ENDED: ()}
    if state not in STATES:
        raise Refused(422, "a class is started, paused, resumed or ended")
    if state in allowed[room.state]:
        room = rooms.change(visit.site.store, room, state)
        visit.site.news.tell(room.subject)
        _hold(visit, room)
    if room.state == ENDED:
        keep_all(visit, room)
        return visit.go("class.report", id=room.id)
    return visit.go("class.room", id=room.id)


def _hold(visit: Visit, room: Room) -> None:
    """Stop the clocks of a class's tables while it is paused, and start them again."""
    for place in rooms.places(visit.site.store, room.id):
        with contextlib.suppress(DealerkitError):
            if not place.table:
                continue
            live = visit.site.sittings.find(place.table) if room.drill is not None else visit.site.tables.find(place.table)
            if room.state == RUNNING:
                live.go_on()
            else:
                live.hold()


ROUTES = [
    get("/class/room/{id}", room_page, name="class.room", may=LOOK_ON),
    get("/class/room/{id}/people", people, name="class.people", may=LOOK_ON),
    stream("/class/room/{id}/events", events, name="class.events", may=LOOK_ON),
    post("/class/room/{id}/state", changed, name="class.state", may=TEACH),
]
