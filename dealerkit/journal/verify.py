"""Whether the journal is as it was written: every entry, their order, what was kept, and a printed anchor."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import attrs

from dealerkit.journal.chain import START, Anchor, hash_of_body, link
from dealerkit.journal.entries import KINDS
from dealerkit.journal.store import Journal


@attrs.frozen
class Flaw:
    """Something about the journal that is not as it was written.

    Attributes:
        kind: `edited`, `missing`, `moved`, `cut`, `rules` or `file`.
        seq: The entry, from 1; 0 where no entry is meant.
        text: What is wrong, in words.
    """

    kind: str
    seq: int
    text: str


@attrs.frozen
class Verified:
    """What came of it.

    Attributes:
        entries: How many entries there are.
        anchor: The anchor of the last.
        flaws: What is wrong, in order; empty if nothing is.
        notes: What is worth knowing and not wrong.
    """

    entries: int
    anchor: Anchor
    flaws: tuple[Flaw, ...]
    notes: tuple[str, ...]


_ROWS = (
    "SELECT e.seq, e.at, e.zone, e.kind, e.case_no, e.body_hash, e.prev, e.hash, b.salt, b.body "
    "FROM entries e LEFT JOIN bodies b ON b.seq = e.seq ORDER BY e.seq"
)
Row = tuple[Any, ...]


def verify(journal: Journal, anchors: Iterable[Anchor] = ()) -> Verified:
    """Look through the whole journal.

    Whoever can write the file can also write every hash anew, or cut the last entries off: that is seen only against
    an anchor that was printed and kept elsewhere.

    Args:
        journal: An open journal.
        anchors: Anchors that were printed earlier.

    Raises:
        JournalError: If the file cannot be read at all.
    """
    rows = journal.rows(_ROWS)
    flaws = list(_file(journal))
    flaws += _chain(rows)
    redacted, more = _redacted(rows)
    flaws += more
    flaws += _bodies(rows, redacted)
    flaws += _strays(journal)
    flaws += _kept(journal, rows)
    for anchor in anchors:
        flaws += _anchored(rows, anchor)
    last = Anchor(int(rows[-1][0]), str(rows[-1][7])) if rows else Anchor(0, START)
    if not rows:
        flaws.append(Flaw("missing", 1, "there is no entry, not even the one that says when the journal was begun"))
    order = sorted(dict.fromkeys(flaws), key=lambda flaw: (flaw.seq, flaw.kind))
    return Verified(len(rows), last, tuple(order), tuple(_notes(rows, redacted)))


def _file(journal: Journal) -> Iterator[Flaw]:
    for (said,) in journal.rows("PRAGMA quick_check(5)"):
        if said != "ok":
            yield Flaw("file", 0, f"the file is damaged: {said}")
    there = {name for (name,) in journal.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")}
    wanted = {f"{table}_no_{event}" for table in ("entries", "bodies", "kept") for event in ("UPDATE", "DELETE")}
    if missing := sorted(wanted - there):
        yield Flaw("file", 0, f"what refuses changes was taken out of the file: {', '.join(missing)}")


def _hash(row: Row, seq: int | None = None, prev: str | None = None) -> str:
    own, at, zone, kind, case, body_hash, before = row[:7]
    try:
        return link(before if prev is None else prev, own if seq is None else seq, at, zone, kind, case, body_hash)
    except (TypeError, ValueError):  # a text that was made something else
        return ""


def _chain(rows: list[Row]) -> Iterator[Flaw]:
    """Follow the hashes: an entry fits the one before, has its own hash, and none is left out."""
    places = {str(row[7]): int(row[0]) for row in rows}
    prev, expected, moved = START, 1, False
    for row in rows:
        seq = int(row[0])
        if seq > expected:
            gone = f"entry {expected} is" if seq == expected + 1 else f"entries {expected} to {seq - 1} are"
            yield Flaw("missing", expected, f"{gone} missing: deleted")
        after_a_move, moved = moved, False
        if _hash(row) != row[7]:
            once = next((other for other in range(1, len(rows) + 2) if other != seq and _hash(row, other) == row[7]), None)
            if once is not None:
                moved = True
                yield Flaw("moved", seq, f"entry {seq} was written as entry {once}: the order was changed")
            else:
                yield Flaw("edited", seq, f"entry {seq} is not as it was written: edited")
        elif row[6] != prev and seq == expected and not after_a_move:
            stands = places.get(str(row[6]))
            what = f"was written behind what is now entry {stands}" if stands else "was written behind an entry that is not there"
            yield Flaw("moved" if stands else "edited", seq, f"entry {seq} {what}")
        prev, expected = row[7], seq + 1


def _redacted(rows: list[Row]) -> tuple[dict[int, str | None], list[Flaw]]:
    """Return the bodies that were redacted, each with the hash of what stands there now; None for nothing."""
    found: dict[int, str | None] = {}
    flaws: list[Flaw] = []
    for row in rows:
        if row[3] != "redacted" or row[9] is None:
            continue
        try:
            named = json.loads(row[9])["bodies"]
            found |= {int(seq): now for seq, now in named.items()}
        except (ValueError, TypeError, KeyError, AttributeError):
            flaws.append(Flaw("edited", int(row[0]), f"what entry {row[0]} says was removed cannot be read"))
    return found, flaws


def _bodies(rows: list[Row], redacted: Mapping[int, str | None]) -> Iterator[Flaw]:
    for row in rows:
        seq, kind, salt, body = int(row[0]), row[3], row[8], row[9]
        if kind not in KINDS:
            yield Flaw("edited", seq, f"entry {seq} is of a kind that there is not: {kind}")
        wanted = redacted.get(seq, row[5])
        if body is None:
            if wanted is not None:
                yield Flaw("missing", seq, f"what entry {seq} says is missing, and no entry says that it was removed")
        elif wanted is None:
            yield Flaw("edited", seq, f"entry {seq} says something, although it was removed")
        elif not (isinstance(salt, str) and isinstance(body, str)) or hash_of_body(salt, body) != wanted:
            yield Flaw("edited", seq, f"what entry {seq} says is not what was written: edited")


def _strays(journal: Journal) -> Iterator[Flaw]:
    for (seq,) in journal.rows("SELECT seq FROM bodies WHERE seq NOT IN (SELECT seq FROM entries)"):
        yield Flaw("missing", int(seq), f"entry {seq} is missing: deleted, and what it said is still there")


def _kept(journal: Journal, rows: list[Row]) -> Iterator[Flaw]:
    """Rule sets are what their hash says, and those that entries name are there."""
    there: dict[str, tuple[int, ...]] = {}
    for hash_, packed in journal.rows("SELECT hash, packed FROM kept"):
        there[hash_] = ()
        try:
            now = hashlib.sha256(zlib.decompress(packed)).hexdigest()
        except (zlib.error, TypeError):
            now = ""
        if now != hash_:
            yield Flaw("rules", 0, f"the rules kept as {hash_[:16]} are not what they were: edited")
    for row in rows:
        if row[9] is None or not isinstance(row[9], str):
            continue
        try:
            named = set(_hashes(json.loads(row[9])))
        except ValueError:
            continue
        for hash_ in sorted(named - there.keys()):
            yield Flaw("rules", int(row[0]), f"the rules that entry {row[0]} names, {hash_[:16]}, are missing: deleted")


def _hashes(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in {"kept", "facts_kept", "game_kept"} and isinstance(inner, str) and inner:
                yield inner
            else:
                yield from _hashes(inner)


def _anchored(rows: list[Row], anchor: Anchor) -> Iterator[Flaw]:
    by_seq = {int(row[0]): str(row[7]) for row in rows}
    last = max(by_seq, default=0)
    if anchor.seq > last:
        yield Flaw(
            "cut", last + 1, f"the anchor knows entry {anchor.seq}, and the journal ends with entry {last}: its end was cut off"
        )
    elif not by_seq.get(anchor.seq, "").startswith(anchor.hash):
        yield Flaw(
            "edited",
            anchor.seq,
            f"entry {anchor.seq} is not the one that the anchor was printed of: the journal was written anew",
        )


def _notes(rows: list[Row], redacted: Mapping[int, str | None]) -> Iterator[str]:
    if redacted:
        yield f"{len(redacted)} entr{'y was' if len(redacted) == 1 else 'ies were'} redacted, as the journal itself says"
    before: datetime | None = None
    for row in rows:
        try:
            at = datetime.fromisoformat(row[1])
        except (ValueError, TypeError):
            continue
        if before is not None and at < before:
            yield f"the clock was set back before entry {row[0]}: {row[1]} follows {before.isoformat()}"
        before = at
