"""Errors of the journal's file, in words: which file, what is wrong, what to do."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from dealerkit.errors import JournalError
from dealerkit.files.sqlite_file import code_of
from dealerkit.jobs.journal.places import JournalPlace

KEPT = "nothing in the journal is lost"
NAME_IT = "name the journal with --journal or DEALERKIT_JOURNAL"
BEGIN_ONE = "start one with `dealerkit journal open`, or name another with --journal or DEALERKIT_JOURNAL"
SWEEP_LATER = "run dealerkit journal erase --sweep once there is room on the disk and no one else has the journal open"

_TROUBLE: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: ("the disk is full, and the entry was not written", f"make room and run it again; {KEPT}"),
    sqlite3.SQLITE_READONLY: (
        "the journal cannot be written here: its file or folder is read-only",
        "log in as its owner, or name another place with --journal",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "the journal cannot be opened for writing here",
        "you need write access to its folder too, for the -wal and -shm files that an open journal needs beside it",
    ),
    sqlite3.SQLITE_PERM: ("permission denied", "only its owner can read and write a journal"),
    sqlite3.SQLITE_AUTH: ("permission denied", "only its owner can read and write a journal"),
    sqlite3.SQLITE_CORRUPT: (
        "the journal is damaged: part of its file is missing or overwritten",
        "keep it for the investigation, restore a copy, and check it against a printed anchor: journal verify --anchor",
    ),
    sqlite3.SQLITE_NOTADB: (
        "this file is not a journal",
        NAME_IT,
    ),
    sqlite3.SQLITE_BUSY: (
        "another program is still writing in the journal",
        f"wait until it is done and run it again; {KEPT}",
    ),
    sqlite3.SQLITE_IOERR: ("the disk has a read or write error", f"check the disk and run it again; {KEPT}"),
}
_OTHERWISE = "restore a copy, or start another journal with --journal"


def journal_error(error: sqlite3.Error, path: Path) -> JournalError:
    """Turn an SQLite error into an error of the journal that says which file, what is wrong and what to do."""
    what, hint = _TROUBLE.get(code_of(error), (f"the journal cannot be used ({error})", _OTHERWISE))
    return JournalError(str(path), what, hint)


def no_journal(path: JournalPlace) -> JournalError:
    """Return the error for a file that is not a database."""
    return JournalError(str(path), *_TROUBLE[sqlite3.SQLITE_NOTADB])


def later_form(path: JournalPlace, form: int) -> JournalError:
    """Return the error for a journal that a later dealerkit wrote."""
    return JournalError(str(path), f"a newer version of dealerkit wrote this journal (format {form})", "update dealerkit")


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """Context in which SQLite's errors become errors of the journal.

    Raises:
        JournalError: In place of an SQLite error; it names the file.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise journal_error(error, path) from error
