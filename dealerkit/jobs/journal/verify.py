"""Verification of the journal: every entry, their order, the stored documents, and a printed anchor."""

from __future__ import annotations

import contextlib
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

import attrs

from dealerkit.files.sqlite_file import SqlRow
from dealerkit.jobs.journal.chain import DOMAIN, SECOND, START, Anchor, hash_of_body, link
from dealerkit.jobs.journal.entries import KINDS
from dealerkit.jobs.journal.people import key_of
from dealerkit.jobs.journal.proofs import NAMED, digest, foreign, name_digest, new_salt, proof_of, removed_words, shown
from dealerkit.jobs.journal.store import Journal


@attrs.frozen
class JournalFlaw:
    """A place where the journal is damaged or was changed.

    Attributes:
        kind: `edited`, `missing`, `moved`, `cut`, `names`, `rules` or `file`.
        seq: The number of the entry, from 1; 0 if the damage is not in an entry.
        text: The damage, in words.
    """

    json_names = "kind entry=seq? text"
    kind: str
    seq: int
    text: str


@attrs.frozen
class Verified:
    """The outcome of a verification.

    Attributes:
        entries: The number of entries.
        anchor: The anchor of the last entry.
        flaws: The flaws, in order; empty if there are none.
        notes: Remarks that are not flaws.
    """

    entries: int
    anchor: Anchor
    flaws: tuple[JournalFlaw, ...]
    notes: tuple[str, ...]


_ROWS = (
    "SELECT e.seq, e.at, e.zone, e.kind, e.case_no, e.body_hash, e.prev, e.hash, b.salt, b.body "
    "FROM entries e LEFT JOIN bodies b ON b.seq = e.seq ORDER BY e.seq"
)
_FORM_WITH_NAMES = 2


def verify(journal: Journal, anchors: Iterable[Anchor] = ()) -> Verified:
    """Verify the whole journal.

    Somebody who can write to the file could also recompute every hash, or cut off the last entries. Only an anchor that was
    printed and kept elsewhere shows that.

    Args:
        journal: An open journal.
        anchors: Anchors that were printed earlier.

    Raises:
        JournalError: If the file cannot be read at all.
    """
    rows = journal.rows(_ROWS)
    flaws = [JournalFlaw("file", 0, line) for line in journal.flaws()]
    flaws += _chain(rows)
    redacted, gone, more = _redacted(rows)
    flaws += more
    proofs = {int(seq): str(proof) for seq, proof in journal.rows("SELECT seq, proof FROM proofs")} if journal.form > 1 else {}
    flaws += _bodies(rows, redacted, proofs)
    flaws += _kept_for_good(rows, redacted)
    flaws += _people(journal, rows, proofs, gone)
    flaws += _strays(journal)
    flaws += _kept(journal, rows)
    for anchor in anchors:
        flaws += _anchored(rows, anchor)
    last = Anchor(int(rows[-1][0]), str(rows[-1][7])) if rows else Anchor(0, START)
    if not rows:
        flaws.append(JournalFlaw("missing", 1, "the journal has no entries; even the first, with its starting date, is missing"))
    order = sorted(dict.fromkeys(flaws), key=lambda flaw: (flaw.seq, flaw.kind))
    return Verified(len(rows), last, tuple(order), tuple(_notes(journal, rows, redacted, proofs)))


def _hash(row: SqlRow, seq: int | None = None, prev: str | None = None, domain: bytes = DOMAIN) -> str:
    own, at, zone, kind, case, body_hash, before = row[:7]
    try:
        return link(before if prev is None else prev, own if seq is None else seq, at, zone, kind, case, body_hash, domain)
    except (TypeError, ValueError):  # a text that was made something else
        return ""


def _hashes_of(row: SqlRow, seq: int | None = None) -> tuple[str, str]:
    """Return the hashes that an entry may have, in the first form and in the second."""
    return _hash(row, seq), _hash(row, seq, domain=SECOND)


