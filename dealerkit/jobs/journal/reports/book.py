"""Reports of `dealerkit journal` on the journal itself: the check of its hash chain, settings, rules in force, people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.reports import Data, DataReport
from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.journal.chain import Anchor
from dealerkit.jobs.journal.entries import KINDS, JournalEntry


class ChainReport(DataReport[Data]):
    """Whether the journal is as it was written, and the anchor of its end."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        if self.data["flaws"]:
            yield heading(f"{self.data['journal']}: {len(self.data['flaws'])} flaw{'s' * (len(self.data['flaws']) != 1)}")
            for one in self.data["flaws"]:
                yield line(f"{one['kind']}   {one['text']}", 2, "! ")
        else:
            yield line(f"{self.data['entries']} entries, each as it was written and in its order", 0, "ok  ")
        for one in self.data["notes"]:
            yield line(one, 2, "note: ")
        if not self.data["anchors"]:
            yield line("no anchor was given: that the end was cut off, or all written anew, could not be seen", 2, "note: ")


@attrs.frozen
class PrintedAnchor:
    """The anchor of the journal's end, to be printed and kept elsewhere.

    Attributes:
        anchor: The anchor.
    """

    anchor: Anchor

    def as_json(self) -> dict[str, object]:
        """Return number and hash."""
        return self.anchor.as_json()

    def lines(self) -> Iterator[str]:
        """Yield it as it is typed again for `verify --anchor`."""
        yield str(self.anchor)


class CopiedJournal(DataReport[Data]):
    """A journal that was copied entry for entry to another place."""

    def lines(self) -> Iterator[str]:
        """Yield it as a line."""
        yield line(f"{self.data['entries']} entries stand in {self.data['to']}, each as in {self.data['journal']}", 0, "ok  ")


class BegunJournal(DataReport[Data]):
    """A journal that was begun, with its settings."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield f"Began {self.data['journal']}, times of {self.data['zone']}."


class JournalSettings(DataReport[Data]):
    """The house by its journal: name, time zone, shifts, game of the shift, how long names and cases are kept."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield table([(name, value or "-") for name, value in self.data.items()])


class AdoptedRules(DataReport[Data]):
    """The rule sets that were put in force, each with its version and the hash that it is kept as."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        for one in self.data["adopted"]:
            version = f", version {one['version']}" if one["version"] else ""
            yield line(f"{one['set']}{version} is in force, and kept as {one['sha256'][:16]}", 0)


@attrs.frozen
class RulesInForce:
    """The rule sets that were in force at a time.

    Attributes:
        rows: Name, version, times, hash and entry of each.
        at: The time, in ISO 8601.
    """

    rows: Sequence[Mapping[str, Any]]
    at: str

    def as_json(self) -> Sequence[Mapping[str, Any]]:
        """Return the rule sets, a map each."""
        return self.rows

    def lines(self) -> Iterator[str]:
        """Yield them as a table."""
        if not self.rows:
            yield f"The journal knows of no rule set in force at {self.at}."
            return
        shown = [
            (row["name"], row["version"] or "-", row["since"][:16].replace("T", " "), row["sha256"][:16]) for row in self.rows
        ]
        yield table(shown, header=("set", "version", "since", "sha256"))


class PeopleList(DataReport[Data]):
    """The people who are named in the journal, with their pseudonyms."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        rows = [(one["pseudonym"], one["name"]) for one in self.data["people"]]
        yield table(rows, header=("pseudonym", "name")) if rows else "Nobody is named."


class Erasure(DataReport[Data]):
    """The names, entries and cases that were removed from the journal for good."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield from _removed(self.data)


class Retention(DataReport[Data]):
    """How long names and cases are kept, and what was removed because it is older."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield line(f"names are kept {_span(self.data['keep_names'])}, cases {_span(self.data['keep_cases'])}", 0)
        if "removed" in self.data:
            yield from _removed(self.data["removed"])


def _removed(document: Mapping[str, Any]) -> Iterator[str]:
    if not (document["people"] or document["emptied"]):
        yield "There is nothing to remove."
        return
    who = ", ".join(document["people"])
    if who:
        yield line(f"Removed for good: the name{'s' * (len(document['people']) != 1)} of {who}.", 0)
    if document["changed"]:
        yield line(f"put out in the text of {_entries(document['changed'])}", 2)
    if document["emptied"]:
        yield line(f"removed what was said in {_entries(document['emptied'])}: {', '.join(document['cases'])}", 2)
    for word, entries in document["left"].items():
        yield line(f"'{word}' alone still stands in {_entries(entries)}; if that is the same person:", 2, "! ")
        yield line(f'dealerkit journal erase {who} --also "{word}"', 4, "> ")
    yield line("Copies, exports and printed reports are not in the journal: see to them yourself.", 0)


def _entries(numbers: list[int]) -> str:
    return f"entr{'y' if len(numbers) == 1 else 'ies'} {', '.join(map(str, numbers))}"


def _span(period: str | None) -> str:
    return f"for {period} after the last entry of a closed case" if period else "for ever"


@attrs.frozen
class WrittenEntry:
    """An entry that was written into the journal.

    Attributes:
        entry: The entry.
        state: The state that its case is in now.
    """

    entry: JournalEntry
    state: str

    def as_json(self) -> dict[str, object]:
        """Return its case, number, kind, time and hash, and the state of the case."""
        entry = self.entry
        return {
            "case": entry.case, "entry": entry.seq, "kind": entry.kind, "at": entry.at.isoformat(), "hash": entry.hash,
            "state": self.state,
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield it in a line."""
        entry = self.entry
        yield line(f"case {entry.case}, entry {entry.seq}: {KINDS[entry.kind]}; the case is {self.state}", 0)
