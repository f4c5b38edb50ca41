"""The journal for other programs: CSV with one entry a row, JSON with the cases and every entry; files for their owner only."""

from __future__ import annotations

import json
from collections.abc import Iterator

from dealerkit import __version__
from dealerkit.files.csv_cells import csv_row
from dealerkit.files.printable import printable, printable_json
from dealerkit.jobs.journal.cases import cases, entry_json
from dealerkit.jobs.journal.disputes import plain
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
        names: Whether the names of people stand in it, or their pseudonyms.
    """
    found = {
        "journal": {"program": __version__, **journal.settings},
        "anchor": journal.anchor().as_json(),
        "cases": [{key: value for key, value in case.as_json().items() if key != "entries"} for case in cases(journal)],
        "rules": [
            {"set": one.set, "version": one.version, "sha256": one.sha256, "since": one.at.isoformat(),
             "until": one.until.isoformat() if one.until else None}
            for one in in_force(journal)
        ],
        "entries": [entry_json(entry) for entry in journal.entries()],
    }  # fmt: skip
    made: dict[str, object] = with_names(plain(found), journal.names if names else {})
    return made


def as_csv(journal: Journal, *, names: bool = True) -> Iterator[str]:
    """Yield the lines of a CSV file, its header first.

    Attached records are named, not copied.
    """
    known = journal.names if names else {}
    yield csv_row(COLUMNS, end="")
    for entry in journal.entries():
        yield csv_row([printable(with_names(cell, known)) for cell in _cells(entry)], end="")


def _cells(entry: JournalEntry) -> list[str]:
    said = entry.said
    people = said.get("people") or []
    people = [one for one in people if isinstance(one, dict)]
    rules = said.get("rules_in_force") or (said if entry.kind == "adopted" else {})
    facts = said.get("facts") or {}
    return [
        str(entry.seq), entry.at.isoformat(), entry.zone, entry.case, entry.kind,
        "; ".join(str(one.get("who", "")) for one in people), "; ".join(str(one.get("role", "")) for one in people),
        str(said.get("kind", "")), str(said.get("table", "")), str(said.get("game", "")),
        " ".join(map(str, said.get("seats") or ())),
        " ".join(said.get("faults") or ()), "; ".join(f"{name}={value}" for name, value in facts.items()),
        str(rules.get("set", "")), str(rules.get("version", "")), str(rules.get("sha256", "")),
        str(said.get("proposed") or (said.get("ruling") or {}).get("outcome", "")), str(said.get("outcome", "")),
        shown(said.get("departs", "")), str(said.get("reason", "")),
        _said(entry) if entry.body is not None else "(removed)", entry.hash,
    ]  # fmt: skip


def _said(entry: JournalEntry) -> str:
    """Return what an entry says in words; of a record, which one it is."""
    if entry.kind == "attached":
        return f"{entry.said.get('file', '')}, act {entry.said.get('at', '')}: {entry.said.get('act', '')}"
    if entry.kind in OF_DECKS:
        told = "; ".join(f"{label} {said}" for label, said in of_deck(entry.kind, entry.said) if label != "table")
        return "; ".join(part for part in (told, str(entry.said.get("text", ""))) if part)
    if entry.kind in OF_PAPERS:
        return "; ".join(f"{label} {said}" for label, said in of_paper(entry.kind, entry.said))
    return str(entry.said.get("text") or entry.said.get("summary", ""))


def dumped(document: object) -> str:
    """Write plain data as JSON that people can read."""
    return printable_json(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"
