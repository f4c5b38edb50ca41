"""Who may sign in, who has, who was invited, and who did what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of people."""
    op.create_table(
        "users",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("likeness", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("likeness", name="uq_users_likeness"),
    )
    op.create_table(
        "user_sessions",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("proved", sa.Float(), nullable=False),
        sa.Column("address", sa.String(length=80), nullable=False),
        sa.Column("browser", sa.String(length=300), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_user_sessions"),
        sa.UniqueConstraint("token", name="uq_user_sessions_token"),
    )
    op.create_index("ix_user_sessions_user_id", "user_sessions", ["user_id"])
    op.create_table(
        "invitations",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("ends", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_invitations"),
    )
    op.create_index("ix_invitations_user_id", "invitations", ["user_id"])
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("who", sa.String(length=80), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=80), nullable=False),
        sa.Column("may", sa.String(length=40), nullable=False),
        sa.Column("did", sa.String(length=80), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("came", sa.String(length=16), nullable=False),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )


def downgrade() -> None:
    """Drop them: nobody signs in any more, and nothing is left of what was done."""
    op.drop_table("audit")
    op.drop_table("invitations")
    op.drop_table("user_sessions")
    op.drop_table("users")
