"""Files opened by users: stored in the database, checked once, their hands found by number."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath

import attrs
import sqlalchemy as sa

from dealerkit.errors import RecordError
from dealerkit.files.csv_cells import csv_row
from dealerkit.files.plain_data import as_plain
from dealerkit.files.printable import printable
from dealerkit.hands.check import check_file
from dealerkit.hands.checked_hand import CheckedHand, Flaw
from dealerkit.hands.compression import BROKEN, blocks, inner_name, is_compressed, opened
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.sources import is_phh, read_source
from dealerkit.hands.phh.to_record import to_record
from dealerkit.table.record import Record
from dealerkit.web.object_cache import LastUsed
from dealerkit.web.people import Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.storage.schema import FILES
from dealerkit.web.storage.store import Store

MOST_BYTES = 20_000_000
"""Most bytes of a file; `check` reads any size."""
MOST_HANDS = 1000
"""Most hands of a file that are checked when its page opens."""
MOST_KEPT = 8
"""Most files whose findings stay in memory; others are checked again."""
GRAVE = ("critical", "major", "minor")


@attrs.frozen
class OpenedFile:
    """A file that a user opened.

    Attributes:
        id: Its id in addresses.
        name: Its file name.
        body: Its content.
        made: Time of opening, in seconds since 1970.
    """

    id: str
    name: str
    body: bytes
    made: float

    @property
    def suffix(self) -> str:
        """The suffix that decides how a copy of the file is read: `.txt`, `.phhs.gz`."""
        plain = inner_name(self.name)
        return (PurePath(plain).suffix.lower() if is_phh(plain) else ".txt") + self.name[len(plain) :].lower()


@attrs.frozen
class FindingFilter:
    """The filter for findings in a file.

    Attributes:
        code: The only code to show; empty for all.
        severity: The only severity to show; empty for all.
        clean: Whether hands without findings are listed too.
    """

    code: str = ""
    severity: str = ""
    clean: bool = False

    def fits(self, flaw: Flaw) -> bool:
        """Return whether a finding passes the filter."""
        return (not self.code or flaw.code == self.code) and (not self.severity or flaw.severity == self.severity)

    @property
    def narrow(self) -> bool:
        """Whether the filter leaves findings out."""
        return bool(self.code or self.severity)


@attrs.frozen
class CheckedFile:
    """The result of checking a file.

    Attributes:
        hands: The first `MOST_HANDS` hands with their findings, in order.
        more: Whether there are more hands, which were not checked.
    """

    hands: tuple[CheckedHand, ...]
    more: bool


class OpenedFiles:
    """The files opened by users.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._checked = LastUsed[CheckedFile](MOST_KEPT)

    def keep(self, visitor: Visitor, name: str, body: bytes) -> str:
        """Save a file, and return its id.

        Args:
            visitor: The owner.
            name: The file name.
            body: Its content.

        Raises:
            Refused: If it is empty, or too large, packed or unpacked.
            NoZstandard: If it cannot be unpacked here.
        """
        if not body:
            raise Refused(422, "that file is empty; choose a record, or a file of hands in PHH")
        if len(body) > MOST_BYTES:
            raise Refused(413, f"files up to {MOST_BYTES // 1_000_000} MB are opened here; `dealerkit check` reads any size")
        identifier = secrets.token_urlsafe(9)
        plain = printable(PurePath(name.replace("\\", "/")).name)[-120:] or "hands.txt"
        if is_compressed(plain):
            _check_unpacked(plain, body)
        row = {"id": identifier, "owner": visitor.key, "name": plain, "body": body, "made": time.time()}
        self._store.write(FILES.insert().values(**row))
        return identifier

    def find(self, name: str, visitor: Visitor) -> OpenedFile:
        """Return a file.

        Args:
            name: Its id.
            visitor: The visitor.

        Raises:
            Refused: If there is no such file, or it is another person's.
        """
        row = self._store.row(sa.select(FILES).where(FILES.c.id == name))
        if row is None or row.owner != visitor.key:
            raise Refused(404, "there is no such file here; open it again")
        return OpenedFile(row.id, row.name, bytes(row.body), row.made)

    def of(self, visitor: Visitor, most: int = 20) -> list[tuple[str, str, float]]:
        """Return a visitor's files, latest first: id, name, time of opening."""
        wanted = sa.select(FILES.c.id, FILES.c.name, FILES.c.made).where(FILES.c.owner == visitor.key)
        return [(row.id, row.name, row.made) for row in self._store.rows(wanted.order_by(FILES.c.made.desc()).limit(most))]

    def drop(self, name: str, visitor: Visitor) -> None:
        """Delete a file.

        Args:
            name: Its id.
            visitor: The visitor.
        """
        self._store.write(FILES.delete().where(FILES.c.id == name, FILES.c.owner == visitor.key))
        self._checked.pop(name)

    def checked(self, file: OpenedFile) -> CheckedFile:
        """Return the findings in a file's hands."""
        if (known := self._checked.get(file.id)) is not None:
            return known
        read = tuple(itertools.islice(check_text(file.name, file.suffix, file.body), MOST_HANDS + 1))
        checked_file = CheckedFile(read[:MOST_HANDS], more=len(read) > MOST_HANDS)
        self._checked.put(file.id, checked_file)
        return checked_file


