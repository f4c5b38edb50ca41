"""The commands of `dealerkit journal` that read: list, show, report, export."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from dealerkit.cli.common import echo, force_option, json_option, note, show
from dealerkit.cli.journal import common
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.papers import give
from dealerkit.files.output import write_output
from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.journal import export, report, summary
from dealerkit.jobs.journal.cases import JournalCase, cases, chosen, find_case
from dealerkit.jobs.journal.clock import moment
from dealerkit.jobs.journal.entries import KINDS
from dealerkit.jobs.journal.papers import copies, of_paper, papers_log
from dealerkit.jobs.journal.people import with_names
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.store import Journal
from dealerkit.sheets.formats import FORMATS

STATES = ("open", "decided", "appealed", "closed", "removed")


@click.command("list")
@click.option("--state", type=click.Choice(STATES), default=None, help="Only these; open is whatever is not closed.")
@click.option("--kind", type=click.Choice(("dispute", "incident")), default=None, help="Only these.")
@click.option("--table", "at_table", metavar="NAME", default="", help="Only those at this table.")
@click.option("--fault", metavar="NAME", default="", help="Only those where this went wrong.")
@click.option("--from", "since", metavar="DATE", help="Only those opened on or after this day, as 2026-03-01.")
@click.option("--to", "until", metavar="DATE", help="Only those opened up to this day.")
@journal_option
@json_option
def list_(
    state: str | None,
    kind: str | None,
    at_table: str,
    fault: str,
    since: str | None,
    until: str | None,
    where: JournalPlace | None,
    as_json: bool,
) -> None:
    """List the cases."""
    with Journal.open(where) as journal:
        zone = journal.settings["zone"]
        found = chosen(cases(journal), state=state or "", kind=kind or "", table=at_table, fault=fault)
        if since:
            found = [case for case in found if case.opened.at >= moment(since, zone)]
        if until:
            found = [case for case in found if case.opened.at <= moment(until, zone, end=True)]
        rows = [_row(journal, case) for case in found]
        show({"cases": rows}, as_json, _listed)


def _row(journal: Journal, case: JournalCase) -> dict[str, object]:
    row = {
        "case": case.number, "at": case.opened.at.isoformat(), "kind": case.kind, "state": case.state,
        "table": case.said.get("table", ""), "faults": list(case.faults), "summary": case.said.get("summary", ""),
        "proposed": case.proposed, "outcome": case.outcome, "departs": case.departs,
    }  # fmt: skip
    named: dict[str, object] = journal.named(row)
    return named


def _listed(document: dict[str, Any]) -> Iterator[str]:
    rows = document["cases"]
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


@click.command("show")
@click.argument("case")
@common.names_option
@journal_option
@json_option
def show_(case: str, pseudonyms: bool, where: JournalPlace | None, as_json: bool) -> None:
    """Show one CASE, entry by entry."""
    with Journal.open(where) as journal:
        found = find_case(journal, case)
        names = {} if pseudonyms else journal.names
        document = found.as_json() if pseudonyms else journal.named(found.as_json())
        show(document, as_json, lambda _: _shown(found, names))


def _shown(case: JournalCase, names: dict[str, str]) -> Iterator[str]:
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


def _facts(rows: list[tuple[str, str]]) -> Iterator[str]:
    wide = max((len(label) for label, _ in rows), default=0)
    for label, text in rows:
        yield line(text, 2, f"{label:<{wide}}  ")


@click.command("report")
@click.argument("case")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Default: as --out ends, else md.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it there, for the owner's eyes only; else it is printed.")
@force_option
@click.option("--with-records", "records", is_flag=True, help="The attached records too, whole.")
@common.names_option
@journal_option
def report_(
    case: str, form: str | None, out: Path | None, force: bool, records: bool, pseudonyms: bool, where: JournalPlace | None
) -> None:
    """Print the report of a CASE, with lines to sign on.

    \b
    dealerkit journal report 1 --out case-1.pdf
    """
    with Journal.open(where) as journal:
        made = report.report(journal, find_case(journal, case), names=not pseudonyms, records=records)
    give(made, out, form, private=True, force=force)


@click.command("export")
@click.option("--format", "form", type=click.Choice(export.FORMATS), help="Default: as --out ends, else csv.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it there, for the owner's eyes only; else it is printed.")
@force_option
@common.names_option
@journal_option
def export_(form: str | None, out: Path | None, force: bool, pseudonyms: bool, where: JournalPlace | None) -> None:
    """Write the whole journal as CSV or JSON.

    CSV has one entry a row; JSON has the cases, the rule sets in force and every entry whole.
    """
    form = form or ("json" if out is not None and out.suffix.lower() == ".json" else "csv")
    with Journal.open(where) as journal:
        if form == "json":
            text = export.dumped(export.as_json(journal, names=not pseudonyms))
        else:
            text = "".join(f"{row}\n" for row in export.as_csv(journal, names=not pseudonyms))
    if out is None:
        echo(text, nl=False)
    else:
        write_output(out, text, private=True, force=force)
        note(f"Wrote {out}.")


@click.command("papers")
@common.names_option
@journal_option
@json_option
def papers_(pseudonyms: bool, where: JournalPlace | None, as_json: bool) -> None:
    """List the papers that were put in force, and where their copies are.

    `dealerkit sheet --adopt`, `--posted` and `--recall` write what stands here; `dealerkit journal verify` finds an entry that
    was changed.
    """
    with Journal.open(where) as journal:
        names = {} if pseudonyms else journal.names
        rows = [
            {"entry": one.seq, "at": one.at.isoformat(), "what": one.kind, **with_names(dict(one.said), names), "hash": one.hash}
            for one in papers_log(journal)
        ]
        out = [
            {"place": one.place, "copy": one.number, "version": one.of.version} for one in copies(journal) if not one.collected
        ]
        show({"entries": rows, "out": out}, as_json, _papers)


def _papers(document: dict[str, Any]) -> Iterator[str]:
    if not document["entries"]:
        yield "No paper was put in force yet: dealerkit sheet GAME --house FILE --out FILE --adopt"
    for one in document["entries"]:
        by = "; ".join(summary.person(person) for person in one.get("people") or ())
        yield line(
            f"{one['at'][:16].replace('T', ' ')}  {KINDS[one['what']]}{f': {by}' if by else ''}", 2, f"{one['entry']:>3}  "
        )
        if "version" not in one:
            yield line("removed for good", 7)
            continue
        for label, text in of_paper(one["what"], one):
            yield line(text, 7, f"{label}: ")
    if document["out"]:
        yield heading("Copies that are out")
        yield table([(one["place"], one["copy"], one["version"]) for one in document["out"]], header=("place", "copy", "edition"))