def _chain(rows: list[SqlRow]) -> Iterator[JournalFlaw]:
    """Yield breaks of the chain: an entry's hash or that of the entry before is wrong, or an entry is missing."""
    places = {str(row[7]): int(row[0]) for row in rows}
    prev, expected, moved = START, 1, False
    for row in rows:
        seq = int(row[0])
        if seq > expected:
            gone = f"entry {expected} is" if seq == expected + 1 else f"entries {expected} to {seq - 1} are"
            yield JournalFlaw("missing", expected, f"{gone} missing: deleted")
        after_a_move, moved = moved, False
        if row[7] not in _hashes_of(row):
            once = next((other for other in range(1, len(rows) + 2) if other != seq and row[7] in _hashes_of(row, other)), None)
            if once is not None:
                moved = True
                yield JournalFlaw("moved", seq, f"entry {seq} was written as entry {once}: the order was changed")
            else:
                yield JournalFlaw("edited", seq, f"entry {seq} was changed after it was written: edited")
        elif row[6] != prev and seq == expected and not after_a_move:
            stands = places.get(str(row[6]))
            what = (
                f"was written after what is now entry {stands}"
                if stands
                else "was written after an entry that is no longer there"
            )
            yield JournalFlaw("moved" if stands else "edited", seq, f"entry {seq} {what}")
        prev, expected = row[7], seq + 1


@attrs.frozen
class _Redaction:
    """A removal from an entry, as the journal records it.

    Attributes:
        now: The hash of what is left; None where nothing is.
        by: The entry that says so last.
        why: Its reason.
        people: The pseudonyms of all who were removed so far.
    """

    now: str | None
    by: int
    why: str
    people: frozenset[str]


def _redacted(rows: list[SqlRow]) -> tuple[dict[int, _Redaction], set[str], list[JournalFlaw]]:
    """Return the removals by entry, and the pseudonyms of all removed people."""
    redactions: dict[int, _Redaction] = {}
    gone: set[str] = set()
    flaws: list[JournalFlaw] = []
    for row in rows:
        if row[3] != "redacted" or row[9] is None:
            continue
        try:
            content = json.loads(row[9])
            people = frozenset(map(str, content["people"]))
            gone |= people
            for seq, now in content["bodies"].items():
                before = redactions[int(seq)].people if int(seq) in redactions else frozenset()
                redactions[int(seq)] = _Redaction(now, int(row[0]), str(content.get("why", "")), people | before)
        except (ValueError, TypeError, KeyError, AttributeError):
            flaws.append(
                JournalFlaw("edited", int(row[0]), f"entry {row[0]} removed text, but its list of removals can't be read")
            )
    return redactions, gone, flaws


def _has_tree(row: SqlRow) -> bool:
    """Return whether an entry was written with a tree, which its own hash says; of one that was edited or moved, its salt."""
    flat, tree = _hashes_of(row)
    return bool(row[7] == tree or (row[7] != flat and str(row[8]).startswith(new_salt(""))))


def _bodies(rows: list[SqlRow], redacted: Mapping[int, _Redaction], proofs: Mapping[int, str]) -> Iterator[JournalFlaw]:
    for row in rows:
        seq, kind, salt, body = int(row[0]), row[3], row[8], row[9]
        if kind not in KINDS:
            yield JournalFlaw("edited", seq, f"entry {seq} is of an unknown kind: {kind}")
        if _has_tree(row):
            yield from _with_tree(row, redacted.get(seq), proofs.get(seq))
            continue
        wanted = redacted[seq].now if seq in redacted else row[5]
        if body is None:
            if wanted is not None:
                yield JournalFlaw("missing", seq, f"the text of entry {seq} is missing, and no entry says that it was removed")
        elif wanted is None:
            yield JournalFlaw("edited", seq, f"entry {seq} has a text, although the text was removed")
        elif not (isinstance(salt, str) and isinstance(body, str)) or hash_of_body(salt, body) != wanted:
            yield _edited(seq)


def _edited(seq: int) -> JournalFlaw:
    """Return the flaw of an entry whose content differs from its hash."""
    return JournalFlaw("edited", seq, f"entry {seq} was edited after it was written")


