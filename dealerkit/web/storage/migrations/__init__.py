"""Migrations of earlier releases' tables to the current ones, oldest first; each is an alembic revision.

A new database is made from `schema.py` and begins at the last revision. After the first release, each change of the schema
needs a revision here: a module whose `down_revision` names the one before, with `upgrade` and `downgrade`. SQLite can alter few
things, so a table is altered in `op.batch_alter_table`. A test compares the result of all revisions with the schema, on SQLite
and on PostgreSQL, and prints what a revision lacks.
"""
