"""Observations of dealers at real cards in the database: each with its marks, stored once and in order."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs
import sqlalchemy as sa

from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.training.observation import SlipMark, Watched, watched
from dealerkit.training.watching import OfferedSlip, slips_of
from dealerkit.web.people import Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.storage.schema import WATCH_MARKS, WATCHINGS
from dealerkit.web.storage.store import Store
from dealerkit.web.visit import is_measure

WHATS: Final = ("slip", "hand", "pause", "undo")
"""Messages of a page: a slip, the end of a hand, the clock stopped or started, the last mark taken back."""
MOST_MARKS: Final = 5000
LONGEST: Final = 86_400.0 * 2
"""Most seconds of a watching."""
LONGEST_NOTES: Final = 4000


@attrs.frozen
class Watching:
    """An observation of a dealer at real cards: what the observer has marked (slips, hands, pauses).

    Attributes:
        id: Its id in addresses.
        game: The game.
        trainee: The dealer's name.
        by: The observer's name.
        notes: The observer's notes.
        marks: Grades from 1 to 5, by point.
        made: Time when it began, in seconds since 1970.
        seconds: Its length, in seconds on the page's clock; None while it continues.
        kept: Id of the session in the training file; empty if not saved.
        all: The marks, in order, without those taken back.
        keys: The keys of all stored marks, including those taken back.
    """

    id: str
    game: Game
    trainee: str
    by: str
    notes: str
    marks: Mapping[str, int]
    made: float
    seconds: float | None
    kept: str
    all: tuple[SlipMark, ...]
    keys: tuple[str, ...]

    @property
    def known(self) -> dict[str, OfferedSlip]:
        """The slips that a dealer of this game can make."""
        return slips_of(self.game)

    def seen(self, now: float | None = None) -> Watched:
        """Return the hands, slips and pauses marked so far, as a summary.

        Args:
            now: The time on the page's clock, in seconds; None for the end, or the last mark while it continues.
        """
        last = self.all[-1].at if self.all else 0.0
        end = self.seconds if self.seconds is not None else last if now is None else now
        return watched(self.all, 0.0, max(last, end))


def folded(sent: Sequence[SlipMark]) -> tuple[SlipMark, ...]:
    """Return the marks that remain: each `undo` removes the last mark, and every second `pause` becomes `on`.

    >>> folded([SlipMark("slip", 1, "a/b"), SlipMark("undo", 2), SlipMark("pause", 3), SlipMark("pause", 9)])
    (SlipMark(what='pause', at=3, code=''), SlipMark(what='on', at=9, code=''))
    """
    marks: list[SlipMark] = []
    for mark in sent:
        if mark.what == "undo":
            if marks:
                marks.pop()
        elif mark.what == "pause":
            paused = next((last.what == "pause" for last in reversed(marks) if last.what in ("pause", "on")), False)
            marks.append(attrs.evolve(mark, what="on" if paused else "pause"))
        else:
            marks.append(mark)
    return tuple(marks)


def begin(store: Store, person: Visitor, game: Game, rules: str, trainee: str, by: str) -> str:
    """Begin an observation, and return its id in addresses.

    Args:
        store: The server's database.
        person: The observer.
        game: The game that is dealt.
        rules: The rule set; empty for the game's own.
        trainee: The name of the watched dealer.
        by: The name of the observer.
    """
    name = secrets.token_urlsafe(9)
    row = {"id": name, "owner": person.key, "game": game.id, "rules": rules, "trainee": trainee, "watched_by": by}
    store.write(WATCHINGS.insert().values(**row, notes="", marks="{}", made=time.time(), seconds=None, kept=""))
    return name


def find(store: Store, name: str, person: Visitor) -> Watching:
    """Return a person's observation by its id.

    Args:
        store: The server's database.
        name: The id in the page's address.
        person: The visitor.

    Raises:
        Refused: If there is no such observation, or it is another person's.
    """
    row = store.row(sa.select(WATCHINGS).where(WATCHINGS.c.id == name))
    sent = store.rows(sa.select(WATCH_MARKS).where(WATCH_MARKS.c.watching_id == name).order_by(WATCH_MARKS.c.number))
    if row is None or not person.sees(row.owner):
        raise Refused(404, "no session at that address; start again")
    return Watching(
        id=row.id,
        game=load(row.game, row.rules or None),
        trainee=row.trainee,
        by=row.watched_by,
        notes=row.notes,
        marks=json.loads(row.marks),
        made=row.made,
        seconds=row.seconds,
        kept=row.kept,
        all=folded([SlipMark(mark.what, mark.at, mark.code) for mark in sent]),
        keys=tuple(mark.key for mark in sent),
    )


def of(store: Store, person: Visitor, most: int = 12) -> Sequence[sa.Row[Any]]:
    """Return a person's observations, latest first, as rows: `id`, `game`, `trainee`, `made`, `seconds`.

    Args:
        store: The server's database.
        person: The observer.
        most: Most observations returned.
    """
    wanted = sa.select(WATCHINGS).where(WATCHINGS.c.owner == person.key).order_by(WATCHINGS.c.made.desc()).limit(most)
    return store.rows(wanted)


def add(store: Store, watching: Watching, sent: Sequence[Mapping[str, Any]]) -> int:
    """Store marks in the order in which they arrive, each once by its key; all of them or none.

    Args:
        store: The database.
        watching: The open watching of a dealer.
        sent: The marks, each with `key`, `what`, `at` in seconds on the page's clock, and the `code` of a slip.

    Returns:
        Number of marks now stored, including those taken back.

    Raises:
        Refused: If one of them is not a mark; then none is stored.
    """
    marks = [_mark(row, watching.known) for row in sent]
    with store.begin() as connection:
        held = sa.select(WATCHINGS.c.seconds).where(WATCHINGS.c.id == watching.id).with_for_update()
        connection.execute(
            sa.update(WATCHINGS).where(WATCHINGS.c.id == watching.id).values(id=watching.id)
        )  # one writer at a time
        ended = connection.scalar(held) is not None
        rows = connection.execute(
            sa.select(WATCH_MARKS.c.key, WATCH_MARKS.c.at)
            .where(WATCH_MARKS.c.watching_id == watching.id)
            .order_by(WATCH_MARKS.c.number)
        ).all()
        keys, last, number = {row.key for row in rows}, rows[-1].at if rows else 0.0, len(rows)
        for key, mark in marks:
            if key in keys:
                continue
            if ended:
                raise Refused(409, "this session is over; nothing more can be marked")
            if number >= MOST_MARKS:
                raise Refused(409, f"{MOST_MARKS} marks is the maximum; end the session and start again")
            last = max(last, mark.at)
            row = {"watching_id": watching.id, "number": number, "key": key, "what": mark.what, "at": last, "code": mark.code}
            connection.execute(WATCH_MARKS.insert().values(**row))
            keys.add(key)
            number += 1
    return number


def _mark(sent: Mapping[str, Any], known: Mapping[str, OfferedSlip]) -> tuple[str, SlipMark]:
    key, what, at, code = (sent.get(name) for name in ("key", "what", "at", "code"))
    if not (isinstance(key, str) and 1 <= len(key) <= 64 and what in WHATS and is_measure(at) and 0 <= at <= LONGEST):
        raise Refused(422, "the mark can't be read; load the page again")
    if (what == "slip") != (isinstance(code, str) and code in known):
        raise Refused(422, "no dealer of this game can make that slip; load the page again")
    return key, SlipMark(str(what), float(at), str(code) if what == "slip" else "")


def end(store: Store, watching: Watching, seconds: float, marks: Mapping[str, int], notes: str) -> bool:
    """End an observation, so that nothing more can be marked; return whether it was still open.

    Args:
        store: The server's database.
        watching: The observation.
        seconds: Its length on the page's clock, in seconds.
        marks: Grades from 1 to 5, by point.
        notes: The instructor's notes; cut to `LONGEST_NOTES` characters.
    """
    wanted = sa.update(WATCHINGS).where(WATCHINGS.c.id == watching.id, WATCHINGS.c.seconds.is_(None))
    values = {"seconds": seconds, "marks": json.dumps(dict(marks)), "notes": notes[:LONGEST_NOTES]}
    return store.write(wanted.values(**values)) == 1


def keep(store: Store, watching: Watching, session: str) -> None:
    """Record the training session under which an observation was saved.

    Args:
        store: The server's database.
        watching: The ended observation.
        session: Id of the session in the training file.
    """
    store.write(sa.update(WATCHINGS).where(WATCHINGS.c.id == watching.id).values(kept=session))
