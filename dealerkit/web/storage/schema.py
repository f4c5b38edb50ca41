"""The database's tables. The first migration makes what stands here; every change is a migration of its own."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Integer, MetaData, String, Table, Text

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
"""What the server keeps of itself: the key that signs, as one."""

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
"""What was said at a table, in order, each with the acts that came of it; from these the table is made again."""

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