def _check_unpacked(name: str, body: bytes) -> None:
    """Refuse a packed file that unpacks to more than the largest plain one; a damaged file is reported where it is read.

    Raises:
        Refused: If it is too large (413).
        NoZstandard: If it cannot be unpacked here.
    """
    had = 0
    with contextlib.suppress(*BROKEN), opened(name, io.BytesIO(body)) as stream:
        for block in blocks(stream):
            had += len(block)
            if had > MOST_BYTES:
                message = f"files up to {MOST_BYTES // 1_000_000} MB unpacked are opened here; `dealerkit check` reads any size"
                raise Refused(413, message)


def check_text(name: str, suffix: str, body: bytes) -> Iterator[CheckedHand]:
    """Yield each hand of a file with its findings, which name the file as the user does.

    Args:
        name: The file name as the user has it.
        suffix: The suffix that decides how it is read.
        body: Its content.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"hands{suffix}"
        path.write_bytes(body)
        for hand in check_file(path):
            flaws = tuple(attrs.evolve(flaw, file=name) for flaw in hand.findings)
            lost = attrs.evolve(hand.unreadable, file=name) if hand.unreadable is not None else None
            yield attrs.evolve(hand, file=name, findings=flaws, unreadable=lost)


def record_in(file: OpenedFile, number: int) -> Record:
    """Return a hand of a file as a record that can be replayed; a hand in the Poker Hand History format is converted.

    Args:
        file: The file.
        number: The number of the hand, from 1.

    Raises:
        Refused: If there is no such hand.
        RecordError: If it cannot be read, or is not a hand.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"hands{file.suffix}"
        path.write_bytes(file.body)
        for at, hand in enumerate(read_source(path), 1):
            if at == number:
                if isinstance(hand, RecordError):
                    raise hand
                return to_record(hand) if isinstance(hand, PhhHand) else hand
    raise Refused(404, f"this file has no hand {number}")


def counted(hands: Iterable[CheckedHand]) -> list[tuple[str, str, str, int]]:
    """Return the findings of hands by code, gravest and most frequent first: code, title, severity, number."""
    many: Counter[tuple[str, str, str]] = Counter()
    titles: dict[str, str] = {}
    for hand in hands:
        for flaw in hand.findings:
            titles.setdefault(flaw.code, flaw.title)
            many[flaw.code, titles[flaw.code], flaw.severity] += 1
    rows = [(code, title, severity, count) for (code, title, severity), count in many.items()]
    return sorted(rows, key=lambda row: (gravity(row[2]), -row[3], row[0]))


def gravity(severity: str) -> int:
    """Return the rank of a severity among all severities, gravest first, from 0."""
    return GRAVE.index(severity) if severity in GRAVE else len(GRAVE)


FIELDS = ("file", "hand", "round", "act", "line", "code", "severity", "title", "said", "due", "why", "cite", "remedy", "rules")


def as_csv(flaws: Sequence[Flaw]) -> str:
    """Return findings as CSV for a spreadsheet."""
    rows = (
        [", ".join(value) if isinstance(value := getattr(flaw, name), tuple) else str(value) for name in FIELDS] for flaw in flaws
    )
    return "".join(csv_row(row, end="\r\n") for row in (FIELDS, *rows))


def as_json(flaws: Sequence[Flaw]) -> str:
    """Return findings as JSON, as `check --json` prints them."""
    return json.dumps({"findings": as_plain(flaws)}, indent=2, ensure_ascii=False) + "\n"
