"""Export of the journal: CSV with one row for each entry, or JSON with the cases and every entry."""

from __future__ import annotations

import json
from collections.abc import Iterator

from dealerkit import __version__
from dealerkit.files.csv_cells import csv_row
from dealerkit.files.plain_data import as_plain, fields
from dealerkit.files.printable import printable, printable_json
from dealerkit.jobs.journal.cases import cases, entry_json
from dealerkit.jobs.journal.entries import OF_DECKS, OF_PAPERS, JournalEntry
from dealerkit.jobs.journal.papers import of_paper
from dealerkit.jobs.journal.people import with_names
from dealerkit.jobs.journal.rulesets import in_force
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.summary import of_deck
from dealerkit.rules.texts import shown

FORMATS = ("csv", "json")
COLUMNS = (
    "entry", "time", "zone", "case", "what", "who", "role", "kind", "table", "game", "seats", "faults", "facts", "rules",
    "version", "rules_sha256", "proposed", "outcome", "departs", "reason", "text", "hash",
)  # fmt: skip


def as_json(journal: Journal, *, names: bool = True) -> dict[str, object]:
    """Return the whole journal as plain data: settings, cases, rule sets in force, every entry, and the anchor.

    Args:
        journal: An open journal.
        names: Whether to give people's names, rather than their pseudonyms.
    """
    plain_book = {
        "journal": {"program": __version__, **journal.settings},
        "anchor": as_plain(journal.anchor()),
        "cases": [{key: value for key, value in as_plain(case).items() if key != "entries"} for case in cases(journal)],
        "rules": [
            fields(rules, "set", "version", "sha256", "since=at", "until") for rules in in_force(journal)
        ],
        "entries": [entry_json(entry) for entry in journal.entries()],
    }  # fmt: skip
    book: dict[str, object] = with_names(as_plain(plain_book), journal.names if names else {})
    return book


def as_csv(journal: Journal, *, names: bool = True) -> Iterator[str]:
    """Yield the lines of a CSV file, its header first.

    Attached records are named, not included.

    Args:
        journal: An open journal.
        names: Whether to give people's names, rather than their pseudonyms.
    """
    known = journal.names if names else {}
    yield csv_row(COLUMNS, end="")
    for entry in journal.entries():
        yield csv_row([printable(with_names(cell, known)) for cell in _cells(entry)], end="")


def _cells(entry: JournalEntry) -> list[str]:
    content = entry.said
    people = content.get("people") or []
    people = [person for person in people if isinstance(person, dict)]
    rules = content.get("rules_in_force") or (content if entry.kind == "adopted" else {})
    facts = content.get("facts") or {}
    return [
        str(entry.seq), entry.at.isoformat(), entry.zone, entry.case, entry.kind,
        "; ".join(str(person.get("who", "")) for person in people), "; ".join(str(person.get("role", "")) for person in people),
        str(content.get("kind", "")), str(content.get("table", "")), str(content.get("game", "")),
        " ".join(map(str, content.get("seats") or ())),
        " ".join(content.get("faults") or ()), "; ".join(f"{name}={value}" for name, value in facts.items()),
        str(rules.get("set", "")), str(rules.get("version", "")), str(rules.get("sha256", "")),
        str(content.get("proposed") or (content.get("ruling") or {}).get("outcome", "")), str(content.get("outcome", "")),
        shown(content.get("departs", "")), str(content.get("reason", "")),
        _text(entry) if entry.body is not None else "(removed)", entry.hash,
    ]  # fmt: skip


def _text(entry: JournalEntry) -> str:
    """Return an entry's text in words; for a record, its file and act."""
    if entry.kind == "attached":
        return f"{entry.said.get('file', '')}, act {entry.said.get('at', '')}: {entry.said.get('act', '')}"
    if entry.kind in OF_DECKS:
        fields = "; ".join(f"{label} {value}" for label, value in of_deck(entry.kind, entry.said) if label != "table")
        return "; ".join(part for part in (fields, str(entry.said.get("text", ""))) if part)
    if entry.kind in OF_PAPERS:
        return "; ".join(f"{label} {value}" for label, value in of_paper(entry.kind, entry.said))
    return str(entry.said.get("text") or entry.said.get("summary", ""))


def dumped(document: object) -> str:
    """Return plain data as indented JSON."""
    return printable_json(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"
