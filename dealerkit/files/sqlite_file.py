"""SQLite files that are ours: how one is begun, opened, waited for and closed; journal and training keep theirs in such files."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

SqlRow = tuple[Any, ...]
"""A row of a database; the query gives the meaning of its columns."""
MAGIC: Final = b"SQLite format 3\0"
"""First bytes of every SQLite file."""
PATIENCE = 0.2
"""Seconds for which SQLite waits by itself; longer waits are ours, so that Ctrl-C is heard."""
PAUSE = 0.05
"""Seconds between two times that we ask for our turn to write."""
TRIES = round(30 / (PATIENCE + PAUSE))
"""How often we ask: half a minute."""
QUIET = round(1 / (PATIENCE + PAUSE))
"""Number of tries before the waiting user is told why: a second."""


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's own number of an error, without its finer distinctions; 0 where it has none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def refusal(table: str, event: str, what: str, unless: str = "") -> str:
    """Return the trigger that refuses to change a table.

    Args:
        table: The table.
        event: `UPDATE` or `DELETE`.
        what: Message of the error.
        unless: A `WHEN` clause; rows for which it is false may be changed after all.
    """
    return f"CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} {unless}\nBEGIN SELECT RAISE(ABORT, '{what}'); END;\n"


def connect(path: Path, mode: str, *settings: str) -> sqlite3.Connection:
    """Open a file that is there, without a transaction of Python's own.

    Args:
        path: The file.
        mode: `rw`, `ro` or another mode of a SQLite URI.
        settings: More settings, as `foreign_keys = ON`.

    Raises:
        sqlite3.Error: If it cannot be opened.
    """
    uri = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)
    # What is removed is overwritten, a commit is on the disk when it returns, and nothing goes to a folder for everybody.
    try:
        for setting in ("secure_delete = ON", "synchronous = FULL", "temp_store = MEMORY", "trusted_schema = OFF", *settings):
            connection.execute(f"PRAGMA {setting}")
    except BaseException:  # it is not a database, or another has it
        close_connection(connection)
        raise
    return connection


@contextlib.contextmanager
def beside(path: Path, end: str = "new") -> Iterator[Path]:
    """Make an empty file beside a place, to be moved there when it is complete; remove leftovers at the end.

    Args:
        path: The place; the file is for its owner alone.
        end: Ending of the new file's name.

    Raises:
        OSError: If it cannot be made.
    """
    file = path.with_name(f".{path.name}.{secrets.token_hex(4)}.{end}")
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield file
    finally:
        for tail in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(OSError):
                file.with_name(file.name + tail).unlink()


def log_of(path: Path) -> Path:
    """Return the path of SQLite's write-ahead log of a database."""
    return path.with_name(path.name + "-wal")


def log_in_use(path: Path) -> bool:
    """Return whether something stands in that file."""
    try:
        return log_of(path).stat().st_size > 0
    except FileNotFoundError:
        return False


def size_by_pages(connection: sqlite3.Connection) -> int:
    """Return how many bytes a file has to have by its own account."""
    (pages,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages * size)


def wait_for_turn(connection: sqlite3.Connection, tell: Callable[[], object]) -> None:
    """Begin a transaction that writes, after those of other programs.

    Args:
        connection: An open file.
        tell: Called once, after a second, while we wait.

    Raises:
        sqlite3.Error: If our turn does not come within half a minute, or nothing can be written.
    """
    for times in range(TRIES + 1):
        try:
            connection.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.Error as error:
            if code_of(error) != sqlite3.SQLITE_BUSY or times == TRIES:
                raise
            if times == QUIET:
                tell()
        time.sleep(PAUSE)


def empty_log(connection: sqlite3.Connection, busy: str) -> None:
    """Move everything from the log into the file itself, as soon as nobody else reads it.

    Args:
        connection: An open file.
        busy: Message of the error if somebody reads all the while.

    Raises:
        sqlite3.Error: If it cannot be done within a second.
    """
    for _ in range(20):
        if not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            return
        time.sleep(PAUSE)
    raise sqlite3.OperationalError(busy)


def close_connection(connection: sqlite3.Connection) -> None:
    """Close a file; whether SQLite has something to say about that does not matter any more."""
    with contextlib.suppress(sqlite3.Error):
        connection.close()


class Closing:
    """Something that is closed where its `with` ends."""

    def close(self) -> None:
        """Close the database."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
