"""The audit: a line for every decision: who, when, from where and by which right.

Lines are only ever added. Each has a seal over itself and the seal before, so that a changed, removed or moved line is found.
If the last lines were cut off, a seal noted elsewhere shows it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import attrs
import sqlalchemy as sa

from dealerkit.files.csv_cells import csv_row
from dealerkit.files.printable import printable
from dealerkit.jobs.journal.people import clean
from dealerkit.web.storage.schema import AUDIT, SITE
from dealerkit.web.storage.store import Store

HEAD: Final = "audit"
"""Name of the row with the last line's number and seal, which is locked while a line is added."""
FIRST: Final = "0" * 64
DONE, REFUSED = "done", "refused"
COLUMNS: Final = ("number", "at", "who", "role", "address", "may", "did", "what", "came", "seal")
_AT_A_TIME = 1000
_HEAD: Final = sa.select(SITE.c.value).where(SITE.c.name == HEAD)


@attrs.frozen
class Actor:
    """The person of an audit line.

    Attributes:
        name: The user's name.
        role: Their role; empty for none.
        address: The address of the request.
    """

    name: str
    role: str
    address: str


@attrs.frozen
class AuditLine:
    """A line of the audit.

    Attributes:
        number: Its number, from 1.
        at: When it was written, in seconds since 1970.
        who: The person who acted.
        role: Role of that person.
        address: The address of the request.
        may: The right used.
        did: The act, as the page names it.
        what: The object of the act, such as a user's name; may be empty.
        came: The result: `done` or `refused`.
        seal: Hash of this line together with the seal of the line before.
    """

    number: int
    at: float
    who: str
    role: str
    address: str
    may: str
    did: str
    what: str
    came: str
    seal: str = ""

    def sealed(self, before: str) -> str:
        """Return the seal of this line, given that of the line before."""
        fields = [getattr(self, name) for name in COLUMNS[:-1]]
        return hashlib.sha256(json.dumps([before, *fields], separators=(",", ":")).encode()).hexdigest()

    @property
    def when(self) -> str:
        """The time of the line with its zone, as ISO 8601."""
        return datetime.fromtimestamp(self.at).astimezone().isoformat(timespec="milliseconds")

    def as_json(self) -> dict[str, object]:
        """Return the line as plain data."""
        return {**attrs.asdict(self), "at": self.when, "seconds": self.at}


@attrs.frozen
class TrailCheck:
    """The result of checking every seal of the audit.

    Attributes:
        lines: Number of lines.
        seal: The seal of the last.
        wrong: The first broken line, and its error; empty if there is none.
    """

    lines: int
    seal: str
    wrong: str = ""


class Trail:
    """The audit: its lines, and adding to them.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        store.kept(HEAD, f"0 {FIRST}")

    def hold(self, connection: sa.Connection) -> None:
        """Lock the audit until this transaction ends, so that no other can add a line, or change accounts."""
        connection.execute(sa.update(SITE).where(SITE.c.name == HEAD).values(name=HEAD))

    def write(self, connection: sa.Connection, by: Actor, did: str, what: str = "", *, may: str = "", came: str = DONE) -> None:
        """Add a line within a transaction, with which it is committed or rolled back.

        Args:
            connection: The transaction.
            by: The person who acted.
            did: The act, as the page names it.
            what: The object of the act.
            may: The right used.
            came: The result: `done` or `refused`.
        """
        self.hold(connection)
        head = str(connection.scalar(_HEAD))
        number, _, before = head.partition(" ")
        line = AuditLine(
            int(number) + 1, round(time.time(), 3), _fit(by.name, 80), _fit(by.role, 40), _fit(by.address, 80), _fit(may, 40),
            _fit(did, 80), _fit(what, 500), came,
        )  # fmt: skip
        line = attrs.evolve(line, seal=line.sealed(before))
        connection.execute(AUDIT.insert().values(**attrs.asdict(line)))
        connection.execute(sa.update(SITE).where(SITE.c.name == HEAD).values(value=f"{line.number} {line.seal}"))

    def note(self, by: Actor, did: str, what: str = "", *, may: str = "", came: str = DONE) -> None:
        """Add a line in a transaction of its own; the other arguments are those of `write`."""
        with self._store.begin() as connection:
            self.write(connection, by, did, what, may=may, came=came)

    def lines(self, *, who: str = "", before: int | None = None, most: int = 100) -> list[AuditLine]:
        """Return lines of the audit, latest first.

        Args:
            who: Name of the only person whose lines are wanted; empty for all.
            before: Return only lines with numbers below this one; None for all.
            most: Most lines.
        """
        wanted = sa.select(AUDIT).order_by(AUDIT.c.number.desc()).limit(most)
        if who:
            wanted = wanted.where(AUDIT.c.who == who)
        if before is not None:
            wanted = wanted.where(AUDIT.c.number < before)
        return [_line(row) for row in self._store.rows(wanted)]

    def every(self) -> Iterator[AuditLine]:
        """Yield all lines, oldest first, read in portions."""
        last = 0
        while True:
            wanted = sa.select(AUDIT).where(AUDIT.c.number > last).order_by(AUDIT.c.number).limit(_AT_A_TIME)
            rows = [_line(row) for row in self._store.rows(wanted)]
            yield from rows
            if len(rows) < _AT_A_TIME:
                return
            last = rows[-1].number

    def count(self) -> int:
        """Return the number of lines."""
        return int(str(self._store.value(_HEAD)).partition(" ")[0])

    def check(self) -> TrailCheck:
        """Verify the seal of every line."""
        head = str(self._store.value(_HEAD))
        until, before, count = int(head.partition(" ")[0]), FIRST, 0
        for line in self.every():
            if line.number > until:  # added during the check
                break
            count += 1
            if line.number != count:
                return TrailCheck(count - 1, before, f"line {count} is missing: after {count - 1} comes {line.number}")
            if line.sealed(before) != line.seal:
                return TrailCheck(count - 1, before, f"line {count} was changed, or the line before it was")
            before = line.seal
        if head != f"{count} {before}":
            return TrailCheck(count, before, f"lines after {count} were cut off: the last was {until}")
        return TrailCheck(count, before)

    def as_csv(self) -> Iterator[str]:
        """Yield the audit as CSV for a spreadsheet."""
        yield csv_row(COLUMNS)
        for line in self.every():
            yield csv_row({**attrs.asdict(line), "at": line.when}.values())

    def as_json_lines(self) -> Iterator[str]:
        """Yield the audit as JSON, one line for each entry."""
        for line in self.every():
            yield json.dumps(line.as_json()) + "\n"


def _fit(text: str, most: int) -> str:
    """Return a text in the form in which it is saved: on one line, without control characters, cut to length."""
    return printable(" ".join(clean(text).split()))[:most]


def _line(row: sa.Row[Any]) -> AuditLine:
    return AuditLine(*(getattr(row, name) for name in COLUMNS))
