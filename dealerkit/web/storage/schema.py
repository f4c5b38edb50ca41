"""The database's tables as they are today. Every change of them is a step in `migrations`, by which a database of before comes to
them; a test compares the two.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint
from sqlalchemy.types import TypeEngine

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA = MetaData(naming_convention=NAMES)


def _table(name: str, *parts: Column[Any] | UniqueConstraint) -> Table:
    return Table(name, METADATA, *parts)


def _id(name: str = "id") -> Column[str]:
    """Return the column of a random name, by which rows are found."""
    return Column(name, String(24), primary_key=True)


def _owner() -> Column[str]:
    """Return the column that says whose a row is."""
    return Column("owner", String(64), nullable=False, index=True)


def _number() -> Column[int]:
    """Return the column that counts rows in their order."""
    return Column("number", Integer, primary_key=True, autoincrement=False)


def _always(kind: TypeEngine[Any] | type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Return columns of one type that no row is without."""
    return [Column(name, kind, nullable=False) for name in names]


SITE = _table("site", Column("name", String(40), primary_key=True), *_always(Text, "value"))
"""Table of the server's own values, by name: the key that signs is one."""

TABLES = _table("tables", _id(), _owner(), *_always(Text, "plan", "record", "notes"), *_always(Float, "made"))
"""The tables that somebody deals at: whose each is, what makes it again, the record of what was dealt before they began."""

SAYINGS = _table(
    "sayings",
    _id("table_id"),
    _number(),
    *_always(String(64), "key"),
    *_always(String(16), "kind"),
    *_always(Text, "said", "acts"),
    *_always(Float, "seconds"),
)
"""Table of the lines said at a table, in order, each with the acts that came of it; from these the table is made again."""

ROOMS = _table(
    "rooms",
    _id(),
    Column("code", String(24), nullable=False, unique=True),
    _owner(),
    *_always(String(80), "taught_by"),
    *_always(Text, "plan"),
    *_always(String(16), "state"),
    *_always(Float, "made"),
    Column("ended", Float),
)
"""The rooms of classes: the code that is said aloud, what is dealt (the plan of a walk), and whether it waits, runs, stands still
or is over.
"""

PLACES = _table(
    "places",
    _id(),
    Column("room_id", String(24), nullable=False, index=True),
    *_always(Integer, "number"),
    *_always(String(80), "name"),
    *_always(String(24), "table_id"),
    *_always(Float, "joined"),
    Column("gone", Float),
    *_always(String(40), "kept"),
    UniqueConstraint("room_id", "number"),
)
"""Who is in a room: the table that they deal at, and the sitting in which it is kept for training once the class is over."""

WATCHINGS = _table(
    "watchings",
    _id(),
    _owner(),
    *_always(String(80), "game"),
    *_always(String(200), "rules"),
    *_always(String(80), "trainee", "watched_by"),
    *_always(Text, "notes", "marks"),
    *_always(Float, "made"),
    Column("seconds", Float),
    *_always(String(40), "kept"),
)
"""Dealers who are watched at real cards: `seconds` is when it was ended on the clock of the marks, nothing while it goes on."""

WATCH_MARKS = _table(
    "watch_marks",
    _id("watching_id"),
    _number(),
    *_always(String(64), "key"),
    *_always(String(16), "what"),
    *_always(Float, "at"),
    *_always(String(80), "code"),
    UniqueConstraint("watching_id", "key"),
)
"""Table of an instructor's marks, in order, those taken back included; each has a key of the page's, so that it counts once."""

SITTINGS = _table(
    "sittings", _id(), _owner(), *_always(Text, "plan", "asked"), *_always(Boolean, "left"), *_always(Float, "made")
)
"""Sittings at a drill: whose each is, what makes the same row again, and since when the one in hand has been shown."""

DISPUTES = _table(
    "disputes",
    _id(),
    Column("owner", String(64), primary_key=True),
    *_always(Text, "query", "title"),
    *_always(String(24), "state"),
    *_always(Float, "at"),
)
"""The last disputes at the desk: whose each is, its address with all that was answered, how far it had come."""

PINS = _table(
    "pins",
    Column("name", String(200), primary_key=True),
    *_always(Text, "hash"),
    *_always(Integer, "wrong"),
    *_always(Float, "at"),
)
"""The PINs that people decide with, by their names in small letters: hashed, and how often a wrong one was said last."""

FILES = _table("files", _id(), _owner(), *_always(Text, "name"), *_always(LargeBinary, "body"), *_always(Float, "made"))
"""Files of records that somebody has opened."""

USERS = _table(
    "users",
    _id(),
    *_always(String(80), "name"),
    Column("likeness", Text, nullable=False, unique=True),
    *_always(String(40), "role"),
    *_always(Text, "password"),
    *_always(Float, "made"),
)
"""Who may sign in: the name, what is the same for names that look the same, the role, and the password hashed; empty before
one was chosen.
"""

USER_SESSIONS = _table(
    "user_sessions",
    _id(),
    Column("user_id", String(24), nullable=False, index=True),
    Column("token", String(64), nullable=False, unique=True),
    *_always(Float, "made", "seen", "proved"),
    *_always(String(80), "address"),
    *_always(String(300), "browser"),
)
"""Who has signed in: the hash of what the browser keeps, when they came, were seen last and said their password last."""

INVITATIONS = _table(
    "invitations",
    Column("code", String(64), primary_key=True),
    Column("user_id", String(24), nullable=False, index=True),
    *_always(Float, "ends"),
)
"""Links that let somebody choose a password, once: the hash of the code."""

AUDIT = _table(
    "audit",
    _number(),
    *_always(Float, "at"),
    *_always(String(80), "who"),
    *_always(String(40), "role"),
    *_always(String(80), "address"),
    *_always(String(40), "may"),
    *_always(String(80), "did"),
    *_always(Text, "what"),
    *_always(String(16), "came"),
    *_always(String(64), "seal"),
)
"""Who did what: a line for each decision, which nothing changes afterwards; each seal holds the one before."""
