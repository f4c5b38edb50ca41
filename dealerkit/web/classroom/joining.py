"""Joining a class with its code and a name, without a password; trainees find their table again after any interruption."""

from __future__ import annotations

import threading
import time

import attrs
from starlette.responses import RedirectResponse, Response

from dealerkit.rules.games import game as load
from dealerkit.training.drills import drill
from dealerkit.web.class_states import ENDED, RUNNING, STATES
from dealerkit.web.classroom import rooms
from dealerkit.web.classroom.codes import read_code
from dealerkit.web.classroom.rooms import NO_ROOM, ClassPlace, Room
from dealerkit.web.guard import PLACE
from dealerkit.web.names import name_of
from dealerkit.web.people import PRACTISE, place_in, place_token
from dealerkit.web.presence import Beat, now
from dealerkit.web.refusals import Refused
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.users.people import address_of
from dealerkit.web.visit import Visit, get, post

MOST_WAITING = 100_000
DEALT = "Your hands are saved."
ANSWERED = "Your answers are saved; now see what was right."
TOO_MANY = "Too many wrong codes from here; wait a minute, then try again."
_opening = threading.Lock()


def here(visit: Visit) -> tuple[Room, ClassPlace] | None:
    """Return the visitor's class and place in it; None if the visitor is in no class."""
    return rooms.place_of(visit.site.store, place_in(visit.cookie(PLACE), visit.site.store.secret))


