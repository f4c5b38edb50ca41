"""Migration of a database from any release to the current tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

from dealerkit.web.storage.schema import METADATA
from dealerkit.web.storage.trouble import DatabaseError

FOLDER = Path(__file__).with_name("migrations")
TURN = 0x444B5745
"""Number of the PostgreSQL lock held while tables are altered, so that only one server does so."""
NOTHING = "base"
"""Revision of a database before the first migration."""
UNRELEASED = frozenset({"0001"})
"""Revisions from before the first release, in which whole tables are missing but nothing else."""


def steps() -> ScriptDirectory:
    """Return alembic's directory of the revisions."""
    return ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER)])


def differences(connection: sa.Connection) -> list[Any]:
    """Return the differences between a database's tables and the schema, in alembic's form; empty if there are none."""
    return list(compare_metadata(_context(connection), METADATA))


def bring_up_to_date(engine: sa.Engine) -> None:
    """Run all migrations that a database still needs, in one transaction.

    A new database gets the tables of the schema; one from before the first revision has some of them, and gets the missing
    ones.

    Args:
        engine: The database.

    Raises:
        DatabaseError: If a later dealerkit wrote it, or its tables match no revision.
    """
    known = steps()
    with engine.connect() as connection:
        if _context(connection).get_current_revision() == known.get_current_head():
            return
    with engine.connect() as connection, connection.begin():
        _take_turn(connection)
        before = _form(connection, known)
        if before == known.get_current_head():  # another server was faster
            return
        if before is not None:
            _climb(connection, known, before)
            return
        METADATA.create_all(connection)
        _context(connection).stamp(known, "head")
        if differences(connection):
            msg = "the database belongs to another program, or its format is unknown to dealerkit; name another database"
            raise DatabaseError(msg)


def take_back(engine: sa.Engine, to: str = NOTHING) -> None:
    """Undo migrations, last one first; data that only they hold are lost.

    Args:
        engine: The database.
        to: The revision to go back to; `NOTHING` for none.

    Raises:
        DatabaseError: If a later dealerkit wrote it.
    """
    known = steps()
    with engine.connect() as connection, connection.begin():
        _take_turn(connection)
        before = _form(connection, known)
        context = _context(connection)
        with Operations.context(context):
            for step in known.iterate_revisions(before, to):
                step.module.downgrade()
                context.stamp(known, str(step.down_revision or NOTHING))


def _climb(connection: sa.Connection, known: ScriptDirectory, before: str) -> None:
    context = _context(connection)
    with Operations.context(context):
        for step in reversed(list(known.iterate_revisions("head", before))):
            step.module.upgrade()
            context.stamp(known, step.revision)


def _form(connection: sa.Connection, known: ScriptDirectory) -> str | None:
    """Return the revision of a database's tables; None for an empty one. A mark of an unreleased revision is deleted."""
    current = _context(connection).get_current_revision()
    if current in UNRELEASED:
        connection.execute(sa.text("DELETE FROM alembic_version"))
        return None
    if current is not None and current not in {step.revision for step in known.walk_revisions()}:
        msg = f"a newer dealerkit saved this database (format {current}); update dealerkit"
        raise DatabaseError(msg)
    return current


def _context(connection: sa.Connection) -> MigrationContext:
    return MigrationContext.configure(connection, opts={"target_metadata": METADATA, "include_name": _is_ours})


def _is_ours(name: str | None, kind: str, _parents: object) -> bool:
    """Return whether a table belongs to the schema, since a database may also contain others."""
    return kind != "table" or name in METADATA.tables


def _take_turn(connection: sa.Connection) -> None:
    """Lock the tables against other servers that alter them, until the end of the transaction."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python begins no transaction before a table is made
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(TURN)))