def _with_tree(row: SqlRow, redaction: _Redaction | None, kept: str | None) -> Iterator[JournalFlaw]:
    """Verify an entry's content word by word against its hash in the chain."""
    seq, salt, body = int(row[0]), row[8], row[9]
    edited = _edited(seq)
    try:
        if redaction is None:
            if body is None:
                yield JournalFlaw("missing", seq, f"the text of entry {seq} is missing, and no entry says that it was removed")
            elif kept is not None or digest(proof_of(json.loads(body), salt)) != row[5]:
                yield edited
            return
        if kept is None:
            yield JournalFlaw(
                "edited",
                seq,
                f"entry {redaction.by} says that entry {seq} was redacted, but there is no proof of the remaining text",
            )
            return
        proof = json.loads(kept)
        if (
            digest(proof) != row[5]
            or hash_of_body("", kept) != redaction.now
            or (body is not None and json.loads(body) != shown(proof))
        ):
            yield edited
        else:
            for problem in foreign(proof, redaction.people, whole=body is None):
                yield JournalFlaw("edited", seq, f"more than a name is missing from entry {seq}: {problem}")
    except (ValueError, TypeError, AttributeError, RecursionError):
        yield edited


def _kept_for_good(rows: list[SqlRow], redacted: Mapping[int, _Redaction]) -> Iterator[JournalFlaw]:
    """Yield whole entries that were removed although the house keeps cases for ever."""
    limits: list[int] = []
    for row in rows:
        with contextlib.suppress(ValueError, TypeError, AttributeError):
            if row[3] in {"begun", "set"} and row[9] is not None and json.loads(row[9]).get("keep_cases"):
                limits.append(int(row[0]))
    for row in rows:
        by = redacted[int(row[0])].by if int(row[0]) in redacted else 0
        if by and row[9] is None and not any(limit < by for limit in limits):
            yield JournalFlaw(
                "edited", int(row[0]), f"entry {by} removed the text of entry {row[0]}, although cases are kept forever"
            )


def _named(rows: list[SqlRow], proofs: Mapping[int, str]) -> tuple[dict[str, str], list[JournalFlaw]]:
    """Return the digests that tie names to the chain, by pseudonym, and flaws in them."""
    digests: dict[str, str] = {}
    flaws: list[JournalFlaw] = []
    for row in rows:
        text = row[9] if row[9] is not None else proofs.get(int(row[0]))
        try:
            read = json.loads(text) if text is not None else {}
            tied = read.get(NAMED, {}) if row[9] is not None else shown(read).get(NAMED, {})
            for pseudonym, digest_ in tied.items():
                if digests.setdefault(pseudonym, digest_) != digest_:
                    flaws.append(JournalFlaw("names", int(row[0]), f"entry {row[0]} has another name for {pseudonym}"))
        except (ValueError, TypeError, AttributeError):
            continue  # told by `_bodies`
    return digests, flaws


def _people(journal: Journal, rows: list[SqlRow], proofs: Mapping[int, str], gone: set[str]) -> Iterator[JournalFlaw]:
    """Yield names that differ from those tied to their pseudonyms, and people missing without a removal."""
    if journal.form < _FORM_WITH_NAMES:
        return
    tied, flaws = _named(rows, proofs)
    yield from flaws
    if not any(map(_has_tree, rows)):
        return
    there = set[str]()
    for pseudonym, name, key, salt in journal.rows("SELECT pseudonym, name, name_key, salt FROM people"):
        there.add(pseudonym)
        if pseudonym not in tied:
            yield JournalFlaw("names", 0, f"no entry says who {pseudonym} is: someone else added the name")
        elif name_digest(salt, pseudonym, name) != tied[pseudonym] or key_of(name) != key:
            yield JournalFlaw("names", 0, f"the name of {pseudonym} was changed after it was written: edited")
        if pseudonym in gone:
            yield JournalFlaw("names", 0, f"{pseudonym} has a name, although the person was removed")
    for pseudonym in sorted(tied.keys() - there - gone):
        yield JournalFlaw("names", 0, f"the name of {pseudonym} is missing, and no entry says that it was removed")


