"""Reports of `dealerkit journal` on cases, one or many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.journal import summary
from dealerkit.jobs.journal.cases import JournalCase, is_open_ruling
from dealerkit.jobs.journal.people import with_names


@attrs.frozen
class OpenedCase:
    """A case that was opened, and what the rules propose.

    Attributes:
        case: The case.
        names: Pseudonym to name, of those who are named.
    """

    case: JournalCase
    names: Mapping[str, str]

    def as_json(self) -> object:
        """Return the case with names."""
        return with_names(self.case.as_json(), self.names)

    def lines(self) -> Iterator[str]:
        """Yield what it is, what is proposed, and what to type next."""
        case = self.case
        yield line(
            f"case {case.number} opened: {case.kind}" + (f", table {case.said['table']}" if case.said.get("table") else ""), 0
        )
        ruling = case.ruling
        if ruling is None:
            yield line("the rules propose nothing", 2)
        else:
            said = with_names(ruling, self.names)
            yield line(f"{summary.outcome(str(said['outcome']))}  [{said['rules_set']}]", 2, "proposed: ")
            for one in said["detail"].get("questions") or ():
                yield line(f"{one['question']} (-f {one['fact']}=...)", 4, "? ")
            if said["rules"]:
                yield line(", ".join(said["rules"]) + (f"; {said['cite']}" if said["cite"] else ""), 4, "rule: ")
        if ruling is None:
            yield line(
                f"dealerkit journal note {case.number} TEXT, and in the end: dealerkit journal close {case.number}", 2, "> "
            )
        elif is_open_ruling(case.proposed):
            yield line(f"dealerkit journal decide {case.number} OUTCOME --by NAME", 2, "> ")
        else:
            yield line(f"dealerkit journal decide {case.number} --follow --by NAME", 2, "> ")


@attrs.frozen
class CaseList:
    """Cases of the journal, one a row.

    Attributes:
        cases: The cases.
        names: Pseudonym to name, of those who are named.
    """

    cases: Sequence[JournalCase]
    names: Mapping[str, str]

    def _rows(self) -> list[dict[str, Any]]:
        return [dict(with_names(_row(case), self.names)) for case in self.cases]

    def as_json(self) -> dict[str, object]:
        """Return the cases, a map each."""
        return {"cases": self._rows()}

    def lines(self) -> Iterator[str]:
        """Yield them as a table."""
        rows = self._rows()
        if not rows:
            yield "No such case."
            return
        yield table(
            [
                (
                    one["case"], one["at"][:16].replace("T", " "), one["kind"] or "-", one["table"] or "-", one["state"],
                    (one["outcome"] or one["proposed"] or "-") + (" *" if one["departs"] else ""),
                    one["summary"] or ", ".join(one["faults"]) or "-",
                )
                for one in rows
            ],
            header=("case", "opened", "kind", "table", "state", "ruling", "about"),
        )  # fmt: skip
        if any(one["departs"] for one in rows):
            yield ""
            yield line("* the floor departed from what the rules propose")


@attrs.frozen
class CaseHistory:
    """A case, entry by entry.

    Attributes:
        case: The case.
        names: Pseudonym to name, of those who are named; empty where pseudonyms are to stand.
    """

    case: JournalCase
    names: Mapping[str, str]

    def as_json(self) -> object:
        """Return the case whole."""
        return with_names(self.case.as_json(), self.names)

    def lines(self) -> Iterator[str]:
        """Yield its head, what is proposed, and every entry."""
        case, names = self.case, self.names
        yield heading(f"{case.kind or 'case'} {case.number}".capitalize())
        yield from _facts(summary.head(case, names))
        if proposed := summary.proposed(case, names):
            yield heading("The rules propose")
            yield from _facts(proposed)
        yield heading("Entries")
        for entry in summary.told(case, names):
            by = f": {entry.who}" if entry.who else ""
            yield line(f"{entry.at}  {entry.title}{by}", 2, f"{entry.seq:>3}  ")
            for label, text in entry.lines:
                yield line(text, 7, f"{label}: " if label else "")
            if entry.corrected:
                yield line(entry.corrected, 7, "! corrected later: ")


def _row(case: JournalCase) -> dict[str, Any]:
    return {
        "case": case.number, "at": case.opened.at.isoformat(), "kind": case.kind, "state": case.state,
        "table": case.said.get("table", ""), "faults": list(case.faults), "summary": case.said.get("summary", ""),
        "proposed": case.proposed, "outcome": case.outcome, "departs": case.departs,
    }  # fmt: skip


def _facts(rows: list[tuple[str, str]]) -> Iterator[str]:
    wide = max((len(label) for label, _ in rows), default=0)
    for label, text in rows:
        yield line(text, 2, f"{label:<{wide}}  ")
