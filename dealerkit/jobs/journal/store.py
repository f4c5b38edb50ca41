"""The journal: entries read, and written one transaction at a time."""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import ClassVar, TypeVar

import attrs

from dealerkit import __version__
from dealerkit.errors import JournalError, UnknownName
from dealerkit.files.folders import journal_path
from dealerkit.files.sqlite_file import Closing, SqlRow, empty_log, wait_for_turn
from dealerkit.jobs.journal import clock, files
from dealerkit.jobs.journal.chain import SECOND, START, Anchor, canonical, link
from dealerkit.jobs.journal.entries import KINDS, JournalEntry
from dealerkit.jobs.journal.people import clean_name, key_of, new_pseudonym, with_names, with_pseudonyms
from dealerkit.jobs.journal.proofs import NAMED, digest, name_digest, new_salt, proof_of
from dealerkit.jobs.journal.trouble import telling, told


def _say_nothing(_path: Path) -> None:
    """Tell nobody that we wait."""


_SELECT = (
    "SELECT e.seq, e.at, e.zone, e.kind, e.case_no, b.body, e.body_hash, e.prev, e.hash "
    "FROM entries e LEFT JOIN bodies b ON b.seq = e.seq"
)

T = TypeVar("T")


class Journal(Closing):
    """An open journal. Use it in a `with`, so that it is closed.

    Attributes:
        path: Its file.
        on_wait: Called once with the path when somebody else has been writing for a second, and we wait.
    """

    on_wait: ClassVar[Callable[[Path], None]] = staticmethod(_say_nothing)

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self._connection = path, connection

    @classmethod
    def open(cls, path: Path | None = None, *, write: bool = False) -> Journal:
        """Open a journal that is there.

        Args:
            path: Its file; the default one if None.
            write: Whether entries shall be added.

        Raises:
            JournalError: If it cannot be used.
        """
        path = path or journal_path()
        return cls(path, files.connect(path, write=write))

    @classmethod
    def begin(cls, path: Path | None = None, *, zone: str | None = None, house: str = "", anew: bool = True) -> Journal:
        """Begin a journal and open it for writing.

        Args:
            path: Its file; the default one if None.
            zone: The house's time zone; this machine's if None.
            house: The house's name; may be empty.
            anew: Whether it is an error if there is one already; else that one is opened.

        Raises:
            JournalError: If it cannot be written, or is there.
            UnknownName: If there is no such time zone.
        """
        path = path or journal_path()
        zone = zone or clock.zone_here()
        at = clock.now(zone)
        body = {"zone": zone, "house": house, "program": __version__, "shifts": clock.SHIFTS}

        def fill(connection: sqlite3.Connection) -> None:
            _insert(connection, at, zone, "begun", "", body)

        if not path.exists() and files.create(path, fill):
            return cls.open(path, write=True)
        if anew:
            raise JournalError(str(path), "there is a file here already", "choose another name with --journal")
        return cls.open(path, write=True)

    # -- reading --------------------------------------------------------------------------------------------------

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[SqlRow]:
        """Return what a query finds.

        Raises:
            JournalError: If the file cannot be read.
        """
        with telling(self.path):
            return self._connection.execute(query, values).fetchall()

    def entries(self, case: str | None = None, kinds: tuple[str, ...] = ()) -> list[JournalEntry]:
        """Return entries in order: all, those of one case, those of some kinds.

        Raises:
            JournalError: If the file cannot be read.
        """
        wanted, values = [], []
        if case is not None:
            wanted.append("e.case_no = ?")
            values.append(case)
        if kinds:
            wanted.append(f"e.kind IN ({', '.join('?' * len(kinds))})")
            values += kinds
        where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
        return [self._entry(row) for row in self.rows(f"{_SELECT}{where} ORDER BY e.seq", tuple(values))]

    def _entry(self, row: SqlRow) -> JournalEntry:
        seq, at, zone, kind, case, body, body_hash, prev, hash_ = row
        try:
            read = None if body is None else json.loads(body)
            if isinstance(read, dict):
                read.pop(NAMED, None)  # for `verify` alone
            return JournalEntry(seq, datetime.fromisoformat(at), zone, kind, case, read, body_hash, prev, hash_)
        except (ValueError, TypeError):
            hint = "`dealerkit journal verify` says what else is wrong; restore a copy"
            raise JournalError(str(self.path), f"entry {seq} cannot be read: it was changed by another hand", hint) from None

    @property
    def settings(self) -> dict[str, str]:
        """The settings in force: `zone`, `house`, `shifts`, and what was set since."""
        found: dict[str, str] = {}
        for entry in self.entries(kinds=("begun", "set")):
            found |= {name: value for name, value in entry.said.items() if isinstance(value, str)}
        return {"zone": "UTC", "house": "", "shifts": clock.SHIFTS, **found}

    @property
    def form(self) -> int:
        """The form of its tables: 1 until the first time that a dealerkit of today writes in it."""
        with telling(self.path):
            return files.form_of(self._connection)

    @property
    def names(self) -> dict[str, str]:
        """The names of people, by pseudonym."""
        return dict(self.rows("SELECT pseudonym, name FROM people ORDER BY name_key"))

    def named(self, value: T) -> T:
        """Put the names of people for their pseudonyms in a value."""
        return with_names(value, self.names)

    def anchor(self) -> Anchor:
        """Return the anchor of the last entry."""
        rows = self.rows("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1")
        return Anchor(*rows[0]) if rows else Anchor(0, START)

    def kept(self, hash_: str) -> dict[str, object]:
        """Return a document that was kept by its hash.

        Raises:
            JournalError: If it is not there or cannot be read.
        """
        rows = self.rows("SELECT packed FROM kept WHERE hash = ?", (hash_,))
        try:
            document: dict[str, object] = json.loads(zlib.decompress(rows[0][0]))
        except (IndexError, zlib.error, ValueError, TypeError):
            hint = "`dealerkit journal verify` says what else is wrong; restore a copy"
            raise JournalError(str(self.path), f"the rules kept as {hash_[:16]} are not there", hint) from None
        return document

    # -- writing --------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[Writing]:
        """Write entries: all of them, or none if anything stops it.

        Raises:
            JournalError: If the journal cannot be written.
        """
        self._ask_for_our_turn()
        try:
            yield Writing(self, self._connection)
            self._connection.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise told(error, self.path) from error
            raise

    def _ask_for_our_turn(self) -> None:
        try:
            wait_for_turn(self._connection, lambda: type(self).on_wait(self.path))
            files.bring_up_to_date(self._connection)
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise told(error, self.path) from error

    def swept(self) -> None:
        """Write the file anew without anything that was removed, and empty what SQLite keeps beside it.

        Raises:
            JournalError: If it cannot be done now; what was removed may then still lie in unused parts of the file.
        """
        busy = "another program is reading it"
        hint = "when nobody else has the journal open and there is room on the disk: dealerkit journal erase --sweep"
        unfinished = "what was removed is no longer in the journal, but may still lie in unused parts of its file"
        try:
            empty_log(self._connection, busy)
            self._connection.execute("VACUUM")
            empty_log(self._connection, busy)
        except sqlite3.Error as error:
            raise JournalError(str(self.path), f"{unfinished} ({error})", hint) from error


