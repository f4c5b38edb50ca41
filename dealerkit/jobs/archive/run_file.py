"""A file of judged chunks, from which a stopped run continues.

    with JudgedChunks(Path("audit.kept"), how, note) as kept:
        ...

For each chunk the file holds the result, and the sizes and modification times of the source files. A chunk is saved as soon as
it is judged, so it survives a crash.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from pathlib import Path
from typing import Any, Final

from dealerkit.errors import DealerkitError
from dealerkit.files import sqlite_file
from dealerkit.jobs.archive.environment import fingerprint
from dealerkit.jobs.archive.pool import Note
from dealerkit.jobs.archive.values import Chunk, Judging, Piece

_OURS: Final = 0x646B6172
"""SQLite application id of this file format."""
_VERSION: Final = 1
_TABLES: Final = """
CREATE TABLE environment (sum TEXT NOT NULL);
CREATE TABLE files (path TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunks (place BLOB PRIMARY KEY, file TEXT NOT NULL, stamps TEXT NOT NULL, came BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX chunks_of_files ON chunks (file);
"""


class CannotResume(DealerkitError):
    """The file of saved chunks cannot be used to continue a run."""


class JudgedChunks(sqlite_file.Closing):
    """The file of judged chunks.

    Args:
        path: The file; it is made if it is not there.
        how: Settings of the judgement.
        note: Called with a sentence about what is judged again, and why.

    Raises:
        CannotResume: If it is not such a file, or cannot be used.
    """

    def __init__(self, path: Path, how: Judging, note: Note) -> None:
        self._path, self._note = path, note
        self.known = 0
        try:
            self._connection = sqlite_file.connect(path, "rwc", "synchronous = NORMAL")
        except (OSError, sqlite3.Error) as error:
            raise self._refused(error) from error
        try:
            self._begun(fingerprint(how))
        except sqlite3.Error as error:
            self.close()
            raise self._refused(error) from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        sqlite_file.close_connection(self._connection)

    def _refused(self, error: Exception) -> CannotResume:
        text = (
            "another run is using it"
            if isinstance(error, sqlite3.Error) and sqlite_file.code_of(error) == sqlite3.SQLITE_BUSY
            else str(error)
        )
        return CannotResume(f"{self._path} can't be resumed: {text}; name another file")

    def _begun(self, now: str) -> None:
        """Take over the file for this run; results under other rules are deleted."""
        run = self._connection.execute
        whose, version = (run(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        new = not run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not new and (whose, version) != (_OURS, _VERSION):
            msg = f"{self._path} is not a results file and is left unchanged; name another file for --resume"
            raise CannotResume(msg)
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("PRAGMA journal_mode = WAL")
        run("BEGIN EXCLUSIVE")
        if new:
            for statement in _TABLES.split(";"):
                run(statement)
            run(f"PRAGMA application_id = {_OURS}")
            run(f"PRAGMA user_version = {_VERSION}")
            run("INSERT INTO environment VALUES (?)", (now,))
        else:
            ((before,),) = run("SELECT sum FROM environment").fetchall()
            if before != now:
                run("DELETE FROM chunks")
                run("DELETE FROM files")
                run("UPDATE environment SET sum = ?", (now,))
                self._note(
                    f"{self._path} was started with other rules, options or another dealerkit version; every hand is judged again"
                )
        run("COMMIT")

    def get(self, chunk: Chunk) -> bytes | None:
        """Return the packed result of a chunk; None if it is not saved, or one of its files has changed since."""
        stamps = _stamps(chunk)
        if stamps is None:
            return None
        run = self._connection.execute
        if isinstance(chunk, Piece) and chunk.first:
            self._noted(chunk.file, json.dumps(stamps))
        row = run("SELECT stamps, came FROM chunks WHERE place = ?", (_place(chunk),)).fetchone()
        if row is None:
            return None
        before = json.loads(row[0])
        if before != stamps:
            if not isinstance(chunk, Piece):
                for path, now, was in zip(chunk.paths, stamps, before, strict=True):
                    if now != was:
                        self._changed(path)
            return None
        self.known += 1
        return zlib.decompress(row[1])

    def _noted(self, file: str, stamp: str) -> None:
        """Record size and time of a file; if they have changed, delete its results."""
        run = self._connection.execute
        before = run("SELECT stamp FROM files WHERE path = ?", (_text(file),)).fetchone()
        if before is not None and before[0] != stamp:
            run("DELETE FROM chunks WHERE file = ?", (_text(file),))
            self._changed(file)
        run("INSERT OR REPLACE INTO files VALUES (?, ?)", (_text(file), stamp))

    def _changed(self, file: str) -> None:
        self._note(f"{file} has changed since it was judged, and is judged again")

    def put(self, chunk: Chunk, came: bytes) -> None:
        """Keep the packed result of a chunk.

        Args:
            chunk: The chunk.
            came: Its packed result.

        Raises:
            CannotResume: If it cannot be written.
        """
        stamps = _stamps(chunk)
        if stamps is None:
            return
        file = _text(chunk.file) if isinstance(chunk, Piece) else ""
        row = (_place(chunk), file, json.dumps(stamps), zlib.compress(came, 1))
        try:
            self._connection.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise self._refused(error) from error


def _stamps(chunk: Chunk) -> list[Any] | None:
    """Return size and time of change of the files of a chunk; None of a stream."""
    if isinstance(chunk, Piece):
        return None if chunk.stamp is None else [list(chunk.stamp)]
    return [list(stamp) for stamp in chunk.stamps]


def _place(chunk: Chunk) -> bytes:
    """Return the key of a chunk among all of the sources."""
    if isinstance(chunk, Piece):
        text = f"{chunk.file}\0{chunk.start}\0{chunk.stop}"
    else:
        text = "\0".join(("", *chunk.paths))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _text(file: str) -> str:
    """Return a path as text that the database can store."""
    return file.encode("utf-8", "backslashreplace").decode()
