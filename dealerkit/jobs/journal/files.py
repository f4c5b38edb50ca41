"""The journal in an SQLite file: its tables, and its permissions, for the owner only."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dealerkit.errors import JournalError
from dealerkit.files import sqlite_file
from dealerkit.files.folders import is_writable, make_folders, put_new
from dealerkit.files.sqlite_file import MAGIC, SqlRow, beside, empty_log, log_in_use, refusal, size_by_pages, wait_for_turn
from dealerkit.jobs.journal.trouble import BEGIN_ONE, NAME_IT, SWEEP_LATER, journal_error, later_form, no_journal, telling

APPLICATION = 0x444B4A31
"""SQLite application id of a journal."""
FORM = 2
"""The form of the tables; a later dealerkit may have a later one."""
TABLES = """
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, zone TEXT NOT NULL, kind TEXT NOT NULL, case_no TEXT NOT NULL,
    body_hash TEXT NOT NULL, prev TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX entries_by_case ON entries (case_no, seq);
CREATE INDEX entries_by_kind ON entries (kind, seq);
CREATE TABLE bodies (seq INTEGER PRIMARY KEY REFERENCES entries (seq), salt TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE people (pseudonym TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE kept (hash TEXT PRIMARY KEY, what TEXT NOT NULL, packed BLOB NOT NULL) STRICT;
CREATE TABLE erasing (seq INTEGER PRIMARY KEY) STRICT;
"""
SECOND_FORM = """
ALTER TABLE people ADD COLUMN salt TEXT NOT NULL DEFAULT '';
CREATE TABLE proofs (seq INTEGER PRIMARY KEY REFERENCES entries (seq), proof TEXT NOT NULL) STRICT;
"""
"""Statements that migrate a file to the second form: digests that tie names to the chain, and proofs of partly removed entries.
"""


def _refusal(table: str, event: str, unless: str = "") -> str:
    return refusal(table, event, "a journal is only added to", unless)


_BEING_ERASED = "WHEN OLD.seq NOT IN (SELECT seq FROM erasing)"
TRIGGERS = "".join(
    _refusal(table, event, unless)
    for table, unless in (("entries", ""), ("kept", ""), ("bodies", _BEING_ERASED))
    for event in ("UPDATE", "DELETE")
)


_SECOND_TRIGGERS = tuple(_refusal("proofs", event, _BEING_ERASED) for event in ("UPDATE", "DELETE"))


class FileStore:
    """An open journal in a file.

    Args:
        path: The file.
        connection: The SQLite connection, with Python's automatic transactions off.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self._path = path

    @classmethod
    def open(cls, path: Path, *, write: bool) -> FileStore:
        """Open an existing journal.

        Args:
            path: The file.
            write: Whether it is opened for writing, too.

        Raises:
            JournalError: If there is none, or the file is not a journal, damaged, of a newer form, or not readable.
        """
        _look(path)
        with telling(path):
            connection = sqlite_file.connect(path, _mode(path, write=write))
            try:
                _same_kind(connection, path)
                connection.execute(f"PRAGMA {'foreign_keys' if write else 'query_only'} = ON")
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    def execute(self, query: str, values: Sequence[object] = ()) -> list[SqlRow]:
        """Run an SQL statement, with `?` for each value, and return its rows."""
        with telling(self._path):
            return self.connection.execute(query, tuple(values)).fetchall()

    def take_turn(self, tell: Callable[[], object]) -> None:
        """Begin a writing transaction, in which a journal of an earlier form is migrated.

        Args:
            tell: Called once if another program has kept us waiting for a second.
        """
        try:
            wait_for_turn(self.connection, tell)
            bring_up_to_date(self.connection)
        except sqlite3.Error as error:
            self.rollback()
            raise journal_error(error, self._path) from error

    def commit(self) -> None:
        """Commit the transaction."""
        with telling(self._path):
            self.connection.execute("COMMIT")

    def rollback(self) -> None:
        """Roll the transaction back."""
        with contextlib.suppress(sqlite3.Error):
            self.connection.execute("ROLLBACK")

    def form(self) -> int:
        """Return the version number of the journal's tables."""
        with telling(self._path):
            return form_of(self.connection)

    def flaws(self) -> Iterator[str]:
        """Yield a sentence about each damage to the file itself."""
        for (line,) in self.execute("PRAGMA quick_check(5)"):
            if line != "ok":
                yield f"the file is damaged: {line}"
        there = {name for (name,) in self.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")}
        tables = ("entries", "bodies", "kept", *(("proofs",) if self.form() > 1 else ()))
        if missing := sorted({f"{table}_no_{event}" for table in tables for event in ("UPDATE", "DELETE")} - there):
            yield f"the protection against changes was removed from the file: {', '.join(missing)}"

    def sweep(self) -> None:
        """Rewrite the file so that removed content is gone from the disk, and empty SQLite's auxiliary files."""
        busy = "another program is reading it"
        unfinished = "the removed text is no longer in the journal, but may remain in unused parts of its file"
        try:
            empty_log(self.connection, busy)
            self.connection.execute("VACUUM")
            empty_log(self.connection, busy)
        except sqlite3.Error as error:
            raise JournalError(str(self._path), f"{unfinished} ({error})", SWEEP_LATER) from error

    def close(self) -> None:
        """Close the file."""
        sqlite_file.close_connection(self.connection)


def create(path: Path, fill: Callable[[FileStore], object]) -> bool:
    """Create a journal; it is written under another name and then moved, so that nobody ever sees an unfinished one.

    Args:
        path: The new file; missing folders are created, readable by the owner only.
        fill: Called with the new journal to write its first content.

    Returns:
        Whether it was created; False if there was one already, or another process was faster.

    Raises:
        JournalError: If it cannot be written.
    """
    try:
        make_folders(path.parent)
        with beside(path) as temporary:
            with telling(path), contextlib.closing(sqlite_file.connect(temporary, "rw", "synchronous = OFF")) as connection:
                # nobody sees it before it is on the disk as a whole
                connection.executescript(f"BEGIN;\n{TABLES}{SECOND_FORM}{TRIGGERS}{''.join(_SECOND_TRIGGERS)}COMMIT;")
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {FORM}")
                fill(FileStore(path, connection))
                connection.execute("PRAGMA journal_mode = WAL")
            return put_new(temporary, path)
    except OSError as error:
        raise _refused(error, path) from error


def _refused(error: OSError, path: Path) -> JournalError:
    if isinstance(error, PermissionError):
        return JournalError(
            str(path), "permission denied", "only its owner can read and write a journal; another place: --journal"
        )
    return JournalError(
        str(path), f"the journal can't be used: {(error.strerror or str(error)).lower()}", "another place: --journal"
    )


def form_of(connection: sqlite3.Connection) -> int:
    """Return the version number of a journal's tables."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Migrate a journal from the first form to the second, within the open transaction; its content stays."""
    if form_of(connection) == FORM:
        return
    for statement in (*SECOND_FORM.strip().split(";\n"), *_SECOND_TRIGGERS, f"PRAGMA user_version = {FORM}"):
        connection.execute(statement)


def _look(path: Path) -> None:
    """Check the file before SQLite opens it, which would take an empty one for its own."""
    try:
        if path.is_dir():
            raise JournalError(str(path), "this is a folder, not the journal's file", "name a file in it")
        with path.open("rb") as stream:
            head = stream.read(len(MAGIC))
        if not head:
            raise JournalError(
                str(path),
                "the journal is empty: everything in its file is gone",
                "restore a copy, or move this file away to start a new journal",
            )
        if head != MAGIC[: len(head)] or len(head) < len(MAGIC):
            raise no_journal(path)
    except FileNotFoundError:
        raise JournalError(str(path), "there is no journal here", BEGIN_ONE) from None
    except OSError as error:
        raise _refused(error, path) from error


def _mode(path: Path, *, write: bool) -> str:
    here, around = is_writable(path), is_writable(path.absolute().parent)
    if write:
        if here and os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            with contextlib.suppress(OSError):
                path.chmod(0o600)  # somebody else has opened it to others, or restored a copy
        return "rw" if here else "ro"
    if here and around:
        return "rw"  # and only reads: SQLite needs the files beside it to read while others write
    if log_in_use(path):
        what = "the journal's folder is read-only, and its newest entries are still in the -wal file beside it"
        raise JournalError(str(path), what, "copy both files to a folder of your own, and open the journal there")
    return "ro&immutable=1"


def _same_kind(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    form = form_of(connection)
    if application != APPLICATION:
        hint = f"{NAME_IT}; nothing was changed in this file"
        raise JournalError(str(path), "this is another program's database, not a journal", hint)
    if form > FORM:
        raise later_form(path, form)
    size = size_by_pages(connection)
    if path.stat().st_size < size and not log_in_use(path):
        what = f"the journal is damaged: only {path.stat().st_size} of its {size} bytes are left"
        raise JournalError(str(path), what, "keep it for the investigation, and restore a copy")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
