"""The training file: its path, its creation, its format versions, and the handling of a damaged file.

It is one SQLite file. Answers and sessions are only ever added: triggers refuse to change or delete one, except those of a
person who is being forgotten. `LADDER` migrates a file of any earlier format to today's.
"""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from dealerkit.errors import TrainingError
from dealerkit.files import sqlite_file
from dealerkit.files.folders import HOME, data_folder, identity, is_writable, make_folders, put_new
from dealerkit.files.memory_database import MemoryDatabase
from dealerkit.files.sqlite_file import MAGIC, beside, code_of, log_in_use, log_of, refusal, size_by_pages, wait_for_turn

APPLICATION: Final = 0x444B5431
"""SQLite application id of a training file."""

TABLES: Final = """
CREATE TABLE trainees (id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, trainee INTEGER NOT NULL REFERENCES trainees (id),
    label TEXT NOT NULL, items INTEGER, at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_trainee ON sessions (trainee, at);
CREATE INDEX sessions_by_label ON sessions (label);
CREATE TABLE rules (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, fingerprint TEXT NOT NULL, version TEXT NOT NULL,
    UNIQUE (game, name, fingerprint, version)
) STRICT;
CREATE TABLE answers (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL REFERENCES sessions (id),
    trainee INTEGER NOT NULL REFERENCES trainees (id), drill TEXT NOT NULL, level INTEGER NOT NULL, cell TEXT NOT NULL,
    seed TEXT NOT NULL, rules INTEGER NOT NULL REFERENCES rules (id), mode TEXT NOT NULL, given TEXT NOT NULL,
    expected TEXT NOT NULL, correct INTEGER NOT NULL, score TEXT NOT NULL, helped INTEGER NOT NULL, false_alarm INTEGER,
    first_ms INTEGER, total_ms INTEGER, target_ms INTEGER, codes TEXT NOT NULL, source TEXT NOT NULL
) STRICT;
CREATE INDEX answers_by_drill ON answers (trainee, source, drill, level, at);
CREATE INDEX answers_by_session ON answers (session);
CREATE TABLE forgetting (trainee INTEGER PRIMARY KEY) STRICT;
"""


def _triggers(table: str) -> str:
    """Return the triggers that refuse changes to a table's rows, and deletions unless the trainee is being forgotten."""
    unless = {"UPDATE": "", "DELETE": "WHEN OLD.trainee NOT IN (SELECT trainee FROM forgetting)"}
    return "".join(refusal(table, event, "the log of training is only added to", when) for event, when in unless.items())


SCHEDULE: Final = """
CREATE TABLE cells (
    trainee INTEGER NOT NULL REFERENCES trainees (id), drill TEXT NOT NULL, cell TEXT NOT NULL, due TEXT NOT NULL,
    last TEXT NOT NULL, slow INTEGER NOT NULL, card TEXT NOT NULL, PRIMARY KEY (trainee, drill, cell)
) STRICT, WITHOUT ROWID;
CREATE INDEX cells_by_due ON cells (trainee, due);
DROP INDEX answers_by_drill;
CREATE INDEX answers_by_drill ON answers (trainee, source, drill, level, at, seq, correct, helped);
CREATE INDEX answers_by_time ON answers (trainee, source, at, seq, correct, helped);
CREATE TABLE scheduled (trainee INTEGER PRIMARY KEY REFERENCES trainees (id), seq INTEGER NOT NULL) STRICT;
"""
"""Statements for the state of cells, a cache that can be rebuilt from the answers at any time, and for the indexes that figures
and curves use.
"""

LADDER: Final[tuple[str, ...]] = (TABLES + _triggers("sessions") + _triggers("answers"), SCHEDULE)
"""Statements that migrate a file from one format to the next; the first create format 1."""
FORM: Final = len(LADDER)


class Damaged(Exception):
    """Raised if the training file exists and cannot be read.

    Attributes:
        file: The identity of the damaged file, from `identity`.
        what: The damage, in words.
    """

    def __init__(self, file: tuple[int, int] | None, what: str) -> None:
        self.file, self.what = file, what
        super().__init__(what)


def default_path() -> Path:
    """Return the default path: `training.db` in the user's data folder."""
    return data_folder() / "training.db"


