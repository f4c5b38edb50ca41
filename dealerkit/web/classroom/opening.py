"""Opening a class: the table that everybody deals, or the drill that everybody answers."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.felt.numbers import is_whole
from dealerkit.rules.games import games
from dealerkit.training.drill_choice import ANSWERED
from dealerkit.training.drills import Drill, courses, drill, drill_ids
from dealerkit.training.help_modes import MODES
from dealerkit.training.walk.code import Plan
from dealerkit.web.class_states import STATES
from dealerkit.web.classroom import rooms
from dealerkit.web.classroom.joining import title_of
from dealerkit.web.classroom.observe import choices
from dealerkit.web.classroom.room_words import DRILL_MODE_WORDS, LEVEL_WORDS, MODE_WORDS
from dealerkit.web.drills.pages import house_rules
from dealerkit.web.house.sets import rules_for
from dealerkit.web.local_time import when
from dealerkit.web.names import name_of
from dealerkit.web.people import LOOK_ON, TEACH
from dealerkit.web.sitting_plans import SittingPlan
from dealerkit.web.tables import walked
from dealerkit.web.visit import Visit, get, post

MOST_ITEMS = 100
"""Most questions asked of a class."""
_SEEDS = 1 << 20


def index(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Show the form that opens a class, and earlier classes."""
    known = [(room, _titled(room)) for room in rooms.rooms_of(visit.site.store, visit.person)]
    fields = ("game", "level", "mode", "seats", "seed", "by", "drill", "at", "items")
    usual = {"game": visit.site.settings.game, "level": "0", "mode": "guided", "by": visit.person.name, "at": "1", "items": "10"}
    typed = {name: visit.field(name, usual.get(name, "")) for name in fields}
    return visit.page(
        "classroom/index.html",
        status,
        choices=list(choices()),
        said=typed,
        modes=MODE_WORDS,
        levels=LEVEL_WORDS,
        wrong=wrong,
        rooms=[(room, title, when(room.made)) for room, title in known],
        courses=list(_drills()),
        drill_modes=DRILL_MODE_WORDS,
        asks=visit.request.url.path.endswith("/drill"),
        states=STATES,
    )


def _titled(room: rooms.Room) -> str:
    """Return the title of an earlier class; if its game or drill no longer exists, a sentence that says so."""
    try:
        return title_of(room)
    except DealerkitError:
        return "a game or drill that these rules no longer have"


def _drills() -> Iterator[tuple[str, list[Drill]]]:
    """Yield the drills that a class can be asked, by course."""
    asked = {name: drill_ for name in drill_ids() if (drill_ := drill(name)).kind in ANSWERED}
    grouped = set()
    for course in courses():
        mine = [name for name in course.drills if name in asked]
        grouped.update(mine)
        yield course.title, [asked[name] for name in mine]
    if rest := [drill_ for name, drill_ in asked.items() if name not in grouped]:
        yield "More drills", rest


def opened(visit: Visit) -> Response:
    """Open a class that deals, after trying out its table."""
    game, level, mode = visit.field("game"), visit.field("level", "0"), visit.field("mode", "guided")
    if game not in games():
        return index(visit, 422, "Choose the game.")
    if level not in LEVEL_WORDS or mode not in MODES:
        return index(visit, 422, "Choose level and help from the lists.")
    seats, seed = visit.field("seats").strip(), visit.field("seed").strip()
    if seats and (not is_whole(seats) or not 1 <= int(seats) <= 22):
        return index(visit, 422, "Seats: type a number such as 6, or leave it empty for the usual number.")
    if seed and (not is_whole(seed) or len(seed) > 12):
        return index(visit, 422, "Seed: type a number of at most twelve digits, or leave it empty for a random one.")
    plan = Plan(
        game=game,
        rules=rules_for(visit.site.settings, game) or None,
        settings={},
        seats=int(seats or 0),
        seed=int(seed) if seed else secrets.randbelow(_SEEDS),
        level=int(level),
        mode=mode,
    )
    try:
        plan = attrs.evolve(plan, seats=walked(plan).table.seats)
    except DealerkitError as error:
        return index(visit, 422, str(error))
    room = rooms.open_room(visit.site.store, visit.person, plan, name_of(visit.field("by")))
    return visit.go("class.room", id=room.id)


def opened_drill(visit: Visit) -> Response:
    """Open a class that drills, after trying out the drill."""
    name, mode = visit.field("drill"), visit.field("mode", "guided")
    level, items, seed = visit.field("at", "1").strip(), visit.field("items", "10").strip(), visit.field("seed").strip()
    if name not in drill_ids() or drill(name).kind not in ANSWERED:
        return index(visit, 422, "Choose the drill.")
    if not is_whole(level) or len(level) > 2 or int(level) not in drill(name).levels:
        known = ", ".join(map(str, drill(name).levels))
        return index(visit, 422, f"{drill(name).title} has the levels {known}; choose one of them.")
    if mode not in DRILL_MODE_WORDS:
        return index(visit, 422, "Choose help from the list.")
    if not is_whole(items) or len(items) > 3 or not 1 <= int(items) <= MOST_ITEMS:
        return index(visit, 422, f"How many questions: type a number from 1 to {MOST_ITEMS}.")
    if seed and (not is_whole(seed) or len(seed) > 12):
        return index(visit, 422, "Seed: type a number of at most twelve digits, or leave it empty for a random one.")
    plan = SittingPlan(
        name,
        int(level),
        rules=house_rules(visit, drill(name)),
        seed=str(int(seed) if seed else secrets.randbelow(_SEEDS)),
        mode=mode,
        items=int(items),
        adaptive=False,
        climbs=False,
    )
    try:
        plan.at(plan.level)
    except DealerkitError as error:
        return index(visit, 422, str(error))
    room = rooms.open_room(visit.site.store, visit.person, plan, name_of(visit.field("by")))
    return visit.go("class.room", id=room.id)


ROUTES = [
    get("/class", index, name="class", may=LOOK_ON),
    post("/class", opened, name="class.open", may=TEACH),
    post("/class/drill", opened_drill, name="class.open_drill", may=TEACH),
]
