"""The commands of `dealerkit journal` that print parts of it: list, show, report, export, papers."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import echo, force_option, note, report
from dealerkit.cli.journal import common
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.papers import give
from dealerkit.files.output import write_output
from dealerkit.files.plain_data import fields
from dealerkit.jobs.journal import export
from dealerkit.jobs.journal.cases import cases, chosen, find_case
from dealerkit.jobs.journal.clock import moment
from dealerkit.jobs.journal.papers import copies, papers_log
from dealerkit.jobs.journal.people import with_names
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.cases import CaseHistory, CaseList
from dealerkit.jobs.journal.reports.papers import PapersLog
from dealerkit.jobs.journal.store import Journal
from dealerkit.sheets.formats import FORMATS

STATES = ("open", "decided", "appealed", "closed", "removed")


@click.command("list")
@click.option(
    "--state", type=click.Choice(STATES), default=None, help="Only cases in this state; open means every case not closed."
)
@click.option("--kind", type=click.Choice(("dispute", "incident")), default=None, help="Only disputes, or only incidents.")
@click.option("--table", "at_table", metavar="NAME", default="", help="Only cases at this table.")
@click.option("--fault", metavar="NAME", default="", help="Only cases with this fault.")
@click.option("--from", "since", metavar="DATE", help="Only cases opened on or after this day, such as 2026-03-01.")
@click.option("--to", "until", metavar="DATE", help="Only cases opened up to this day.")
@common.on_journal()
def list_(
    journal: Journal,
    state: str | None,
    kind: str | None,
    at_table: str,
    fault: str,
    since: str | None,
    until: str | None,
    as_json: bool,
) -> None:
    """List the cases."""
    zone = journal.settings["zone"]
    cases_ = chosen(cases(journal), state=state or "", kind=kind or "", table=at_table, fault=fault)
    if since:
        cases_ = [case for case in cases_ if case.opened.at >= moment(since, zone)]
    if until:
        cases_ = [case for case in cases_ if case.opened.at <= moment(until, zone, end=True)]
    report(CaseList(cases_, journal.names), as_json)


@click.command("show")
@click.argument("case")
@common.names_option
@common.on_journal()
def show_(journal: Journal, case: str, pseudonyms: bool, as_json: bool) -> None:
    """Show one CASE, entry by entry."""
    report(CaseHistory(find_case(journal, case), {} if pseudonyms else journal.names, journal), as_json)


@click.command("report")
@click.argument("case")
@click.option("--format", "form", type=click.Choice(FORMATS), help="The format. Default: from the ending of --out, or md.")
@click.option("--out", type=click.Path(path_type=Path), help="Write a file that only you can read. Default: print it.")
@force_option
@click.option("--with-records", "records", is_flag=True, help="Include the attached records in full.")
@common.names_option
@journal_option
def report_(
    case: str, form: str | None, out: Path | None, force: bool, records: bool, pseudonyms: bool, where: JournalPlace | None
) -> None:
    """Print a CASE report, with signature lines.

    \b
    dealerkit journal report 1 --out case-1.pdf
    """
    with Journal.open(where) as journal:
        document_ = CaseHistory(find_case(journal, case), {} if pseudonyms else journal.names, journal, records).document()
    give(document_, out, form, private=True, force=force)


@click.command("export")
@click.option(
    "--format", "form", type=click.Choice(export.FORMATS), help="The format. Default: from the ending of --out, or csv."
)
@click.option("--out", type=click.Path(path_type=Path), help="Write a file that only you can read. Default: print it.")
@force_option
@common.names_option
@journal_option
def export_(form: str | None, out: Path | None, force: bool, pseudonyms: bool, where: JournalPlace | None) -> None:
    """Write the whole journal as CSV or JSON.

    CSV has one entry a row; JSON has the cases, the rule sets in force and every entry in full.
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
@common.on_journal()
def papers_(journal: Journal, pseudonyms: bool, as_json: bool) -> None:
    """List the papers put in force, and where their copies are posted.

    `dealerkit sheet --adopt`, `--posted` and `--recall` write these entries; `dealerkit journal verify` finds any that were
    changed.
    """
    names = {} if pseudonyms else journal.names
    rows = [
        {**with_names(dict(entry_.said), names), **fields(entry_, "entry=seq", "at", "what=kind", "hash")}
        for entry_ in papers_log(journal)
    ]
    out = [fields(copy_, "place", "copy=number", "version=of.version") for copy_ in copies(journal) if not copy_.collected]
    report(PapersLog({"entries": rows, "out": out}), as_json)
