"""The tables of the first release, created from the schema; downgrading from here drops all tables."""

from __future__ import annotations

from alembic import op

from dealerkit.web.storage.schema import METADATA

revision = "0002"
down_revision = None


def downgrade() -> None:
    """Drop all tables with their content."""
    METADATA.drop_all(op.get_bind())
