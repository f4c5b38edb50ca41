"""The tables that there were when steps began; of a database that has some of them already, those that are missing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "disputes",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=24), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", "owner", name="pk_disputes"),
        if_not_exists=True,
    )
    op.create_table(
        "files",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_files"),
        if_not_exists=True,
    )
    op.create_index("ix_files_owner", "files", ["owner"], if_not_exists=True)
    op.create_table(
        "pins",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_pins"),
        if_not_exists=True,
    )
    op.create_table(
        "places",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("room_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.Column("gone", sa.Float(), nullable=True),
        sa.Column("kept", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_places"),
        sa.UniqueConstraint("room_id", "number", name="uq_places_room_id"),
        if_not_exists=True,
    )
    op.create_index("ix_places_room_id", "places", ["room_id"], if_not_exists=True)
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("code", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("taught_by", sa.String(length=80), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("code", name="uq_rooms_code"),
        if_not_exists=True,
    )
    op.create_index("ix_rooms_owner", "rooms", ["owner"], if_not_exists=True)
    op.create_table(
        "sayings",
        sa.Column("table_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("acts", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_sayings"),
        if_not_exists=True,
    )
    op.create_table(
        "site",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_site"),
        if_not_exists=True,
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
        if_not_exists=True,
    )
    op.create_index("ix_sittings_owner", "sittings", ["owner"], if_not_exists=True)
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        if_not_exists=True,
    )
    op.create_index("ix_tables_owner", "tables", ["owner"], if_not_exists=True)
    op.create_table(
        "watch_marks",
        sa.Column("watching_id", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("code", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("watching_id", "number", name="pk_watch_marks"),
        sa.UniqueConstraint("watching_id", "key", name="uq_watch_marks_watching_id"),
        if_not_exists=True,
    )
    op.create_table(
        "watchings",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=80), nullable=False),
        sa.Column("rules", sa.String(length=200), nullable=False),
        sa.Column("trainee", sa.String(length=80), nullable=False),
        sa.Column("watched_by", sa.String(length=80), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=True),
        sa.Column("kept", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_watchings"),
        if_not_exists=True,
    )
    op.create_index("ix_watchings_owner", "watchings", ["owner"], if_not_exists=True)


def downgrade() -> None:
    """Drop them, and all that is kept."""
    op.drop_table("watchings")
    op.drop_table("watch_marks")
    op.drop_table("tables")
    op.drop_table("sittings")
    op.drop_table("site")
    op.drop_table("sayings")
    op.drop_table("rooms")
    op.drop_table("places")
    op.drop_table("pins")
    op.drop_table("files")
    op.drop_table("disputes")
