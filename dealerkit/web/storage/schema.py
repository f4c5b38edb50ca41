"""The database's tables as they are today. Every change of them is a step in `migrations`, by which a database of before comes to
them; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
METADATA = MetaData(naming_convention=NAMES)

SITE = Table(
    "site",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Table of the server's own values, by name: the key that signs is one."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("plan", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("notes", Text, nullable=False),
    Column("made", Float, nullable=False),
)
"""The tables that somebody deals at: whose each is, what makes it again, the record of what was dealt before they began."""

SAYINGS = Table(
    "sayings",
    METADATA,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("said", Text, nullable=False),
    Column("acts", Text, nullable=False),
    Column("seconds", Float, nullable=False),
)
"""Table of the lines said at a table, in order, each with the acts that came of it; from these the table is made again."""

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("code", String(24), nullable=False, unique=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("taught_by", String(80), nullable=False),
    Column("plan", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("made", Float, nullable=False),
    Column("ended", Float),
)
"""The rooms of classes: the code that is said aloud, what is dealt (the plan of a walk), and whether it waits, runs, stands still
or is over.
"""

PLACES = Table(
    "places",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("room_id", String(24), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("table_id", String(24), nullable=False),
    Column("joined", Float, nullable=False),
    Column("gone", Float),
    Column("kept", String(40), nullable=False),
    UniqueConstraint("room_id", "number"),
)
"""Who is in a room: the table that they deal at, and the sitting in which it is kept for training once the class is over."""

WATCHINGS = Table(
    "watchings",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("game", String(80), nullable=False),
    Column("rules", String(200), nullable=False),
    Column("trainee", String(80), nullable=False),
    Column("watched_by", String(80), nullable=False),
    Column("notes", Text, nullable=False),
    Column("marks", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("seconds", Float),
    Column("kept", String(40), nullable=False),
)
"""Dealers who are watched at real cards: `seconds` is when it was ended on the clock of the marks, nothing while it goes on."""

WATCH_MARKS = Table(
    "watch_marks",
    METADATA,
    Column("watching_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
    Column("what", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("code", String(80), nullable=False),
    UniqueConstraint("watching_id", "key"),
)
"""Table of an instructor's marks, in order, those taken back included; each has a key of the page's, so that it counts once."""

SITTINGS = Table(
    "sittings",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("plan", Text, nullable=False),
    Column("asked", Text, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("made", Float, nullable=False),
)
"""Sittings at a drill: whose each is, what makes the same row again, and since when the one in hand has been shown."""

DISPUTES = Table(
    "disputes",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), primary_key=True),
    Column("query", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("state", String(24), nullable=False),
    Column("at", Float, nullable=False),
)
"""The last disputes at the desk: whose each is, its address with all that was answered, how far it had come."""

PINS = Table(
    "pins",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("hash", Text, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""The PINs that people decide with, by their names in small letters: hashed, and how often a wrong one was said last."""

FILES = Table(
    "files",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("made", Float, nullable=False),
)
"""Files of records that somebody has opened."""

USERS = Table(
    "users",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("likeness", Text, nullable=False, unique=True),
    Column("role", String(40), nullable=False),
    Column("password", Text, nullable=False),
    Column("made", Float, nullable=False),
)
"""Who may sign in: the name, what is the same for names that look the same, the role, and the password hashed; empty before
one was chosen.
"""

USER_SESSIONS = Table(
    "user_sessions",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("user_id", String(24), nullable=False, index=True),
    Column("token", String(64), nullable=False, unique=True),
    Column("made", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("proved", Float, nullable=False),
    Column("address", String(80), nullable=False),
    Column("browser", String(300), nullable=False),
)
"""Who has signed in: the hash of what the browser keeps, when they came, were seen last and said their password last."""

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("code", String(64), primary_key=True),
    Column("user_id", String(24), nullable=False, index=True),
    Column("ends", Float, nullable=False),
)
"""Links that let somebody choose a password, once: the hash of the code."""

AUDIT = Table(
    "audit",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("who", String(80), nullable=False),
    Column("role", String(40), nullable=False),
    Column("address", String(80), nullable=False),
    Column("may", String(40), nullable=False),
    Column("did", String(80), nullable=False),
    Column("what", Text, nullable=False),
    Column("came", String(16), nullable=False),
    Column("seal", String(64), nullable=False),
)
"""Who did what: a line for each decision, which nothing changes afterwards; each seal holds the one before."""
