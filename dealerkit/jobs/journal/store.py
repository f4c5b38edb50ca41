"""The journal: reads entries, and writes them in transactions."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import ClassVar, TypeVar

import attrs

from dealerkit import __version__
from dealerkit.errors import JournalError, UnknownName
from dealerkit.files.late_modules import late_imports
from dealerkit.files.sqlite_file import Closing, SqlRow
from dealerkit.jobs.journal import clock, files
from dealerkit.jobs.journal.chain import SECOND, START, Anchor, canonical, link
from dealerkit.jobs.journal.entries import KINDS, JournalEntry
from dealerkit.jobs.journal.people import clean_name, key_of, new_pseudonym, with_names, with_pseudonyms
from dealerkit.jobs.journal.places import JournalPlace, JournalStore, journal_place
from dealerkit.jobs.journal.proofs import NAMED, digest, name_digest, new_salt, proof_of

with late_imports():  # a journal in a file needs neither it nor its dependencies
    from dealerkit.jobs.journal import server


def _say_nothing(_path: JournalPlace) -> None:
    """Ignore that a writer waits."""


_SELECT = (
    "SELECT e.seq, e.at, e.zone, e.kind, e.case_no, b.body, e.body_hash, e.prev, e.hash "
    "FROM entries e LEFT JOIN bodies b ON b.seq = e.seq"
)

T = TypeVar("T")


class Journal(Closing):
    """An open journal. Use it in a `with` statement, so that it is closed.

    Attributes:
        path: The journal's place: a file, or a database on a server.
        on_wait: Called once, with the journal's place, when writing has waited for another program for a second.
    """

    on_wait: ClassVar[Callable[[JournalPlace], None]] = staticmethod(_say_nothing)

    def __init__(self, path: JournalPlace, store: JournalStore) -> None:
        self.path, self._store = path, store

    @classmethod
    def open(cls, path: JournalPlace | None = None, *, write: bool = False) -> Journal:
        """Open an existing journal.

        Args:
            path: The journal's place; None for the usual one.
            write: Whether it is opened for writing, too.

        Raises:
            JournalError: If it cannot be used.
        """
        path = path or journal_place()
        if isinstance(path, Path):
            return cls(path, files.FileStore.open(path, write=write))
        return cls(path, server.ServerStore.open(path, write=write))

    @classmethod
    def begin(cls, path: JournalPlace | None = None, *, zone: str | None = None, house: str = "", new: bool = True) -> Journal:
        """Create a journal and open it for writing.

        Args:
            path: The new journal's place; None for the usual one.
            zone: The house's time zone; this machine's if None.
            house: The house's name; may be empty.
            new: Whether an existing journal is an error; if not, it is opened.

        Raises:
            JournalError: If it cannot be written, or exists already.
            UnknownName: If there is no such time zone.
        """
        path = path or journal_place()
        zone = zone or clock.zone_here()
        at = clock.now(zone)
        body = {"zone": zone, "house": house, "program": __version__, "shifts": clock.SHIFTS}
        if cls.make(path, lambda store: _insert(store, at, zone, "begun", "", body)):
            return cls.open(path, write=True)
        if new:
            what = "there is a file here already" if isinstance(path, Path) else "there is a journal in this database already"
            raise JournalError(str(path), what, "choose another name with --journal")
        return cls.open(path, write=True)

    @staticmethod
    def make(path: JournalPlace, fill: Callable[[JournalStore], object]) -> bool:
        """Create the tables of a journal, and its first content, in one transaction.

        Args:
            path: The new journal's place.
            fill: Called with the new journal to write its first content.

        Returns:
            Whether it was created; False if there was one already.

        Raises:
            JournalError: If it cannot be written.
        """
        if isinstance(path, Path):
            return not path.exists() and files.create(path, fill)
        return bool(server.create(path, fill))

    @staticmethod
    def is_there(path: JournalPlace | None = None) -> bool:
        """Return whether there is a journal. Also True if that cannot be found out, as of a server that does not answer.

        Args:
            path: The journal's place; None for the usual one.
        """
        path = path or journal_place()
        return os.path.exists(path) if isinstance(path, Path) else bool(server.is_there(path))  # noqa: PTH110 - never raises

    def close(self) -> None:
        """Close the journal."""
        self._store.close()

    # -- reading --------------------------------------------------------------------------------------------------

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[SqlRow]:
        """Return the rows of an SQL query, with `?` for each value.

        Raises:
            JournalError: If the journal cannot be read.
        """
        return self._store.execute(query, values)

    def flaws(self) -> Iterator[str]:
        """Yield a sentence about each damage to the journal's storage, such as broken pages or missing triggers."""
        return self._store.flaws()

    def entries(self, case: str | None = None, kinds: tuple[str, ...] = ()) -> list[JournalEntry]:
        """Return entries in order.

        Args:
            case: The number of the case whose entries are wanted; None for all.
            kinds: The kinds of entry that are wanted; empty for all.

        Raises:
            JournalError: If the journal cannot be read.
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
            hint = "`dealerkit journal verify` shows what else is wrong; restore a copy"
            raise JournalError(str(self.path), f"entry {seq} cannot be read: it was changed by someone else", hint) from None

    @property
    def settings(self) -> dict[str, str]:
        """The settings in force: `zone`, `house`, `shifts`, and those set since."""
        values: dict[str, str] = {}
        for entry in self.entries(kinds=("begun", "set")):
            values |= {name: value for name, value in entry.said.items() if isinstance(value, str)}
        return {"zone": "UTC", "house": "", "shifts": clock.SHIFTS, **values}

    @property
    def form(self) -> int:
        """The version number of its tables; an old journal is migrated when it is first written to."""
        return self._store.form()

    @property
    def names(self) -> dict[str, str]:
        """The names of people, by pseudonym."""
        return dict(self.rows("SELECT pseudonym, name FROM people ORDER BY name_key"))

    def named(self, value: T) -> T:
        """Return a value with pseudonyms replaced by people's names."""
        return with_names(value, self.names)

    def anchor(self) -> Anchor:
        """Return the anchor of the last entry."""
        rows = self.rows("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1")
        return Anchor(*rows[0]) if rows else Anchor(0, START)

    def kept(self, hash_: str) -> dict[str, object]:
        """Return a stored document, such as a rule set, by its hash.

        Raises:
            JournalError: If the journal does not have it, or it cannot be read.
        """
        rows = self.rows("SELECT packed FROM kept WHERE hash = ?", (hash_,))
        try:
            document: dict[str, object] = json.loads(zlib.decompress(rows[0][0]))
        except (IndexError, zlib.error, ValueError, TypeError):
            hint = "`dealerkit journal verify` shows what else is wrong; restore a copy"
            raise JournalError(str(self.path), f"the rules saved as {hash_[:16]} are missing", hint) from None
        return document

    # -- writing --------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[Writing]:
        """Context of a transaction: all of its entries are written, or none if anything fails.

        Raises:
            JournalError: If the journal cannot be written.
        """
        self._store.take_turn(lambda: type(self).on_wait(self.path))
        try:
            yield Writing(self, self._store)
            self._store.commit()
        except BaseException:
            self._store.rollback()
            raise

    def swept(self) -> None:
        """Rewrite the journal's storage so that removed content is gone from the disk.

        Raises:
            JournalError: If that cannot be done now; removed content may then still be in unused parts of its files.
        """
        self._store.sweep()


