"""The instructor's pages of a class: a room opened, who is where, start and pause for all, a look at a table, the report."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from dealerkit.catalogue.findings import known_findings, line_of
from dealerkit.errors import DealerkitError
from dealerkit.rules.games import Game, games
from dealerkit.rules.games import game as load
from dealerkit.rules.texts import text
from dealerkit.training import class_sheet
from dealerkit.training.class_sheet import Dealt, Pupil
from dealerkit.training.help_modes import MODES
from dealerkit.training.walk import opening, wording
from dealerkit.training.walk.code import NoCode, Plan, encode
from dealerkit.training.walk.felt_text import draw, signs
from dealerkit.web import news
from dealerkit.web.class_states import ENDED, PAUSED, RUNNING, STATES, WAITING
from dealerkit.web.classroom import rooms
from dealerkit.web.classroom.addresses import base_for_others, picture
from dealerkit.web.classroom.joining import title_of
from dealerkit.web.classroom.observe import choices, paper
from dealerkit.web.classroom.pupils import SeenPupil, TablesTold, at_table, clock, whereabouts
from dealerkit.web.classroom.rooms import ClassPlace, Room
from dealerkit.web.kept_walks import SITTING, keep_walk
from dealerkit.web.names import name_of
from dealerkit.web.presence import now as seconds_now
from dealerkit.web.refusals import Refused
from dealerkit.web.tables import LiveTable
from dealerkit.web.visit import Visit, get, post, stream

MODE_WORDS = {
    "learn": "learn: each step is said before it is done",
    "guided": "guided: slips are told at once",
    "practice": "practice: slips are told after each hand",
    "exam": "exam: nothing is told before the end",
}
LEVEL_WORDS = {
    "0": "none: deal only",
    "1": "1: point to whoever is to act and say the bet",
    "2": "2: calls, and how much it is",
    "3": "3: count and give change",
    "4": "4: read every tabled hand, and patrons err",
}
EVERY = 3.0
"""Seconds after which the instructor's page is brought up to date though nothing was told: somebody may have gone silent."""
_told = TablesTold()


