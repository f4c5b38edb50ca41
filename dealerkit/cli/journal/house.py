"""The commands of `dealerkit journal` about the house: begin, settings, adopt."""

from __future__ import annotations

import click

from dealerkit.cli.common import json_option, report
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.shift import SETTING
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.clock import moment
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.book import AdoptedRules, BegunJournal, JournalSettings
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.sets import rule_set


@click.command("begin")
@click.option("--house", metavar="NAME", default="", help="The house name, for the top of reports.")
@click.option("--zone", metavar="NAME", help="The house's time zone, such as Asia/Macau or +08:00. Default: this machine's.")
@journal_option
@json_option
def begin_(house: str, zone: str | None, where: JournalPlace | None, as_json: bool) -> None:
    """Begin a journal, with the house's name and time zone.

    `journal open` begins a journal by itself; here you can give the house's details first.
    """
    with Journal.begin(where, zone=zone, house=house) as journal:
        document = {"journal": str(journal.path), **journal.settings}
    report(BegunJournal(document), as_json)


@click.command("settings")
@click.option("--house", metavar="NAME", help="The house's name.")
@click.option("--zone", metavar="NAME", help="The house's time zone from now on.")
@click.option("--shifts", metavar="TEXT", help="The shifts and their start times, such as 'day=06:00 swing=14:00 night=22:00'.")
@click.option("--game", metavar="GAME", help="The game of the shift, assumed if none is named; '' for no game.")
@journal_option
@json_option
def settings_(
    house: str | None, zone: str | None, shifts: str | None, game: str | None, where: JournalPlace | None, as_json: bool
) -> None:
    """Show or change the house's name, time zone, shifts, and the game of the shift.

    `rule`, `search`, `journal open` and `journal precedents` use this game if none is named.
    """
    values = {"house": house, "zone": zone, "shifts": shifts, SETTING: game}
    change = {name: value for name, value in values.items() if value is not None}
    with Journal.open(where, write=bool(change)) as journal:
        if change:
            docket.change_settings(journal, change)
        document = {
            name: journal.settings.get(name, "") for name in ("house", "zone", "shifts", SETTING, "keep_names", "keep_cases")
        }
    report(JournalSettings(document), as_json)


@click.command("adopt")
@click.argument("rules", metavar="SET...", nargs=-1, required=True)
@click.option("--since", metavar="TIME", help="Effective from, such as 2026-03-01. Default: now.")
@click.option("--by", metavar="NAME", default="", help="The person who puts them in force.")
@click.option("--authority", metavar="TEXT", default="", help="The authority, such as 'approval 114 of 2026-02-11'.")
@journal_option
@json_option
def adopt_(rules: tuple[str, ...], since: str | None, by: str, authority: str, where: JournalPlace | None, as_json: bool) -> None:
    """Put rule sets in force, and save their current text.

    Opening a case also puts its rule set in force. `dealerkit rules list --at DATE` shows the rule sets in force on a day.

    \b
    dealerkit journal adopt house.yaml --since 2026-03-01
    """
    sets = [rule_set(name_) for name_ in rules]
    with Journal.begin(where, new=False) as journal:
        at = moment(since, journal.settings["zone"]) if since else None
        adopted = docket.adopt(journal, sets, at, by=by, authority=authority)

    report(AdoptedRules({"adopted": adopted}), as_json)
