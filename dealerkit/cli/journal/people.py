"""The commands of `dealerkit journal` about people and retention: people, erase, retention."""

from __future__ import annotations

import click

from dealerkit.cli.common import confirm, echo, json_option, misused, report
from dealerkit.cli.journal.common import on_journal
from dealerkit.cli.journal_place import journal_option
from dealerkit.jobs.journal import clock, docket, erasure
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.book import Erasure, PeopleList, Retention
from dealerkit.jobs.journal.store import Journal
from dealerkit.sheets.report import SweptFile

NOTHING = "none"


@click.command("people")
@on_journal()
def people_(journal: Journal, as_json: bool) -> None:
    """List the people named in the journal, with their pseudonyms."""
    rows = [{"pseudonym": pseudonym, "name": name} for pseudonym, name in journal.names.items()]

    report(PeopleList({"people": rows}), as_json)


@click.command("erase")
@click.argument("person", required=False)
@click.option("--also", metavar="SPELLING", multiple=True, help="Another name for the person in the texts; repeatable.")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@click.option("--sweep", is_flag=True, help="Only rewrite the file, so that no trace of earlier removals is left in it.")
@journal_option
@json_option
def erase_(person: str | None, also: tuple[str, ...], yes: bool, sweep: bool, where: JournalPlace | None, as_json: bool) -> None:
    """Erase a PERSON's name for good; the journal can still be verified.

    PERSON is a name or a pseudonym. The name is removed from the list of people and from every text that contains it, and the
    file is rewritten so that no trace of the name is left in it. The pseudonym stays. Delete copies, exports and printed reports
    yourself.

    \b
    dealerkit journal erase "Ann Lee" --also "Miss Lee"
    """
    if not person and not sweep:
        misused("name the PERSON to remove; `dealerkit journal people` lists them")
    with Journal.open(where, write=True) as journal:
        if not person:
            journal.swept()
            report(SweptFile({"swept": True}), as_json)
            return
        pseudonym, name = erasure.find_person(journal, person)
        if not yes and not confirm(f"Remove {name or ', '.join(also)} ({pseudonym}) from {journal.path} permanently?"):
            echo("Nothing was removed.", err=True)
            return
        removed = erasure.erase(journal, pseudonym, also)
    report(Erasure(removed), as_json)


@click.command("retention")
@click.option("--names", metavar="PERIOD", help="How long names are kept after a case's last entry: 90d, 18m, 7y, or none.")
@click.option("--cases", metavar="PERIOD", help="How long the text of a case is kept: 90d, 18m, 7y, or none.")
@click.option("--apply", "now", is_flag=True, help="Remove older names and cases permanently.")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@journal_option
@json_option
def retention_(names: str | None, cases: str | None, now: bool, yes: bool, where: JournalPlace | None, as_json: bool) -> None:
    """Set how long names and cases are kept, and remove older ones.

    Only closed cases are removed. Numbers, times and hashes remain, so that the journal can still be verified.

    \b
    dealerkit journal retention --names 2y --cases 10y
    dealerkit journal retention --apply
    """
    settings_ = {"keep_names": names, "keep_cases": cases}
    change = {
        name: "" if value == NOTHING else str(clock.Span.read(value)) for name, value in settings_.items() if value is not None
    }
    with Journal.open(where, write=bool(change) or now) as journal:
        if change:
            docket.change_settings(journal, change)
        settings = journal.settings
        document: dict[str, object] = {name: settings.get(name) or None for name in settings_}
        if now:
            if not yes and not confirm(f"Remove older names and cases from {journal.path} permanently?"):
                echo("Nothing was removed.", err=True)
                return
            document["removed"] = erasure.expire(journal, clock.now(settings["zone"]))
        report(Retention(document), as_json)