class Writing:
    """A transaction on a journal: all of its entries are written, or none."""

    def __init__(self, journal: Journal, store: JournalStore) -> None:
        self.journal = journal
        self._store = store
        self.settings = journal.settings
        self.zone = self.settings["zone"]
        self.now = clock.now(self.zone)
        self._names: dict[str, str] | None = None

    def execute(self, query: str, values: tuple[object, ...] = ()) -> list[SqlRow]:
        """Run an SQL statement in this transaction, with `?` for each value, and return its rows."""
        return self._store.execute(query, values)

    @property
    def names(self) -> dict[str, str]:
        """The names of people, by pseudonym."""
        if self._names is None:
            self._names = self.journal.names
        return self._names

    def person(self, name: str) -> str:
        """Return the pseudonym of a person; a new name gets a new one.

        Raises:
            UnknownName: If the text cannot be a name.
        """
        name = clean_name(name)
        if sum(sign.isalpha() for sign in name) < 2:  # a name is looked for in every text, and 7 or X stand in many
            raise UnknownName(kind="person", name=name, allowed="a name or nickname of at least two letters")
        for pseudonym, known in self.names.items():
            if name == pseudonym or key_of(name) == key_of(known):
                return pseudonym
        pseudonym = new_pseudonym()
        self.execute("INSERT INTO people VALUES (?, ?, ?, '')", (pseudonym, name, key_of(name)))
        self.names[pseudonym] = name
        return pseudonym

    def keep(self, what: str, document: Mapping[str, object]) -> str:
        """Store a document under the hash of its text, unless it is stored already, and return the hash.

        Args:
            what: The kind of document.
            document: The document, as plain data.
        """
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        hash_ = hashlib.sha256(text).hexdigest()
        if not self.execute("SELECT 1 FROM kept WHERE hash = ?", (hash_,)):
            self.execute("INSERT INTO kept VALUES (?, ?, ?)", (hash_, what, zlib.compress(text, 9)))
        return hash_

    def next_case(self) -> str:
        """Return the number of the next case, such as `2026-0001`: the year, and a running number in the year."""
        year = f"{self.now.year:04}"
        rows = self.execute(
            "SELECT max(CAST(substr(case_no, 6) AS INTEGER)) FROM entries WHERE kind = 'opened' AND case_no LIKE ?",
            (f"{year}-%",),
        )
        return f"{year}-{(rows[0][0] or 0) + 1:04}"

    def add(self, kind: str, body: Mapping[str, object], case: str = "") -> JournalEntry:
        """Add an entry; the names of people in it become pseudonyms.

        Args:
            kind: The kind of entry, one of `KINDS`.
            body: The entry's content, as plain data with names.
            case: The number of the case it belongs to; empty if it has none.

        Raises:
            JournalError: If it cannot be written.
        """
        assert kind in KINDS, kind
        content = with_pseudonyms(dict(body), self.names)
        named = self._tied()
        entry = _insert(self._store, self.now, self.zone, kind, case, content | ({NAMED: named} if named else {}))
        return attrs.evolve(entry, body=content)

    def _tied(self) -> dict[str, str]:
        """Return the digests that tie new names to the chain, for the next entry."""
        named = {}
        for pseudonym, name in self.execute("SELECT pseudonym, name FROM people WHERE salt = ''"):
            salt = secrets.token_hex(16)
            self.execute("UPDATE people SET salt = ? WHERE pseudonym = ?", (salt, pseudonym))
            named[pseudonym] = name_digest(salt, pseudonym, name)
        return named


def _insert(store: JournalStore, at: datetime, zone: str, kind: str, case: str, body: Mapping[str, object]) -> JournalEntry:
    """Add an entry after the last one; the caller holds the lock."""
    last = store.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1")
    seq, prev = (last[0][0] + 1, last[0][1]) if last else (1, START)
    text, salt = canonical(body), new_salt(secrets.token_hex(16))
    body_hash, stamp = digest(proof_of(json.loads(text), salt)), at.isoformat()
    hash_ = link(prev, seq, stamp, zone, kind, case, body_hash, SECOND)
    store.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (seq, stamp, zone, kind, case, body_hash, prev, hash_))
    store.execute("INSERT INTO bodies VALUES (?, ?, ?)", (seq, salt, text))
    return JournalEntry(seq, at, zone, kind, case, body, body_hash, prev, hash_)