def index(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Show the form for code and name; take a visitor who is in a class already back to it.

    Args:
        visit: The visit.
        status: The HTTP status.
        wrong: The error message; empty if there is none.
    """
    typed = visit.field("code") or visit.query("code")
    joined = here(visit)
    if joined is not None and joined[0].state == ENDED:
        joined = None
    return visit.page(
        "classroom/join.html",
        status,
        code=read_code(typed) or typed[:40],
        called=visit.field("name")[:200],
        wrong=wrong,
        back=joined if joined is not None and visit.request.method == "GET" else None,
        namesake=None,
    )


def joined(visit: Visit) -> Response:
    """Give a trainee a place in the class, from the form with code and name; if the name is taken, ask whether it is the same
    person.
    """
    store, code = visit.site.store, read_code(visit.field("code"))
    wrong, address = visit.site.wrong_codes, address_of(visit.request)
    if wrong.address_waits(address):
        return index(visit, 429, TOO_MANY)
    room = rooms.by_code(store, code) if code else None
    if room is None and wrong.note(visit.token, address):
        return index(visit, 429, TOO_MANY)
    if room is None:
        return index(visit, 422, f"{NO_ROOM[0].upper()}{NO_ROOM[1:]}.")
    if room.state == ENDED:
        return index(visit, 422, "This class is over; ask for the next class's code.")
    name = name_of(visit.field("name"))
    if not name:
        return index(visit, 422, "Enter your name, or the code you were given.")
    same = rooms.namesakes(store, room, name)
    current = here(visit)
    if current is not None and current[0].id == room.id and current[1] in same:
        return visit.go("class.here")
    who = visit.field("who")
    if same and who not in ("another", *(other.id for other in same)):
        return visit.page(
            "classroom/join.html",
            422,
            code=room.code,
            called=name,
            wrong="",
            back=None,
            namesake=[(other, _is_there(visit, other)) for other in same],
        )
    if same and who != "another":
        return _come_back(visit, room, next(other for other in same if other.id == who))
    place = rooms.join(store, room, name)
    visit.remember(PLACE, place_token(place.id, store.secret))
    visit.site.news.tell(room.subject)
    return visit.go("class.here")


def _is_there(visit: Visit, place: ClassPlace) -> bool:
    beat = visit.site.presence.of(place.id)
    return beat is not None and beat.there(now())


def _come_back(visit: Visit, room: Room, place: ClassPlace) -> Response:
    """Give a trainee their place in another browser, unless it is in use now."""
    if _is_there(visit, place):
        raise Refused(
            409, f"{place.name} is at the table now in another browser; close that page first, or join under another name"
        )
    rooms.set_gone(visit.site.store, place, None)
    visit.remember(PLACE, place_token(place.id, visit.site.store.secret))
    visit.site.news.tell(room.subject)
    return visit.go("class.here")


def waiting(visit: Visit) -> Response:
    """Take a trainee to the table; before and after the class, show a waiting page."""
    joined = here(visit)
    if joined is None:
        return visit.go("class.join")
    room, place = joined
    if place.gone is not None:
        rooms.set_gone(visit.site.store, place, None)
        visit.site.news.tell(room.subject)
    to = address(visit, room, place)
    if to and not visit.query("stay"):
        return RedirectResponse(to, 303)
    again = after(room, place) if place.table else ""
    return visit.page("classroom/here.html", room=room, place=place, title=title_of(room), to=to, again=again, states=STATES)


def title_of(room: Room) -> str:
    """Return the title of a class: its game or drill."""
    if room.walk is not None:
        return load(room.walk.game, room.walk.rules, dict(room.walk.settings)).title
    assert room.drill is not None
    return f"{drill(room.drill.drill).title}, level {room.drill.level}"


def table_address(room: Room, table: str) -> str:
    """Return the address of a trainee's table, or in a class that drills, of the trainee's series of questions."""
    return f"/deal/{table}" if room.walk is not None else f"/drills/sitting/{table}"


def address(visit: Visit, room: Room, place: ClassPlace) -> str:
    """Return the address of a trainee's table or series of questions, opening it if necessary; empty before and after the class.

    Args:
        visit: The visit.
        room: The class.
        place: The person's place in it.
    """
    if room.state == ENDED or (room.state != RUNNING and not place.table):
        return ""
    return table_address(room, table_of(visit, room, place))


def table_of(visit: Visit, room: Room, place: ClassPlace) -> str:
    """Return the id of a trainee's table or series of questions, opening it if necessary. All of a class get the same.

    Args:
        visit: The visit.
        room: The class.
        place: The person's place in it.
    """
    if place.table:
        return place.table
    with _opening:  # under a lock: two requests of one trainee open one table
        fresh = rooms.place_of(visit.site.store, place.id)
        if fresh is not None and fresh[1].table:
            return fresh[1].table
        return rooms.give_table(visit.site.store, place, _begun(visit, room, place))


def _begun(visit: Visit, room: Room, place: ClassPlace) -> str:
    """Open a table or a sitting for a trainee, and return its id."""
    if room.walk is not None:
        return visit.site.tables.open(room.walk, place.person, TableTask(place.typed, room=room.id)).id
    assert room.drill is not None
    return visit.site.sittings.open(attrs.evolve(room.drill, trainee=place.typed, room=room.id), place.person).id


def beat(visit: Visit) -> Response:
    """Record that a trainee's page is alive, and answer with the state of the class."""
    joined = here(visit)
    if joined is None:
        return visit.answer({"room": None})
    room, place = joined
    sent = visit.json()
    waits = sent.get("waiting", 0)
    beat_now = Beat(
        at=now(),
        waiting=min(max(0, int(waits)), MOST_WAITING) if isinstance(waits, int) else 0,
        closed=sent.get("closed") is True,
        hidden=sent.get("hidden") is True,
    )
    if visit.site.presence.tell(place.id, beat_now):
        visit.site.news.tell(room.subject)
    to = ""
    if room.state != ENDED and (place.table or room.state == RUNNING):
        to = visit.url("class.here") if not place.table else table_address(room, place.table)
    return visit.answer(
        {
            "room": room.code, "state": room.state, "name": place.name, "number": place.number, "by": room.by, "to": to,
            "here": visit.url("class.here") if room.walk is not None or not place.table else after(room, place),
            "done": DEALT if room.walk is not None else ANSWERED,
        }
    )  # fmt: skip


def after(room: Room, place: ClassPlace) -> str:
    """Return the address of a trainee's own results."""
    to = table_address(room, place.table)
    return to if room.walk is not None else f"{to}/result"


def left(visit: Visit) -> Response:
    """Take a trainee out of the class; their hands remain in its report."""
    joined = here(visit)
    if joined is not None:
        rooms.set_gone(visit.site.store, joined[1], time.time())
        visit.site.news.tell(joined[0].subject)
    visit.remember(PLACE, "")
    return visit.go("class.join")


def by_link(visit: Visit) -> Response:
    """Take a trainee to the class whose code is in the scanned address, and remove the code from the address."""
    return visit.go("class.join", {"code": read_code(visit.path("code")) or visit.path("code")[:40]})


ROUTES = [
    get("/join", index, name="class.join", may=PRACTISE),
    post("/join", joined, name="class.joined", may=PRACTISE),
    get("/join/{code}", by_link, name="class.scanned", may=PRACTISE),
    get("/class/here", waiting, name="class.here", may=PRACTISE),
    post("/class/here/left", left, name="class.left", may=PRACTISE),
    post("/class/beat", beat, name="class.beat", may=PRACTISE),
]
