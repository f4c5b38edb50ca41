"""SQLite files of dealerkit, such as the journal and the training file: creating, opening, waiting for and closing them."""

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
"""A row of a database; the query defines its columns."""
MAGIC: Final = b"SQLite format 3\0"
"""First bytes of every SQLite file."""
PATIENCE = 0.2
"""Seconds for which SQLite itself waits for a lock; longer waits are ours, so that Ctrl-C works."""
PAUSE = 0.05
"""Seconds between two attempts to begin writing."""
TRIES = round(30 / (PATIENCE + PAUSE))
"""Number of attempts: half a minute."""
QUIET = round(1 / (PATIENCE + PAUSE))
"""Number of attempts before the waiting user is told the reason: a second."""


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's primary code of an error; 0 if it has none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def refusal(table: str, event: str, what: str, unless: str = "") -> str:
    """Return the SQL of a trigger that refuses changes to a table.

    Args:
        table: The table.
        event: `UPDATE` or `DELETE`.
        what: Message of the error that a refused change raises.
        unless: A `WHEN` clause; rows for which it is false may still be changed.
    """
    return f"CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} {unless}\nBEGIN SELECT RAISE(ABORT, '{what}'); END;\n"


def connect(path: Path, mode: str, *settings: str) -> sqlite3.Connection:
    """Open an existing file, without the implicit transactions of Python's driver.

    Args:
        path: The file.
        mode: `rw`, `ro` or another mode of a SQLite URI.
        settings: Further pragmas, as `foreign_keys = ON`.

    Raises:
        sqlite3.Error: If it cannot be opened.
    """
    uri = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE)
    # Deleted data is overwritten, a commit is on the disk when it returns, and no temporary file goes to a shared folder.
    try:
        for setting in ("secure_delete = ON", "synchronous = FULL", "temp_store = MEMORY", "trusted_schema = OFF", *settings):
            connection.execute(f"PRAGMA {setting}")
    except BaseException:  # it is not a database, or another program has it locked
        close_connection(connection)
        raise
    return connection


@contextlib.contextmanager
def beside(path: Path, end: str = "new") -> Iterator[Path]:
    """Make an empty temporary file in the folder of a target, to be moved there when it is complete; delete leftovers at the
    end.

    Args:
        path: The target; the file is accessible to its owner alone.
        end: Ending of the temporary file's name.

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
    """Return whether the write-ahead log of a database holds changes."""
    try:
        return log_of(path).stat().st_size > 0
    except FileNotFoundError:
        return False


def size_by_pages(connection: sqlite3.Connection) -> int:
    """Return the size of a file in bytes, as its header states it."""
    (pages,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages * size)


def wait_for_turn(connection: sqlite3.Connection, tell: Callable[[], object]) -> None:
    """Begin a write transaction, waiting for those of other programs.

    Args:
        connection: An open file.
        tell: Function that is called once, after a second of waiting.

    Raises:
        sqlite3.Error: If other programs are not done within half a minute, or nothing can be written.
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
    """Move everything from the write-ahead log into the database file, as soon as nobody else reads the file.

    Args:
        connection: An open file.
        busy: Message of the error if somebody else is still reading.

    Raises:
        sqlite3.Error: If that takes more than a second.
    """
    for _ in range(20):
        if not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            return
        time.sleep(PAUSE)
    raise sqlite3.OperationalError(busy)


def close_connection(connection: sqlite3.Connection) -> None:
    """Close a connection; errors in closing are ignored, because they no longer matter."""
    with contextlib.suppress(sqlite3.Error):
        connection.close()


class Closing:
    """Base of objects with a database that is closed at the end of a `with`."""

    def close(self) -> None:
        """Close the database."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
