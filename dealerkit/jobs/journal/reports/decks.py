"""Reports of `dealerkit deck log`, the log of decks in the journal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.jobs.journal.decks import standings
from dealerkit.jobs.journal.entries import KINDS, JournalEntry
from dealerkit.jobs.journal.people import with_names
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.summary import of_deck, person
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport, told_finding


@attrs.frozen
class DeckEntry(DocumentReport[JournalEntry]):
    """A new entry in the log of decks, and its slips.

    Attributes:
        data: The entry.
        names: The name by pseudonym.
        slips: The slips, as maps with `code`, `text`, `rules` and `remedy`.
        in_play: The decks in play now, as `decks_in_play` returns them.
        keep: The deck that must be left as it is until the floor has looked at it; empty if there is none.
    """

    names: Mapping[str, str]
    slips: Sequence[Mapping[str, Any]]
    in_play: Sequence[Mapping[str, Any]]
    keep: str = ""

    def as_json(self) -> dict[str, object]:
        """Return the entry, its slips, and the decks in play."""
        return {**_row(self.data, self.names), **fields(self, "findings=slips", "in_play")}

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        entry = self.data
        yield Remark(f"entry {entry.seq}: {KINDS[entry.kind]}" + (f"; case {entry.case}" if entry.case else ""), inset=0)
        for label, text in of_deck(entry.kind, _readable(entry, self.names)):
            yield Remark(text, f"{label}: ")
        for slip in self.slips:
            yield from told_finding(slip["code"] or "deck", slip["text"], cite=slip["rules"], remedy=slip["remedy"])
        if self.keep:
            yield Remark(f"Keep {self.keep} as it is until the floor has seen it.", "> ")


@attrs.frozen
class DeckLog(DocumentReport[Sequence[JournalEntry]]):
    """The log of decks, and the decks in play at each table.

    Attributes:
        data: The entries, in order.
        names: The name by pseudonym.
        in_play: The decks in play now, as `decks_in_play` returns them.
    """

    json_names = "entries=rows in_play"
    names: Mapping[str, str]
    in_play: Sequence[Mapping[str, Any]]

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        if not self.data:
            yield Remark("No such entry.", inset=0)
        for entry in self.data:
            yield from self._entry(entry)
        if self.in_play:
            yield Heading("In play", 2)
            rows = [(row["table"], row["deck"], str(row["since"]), "yes" if row["ok"] else "no") for row in self.in_play]
            yield TableBlock(("table", "deck", "since entry", "verified"), rows)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The entries as plain data, with names."""
        return [_row(entry, self.names) for entry in self.data]

    def _entry(self, entry: JournalEntry) -> Iterator[Block]:
        content = _readable(entry, self.names)
        by = "; ".join(person(who) for who in content.get("people") or ())
        case = f"; case {entry.case}" if entry.case else ""
        at = entry.at.strftime("%Y-%m-%d %H:%M")
        yield Remark(f"{at}  {KINDS[entry.kind]}{case}{(f': {by}' if by else '')}", f"{entry.seq:>3}  ")
        if entry.body is None:
            yield Remark("removed for good", inset=7)
            return
        for label, text in of_deck(entry.kind, content):
            yield Remark(text, f"{label}: ", inset=7)
        if content.get("text"):
            yield Remark(str(content["text"]), inset=7)


def decks_in_play(journal: Journal) -> list[dict[str, Any]]:
    """Return the decks in play according to the journal, in the order of their tables.

    Returns:
        Maps with `table`, `deck`, `since` (number of the entry that put it into play), `verified` (number of the entry with its
        last check, if any) and `ok` (whether that check found no fault).
    """
    rows = [
        fields(standing, "table", "deck", "since", "verified=checked?", "ok")
        for standing in standings(journal).values()
        if standing.table
    ]
    return sorted(rows, key=lambda row: (row["table"], row["deck"]))


def _readable(entry: JournalEntry, names: Mapping[str, str]) -> dict[str, Any]:
    return dict(with_names(dict(entry.said), names))


def _row(entry: JournalEntry, names: Mapping[str, str]) -> dict[str, Any]:
    return {**fields(entry, "entry=seq", "at", "kind", "case?"), **_readable(entry, names), "hash": entry.hash}