def _strays(journal: Journal) -> Iterator[JournalFlaw]:
    for (seq,) in journal.rows("SELECT seq FROM bodies WHERE seq NOT IN (SELECT seq FROM entries)"):
        yield JournalFlaw("missing", int(seq), f"entry {seq} is missing: deleted, although its text is still there")


def _kept(journal: Journal, rows: list[SqlRow]) -> Iterator[JournalFlaw]:
    """Yield stored rule sets that do not match their hash, or are missing."""
    there: dict[str, str] = {}
    for hash_, what, packed in journal.rows("SELECT hash, what, packed FROM kept"):
        there[hash_] = what
        try:
            now = hashlib.sha256(zlib.decompress(packed)).hexdigest()
        except (zlib.error, TypeError):
            now = ""
        if now != hash_:
            yield JournalFlaw("rules", 0, f"the rules saved as {hash_[:16]} were edited")
        if all(what not in known for known in _KEPT_AS.values()):
            yield JournalFlaw(
                "rules", 0, f"the rules saved as {hash_[:16]} are marked as '{what}', which is not a valid kind: edited"
            )
    for row in rows:
        if row[9] is None or not isinstance(row[9], str):
            continue
        try:
            named = set(_hashes(json.loads(row[9])))
        except ValueError:
            continue
        for key, hash_ in sorted(named):
            if hash_ not in there:
                yield JournalFlaw(
                    "rules", int(row[0]), f"the rules that entry {row[0]} names, {hash_[:16]}, are missing: deleted"
                )
            elif there[hash_] not in _KEPT_AS[key]:
                message = f"the rules that entry {row[0]} names, {hash_[:16]}, are marked as '{there[hash_]}': edited"
                yield JournalFlaw("rules", int(row[0]), message)


_KEPT_AS = {"kept": ("rules", "promotion"), "facts_kept": ("facts",), "game_kept": ("game",)}
"""The keys of entries that name a stored document, with its kinds."""


def _hashes(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _KEPT_AS and isinstance(inner, str) and inner:
                yield key, inner
            else:
                yield from _hashes(inner)


def _anchored(rows: list[SqlRow], anchor: Anchor) -> Iterator[JournalFlaw]:
    by_seq = {int(row[0]): str(row[7]) for row in rows}
    last = max(by_seq, default=0)
    if anchor.seq > last:
        yield JournalFlaw(
            "cut", last + 1, f"the anchor has entry {anchor.seq}, but the journal ends with entry {last}: its end was cut off"
        )
    elif not by_seq.get(anchor.seq, "").startswith(anchor.hash):
        yield JournalFlaw(
            "edited",
            anchor.seq,
            f"entry {anchor.seq} is not the entry that the anchor was printed for: the journal was rewritten",
        )


def _notes(journal: Journal, rows: list[SqlRow], redacted: Mapping[int, _Redaction], proofs: Mapping[int, str]) -> Iterator[str]:
    if redacted:
        yield f"{len(redacted)} entr{'y was' if len(redacted) == 1 else 'ies were'} redacted, and the journal records it"
    bodies = {int(row[0]): row[9] for row in rows}
    for seq, redaction in sorted(redacted.items()):
        if seq not in bodies:
            continue
        if bodies[seq] is None:
            yield f"the text of entry {seq} was removed by entry {redaction.by}: {redaction.why}"
        elif seq in proofs:
            with contextlib.suppress(ValueError, TypeError, AttributeError):
                many = removed_words(json.loads(proofs[seq]))
                where = "one place" if many == 1 else f"{many} places"
                yield f"a name was removed from entry {seq} in {where} by entry {redaction.by}: {redaction.why}"
        else:
            yield (
                f"entry {seq} was redacted by entry {redaction.by}, but there is no proof of the remaining text: {redaction.why}"
            )
    if journal.form < _FORM_WITH_NAMES and journal.names:
        yield "names are not protected by the hash chain yet; the next entry will protect them as they are now"
    before: datetime | None = None
    for row in rows:
        try:
            at = datetime.fromisoformat(row[1])
        except (ValueError, TypeError):
            continue
        if before is not None and at < before:
            yield f"the clock was set back before entry {row[0]}: {row[1]} follows {before.isoformat()}"
        before = at
