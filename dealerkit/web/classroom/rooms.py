"""Classes and their trainees in the database; after a restart of the server everybody is in the same place."""

from __future__ import annotations

import json
import secrets
import time
from typing import Any, Final

import attrs
import sqlalchemy as sa

from dealerkit.training.walk.code import Plan
from dealerkit.web.class_states import ENDED, WAITING
from dealerkit.web.classroom.codes import new_code
from dealerkit.web.names import likeness, told_apart
from dealerkit.web.people import OVERSEE, PRACTISE, Visitor, place_key
from dealerkit.web.refusals import Refused
from dealerkit.web.sitting_plans import SittingPlan
from dealerkit.web.storage.schema import PLACES, ROOMS
from dealerkit.web.storage.store import Store
from dealerkit.web.visit import Visit

MOST_PLACES: Final = 60
"""Most people in a class."""
NO_ROOM: Final = "no class has that code; check the code, or ask your instructor"


@attrs.frozen
class Room:
    """A training class (called room in code): an instructor's group that deals or answers the same.

    Attributes:
        id: Its id in the instructor's address.
        code: The code that trainees type: `shoe-473`.
        owner: The key of its opener.
        by: The teacher's name; may be empty.
        plan: The plan of the table that everybody deals, with the same shoe, or of the drill with the same questions for
            everybody.
        state: One of `class_states.STATES`.
        made: Time of opening, in seconds since 1970.
        ended: Time of its end; None while it is open.
    """

    id: str
    code: str
    owner: str
    by: str
    plan: Plan | SittingPlan
    state: str
    made: float
    ended: float | None

    @property
    def walk(self) -> Plan | None:
        """The plan of the table that everybody deals; None in a class that drills."""
        return self.plan if isinstance(self.plan, Plan) else None

    @property
    def drill(self) -> SittingPlan | None:
        """The drill that everybody answers; None in a class that deals."""
        return self.plan if isinstance(self.plan, SittingPlan) else None

    @property
    def subject(self) -> str:
        """The subject under which changes of this class are announced in `News`."""
        return f"room/{self.id}"


@attrs.frozen
class ClassPlace:
    """A trainee's place in a class.

    Attributes:
        id: Its id.
        room: The id of the class.
        number: Number of the place, from 1, in order of arrival.
        typed: The name or code as typed.
        name: The same name, made unique in the class.
        table: Id of their table or series of questions; empty before they have one.
        joined: Time of joining, in seconds since 1970.
        gone: Time of leaving; None while they are there.
        kept: Id of the session in the training file under which the hands were saved; empty if not saved.
    """

    id: str
    room: str
    number: int
    typed: str
    name: str
    table: str
    joined: float
    gone: float | None
    kept: str

    @property
    def person(self) -> Visitor:
        """The visitor who owns this place's table."""
        return Visitor(self.name, frozenset({PRACTISE}), place_key(self.id))


def _room(row: sa.Row[Any]) -> Room:
    asked = "drill" in json.loads(row.plan)
    plan = SittingPlan.from_json(row.plan) if asked else Plan(**json.loads(row.plan))
    return Room(row.id, row.code, row.owner, row.taught_by, plan, row.state, row.made, row.ended)


def open_room(store: Store, person: Visitor, plan: Plan | SittingPlan, by: str) -> Room:
    """Open a class under an unused code.

    Args:
        store: The server's database.
        person: The instructor, who owns the class.
        plan: The plan of the table or drill of the class.
        by: The instructor's name, for the class's report.
    """
    kept = plan.in_json() if isinstance(plan, SittingPlan) else json.dumps(attrs.asdict(plan))
    while True:
        code = new_code()
        with store.begin() as connection:
            if connection.scalar(sa.select(ROOMS.c.id).where(ROOMS.c.code == code)) is not None:
                continue
            room = Room(secrets.token_urlsafe(9), code, person.key, by, plan, WAITING, time.time(), None)
            connection.execute(
                ROOMS.insert().values(
                    id=room.id, code=code, owner=person.key, taught_by=by, plan=kept,
                    state=WAITING, made=room.made, ended=None,
                )
            )  # fmt: skip
        return room


def find_room(store: Store, name: str, person: Visitor | None = None) -> Room:
    """Return a class by its id.

    Args:
        store: The database.
        name: Its id in addresses.
        person: The visitor; another person's class is found for overseers only. None for no check.

    Raises:
        Refused: If there is no such class, or it is another person's.
    """
    row = store.row(sa.select(ROOMS).where(ROOMS.c.id == name))
    if row is None or (person is not None and not person.sees(row.owner)):
        raise Refused(404, "there is no such class; open one")
    return _room(row)


def own_room(visit: Visit) -> Room:
    """Return the class in the address, for its instructor.

    Raises:
        Refused: If there is no such class, or it is another person's.
    """
    return find_room(visit.site.store, visit.path("id"), visit.person)