def index(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Ask what the class shall do, and list the rooms of before."""
    known = [(one, title_of(one)) for one in rooms.rooms_of(visit.site.store, visit.person)]
    fields = ("game", "level", "mode", "seats", "seed", "by")
    usual = {"game": visit.site.settings.game, "level": "0", "mode": "guided", "by": visit.person.name}
    said = {name: visit.field(name, usual.get(name, "")) for name in fields}
    return visit.page(
        "classroom/index.html",
        status,
        choices=list(choices()),
        said=said,
        modes=MODE_WORDS,
        levels=LEVEL_WORDS,
        wrong=wrong,
        rooms=[(one, title, _day(one.made)) for one, title in known],
        states=STATES,
    )


def _day(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def opened(visit: Visit) -> Response:
    """Open a room: the table is tried first, so that nobody is led to one that there cannot be."""
    game, level, mode = visit.field("game"), visit.field("level", "0"), visit.field("mode", "guided")
    if game not in games():
        return index(visit, 422, "Choose the game that is dealt.")
    if level not in LEVEL_WORDS or mode not in MODES:
        return index(visit, 422, "Choose level and help from the lists.")
    seats, seed = visit.field("seats").strip(), visit.field("seed").strip()
    if seats and (not _whole(seats) or not 1 <= int(seats) <= 22):
        return index(visit, 422, "Seats are a number, as 6; left empty, as many as are usual.")
    if seed and (not _whole(seed) or len(seed) > 12):
        return index(visit, 422, "A seed is a number of at most twelve figures; left empty, one is chosen.")
    plan = Plan(
        game=game,
        rules=visit.site.settings.rules or None,
        settings={},
        seats=int(seats or 0),
        seed=int(seed) if seed else secrets.randbelow(1 << 20),
        level=int(level),
        mode=mode,
    )
    try:
        found, settings = opening.settings_of(_game(plan), plan.level, {}) if plan.level else (None, {})
        session = opening.seated(
            plan.game, plan.rules, settings, seats=plan.seats or None, seed=plan.seed, bettors="bots", step=None, found=found
        )
    except DealerkitError as error:
        return index(visit, 422, str(error))
    plan = Plan(game, plan.rules, {}, session.table.seats, plan.seed, plan.level, mode)
    room = rooms.open_room(visit.site.store, visit.person, plan, name_of(visit.field("by")))
    return visit.go("class.room", id=room.id)


def _whole(said: str) -> bool:
    return said.isascii() and said.isdecimal()


def _game(plan: Plan) -> Game:
    return load(plan.game, plan.rules, dict(plan.settings))


def _room(visit: Visit) -> Room:
    return rooms.find_room(visit.site.store, visit.path("id"), visit.person)


def code_of(plan: Plan) -> str:
    """Return the code that deals the same cards again at a terminal; empty where a house's own file does not fit into one."""
    try:
        return encode(plan, _game(plan).sha256)
    except (NoCode, DealerkitError):
        return ""


def room_page(visit: Visit) -> Response:
    """Show the room."""
    room = _room(visit)
    base = base_for_others(visit.site.settings, visit.request.headers.get("host", ""), visit.request.url.scheme)
    to = f"{base}{visit.url('class.scanned', code=room.code)}" if base else ""
    return visit.page(
        "classroom/room.html",
        room=room,
        title=title_of(room),
        states=STATES,
        mode=MODE_WORDS.get(room.plan.mode, ""),
        level=LEVEL_WORDS.get(str(room.plan.level), ""),
        to=to,
        short=f"{base}{visit.url('class.join')}".partition("://")[2] if base else "",
        qr=picture(to) if to else "",
        pupils=seen(visit, room),
        code=code_of(room.plan),
    )


def seen(visit: Visit, room: Room) -> list[SeenPupil]:
    """Return everybody of a room as the instructor sees them."""
    moment = seconds_now()
    found = []
    for place in rooms.places(visit.site.store, room.id):
        there, said = whereabouts(place, visit.site.presence.of(place.id), moment)
        at = None
        if place.table:
            try:
                at = _told.of(visit.site.tables.find(place.table))
            except DealerkitError as error:  # the rules of a house have changed since: the others are shown all the same
                said = f"{said}; the table cannot be made again: {error}"
        found.append(SeenPupil(place, there, said, at))
    return found


def people(visit: Visit) -> Response:
    """Give the part of the page that changes."""
    room = _room(visit)
    return visit.page("classroom/people.html", room=room, pupils=seen(visit, room), states=STATES)


async def events(visit: Visit) -> AsyncIterator[str]:
    """Tell whenever something has changed in a room, or at a table that is looked at."""
    room, table = await run_in_threadpool(_room, visit), visit.query("table")
    if table:
        await run_in_threadpool(visit.site.tables.find, table, visit.person)
    subject = f"table/{table}" if table else room.subject
    async for changed in visit.site.news.of(subject, EVERY):
        yield news.event("changed" if changed else "beat", "")


def changed(visit: Visit) -> Response:
    """Start, pause or end a class, for all at once."""
    room, state = _room(visit), visit.field("state")
    allowed = {WAITING: (RUNNING, ENDED), RUNNING: (PAUSED, ENDED), PAUSED: (RUNNING, ENDED), ENDED: ()}
    if state not in STATES:
        raise Refused(422, "a class is started, paused, gone on with or ended")
    if state in allowed[room.state]:
        room = rooms.change(visit.site.store, room, state)
        visit.site.news.tell(room.subject)
        _hold(visit, room)
    if room.state == ENDED:
        _keep_all(visit, room)
        return visit.go("class.report", id=room.id)
    return visit.go("class.room", id=room.id)


def _hold(visit: Visit, room: Room) -> None:
    """Let no time go by at the tables of a class that pauses, and let it go by again."""
    for place in rooms.places(visit.site.store, room.id):
        with contextlib.suppress(DealerkitError):
            if place.table:
                live = visit.site.tables.find(place.table)
                with live.lock:
                    if room.state == RUNNING:
                        live.clock.go_on()
                    else:
                        live.clock.hold()


# -- a look at a table ------------------------------------------------------------------------------------------------


def _place(visit: Visit, room: Room) -> ClassPlace:
    found = next((one for one in rooms.places(visit.site.store, room.id) if one.id == visit.path("place")), None)
    if found is None:
        raise Refused(404, "nobody of this class has that place; go back to the room")
    return found


def look(visit: Visit) -> Response:
    """Show the table of somebody, to be looked at and not touched."""
    room = _room(visit)
    place = _place(visit, room)
    live = visit.site.tables.find(place.table) if place.table else None
    template = "classroom/table.html" if visit.part or visit.query("part") else "classroom/look.html"
    there, said = whereabouts(place, visit.site.presence.of(place.id), seconds_now())
    return visit.page(
        template, room=room, place=place, title=title_of(room), there=there, said=said, table=_looked(live) if live else None
    )


def _looked(live: LiveTable) -> dict[str, Any]:
    """Return what there is to see at a table."""
    with live.lock:
        session = live.session
        table = session.table
        log = table.log[session.began :][-12:]
        found = session.findings()
        slips = [
            {
                "title": told.title, "severity": told.severity, "why": told.why, "cite": ", ".join(told.cite),
                "what": wording.what_was_wrong(table, one),
            }
            for one, told in ((one, table.explain(one)) for one in found[-6:])
        ]  # fmt: skip
        return {
            "lines": draw(table, show=signs, stacks=True),
            "acts": [(act.who == "d", wording.said_at(table, act)) for act in reversed(log)],
            "slips": list(reversed(slips)),
            "at": at_table(live),
        }


# -- the report -------------------------------------------------------------------------------------------------------


def _dealt(visit: Visit, place: ClassPlace) -> Dealt:
    if not place.table:
        return Dealt(score="nothing was dealt")
    try:
        return _told.of(visit.site.tables.find(place.table)).dealt
    except DealerkitError as error:
        return Dealt(score=f"the table cannot be made again: {error}")


def pupils_of(visit: Visit, room: Room) -> list[Pupil]:
    """Return everybody of a room for its report."""
    found = []
    for place in rooms.places(visit.site.store, room.id):
        note = f"left at {clock(place.gone)[:5]}" if place.gone is not None else ""
        found.append(Pupil(place.name, _dealt(visit, place), note))
    return found


def slip_titles(plan: Plan) -> Callable[[str], str]:
    """Return what a finding is called under the rules of a class."""
    known = known_findings(_game(plan))
    return lambda code: text(line_of(known, code).get("title", "")) or code


def word_of(visit: Visit, room: Room) -> str:
    """Return what a round is called in a class: `hand`, `coup`."""
    for place in rooms.places(visit.site.store, room.id):
        with contextlib.suppress(DealerkitError):
            if place.table:
                return wording.round_word(visit.site.tables.find(place.table).session.table)
    return "hand"


def report(visit: Visit) -> Response:
    """Show how the class has dealt, at its end or as it stands."""
    room = _room(visit)
    if room.state == ENDED:
        _keep_all(visit, room)  # a server that was killed may have left some out
    found, titles = pupils_of(visit, room), slip_titles(room.plan)
    return visit.page(
        "classroom/report.html",
        room=room,
        title=title_of(room),
        facts=_facts(room),
        pupils=found,
        slips=[(titles(code), times, whose) for code, times, whose in class_sheet.commonest(found)[: class_sheet.MOST_SLIPS]],
        severities=wording.severities,
        word=word_of(visit, room),
        states=STATES,
    )


def _facts(room: Room) -> list[tuple[str, str]]:
    until = f" to {clock(room.ended)[:5]}" if room.ended is not None else ""
    facts = [("Date", f"{_day(room.made)}{until}"), ("Taught by", room.by), ("Help", MODE_WORDS.get(room.plan.mode, ""))]
    if room.plan.level:
        facts.append(("Level", LEVEL_WORDS.get(str(room.plan.level), "")))
    if code := code_of(room.plan):
        facts.append(("The same cards again", f"dealerkit walk --code {code}"))
    return facts


def report_paper(visit: Visit) -> Response:
    """Give the report as paper."""
    room = _room(visit)
    document = class_sheet.class_sheet(
        title_of(room), _facts(room), pupils_of(visit, room), slip_titles(room.plan), word_of(visit, room)
    )
    return paper(visit, document, f"class-{room.code}")


def _keep_all(visit: Visit, room: Room) -> None:
    """Let training keep what everybody dealt, each once, as a walk of theirs; what cannot be kept now is by the next look."""
    for place in rooms.places(visit.site.store, room.id):
        if place.kept or not place.table:
            continue
        with contextlib.suppress(DealerkitError):  # the rules of a house have changed since: the others are kept all the same
            live = visit.site.tables.find(place.table)
            live.hand_in()
            keep_walk(live, whole=True)
            if sitting := live.notes.get(SITTING):
                rooms.keep(visit.site.store, place, sitting)


ROUTES = [
    get("/class", index, name="class", may="teach"),
    post("/class", opened, name="class.open", may="teach"),
    get("/class/room/{id}", room_page, name="class.room", may="teach"),
    get("/class/room/{id}/people", people, name="class.people", may="teach"),
    stream("/class/room/{id}/events", events, name="class.events", may="teach"),
    post("/class/room/{id}/state", changed, name="class.state", may="teach"),
    get("/class/room/{id}/look/{place}", look, name="class.look", may="teach"),
    get("/class/room/{id}/report", report, name="class.report", may="teach"),
    get("/class/room/{id}/paper", report_paper, name="class.paper", may="teach"),
]
