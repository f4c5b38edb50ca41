"""The database: brought to the tables of today whatever program made it, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from dealerkit.web.house.sets import houses, keep_copy
from dealerkit.web.storage import schema, upgrade
from dealerkit.web.storage.store import Store, url_of
from dealerkit.web.storage.trouble import DatabaseError


@pytest.fixture
def _steps_climbed_once():
    """Here they are climbed each time."""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The address of an empty database, of either kind."""
    return f"sqlite:///{tmp_path / 'web.db'}" if request.param == "sqlite" else request.getfixturevalue("postgres").empty()


@pytest.fixture
def engine(url):
    """An empty database, and nothing of ours around it."""
    made = sa.create_engine(url_of(url))
    yield made
    made.dispose()


def tables(engine):
    """The names of a database's tables."""
    return set(sa.inspect(engine).get_table_names())


def form(engine):
    """The step that a database stands at."""
    with engine.connect() as connection:
        return connection.scalar(sa.text("SELECT version_num FROM alembic_version"))


def test_the_steps_lead_to_the_schema_and_back(engine):
    """The steps make exactly the tables of the schema, a second time there is nothing to do, and back again nothing is left."""
    upgrade.bring_up_to_date(engine)
    with engine.connect() as connection:
        assert upgrade.differences(connection) == []
    assert tables(engine) == {*schema.METADATA.tables, "alembic_version"}
    assert form(engine) == upgrade.steps().get_current_head()
    upgrade.bring_up_to_date(engine)
    upgrade.take_back(engine)
    assert tables(engine) == {"alembic_version"}
    upgrade.bring_up_to_date(engine)
    with engine.connect() as connection:
        assert upgrade.differences(connection) == []


def test_every_step_goes_there_and_back(engine):
    """From each step one goes to the next, back, and on again."""
    steps = [step.revision for step in reversed(list(upgrade.steps().walk_revisions()))]
    upgrade.bring_up_to_date(engine)
    for to in reversed([upgrade.NOTHING, *steps[:-1]]):
        upgrade.take_back(engine, to)
        upgrade.bring_up_to_date(engine)
        with engine.connect() as connection:
            assert upgrade.differences(connection) == []


def test_a_database_from_before_the_steps_is_taken_over(url, engine):
    """What was made without steps, and lacks the tables of later doors, is completed; what stands in it stays."""
    some = [schema.SITE, schema.TABLES, schema.SAYINGS]
    schema.METADATA.create_all(engine, tables=some)
    with engine.begin() as connection:
        connection.execute(schema.SITE.insert().values(name="secret", value="kept"))
    store = Store(url)
    assert store.secret == b"kept"
    assert tables(engine) == {*schema.METADATA.tables, "alembic_version"}
    store.close()


def test_a_database_from_before_the_first_release_is_completed(engine):
    """One in which nobody signed in yet stands at a step that is no more: what is missing is made, and it stands at the last."""
    of_people = {"users", "user_sessions", "invitations", "audit"}
    schema.METADATA.create_all(engine, tables=[table for name, table in schema.METADATA.tables.items() if name not in of_people])
    with engine.begin() as connection:
        connection.execute(schema.SITE.insert().values(name="secret", value="kept"))
        connection.execute(sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(sa.text("INSERT INTO alembic_version VALUES ('0001')"))
    upgrade.bring_up_to_date(engine)
    assert form(engine) == upgrade.steps().get_current_head()
    with engine.connect() as connection:
        assert upgrade.differences(connection) == []
        assert connection.scalar(sa.select(schema.SITE.c.value)) == "kept"


def test_a_later_database_is_refused(url, engine):
    """A database that a later dealerkit wrote is not touched, and the refusal says so."""
    upgrade.bring_up_to_date(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match="a newer dealerkit saved this database") as told:
        Store(url)
    assert "update dealerkit" in str(told.value)
    assert form(engine) == "9999"


def test_another_programs_database_is_refused_and_left_as_it_was(url, engine):
    """Tables that are called as ours and are not ours are left alone, and nothing of ours is put beside them."""
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE tables (legs INTEGER)"))
    with pytest.raises(DatabaseError, match="another program"):
        Store(url)
    assert tables(engine) == {"tables"}


def test_tables_that_cannot_be_made_leave_nothing(engine):
    """Where the tables cannot all be made, the database is what it was before."""

    @sa.event.listens_for(engine, "before_cursor_execute")
    def half(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "CREATE INDEX" in statement:
            msg = "the disk is full"
            raise sa.exc.OperationalError(msg, {}, Exception(msg))

    with pytest.raises(sa.exc.OperationalError):
        upgrade.bring_up_to_date(engine)
    assert tables(engine) == set()


def test_several_servers_start_at_one_empty_database(url, engine):
    """Four at once: all of them find the tables made, and one key that signs."""
    found: list[object] = []

    def start() -> None:
        try:
            store = Store(url)
            found.append(store.secret)
            store.close()
        except DatabaseError as error:
            found.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(map(str, found))) == 1, found
    assert tables(engine) == {*schema.METADATA.tables, "alembic_version"}


@pytest.mark.sqlite
@pytest.mark.skipif(os.name != "posix", reason="a system whose files have no such modes")
def test_nobody_else_reads_what_is_kept(home):
    """Database, its log, its lock, a copy in force: for their owner alone, and so is a folder that is made."""
    umask = os.umask(0o022)
    try:
        store = Store()
        store.serve_alone("here", lambda: None)
        with store.begin() as connection:
            connection.execute(schema.SITE.insert().values(name="x", value="y"))
        house = houses().begin("riverside", "Riverside", "rrop")
        copy = keep_copy(house, "0" * 64, datetime.now(UTC))
        kept = [*home.glob("web.db*"), copy.path]
        assert {path.name for path in kept[:-1]} == {"web.db", "web.db-wal", "web.db-shm", "web.db.serving"}
        assert {path.name: oct(path.stat().st_mode & 0o777) for path in kept} == {path.name: "0o600" for path in kept}
        assert {oct(path.stat().st_mode & 0o777) for path in (home, copy.path.parent, house.path.parent)} == {"0o700"}
        store.close()
    finally:
        os.umask(umask)


@pytest.mark.sqlite
@pytest.mark.skipif(os.name != "posix", reason="a system whose files have no such modes")
def test_a_database_from_before_is_closed_to_others(home):
    """One that everybody could read, with its log: from the next start on nobody else does."""
    Store().close()
    (home / "web.db").chmod(0o644)
    (home / "web.db-wal").touch(0o644)
    Store().close()
    assert oct((home / "web.db").stat().st_mode & 0o777) == "0o600"
    assert [path for path in home.glob("web.db*") if path.stat().st_mode & 0o077] == []
