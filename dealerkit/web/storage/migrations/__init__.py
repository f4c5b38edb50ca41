"""The steps by which a database comes to the tables of today, oldest first; each a revision of alembic's.

A change of `schema.py` is a step of its own here: a module whose `down_revision` names the step before, with `upgrade` and
`downgrade`. SQLite alters few things, so what alters a table does it in `op.batch_alter_table`. A test compares where the steps
lead with the schema, on SQLite and on PostgreSQL, and prints what a step is missing.
"""
