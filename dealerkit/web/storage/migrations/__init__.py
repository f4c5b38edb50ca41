"""Migrations from the tables of earlier releases to the current ones, oldest first; each a revision of alembic's.

A new database is made of `schema.py` and stands at the last step at once. After the first release a change of the schema is a
step of its own here: a module whose `down_revision` names the step before, with `upgrade` and `downgrade`. SQLite alters few
things, so what alters a table does it in `op.batch_alter_table`. A test compares where the steps lead with the schema, on SQLite
and on PostgreSQL, and prints what a step is missing.
"""
