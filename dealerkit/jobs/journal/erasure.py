"""Permanent removal of a person, or of entries past the house's retention period. The hash chain stays valid."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import attrs

from dealerkit.errors import UnknownName
from dealerkit.jobs.journal.chain import canonical, hash_of_body
from dealerkit.jobs.journal.clock import Span
from dealerkit.jobs.journal.entries import OF_DECKS, JournalEntry
from dealerkit.jobs.journal.people import PSEUDONYM, key_of, mentioned, without
from dealerkit.jobs.journal.proofs import emptied, new_salt, proof_of, shown, without_people
from dealerkit.jobs.journal.store import Journal, Writing

ENDS = frozenset({"closed", "jackpot_ended"})
"""Kinds of entry that end a case, or a promotion, which is kept like a case from opening to end."""


Who = list[tuple[Sequence[str], str]]
"""People to remove from texts: the spellings of each name, and the pseudonym."""


@attrs.frozen
class Removed:
    """The result of a removal.

    Attributes:
        people: The pseudonyms whose names were removed.
        changed: The numbers of the entries in which a name was removed from the text.
        emptied: The numbers of the entries whose whole text was removed.
        cases: The cases to which these entries belong.
        left: Single words of the name that are still in texts, with the entries' numbers; they may mean somebody else.
    """

    people: tuple[str, ...] = ()
    changed: tuple[int, ...] = ()
    emptied: tuple[int, ...] = ()
    cases: tuple[str, ...] = ()
    left: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict)

    def __bool__(self) -> bool:
        return bool(self.people or self.changed or self.emptied)


def find_person(journal: Journal, text: str) -> tuple[str, str]:
    """Return pseudonym and name of a person, given either of them; the name is empty if the person was removed before.

    Raises:
        UnknownName: If nobody in the journal is called that.
    """
    for pseudonym, name in journal.names.items():
        if text.strip() == pseudonym or key_of(text) == key_of(name):
            return pseudonym, name
    if text.strip() in removed_people(journal):
        return text.strip(), ""
    known = () if PSEUDONYM.fullmatch(text.strip()) else journal.names.values()
    raise UnknownName(kind="person in the journal", name=text, known=known)


def removed_people(journal: Journal) -> set[str]:
    """Return the pseudonyms of removed people."""
    return {pseudonym for entry in journal.entries(kinds=("redacted",)) for pseudonym in entry.said.get("people") or ()}


def erase(journal: Journal, person: str, spellings: Iterable[str] = ()) -> Removed:
    """Remove a person: the name from the table of people, and from every text.

    Args:
        journal: Open for writing.
        person: Name or pseudonym.
        spellings: Other spellings of the name in texts.

    Raises:
        UnknownName: If nobody has that name.
        JournalError: If the journal cannot be written; then nothing was removed, or the message says what is left to do.
    """
    with journal.writing() as writing:
        pseudonym, name = find_person(journal, person)
        bodies: dict[int, Mapping[str, object] | None] = {}
        for entry in journal.entries():
            if entry.body is not None:
                changed = without(dict(entry.body), [name, *spellings], pseudonym)
                if changed != entry.body:
                    bodies[entry.seq] = changed
        if not (name or bodies):
            return Removed()
        left = _left(name, {entry.seq: bodies.get(entry.seq, entry.body) for entry in journal.entries()})
        who: Who = [([name, *spellings], pseudonym)]
        removed = _remove(writing, "a person was removed", dict.fromkeys(bodies, who), [pseudonym])
    journal.swept()
    return attrs.evolve(removed, left=left)


def _left(name: str, bodies: Mapping[int, Mapping[str, object] | None]) -> dict[str, tuple[int, ...]]:
    """Return the single words of a name that still occur in texts, with the entries."""
    places: dict[str, tuple[int, ...]] = {}
    for word in name.split() if " " in name else ():
        if sum(sign.isalpha() for sign in word) > 1:
            seqs = tuple(seq for seq, body in bodies.items() if body is not None and without(dict(body), [word], "") != body)
            places |= {word: seqs} if seqs else {}
    return places


def expire(journal: Journal, at: datetime) -> Removed:
    """Remove names and cases older than the settings `keep_names` and `keep_cases` allow.

    A case ages from its last entry, and only if it is closed; an entry of the log of decks ages by itself. A person's name is
    removed when every case that names the person is older than `keep_names`, a case's text when it is older than `keep_cases`.
    Numbers, times and hashes stay.

    Args:
        journal: Open for writing.
        at: The present time.
    """
    with journal.writing() as writing:
        entries = journal.entries()
        last = {_kept_with(entry): entry for entry in entries if _kept_with(entry) and entry.kind != "redacted"}
        closed = {_kept_with(entry) for entry in entries if entry.kind in ENDS or (entry.kind in OF_DECKS and not entry.case)}
        reopened = {case for case in closed if _open_again(entries, case)}
        settings = writing.settings

        def older(name: str) -> set[str]:
            if not settings.get(name):
                return set()
            limit = Span.read(settings[name]).before(at)
            return {case for case in closed - reopened if last[case].at < limit}

        gone = older("keep_cases")
        bodies: dict[int, Who | None] = {
            entry.seq: None for entry in entries if _kept_with(entry) in gone and entry.body is not None
        }
        nameless = older("keep_names") | gone
        needed = set().union(
            *(mentioned(entry.body) for entry in entries if _kept_with(entry) not in nameless and entry.kind != "redacted")
        )
        known = set(journal.names)
        once = set().union(*(mentioned(entry.body) for entry in entries if _kept_with(entry) in nameless))
        people = sorted((known & once) - needed)
        for entry in entries:
            if entry.body is None or entry.seq in bodies:
                continue
            who: Who = [([journal.names[person]], person) for person in people]
            if _without(entry.body, who) != entry.body:
                bodies[entry.seq] = who
        removed = _remove(writing, "past the house's retention period", bodies, people) if bodies or people else Removed()
    if removed:
        journal.swept()
    return removed


def _kept_with(entry: JournalEntry) -> str:
    """Return the key of the group that an entry is kept or removed with: its case; an entry of the log of decks without a case is
    its own group.
    """
    return entry.case or (f"#{entry.seq}" if entry.kind in OF_DECKS else "")


def _open_again(entries: list[JournalEntry], case: str) -> bool:
    mine = [entry.kind for entry in entries if entry.case == case and entry.kind in {"closed", "appealed"}]
    return bool(mine) and mine[-1] == "appealed"


def _without(body: Mapping[str, object], who: Who) -> object:
    left: object = dict(body)
    for spellings, pseudonym in who:
        left = without(left, spellings, pseudonym)
    return left


def _remove(writing: Writing, why: str, bodies: Mapping[int, Who | None], people: Iterable[str]) -> Removed:
    """Remove people from bodies, or whole bodies; enter that in the journal; remove the people from their table.

    Args:
        writing: The transaction.
        why: The reason in the entry.
        bodies: The people to remove, by entry; None to remove the whole body.
        people: The people to remove from the table of people.
    """
    hashes: dict[str, str | None] = {}
    cases: dict[str, None] = {}
    for seq, body in bodies.items():
        writing.execute("INSERT INTO erasing VALUES (?)", (seq,))
        hashes[str(seq)] = _taken_out(writing, seq, body)
        cases |= dict.fromkeys(row[0] for row in writing.execute("SELECT case_no FROM entries WHERE seq = ?", (seq,)))
    writing.execute("DELETE FROM erasing")
    gone = tuple(people)
    for pseudonym in gone:
        writing.execute("DELETE FROM people WHERE pseudonym = ?", (pseudonym,))
        writing.names.pop(pseudonym, None)
    writing.add("redacted", {"why": why, "bodies": hashes, "people": list(gone)})
    changed = tuple(seq for seq, body in bodies.items() if body is not None)
    nothing_left = tuple(seq for seq, body in bodies.items() if body is None)
    return Removed(gone, changed, nothing_left, tuple(case for case in cases if case))


def _taken_out(writing: Writing, seq: int, who: Who | None) -> str | None:
    """Remove people from a body, or the whole body; return the new hash, None if nothing is left.

    Of a body that has a tree, the proof of what is left is kept: it still comes to the hash that the chain has.
    """
    ((salt, body),) = writing.execute("SELECT salt, body FROM bodies WHERE seq = ?", (seq,))
    kept = writing.execute("SELECT proof FROM proofs WHERE seq = ?", (seq,))
    if not kept and not salt.startswith(new_salt("")):  # written by an earlier dealerkit: hashed as a whole
        if who is None:
            writing.execute("DELETE FROM bodies WHERE seq = ?", (seq,))
            return None
        salt, text = secrets.token_hex(16), canonical(_without(json.loads(body), who))
        writing.execute("UPDATE bodies SET salt = ?, body = ? WHERE seq = ?", (salt, text, seq))
        return hash_of_body(salt, text)
    proof = json.loads(kept[0][0]) if kept else proof_of(json.loads(body), salt)
    proof = emptied(proof) if who is None else without_people(proof, who)
    written = canonical(proof)
    writing.execute("INSERT INTO proofs VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET proof = excluded.proof", (seq, written))
    if who is None:
        writing.execute("DELETE FROM bodies WHERE seq = ?", (seq,))
    else:
        writing.execute("UPDATE bodies SET salt = '', body = ? WHERE seq = ?", (canonical(shown(proof)), seq))
    return hash_of_body("", written)
