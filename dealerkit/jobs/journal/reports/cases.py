"""Reports of `dealerkit journal` on cases, one or many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.jobs.journal import summary
from dealerkit.jobs.journal.cases import JournalCase, is_open_ruling
from dealerkit.jobs.journal.chain import Anchor
from dealerkit.jobs.journal.people import ROLES, with_names
from dealerkit.jobs.journal.rulesets import told_by_its_rules
from dealerkit.jobs.journal.store import Journal
from dealerkit.sheets.document import Block, Control, Document, Fields, Heading, Paragraph, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport

SIGNED_BY = ("dealer", "floor", "manager")
"""Signers of a printed report; other people named in the case who work for the house follow."""
LABELS = (1, 5)
"""Widths of label and text."""


@attrs.frozen
class OpenedCase(DocumentReport[JournalCase]):
    """An opened case, and the proposed ruling.

    Attributes:
        data: The case.
        names: The name by pseudonym; empty to show pseudonyms.
    """

    names: Mapping[str, str]

    def as_json(self) -> object:
        """Return the case as plain data, with names."""
        return with_names(super().as_json(), self.names)

    def told(self) -> Iterator[Block]:
        """Yield the case, the proposed ruling, and the next command."""
        case = self.data
        yield Remark(
            f"case {case.number} opened: {case.kind}" + (f", table {case.said['table']}" if case.said.get("table") else ""),
            inset=0,
        )
        ruling = case.ruling
        if ruling is None:
            yield Remark("the rules propose no ruling")
        else:
            proposal = with_names(ruling, self.names)
            yield Remark(f"{summary.outcome(str(proposal['outcome']))}  [{proposal['rules_set']}]", "proposed: ")
            for question in proposal["detail"].get("questions") or ():
                yield Remark(f"{question['question']} (-f {question['fact']}=...)", "? ", inset=4)
            if proposal["rules"]:
                yield Remark(
                    ", ".join(proposal["rules"]) + (f"; {proposal['cite']}" if proposal["cite"] else ""), "rule: ", inset=4
                )
        if ruling is None:
            yield Remark(f"dealerkit journal note {case.number} TEXT, and to finish: dealerkit journal close {case.number}", "> ")
        elif is_open_ruling(case.proposed):
            yield Remark(f"dealerkit journal decide {case.number} OUTCOME --by NAME", "> ")
        else:
            yield Remark(f"dealerkit journal decide {case.number} --follow --by NAME", "> ")


@attrs.frozen
class CaseList(DocumentReport[Sequence[JournalCase]]):
    """Cases of the journal, one a row.

    Attributes:
        data: The cases.
        names: The name by pseudonym; empty to show pseudonyms.
    """

    json_names = "cases=rows"
    names: Mapping[str, str]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The cases as plain data, with names."""
        return [with_names(_row(case), self.names) for case in self.data]

    def told(self) -> Iterator[Block]:
        """Yield the report as a table."""
        rows = self.rows
        if not rows:
            yield Remark("No such case.", inset=0)
            return
        yield TableBlock(
            ("case", "opened", "kind", "table", "state", "ruling", "about"),
            [
                (
                    row["case"],
                    row["at"][:16].replace("T", " "),
                    row["kind"] or "-",
                    row["table"] or "-",
                    row["state"],
                    (row["outcome"] or row["proposed"] or "-") + (" *" if row["departs"] else ""),
                    row["summary"] or ", ".join(row["faults"]) or "-",
                )
                for row in rows
            ],
        )
        if any(row["departs"] for row in rows):
            yield Remark("* the floor departed from the rules")


@attrs.frozen
class CaseHistory(DocumentReport[JournalCase]):
    """A case, entry by entry; on paper with lines to sign on.

    Attributes:
        names: The name by pseudonym; empty to show pseudonyms.
        journal: The open journal with the case.
        records: Whether to include the attached records in full.
    """

    edition = "case"
    names: Mapping[str, str]
    journal: Journal
    records: bool = False

    def as_json(self) -> object:
        """Return the case as plain data, with names."""
        return with_names(super().as_json(), self.names)

    def title(self) -> str:
        """Return the title: the case's kind and number."""
        return f"{self.data.kind or 'case'} {self.data.number}".capitalize()

    def document(self, *, paper: bool = True) -> Document:
        """Return the report of the case under the house's name.

        Args:
            paper: Whether it is for paper: then lines to sign on and the last hash follow.
        """
        house = str(self.journal.settings["house"] or "")
        return attrs.evolve(super().document(paper=paper), control=Control(house=house))

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield the case's head, the proposed ruling, every entry; on paper the records, lines to sign on and the last hash."""
        case, names = self.data, self.names
        with told_by_its_rules(self.journal, case):
            yield TableBlock([], summary.head(case, names), widths=LABELS)
            if proposed := summary.proposed(case, names):
                yield from (Heading("What the rules propose"), TableBlock([], proposed, widths=LABELS))
            yield Heading("Entries, in order")
            yield from (summary.entry_block(case, entry, names) for entry in case.entries)
        for name, text in summary.record_of(case, names) if self.records else ():
            yield from (Heading(f"The record {name}"), Paragraph(text, "given"))
        if paper:
            yield Heading("Signatures")
            yield Fields([(label, "") for role in _roles(case) for label in (role, "date", "time")], columns=3)
        last = case.entries[-1]
        anchor = f"Last entry and its hash: {Anchor(last.seq, last.hash)}. Times are in {self.journal.settings['zone']}."
        yield Paragraph(anchor, "small")


def _roles(case: JournalCase) -> list[str]:
    named = {str(person.get("role")) for person in case.people} - {"patron", "witness", "other"}
    return [role for role in ROLES if role in named or role in SIGNED_BY]


def _row(case: JournalCase) -> dict[str, Any]:
    texts = {name: case.said.get(name, "") for name in ("table", "summary")}
    return texts | fields(case, "case=number", "at=opened.at", "kind", "state", "faults", "proposed", "outcome", "departs")
