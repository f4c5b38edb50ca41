"""The database: opening it, migrating it, and running queries."""

from __future__ import annotations

import contextlib
import secrets
import selectors
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from dealerkit.files.folders import data_folder, make_folders, make_private
from dealerkit.files.server import NETWORK, SAY, is_server, plain
from dealerkit.web.storage import schema
from dealerkit.web.storage.keeper import DatabaseKeeper
from dealerkit.web.storage.trouble import DatabaseError, place, telling
from dealerkit.web.storage.upgrade import bring_up_to_date

SCHEMES = ("sqlite", "postgresql")
_LITE: Final[Mapping[str, Any]] = {"connect_args": {"timeout": 30}}
_SERVER: Final[Mapping[str, Any]] = {
    "pool_size": 10, "max_overflow": 20,
    "connect_args": {**NETWORK, "application_name": "dealerkit serve"},
}  # fmt: skip


IDLE: Final = 10.0
"""Seconds of idleness after which a connection is tested before its next use."""


def url_of(named: str) -> sa.URL:
    """Return the address of the database.

    Args:
        named: The address as given; empty for SQLite in the user's data folder.

    Raises:
        DatabaseError: If it is not the address of a supported database.
    """
    if not named:
        folder = data_folder()
        with telling():
            make_folders(folder)
        return sa.URL.create("sqlite", database=str(folder / "web.db"))
    try:
        address = sa.make_url(plain(named) if is_server(named) else named)
    except (SQLAlchemyError, ValueError):  # error messages about an address may contain the password
        msg = f"this is not an address of a database; {SAY}, or sqlite:///FILE"
        raise DatabaseError(msg) from None
    if address.get_backend_name() not in SCHEMES:
        msg = f"unknown kind of database: '{address.get_backend_name()}'; {SAY}, or sqlite:///FILE"
        raise DatabaseError(msg)
    return address.set(drivername="postgresql+psycopg") if address.get_backend_name() == "postgresql" else address


class Store:
    """The database.

    Args:
        named: Its address; empty for SQLite in the user's data folder.

    Raises:
        DatabaseError: If it cannot be used.
    """

    def __init__(self, named: str = "") -> None:
        self.url = url_of(named)
        self.keeper: DatabaseKeeper | None = None
        with telling(self.url):
            lite = self.url.get_backend_name() == "sqlite"
            if lite:
                _close_to_others(self.url)
            self.engine = sa.create_engine(self.url, **(_LITE if lite else _SERVER))
            self._statements = self.engine.execution_options(isolation_level="AUTOCOMMIT")
            event.listen(self.engine, "connect", _settle_sqlite if lite else _settle_server)
            if not lite:
                event.listen(self.engine, "checkin", _note_time)
                event.listen(self.engine, "checkout", partial(_look_after, self.engine.dialect))
            try:
                bring_up_to_date(self.engine)
                self.secret = self.kept("secret", secrets.token_urlsafe(32)).encode()
            except BaseException:
                self.engine.dispose()
                raise

    @contextlib.contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """Open a transaction, which is committed at the end, or rolled back as a whole.

        Raises:
            DatabaseError: If it cannot be committed.
        """
        if self.keeper is not None and self.keeper.lost:
            raise DatabaseError(self.keeper.lost)
        with telling(self.url), self.engine.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def single(self) -> Iterator[sa.Connection]:
        """Open a connection on which every statement is committed at once.

        It is for reading, and for writing with one statement: it saves the server the messages for beginning and ending a
        transaction.

        Raises:
            DatabaseError: If a statement fails.
        """
        if self.keeper is not None and self.keeper.lost:
            raise DatabaseError(self.keeper.lost)
        with telling(self.url), self._statements.connect() as connection:
            yield connection

    def rows(self, wanted: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """Return all rows of a query.

        Raises:
            DatabaseError: If it cannot be read.
        """
        with self.single() as connection:
            return connection.execute(wanted).all()

    def row(self, wanted: sa.Select[Any]) -> sa.Row[Any] | None:
        """Return the row of a query; None if there is none.

        Raises:
            DatabaseError: If it cannot be read.
        """
        with self.single() as connection:
            return connection.execute(wanted).one_or_none()

    def value(self, wanted: sa.Select[Any]) -> Any:
        """Return the first value of a query's first row; None if there is none.

        Raises:
            DatabaseError: If it cannot be read.
        """
        with self.single() as connection:
            return connection.scalar(wanted)

    def write(self, statement: sa.Insert | sa.Update | sa.Delete) -> int:
        """Execute a statement that writes, and return the number of its rows.

        Raises:
            DatabaseError: If it cannot be written.
        """
        with self.single() as connection:
            return connection.execute(statement).rowcount

    def serve_alone(self, at: str, forget: Callable[[], object]) -> None:
        """Lock this database against other servers until it is closed.

        Args:
            at: This server's address.
            forget: Called to drop everything in memory, because another server has served meanwhile.

        Raises:
            DatabaseError: If another server serves from it.
        """
        self.keeper = DatabaseKeeper(self.engine, at, forget)

    @property
    def where(self) -> str:
        """The database's place in words: a file's path, or a server's address without the password."""
        return place(self.url)

    def close(self) -> None:
        """Close the database."""
        if self.keeper is not None:
            self.keeper.close()
        self.engine.dispose()

    def kept(self, name: str, value: str) -> str:
        """Return the value stored under a name; if there is none, store `value` and return it."""
        wanted = sa.select(schema.SITE.c.value).where(schema.SITE.c.name == name)
        with contextlib.suppress(sa.exc.IntegrityError), self.engine.begin() as connection:
            stored = connection.scalar(wanted)
            if stored is not None:
                return str(stored)
            connection.execute(schema.SITE.insert().values(name=name, value=value))
        with self.engine.connect() as connection:
            return str(connection.scalar(wanted))


def _close_to_others(url: sa.URL) -> None:
    """Make an SQLite database readable by its owner alone, because it contains the accounts. SQLite gives the files beside it
    the same mode.

    Raises:
        OSError: If that is impossible.
    """
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        return
    path = Path(url.database)
    make_private(path)
    for tail in ("-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + tail).chmod(0o600)


def _settle_sqlite(connection: Any, _record: object) -> None:
    """Set up an SQLite connection: many readers beside one writer, and commits that survive a power failure."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _settle_server(connection: Any, _record: object) -> None:
    """Set up a connection to a server: a commit is on the server's disk, whatever the server's default."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
    connection.commit()


def _note_time(_connection: Any, record: ConnectionPoolEntry) -> None:
    record.info["used"] = time.monotonic()


def _look_after(dialect: sa.Dialect, connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
    """Test a connection before use, but only after some idleness, since a test before each act took as long as the act.

    A server that stops or ends a connection sends a message, which is noticed here without a query. An idle connection may have
    been dropped on the way, so a query tests it.

    Raises:
        InvalidatePoolError: If it is broken; all open connections are then made again.
    """
    used = record.info.get("used")
    if used is None or (time.monotonic() - used < IDLE and not _has_news(connection)):
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise sa.exc.InvalidatePoolError from error


def _has_news(connection: Any) -> bool:
    """Return whether a server has sent something on a connection without a query."""
    if connection.closed:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        return bool(selector.select(0))
