"""The tables of the first release: made of the schema, as those of every new database are; back from here there are none."""

from __future__ import annotations

from alembic import op

from dealerkit.web.storage.schema import METADATA

revision = "0002"
down_revision = None


def downgrade() -> None:
    """Drop them, and all that is kept."""
    METADATA.drop_all(op.get_bind())