def by_code(store: Store, code: str) -> Room | None:
    """Return the class with a code, spelled as `codes.read_code` returns it; None if there is none."""
    row = store.row(sa.select(ROOMS).where(ROOMS.c.code == code))
    return None if row is None else _room(row)


def rooms_of(store: Store, person: Visitor, most: int = 12) -> list[Room]:
    """Return the classes opened by a person, latest first; for overseers, all other classes after them.

    Args:
        store: The server's database.
        person: The instructor.
        most: Most classes of either kind.
    """
    own, latest = ROOMS.c.owner == person.key, ROOMS.c.made.desc()
    wanted = [sa.select(ROOMS).where(condition).order_by(latest).limit(most) for condition in (own, ~own)]
    results = [store.rows(query) for query in wanted[: 2 if person.may(OVERSEE) else 1]]
    return [_room(row) for rows in results for row in rows]


def change(store: Store, room: Room, state: str) -> Room:
    """Change the state of a class: begin, pause, continue or end it. A class that has ended stays ended.

    Args:
        store: The server's database.
        room: The room.
        state: One of `RUNNING`, `PAUSED` and `ENDED`.
    """
    values: dict[str, Any] = {"state": state} | ({"ended": time.time()} if state == ENDED else {})
    store.write(sa.update(ROOMS).where(ROOMS.c.id == room.id, ROOMS.c.state != ENDED).values(**values))
    return find_room(store, room.id)


def places(store: Store, room: str) -> list[ClassPlace]:
    """Return the places of a class, in the order in which they were taken."""
    rows = store.rows(sa.select(PLACES).where(PLACES.c.room_id == room).order_by(PLACES.c.number))
    names = told_apart(row.name for row in rows)
    return [
        ClassPlace(row.id, row.room_id, row.number, row.name, name, row.table_id, row.joined, row.gone, row.kept)
        for row, name in zip(rows, names, strict=True)
    ]


def place_of(store: Store, name: str) -> tuple[Room, ClassPlace] | None:
    """Return a place by its id, with its class; None if there is none."""
    wanted = sa.select(ROOMS).join(PLACES, PLACES.c.room_id == ROOMS.c.id).where(PLACES.c.id == name)
    room = store.row(wanted) if name else None
    return None if room is None else (_room(room), next(place for place in places(store, room.id) if place.id == name))


def namesakes(store: Store, room: Room, name: str) -> list[ClassPlace]:
    """Return the places of a class with names that look the same as a given name.

    Args:
        store: The server's database.
        room: The room.
        name: The name, as it was typed.
    """
    return [place for place in places(store, room.id) if likeness(place.typed) == likeness(name)]


def join(store: Store, room: Room, name: str) -> ClassPlace:
    """Add a trainee to a class, and return the new place.

    Args:
        store: The server's database.
        room: The room.
        name: The person's name, as it was typed.

    Raises:
        Refused: If the class is over, or full.
    """
    name_ = secrets.token_urlsafe(9)
    with store.begin() as connection:
        connection.execute(sa.update(ROOMS).where(ROOMS.c.id == room.id).values(id=room.id))  # one after the other
        if connection.scalar(sa.select(ROOMS.c.state).where(ROOMS.c.id == room.id)) == ENDED:
            raise Refused(409, "this class is over; ask for the next class's code")
        count = connection.scalar(sa.select(sa.func.count()).select_from(PLACES).where(PLACES.c.room_id == room.id)) or 0
        if count >= MOST_PLACES:
            raise Refused(409, f"{MOST_PLACES} are in this class, which is full; ask for another room")
        connection.execute(
            PLACES.insert().values(
                id=name_, room_id=room.id, number=count + 1, name=name, table_id="", joined=time.time(),
                gone=None, kept="",
            )
        )  # fmt: skip
    return next(place for place in places(store, room.id) if place.id == name_)


def set_gone(store: Store, place: ClassPlace, at: float | None) -> None:
    """Record that a trainee has left, or is back.

    Args:
        store: The server's database.
        place: The person's place in the class.
        at: Time of leaving, in seconds since 1970; None if they are back.
    """
    store.write(sa.update(PLACES).where(PLACES.c.id == place.id).values(gone=at))


def give_table(store: Store, place: ClassPlace, table: str) -> str:
    """Give a trainee's place a table, unless it has one; return the id of its table.

    Args:
        store: The server's database.
        place: The person's place in the class.
        table: The id of the table, or of the series of questions.
    """
    with store.begin() as connection:
        connection.execute(sa.update(PLACES).where(PLACES.c.id == place.id, PLACES.c.table_id == "").values(table_id=table))
        return str(connection.scalar(sa.select(PLACES.c.table_id).where(PLACES.c.id == place.id)))


def keep(store: Store, place: ClassPlace, session: str) -> None:
    """Record the training session under which a place's hands were saved.

    Args:
        store: The server's database.
        place: The person's place in the class.
        session: Id of the session in the training file.
    """
    store.write(sa.update(PLACES).where(PLACES.c.id == place.id).values(kept=session))
