"""The current tables of the database. Every change of them needs a revision in `migrations`; a test compares the two."""

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
"""The server's own values by name, such as the signing key."""

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
"""Tables of dealers: owner, plan, and the record of the acts before the owner began."""

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
"""The lines said at a table, in order, each with its acts; a table is rebuilt from them."""

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
"""Classes: the code for trainees, the plan of the walk or drill, and the state: waiting, running, paused or over."""

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
"""Places in classes: the table, and the training session under which it was saved after the class."""

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
"""Watched dealers at real cards: `seconds` is the end on the clock of the marks, null while in progress."""

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
"""An instructor's marks, in order, including those taken back; each has the page's key, so that it counts once."""

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
"""Sittings at a drill: owner, the plan with which the same exercises come again, and the time when the present question was
first shown.
"""

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
"""The last disputes at the desk: owner, address with all answers, state."""

PINS = Table(
    "pins",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("hash", Text, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""PINs of signers, by name in lower case: the hash, and the number of recent wrong attempts."""

FILES = Table(
    "files",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("made", Float, nullable=False),
)
"""Files of records opened by users."""

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
"""User accounts: name, key of look-alike names, role, and the hash of the password; empty before one was chosen."""

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
"""Sessions: the hash of the cookie, and the times of sign-in, of the last use and of the last password typed."""

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("code", String(64), primary_key=True),
    Column("user_id", String(24), nullable=False, index=True),
    Column("ends", Float, nullable=False),
)
"""Invitations, each a link with which a user chooses a password once: the hash of the code."""

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
"""The audit: a line for each decision, never changed afterwards; each seal covers the one before."""
