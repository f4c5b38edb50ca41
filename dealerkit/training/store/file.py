"""The training file while it is in use. If it is damaged or cannot be written, a substitute takes its place."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from dealerkit.errors import TrainingError
from dealerkit.files.folders import identity
from dealerkit.files.sqlite_file import Closing, SqlRow, close_connection, code_of
from dealerkit.training import database
from dealerkit.training.database import Damaged

T = TypeVar("T")


class TrainingFile(Closing):
    """An open training file.

    Args:
        path: The file.
        now: Returns the time, which becomes part of the name of a damaged file set aside.
        tell: Called with a sentence about a problem of the file after which the work continues. Without it every problem is
            an error.
        connection: An open connection; None to open the file.

    Attributes:
        path: The file.
        lost: Reason why nothing is saved on the disk, in words; empty while everything is.

    Raises:
        TrainingError: If a later dealerkit wrote the file, another program did, or, without `tell`, it cannot be used.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], datetime],
        tell: Callable[[str], None] | None = None,
        connection: sqlite3.Connection | None = None,
    ) -> None:
        self.path, self.now, self._tell = path, now, tell
        self.lost = ""
        self._identity = identity(path)
        self._connection = self._connected() if connection is None else connection

    def close(self) -> None:
        """Close the file."""
        close_connection(self._connection)

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection."""
        return self._connection

    def execute(self, query: str, values: tuple[object, ...] | Mapping[str, object] = ()) -> sqlite3.Cursor:
        """Run an SQL statement; only to be called within `write` or `rows`.

        Args:
            query: The statement.
            values: The values of its parameters.
        """
        return self._connection.execute(query, values)

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[SqlRow]:
        """Return the rows of a query.

        Args:
            query: The SQL query.
            values: The values of its parameters.

        Raises:
            TrainingError: As for `write`.
        """
        return self._guarded(lambda: self.execute(query, values).fetchall())

    def write(self, work: Callable[[], T]) -> T:
        """Run statements in one transaction, so that all of them take effect or none; return the result.

        Args:
            work: Runs the statements.

        Raises:
            TrainingError: If the file fails and there is no `tell`, or its substitute fails too.
        """

        def transaction() -> T:
            database.wait_for(self._connection, self._tell or (lambda _: None))
            try:
                done = work()
                self.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self.execute("ROLLBACK")
                raise
            return done

        return self._guarded(transaction)

    def _guarded(self, work: Callable[[], T]) -> T:
        """Work with the file; if it is damaged or cannot be written, continue with its substitute.

        Raises:
            TrainingError: If there is no `tell`, or it happens again.
        """
        try:
            return work()
        except sqlite3.Error as error:
            if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError) or self._tell is None or self.lost:
                raise database.trouble(error, self.path) from error
            self._replace(error)
        try:
            return work()
        except sqlite3.Error as error:
            raise database.trouble(error, self.path) from error

    def _replace(self, error: sqlite3.Error) -> None:
        """Replace a file that failed: by a new file if it is damaged, else by a copy of it in memory."""
        if code_of(error) in database.DAMAGE:
            self.close()
            self._connection = self._after(Damaged(self._identity, "part of the file is missing or overwritten"))
            return
        failed = self._connection
        self._connection = self._without_file(database.trouble(error, self.path), failed)
        close_connection(failed)

    def _connected(self) -> sqlite3.Connection:
        try:
            connection = database.connect(self.path)
        except Damaged as damaged:
            return self._after(damaged)
        except TrainingError as error:
            return self._without_file(error, None)
        self._identity = identity(self.path)
        return connection

    def _after(self, damaged: Damaged) -> sqlite3.Connection:
        """Set a damaged file aside and begin a new one.

        Raises:
            TrainingError: If there is no `tell`, or it cannot be renamed.
        """
        if self._tell is None:
            hint = "restore a copy, or run `dealerkit progress`, which sets the file aside and starts a new one"
            raise TrainingError(str(self.path), f"the training file is damaged: {damaged.what}", hint)
        aside = database.set_aside(self.path, damaged, self.now())
        if aside is not None:
            self._tell(
                f"the training file {self.path} is damaged: {damaged.what}; it was renamed {aside.name}, and a new file started"
            )
        try:
            connection = database.connect(self.path)
        except Damaged as again:
            raise TrainingError(str(self.path), f"the training file is damaged: {again.what}", "restore a copy") from again
        self._identity = identity(self.path)
        return connection

    def _without_file(self, error: TrainingError, failed: sqlite3.Connection | None) -> sqlite3.Connection:
        """Continue in memory, with a copy of the part that can be read.

        Raises:
            TrainingError: If there is no `tell`, or the file cannot be one of ours.
        """
        if self._tell is None or error.final:
            raise error
        self.lost = error.message
        self._tell(f"{self.path}: {error.message}; no more answers are saved" + (f" ({error.hint})" if error.hint else ""))
        source = failed
        try:
            if source is None:
                if not self.path.is_file():
                    return database.in_memory()
                source = database.connect_for_reading(self.path)
            return database.copy_to_memory(source)
        except (sqlite3.Error, Damaged, TrainingError, OSError):
            return database.in_memory()
        finally:
            if source is not None and source is not failed:
                source.close()
