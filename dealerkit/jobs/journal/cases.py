"""A case as the sum of its entries: opened, noted, decided, appealed, corrected and signed, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from dealerkit.errors import UnknownName
from dealerkit.felt.numbers import is_whole
from dealerkit.files.plain_data import fields
from dealerkit.jobs.journal.entries import JournalEntry
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.entries import Branch
from dealerkit.rulings import UNDECIDED

CORRECTABLE = ("table", "game", "seats", "summary", "faults", "facts", "gate", "ruling", "rules_in_force", "at_table")
"""Keys of a case's first entry that a later entry can correct."""
ALL_BUT_RECORDS = (
    "opened", "noted", "decided", "appealed", "surveillance", "corrected", "signed", "closed", "changed",
)  # fmt: skip


@attrs.frozen
class JournalCase:
    """A case of the journal: a dispute or an incident, as its entries tell it.

    Attributes:
        number: Its number, as `2026-0001`.
        entries: Its entries, in order.
        said: Its present content: the first entry with every correction merged in.
        corrected: The text of a later correction, by the number of the entry that it corrects.
    """

    json_names = (
        "case=number kind state at=opened.at zone=opened.zone at_table=said.at_table table=said.table game=said.game "
        "seats=said.seats summary=said.summary gate=said.gate rules_in_force=said.rules_in_force people faults facts "
        "proposed=ruling outcome? departs entries=written"
    )
    number: str
    entries: tuple[JournalEntry, ...]
    said: Branch
    corrected: Mapping[int, str]

    @property
    def opened(self) -> JournalEntry:
        """Its first entry."""
        return self.entries[0]

    @property
    def removed(self) -> bool:
        """Whether its text was removed for good."""
        return self.opened.body is None

    @property
    def kind(self) -> str:
        """`dispute` or `incident`; empty if the text was removed."""
        return str(self.said.get("kind", ""))

    @property
    def faults(self) -> tuple[str, ...]:
        """The names of its faults."""
        return tuple(self.said.get("faults") or ())

    @property
    def facts(self) -> dict[str, object]:
        """The facts as they were given."""
        return dict(self.said.get("facts") or {})

    @property
    def ruling(self) -> Branch | None:
        """The ruling that the rules proposed, as plain data; None if there is none."""
        return self.said.get("ruling") or None

    @property
    def proposed(self) -> str:
        """The proposed outcome; empty if there is none."""
        return str((self.ruling or {}).get("outcome", ""))

    @property
    def known(self) -> dict[str, object]:
        """All facts of the proposed ruling, by name: given, assumed, and derived from others."""
        return dict(((self.ruling or {}).get("detail") or {}).get("facts") or self.facts)

    @property
    def decision(self) -> JournalEntry | None:
        """The entry with the floor's latest decision; None if there is none yet."""
        return next((entry for entry in reversed(self.entries) if entry.kind == "decided"), None)

    @property
    def outcome(self) -> str:
        """The final outcome, by the floor; empty before a decision."""
        return str(self.decision.said.get("outcome", "")) if self.decision is not None else ""

    @property
    def departs(self) -> bool:
        """Whether the floor's decision departs from the proposed ruling."""
        return bool(self.decision is not None and self.decision.said.get("departs"))

    @property
    def state(self) -> str:
        """`removed`, `closed`, `appealed`, `decided` or `open`."""
        if self.removed:
            return "removed"
        steps = [entry.kind for entry in self.entries if entry.kind in {"decided", "appealed", "closed"}]
        return steps[-1] if steps else "open"

    @property
    def written(self) -> list[dict[str, object]]:
        """The entries as plain data, with pseudonyms instead of names."""
        return [entry_json(entry, self.corrected.get(entry.seq)) for entry in self.entries]

    @property
    def people(self) -> list[Mapping[str, object]]:
        """Everybody named in the case, each once, as maps with `who` (the pseudonym) and `role`."""
        by_person: dict[tuple[str, str, str], Mapping[str, object]] = {}
        for entry in self.entries:
            for person in entry.said.get("people") or ():
                by_person[person["who"], person["role"], str(person.get("seat") or "")] = person
        seated = {(who, role) for who, role, seat in by_person if seat}
        return [person for (who, role, seat), person in by_person.items() if seat or (who, role) not in seated]


def entry_json(entry: JournalEntry, corrected: str | None = None) -> dict[str, object]:
    """Return an entry as plain data, with pseudonyms instead of names.

    Args:
        entry: The entry.
        corrected: The text of a later correction of it; None if there is none.
    """
    return {**fields(entry, "seq", "at", "zone", "kind", "case?", "body", "prev", "hash"), "corrected": corrected}


def case_of(entries: Sequence[JournalEntry]) -> JournalCase:
    """Make a case of its entries, in order; the first one opened the case."""
    content: dict[str, object] = dict(entries[0].said)
    corrected: dict[int, str] = {}
    for entry in entries:
        if entry.kind == "corrected":
            content |= {key: value for key, value in (entry.said.get("now") or {}).items() if key in CORRECTABLE}
            if entry.said.get("entry"):
                corrected[int(entry.said["entry"])] = str(entry.said.get("text", ""))
    return JournalCase(entries[0].case, tuple(entries), content, corrected)


def cases(journal: Journal, *, records: bool = False) -> list[JournalCase]:
    """Return every case, the oldest first.

    Args:
        journal: An open journal.
        records: Whether to read the attached records too, which are long.
    """
    kinds = (*ALL_BUT_RECORDS, "attached") if records else ALL_BUT_RECORDS
    by_number: dict[str, list[JournalEntry]] = {}
    for entry in journal.entries(kinds=kinds):
        if entry.case:
            by_number.setdefault(entry.case, []).append(entry)
    return [case_of(entries) for entries in by_number.values() if entries[0].kind == "opened"]


def find_case(journal: Journal, number: str) -> JournalCase:
    """Return a case by its number; the year may be left out if only one case has that number.

    Raises:
        UnknownName: If there is no such case.
    """
    numbers = [row[0] for row in journal.rows("SELECT DISTINCT case_no FROM entries WHERE kind = 'opened' ORDER BY case_no")]
    wanted = number.strip()
    if wanted not in numbers and is_whole(wanted):
        short = [known_number for known_number in numbers if int(known_number.partition("-")[2] or 0) == int(wanted)]
        wanted = short[0] if len(short) == 1 else wanted
    if wanted not in numbers:
        raise UnknownName(kind="case of this journal", name=number, known=numbers, allowed="`dealerkit journal list` lists them")
    return case_of(journal.entries(wanted))


def chosen(
    cases: Iterable[JournalCase], *, state: str = "", kind: str = "", table: str = "", fault: str = ""
) -> list[JournalCase]:
    """Return the cases that match every filter; an empty text means no filter.

    Args:
        cases: The cases to choose from.
        state: A word of `JournalCase.state`; `open` stands for every case that is neither closed nor removed.
        kind: `dispute` or `incident`.
        table: The table's name, in capitals or small letters.
        fault: The name of a fault that the case must have.
    """
    return [
        case
        for case in cases
        if (not state or case.state == state or (state == "open" and case.state not in {"closed", "removed"}))
        and (not kind or case.kind == kind)
        and (not table or str(case.said.get("table", "")).casefold() == table.casefold())
        and (not fault or fault in case.faults)
    ]


def is_open_ruling(outcome: str) -> bool:
    """Return whether a proposed outcome leaves the ruling to the floor, so that no decision departs from it."""
    return outcome in {"", UNDECIDED, "floor_discretion"}