def trouble(error: sqlite3.Error, path: Path) -> TrainingError:
    """Return the training error, in words, for an error of SQLite.

    Args:
        error: The error.
        path: The training file.
    """
    what, hint = _TROUBLE.get(code_of(error), (f"the training file cannot be used ({error})", _ELSEWHERE))
    return TrainingError(str(path), what, hint)


DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_ELSEWHERE: Final = f"to use another folder, set {HOME}"
_TROUBLE: Final[dict[int, tuple[str, str]]] = {
    sqlite3.SQLITE_FULL: ("the disk is full", "free some disk space; answers saved earlier are safe"),
    sqlite3.SQLITE_READONLY: ("the training file or its folder is read-only", _ELSEWHERE),
    sqlite3.SQLITE_CANTOPEN: ("the training file can't be opened; its folder must exist and be writable", _ELSEWHERE),
    sqlite3.SQLITE_PERM: ("permission denied", _ELSEWHERE),
    sqlite3.SQLITE_AUTH: ("permission denied", _ELSEWHERE),
    sqlite3.SQLITE_BUSY: (
        "another program is still writing to the training file",
        "wait for it to finish; answers saved earlier are safe",
    ),
    sqlite3.SQLITE_IOERR: ("the disk has a read or write error", "check the disk; some answers may be missing"),
    sqlite3.SQLITE_CORRUPT: ("the training file is damaged", "restore a copy, or move the file away to start a new one"),
    sqlite3.SQLITE_NOTADB: ("the training file is damaged", "restore a copy, or move the file away to start a new one"),
}


def connect(path: Path) -> sqlite3.Connection:
    """Open the training file for reading and writing; create it or migrate it to today's format if necessary.

    Args:
        path: The file.

    Raises:
        Damaged: If it exists and is damaged.
        TrainingError: If it cannot be written, is another program's, or was written by a later dealerkit.
    """
    try:
        orphan = log_of(path).exists()  # asked first: a new file exists before its log
        if not path.exists():
            if orphan:
                raise Damaged(None, "the file is gone; only its -wal file, with the latest answers, is left")
            _begin(path)
        _look(path)
    except OSError as error:
        raise _refused(error, path) from error
    if not (is_writable(path) and is_writable(path.absolute().parent)):
        raise TrainingError(str(path), *_TROUBLE[sqlite3.SQLITE_READONLY])
    return _opened(path, "rw")


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """Open an existing training file for reading only.

    Args:
        path: The file.

    Raises:
        Damaged: If it is damaged.
        TrainingError: If it cannot be read, is another program's, or was written by a later dealerkit.
    """
    try:
        _look(path)
    except OSError as error:
        raise _refused(error, path) from error
    if log_in_use(path):
        what = "the folder is read-only, and the latest answers are in a second file there, whose name ends with -wal"
        raise TrainingError(str(path), what, "copy both files to a folder that you can write to")
    return _opened(path, "ro&immutable=1", climb=False)


def in_memory() -> sqlite3.Connection:
    """Return the connection to an empty training file in memory."""
    connection = MemoryDatabase(":memory:", isolation_level=None)
    _climb(connection)
    return connection


def copy_to_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Copy a training file into memory and migrate the copy to today's format; return its connection."""
    copy = MemoryDatabase(":memory:", isolation_level=None)
    connection.backup(copy)
    _climb(copy)
    return copy


def copy_to(connection: sqlite3.Connection, path: Path) -> None:
    """Write a copy of a training file that only its owner can read; an old file there is replaced once the copy is complete.

    Args:
        connection: The open training file.
        path: The file to write.

    Raises:
        TrainingError: If it cannot be written.
    """
    try:
        with beside(path, "part") as temporary:
            try:
                with contextlib.closing(_connection(temporary, "rw")) as copy:
                    connection.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            except sqlite3.Error as error:
                raise trouble(error, path) from error
            temporary.replace(path)
    except OSError as error:
        raise _refused(error, path) from error


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Check that a file is a training file in a known format.

    Raises:
        TrainingError: If it is not.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        hint = f"the file was not changed; {_ELSEWHERE}"
        raise TrainingError(str(path), "this is another program's database, not a training file", hint, final=True)
    if form > FORM:
        what = f"a newer dealerkit wrote this training file (format {form}; this version reads format {FORM})"
        raise TrainingError(str(path), what, "update dealerkit; the file was not changed", final=True)


