"""Reports of `dealerkit journal` on the journal itself: the check of its hash chain, settings, rules in force, people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of, plural
from dealerkit.jobs.journal.chain import Anchor
from dealerkit.jobs.journal.entries import KINDS, JournalEntry
from dealerkit.jobs.journal.erasure import Removed
from dealerkit.jobs.journal.rulesets import InForce
from dealerkit.jobs.journal.verify import Verified
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport


@attrs.frozen
class ChainReport(DocumentReport[Verified]):
    """Report on whether the journal is unchanged since it was written, and the anchor of its end.

    Attributes:
        data: The outcome of the verification.
        journal: The place of the journal.
        anchors: The number of printed anchors that it was checked against.
    """

    json_names = "journal entries=data.entries anchor=data.anchor anchors flaws=data.flaws notes=data.notes"
    journal: str
    anchors: int

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        if self.data.flaws:
            yield Heading(f"{self.journal}: {count_of(len(self.data.flaws), 'flaw')}", 2)
            yield from (Remark(f"{flaw.kind}   {flaw.text}", "! ") for flaw in self.data.flaws)
        else:
            yield Remark(f"{count_of(self.data.entries, 'entry')}, each unchanged and in order", "ok  ", inset=0)
        yield from (Remark(note, "note: ") for note in self.data.notes)
        if not self.anchors:
            yield Remark("no anchor was given, so a cut-off end or a full rewrite can't be detected", "note: ")


class PrintedAnchor(DocumentReport[Anchor]):
    """The anchor of the journal's end (number and hash of its last entry), to print and keep elsewhere."""

    def told(self) -> Iterator[Block]:
        """Yield the anchor as `verify --anchor` takes it."""
        yield Remark(str(self.data), inset=0)


class CopiedJournal(DocumentReport[Data]):
    """A journal that was copied entry for entry to another place."""

    def told(self) -> Iterator[Block]:
        """Yield the report in one line."""
        yield Remark(
            f"{count_of(self.data['entries'], 'entry')} in {self.data['to']}, each the same as in {self.data['journal']}",
            "ok  ",
            inset=0,
        )


class BegunJournal(DocumentReport[Data]):
    """A new journal, with its settings."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        yield Remark(f"Started {self.data['journal']}, with times in {self.data['zone']}.", inset=0)


class JournalSettings(DocumentReport[Data]):
    """The house's settings in its journal: name, time zone, shifts, game of the shift, retention of names and cases."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        yield TableBlock((), [(name, value or "-") for name, value in self.data.items()])


class AdoptedRules(DocumentReport[Data]):
    """The rule sets put in force, each with its version and the hash of the stored copy."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        for rules in self.data["adopted"]:
            version = f", version {rules['version']}" if rules["version"] else ""
            yield Remark(f"{rules['set']}{version} is in force, and saved as {rules['sha256'][:16]}", inset=0)


@attrs.frozen
class RulesInForce(DocumentReport[Sequence[InForce]]):
    """The rule sets that were in force at a time.

    Attributes:
        data: The period of each.
        at: The time, in ISO 8601.
    """

    at: str

    def told(self) -> Iterator[Block]:
        """Yield the report as a table."""
        if not self.data:
            yield Remark(f"The journal has no rule set in force at {self.at}.", inset=0)
            return
        shown = [(rules.set, rules.version or "-", f"{rules.at:%Y-%m-%d %H:%M}", rules.sha256[:16]) for rules in self.data]
        yield TableBlock(("set", "version", "since", "sha256"), shown)


class PeopleList(DocumentReport[Data]):
    """The people named in the journal, with their pseudonyms."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        rows = [(person["pseudonym"], person["name"]) for person in self.data["people"]]
        yield TableBlock(("pseudonym", "name"), rows) if rows else Remark("No one is named.", inset=0)


class Erasure(DocumentReport[Removed]):
    """The names, entries and cases that were removed from the journal for good."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        yield from _removed(self.data)


class Retention(DocumentReport[Data]):
    """How long names and cases are kept, and the entries that were removed because of their age."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        yield Remark(f"names are kept {_span(self.data['keep_names'])}, cases {_span(self.data['keep_cases'])}", inset=0)
        if "removed" in self.data:
            yield from _removed(self.data["removed"])


def _removed(removed: Removed) -> Iterator[Block]:
    if not (removed.people or removed.emptied):
        yield Remark("There is nothing to remove.", inset=0)
        return
    who = ", ".join(removed.people)
    if who:
        yield Remark(f"Removed for good: the name{'s' * (len(removed.people) != 1)} of {who}.", inset=0)
    if removed.changed:
        yield Remark(f"removed from the text of {_entries(removed.changed)}")
    if removed.emptied:
        yield Remark(f"removed the whole text of {_entries(removed.emptied)}: {', '.join(removed.cases)}")
    for word, entries in removed.left.items():
        yield Remark(f"'{word}' alone still appears in {_entries(entries)}; if that is the same person:", "! ")
        yield Remark(f'dealerkit journal erase {who} --also "{word}"', "> ", inset=4)
    yield Remark("Copies, exports and printed reports are not in the journal: delete those yourself.", inset=0)


def _entries(numbers: Sequence[int]) -> str:
    return f"{'entry' if len(numbers) == 1 else plural('entry')} {', '.join(map(str, numbers))}"


def _span(period: str | None) -> str:
    return f"for {period} after the last entry of a closed case" if period else "forever"


@attrs.frozen
class WrittenEntry(DocumentReport[JournalEntry]):
    """An entry that was written into the journal.

    Attributes:
        data: The entry.
        state: The state that its case is in now.
    """

    json_names = "case=data.case entry=data.seq kind=data.kind at=data.at hash=data.hash state"
    state: str

    def told(self) -> Iterator[Block]:
        """Yield the report in one line."""
        entry = self.data
        yield Remark(f"case {entry.case}, entry {entry.seq}: {KINDS[entry.kind]}; the case is {self.state}", inset=0)