class Writing:
    """One transaction on a journal: everything that is added in it stands, or nothing."""

    def __init__(self, journal: Journal, connection: sqlite3.Connection) -> None:
        self.journal = journal
        self._connection = connection
        self.settings = journal.settings
        self.zone = self.settings["zone"]
        self.now = clock.now(self.zone)
        self._names: dict[str, str] | None = None

    def execute(self, query: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        """Run a statement of this transaction."""
        return self._connection.execute(query, values)

    @property
    def names(self) -> dict[str, str]:
        """The names of people, by pseudonym."""
        if self._names is None:
            self._names = self.journal.names
        return self._names

    def person(self, name: str) -> str:
        """Return the pseudonym of a person, a new one if the name is new.

        Raises:
            UnknownName: If it is no name.
        """
        name = clean_name(name)
        if sum(sign.isalpha() for sign in name) < 2:  # a name is looked for in every text, and 7 or X stand in many
            kind = "person"
            raise UnknownName(kind, name, allowed="a name or a word that stands for one, of two letters at least")
        for pseudonym, known in self.names.items():
            if name == pseudonym or key_of(name) == key_of(known):
                return pseudonym
        pseudonym = new_pseudonym()
        self.execute("INSERT INTO people VALUES (?, ?, ?, '')", (pseudonym, name, key_of(name)))
        self.names[pseudonym] = name
        return pseudonym

    def keep(self, what: str, document: Mapping[str, object]) -> str:
        """Keep a document by the hash of its text; one that is kept already is not kept twice."""
        import hashlib

        text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        hash_ = hashlib.sha256(text).hexdigest()
        if not self.execute("SELECT 1 FROM kept WHERE hash = ?", (hash_,)).fetchone():
            self.execute("INSERT INTO kept VALUES (?, ?, ?)", (hash_, what, zlib.compress(text, 9)))
        return hash_

    def next_case(self) -> str:
        """Return the number of the next case: the year, and a running number in it."""
        year = f"{self.now.year:04}"
        rows = self.execute(
            "SELECT max(CAST(substr(case_no, 6) AS INTEGER)) FROM entries WHERE kind = 'opened' AND case_no LIKE ?",
            (f"{year}-%",),
        )
        return f"{year}-{(rows.fetchone()[0] or 0) + 1:04}"

    def add(self, kind: str, body: Mapping[str, object], case: str = "") -> JournalEntry:
        """Add an entry; the names of people in it become pseudonyms.

        Args:
            kind: The kind of entry, one of `KINDS`.
            body: What the entry says, as plain data with names.
            case: The number of the case it belongs to; empty if it has none.

        Raises:
            JournalError: If it cannot be written.
        """
        assert kind in KINDS, kind
        with telling(self.journal.path):
            said = with_pseudonyms(dict(body), self.names)
            named = self._tied()
            made = _insert(self._connection, self.now, self.zone, kind, case, said | ({NAMED: named} if named else {}))
            return attrs.evolve(made, body=said)

    def _tied(self) -> dict[str, str]:
        """Tie the names that are not tied to the chain yet: what the next entry says of each."""
        named = {}
        for pseudonym, name in self.execute("SELECT pseudonym, name FROM people WHERE salt = ''").fetchall():
            salt = secrets.token_hex(16)
            self.execute("UPDATE people SET salt = ? WHERE pseudonym = ?", (salt, pseudonym))
            named[pseudonym] = name_digest(salt, pseudonym, name)
        return named


def _insert(
    connection: sqlite3.Connection, at: datetime, zone: str, kind: str, case: str, body: Mapping[str, object]
) -> JournalEntry:
    """Add an entry behind the last one; the caller has the turn to write."""
    row = connection.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
    seq, prev = (row[0] + 1, row[1]) if row else (1, START)
    text, salt = canonical(body), new_salt(secrets.token_hex(16))
    body_hash, said = digest(proof_of(json.loads(text), salt)), at.isoformat()
    hash_ = link(prev, seq, said, zone, kind, case, body_hash, SECOND)
    connection.execute(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (seq, said, zone, kind, case, body_hash, prev, hash_)
    )
    connection.execute("INSERT INTO bodies VALUES (?, ?, ?)", (seq, salt, text))
    return JournalEntry(seq, at, zone, kind, case, body, body_hash, prev, hash_)
