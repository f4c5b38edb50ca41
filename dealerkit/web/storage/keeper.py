"""The lock with which a server has a database to itself, so that its tables and sittings in memory are current.

A second server on the same database does not start. The lock is held by the operating system or the database server, which
releases it when this server dies, so that nobody has to clean up.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from dealerkit.files.folders import make_private
from dealerkit.web.storage.schema import SITE
from dealerkit.web.storage.trouble import DatabaseError, place, telling

try:
    import fcntl
except ImportError:  # a system without file locks: nobody can be refused there
    fcntl = None  # type: ignore[assignment]

SERVING: Final = 0x444B5352
"""Number of the PostgreSQL lock that the running server holds."""
LOOKS: Final = 2.0
"""Seconds between two checks that this server still holds the lock."""
WHO: Final = "serving"
"""Name of the row in the `site` table with the server that holds the lock, and its address."""


class DatabaseKeeper:
    """The right to serve from a database, until it is closed.

    If the connection that holds the lock is lost, the lock is taken again as soon as the database's server answers. If another
    server has served meanwhile, everything in memory is dropped; while it serves, nothing is done here.

    Args:
        engine: The database.
        at: This server's address, which a second server shows in its error message.
        forget: Called to drop everything in memory.

    Raises:
        DatabaseError: If another server serves from it.
    """

    def __init__(self, engine: sa.Engine, at: str, forget: Callable[[], object] = lambda: None) -> None:
        self._engine, self._at, self._forget = engine, at, forget
        self._name = f"{secrets.token_hex(8)} {at}"
        self._file: FileIO | None = None
        self._held: sa.Connection | None = None
        self._end = threading.Event()
        self.lost = ""
        if engine.url.get_backend_name() == "sqlite":
            self._lock_file()
            return
        with telling(engine.url):
            self._take(before="")
        threading.Thread(target=self._look, daemon=True, name="dealerkit keeper").start()

    def close(self) -> None:
        """Release the lock, so that another server may use the database."""
        self._end.set()
        self._let_go()
        if self._file is not None:
            self._file.close()

    def _lock_file(self) -> None:
        """Lock a file beside the database: SQLite's own locks would be lost if its file were opened and closed here."""
        path = self._engine.url.database
        if fcntl is None:
            return
        if not path or path == ":memory:":
            return
        with telling(self._engine.url):
            locked = Path(f"{path}.serving")
            make_private(locked)
            self._file = FileIO(locked, "a+")
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._file.seek(0)
                at = self._file.readall().decode(errors="replace").strip()
                self._file.close()
                raise self._another(at) from None
            except OSError:  # a disk without locks, such as some that many machines share
                return
            self._file.truncate(0)
            self._file.write(self._at.encode())

    def _another(self, at: str) -> DatabaseError:
        where = f" at {at}" if at else ""
        msg = f"another dealerkit server{where} already uses {place(self._engine.url)}: open that one, stop it, or name another"
        return DatabaseError(f"{msg} database")

    def _take(self, before: str) -> None:
        """Take the lock, and record its holder.

        Args:
            before: The holder recorded when this server last had the lock; empty if it never had it.
        """
        held = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            was = held.scalar(sa.select(SITE.c.value).where(SITE.c.name == WHO))
            if not held.scalar(sa.select(sa.func.pg_try_advisory_lock(SERVING))):
                raise self._another(str(was or "").partition(" ")[2])
            was = held.scalar(sa.select(SITE.c.value).where(SITE.c.name == WHO))
            if was is None:
                held.execute(SITE.insert().values(name=WHO, value=self._name))
            else:
                held.execute(SITE.update().where(SITE.c.name == WHO).values(value=self._name))
        except BaseException:
            held.invalidate()  # closing it releases a lock that was taken
            held.close()
            raise
        self._held = held
        if before and was != before:
            self._forget()

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            with contextlib.suppress(Exception):
                held.invalidate()
                held.close()

    def _look(self) -> None:
        """Check again and again that this server holds the lock; take it again if it was lost."""
        while not self._end.wait(LOOKS):
            held = self._held
            try:
                with telling(self._engine.url):
                    if held is None:
                        self._take(before=self._name)
                        self.lost = ""
                    else:
                        held.execute(sa.select(1))
            except DatabaseError as error:
                self.lost = str(error)
                self._let_go()