def set_aside(path: Path, damaged: Damaged, at: datetime) -> Path | None:
    """Rename a damaged training file, with SQLite's files beside it, so that a new one can be begun.

    Args:
        path: The file.
        damaged: The damage that was seen. If another file is there by now, another terminal has replaced it already, and it
            stays.
        at: The present time, which becomes part of the new name.

    Returns:
        The new path; None if the file was already gone or replaced.

    Raises:
        TrainingError: If it cannot be renamed.
    """
    stem = f"{path.stem}.{at:%Y-%m-%d-%H%M%S}.damaged"
    number, target = 1, path.with_name(f"{stem}{path.suffix}")
    while target.exists() or log_of(target).exists():
        number += 1
        target = path.with_name(f"{stem}-{number}{path.suffix}")
    if identity(path) != damaged.file:
        return None
    try:
        if damaged.file is not None:
            path.rename(target)
        with contextlib.suppress(FileNotFoundError):  # if it stayed, it would be taken for the new file's
            if log_in_use(path):
                log_of(path).rename(log_of(target))
            else:
                log_of(path).unlink()
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + "-shm").unlink()  # it only indexes the log
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(error, path) from error
    return target


def files_set_aside(path: Path) -> list[Path]:
    """Return the damaged files that were set aside, oldest first."""
    return sorted(path.parent.glob(f"{path.stem}.*.damaged*"))


# -- the parts --------------------------------------------------------------------------------------------------------


def _begin(path: Path) -> None:
    """Create a file at a temporary path and move it to its place, so that nobody ever sees half a file."""
    make_folders(path.parent)
    with beside(path) as temporary:
        try:
            with contextlib.closing(_connection(temporary, "rw")) as connection:
                _climb(connection)
                connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.Error as error:
            raise trouble(error, path) from error
        put_new(temporary, path)


def _opened(path: Path, mode: str, *, climb: bool = True) -> sqlite3.Connection:
    seen = identity(path)
    connection = None
    try:
        connection = _connection(path, mode)
        check(connection, path)
        if _is_torn(connection, path) and _is_torn(connection, path):  # again: another terminal may be writing it
            raise Damaged(seen, "part of the file is missing")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if climb:
            _climb(connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            if code_of(error) in DAMAGE:
                raise Damaged(seen, "part of the file is missing or overwritten") from error
            raise trouble(error, path) from error
        raise
    return connection


def _climb(connection: sqlite3.Connection) -> None:
    """Migrate a file step by step, in one transaction; its content is preserved."""
    if connection.execute("PRAGMA user_version").fetchone()[0] >= FORM:
        return
    wait_for(connection)
    try:
        (form,) = connection.execute("PRAGMA user_version").fetchone()  # another terminal may have migrated it meanwhile
        for step in LADDER[form:]:
            for statement in _statements(step):
                connection.execute(statement)
        if form == 0:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORM}")
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    assert not statement.strip(), statement


def wait_for(connection: sqlite3.Connection, tell: Callable[[str], None] = lambda _: None) -> None:
    """Begin a write transaction, after waiting for those of other terminals.

    Args:
        connection: The open training file.
        tell: Called with a message once, after a second of waiting.

    Raises:
        sqlite3.Error: If others write for more than half a minute, or nothing can be written.
    """
    message = "another program is writing to the training file; waiting up to half a minute"
    wait_for_turn(connection, lambda: tell(message))


def _connection(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite_file.connect(
        path, mode, "foreign_keys = ON", "recursive_triggers = ON"
    )  # otherwise REPLACE would delete a row unseen


def _look(path: Path) -> None:
    """Check the file before SQLite opens it, because SQLite would take an empty file for a new database."""
    if path.is_dir():
        raise TrainingError(str(path), "this is a folder, not the training file", _ELSEWHERE, final=True)
    seen = identity(path)
    with path.open("rb") as stream:
        head = stream.read(len(MAGIC))
    if not head:
        raise Damaged(seen, "the file is empty")
    if head != MAGIC:
        raise Damaged(seen, "the beginning of the file is overwritten")


def _is_torn(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the end of the file is missing; pages that are still in the log do not count as missing."""
    return not log_in_use(path) and path.stat().st_size < size_by_pages(connection)


def _refused(error: OSError, path: Path) -> TrainingError:
    if error.errno == errno.ENOSPC:
        return TrainingError(str(path), *_TROUBLE[sqlite3.SQLITE_FULL])
    return TrainingError(str(path), (error.strerror or str(error)).lower(), _ELSEWHERE)
