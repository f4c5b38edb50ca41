"""`dealerkit rules`: beginning a house file, listing the rule sets, comparing two."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import echo, json_option, misused, note, report
from dealerkit.cli.groups import Commands
from dealerkit.cli.journal_place import journal_option
from dealerkit.files.output import write_new
from dealerkit.jobs.journal.places import JournalPlace


@click.group(cls=Commands)
def rules() -> None:
    """Rule sets: start your own, list them, compare two."""


@rules.command("new")
@click.argument("name")
@click.option(
    "--from", "base", metavar="SET", required=True, help="The rule set to build on: a name from `rules list`, or a path."
)
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it. Default: NAME.yaml here; - prints it.")
def new(name: str, base: str, out: Path | None) -> None:
    """Start a house file called NAME, with every option listed and commented out.

    At first the file changes nothing. Remove the # from a line to put that option in force.
    """
    from dealerkit.rules.first_house_file import new_rules

    if out is not None and str(out) == "-":
        echo(new_rules(name, base), nl=False)
        return
    file = out or Path(f"{name}.yaml")
    text = new_rules(name, base, file.parent)
    try:
        write_new(file, text)
    except FileExistsError:
        misused(f"{file} already exists; choose another name, or --out another file")
    note(f"Wrote {file}. Enter what your house does differently, then: dealerkit rules diff {base} {file}")


@rules.command("list")
@click.option(
    "--at",
    "day",
    metavar="DATE",
    help="List those in force on that day or at that time according to the journal, with version and hash.",
)
@journal_option
@json_option
def list_(day: str | None, where: JournalPlace | None, as_json: bool) -> None:
    """List the rule sets that come with dealerkit; with --at, those in force on a day, from the journal."""
    from dealerkit.rules.reports.lists import RuleSetList
    from dealerkit.rules.sets import rule_set, rule_sets

    if day is not None:
        _in_force(day, where, as_json)
        return
    if where is not None:
        misused("--journal needs --at DATE")
    report(RuleSetList([rule_set(name) for name in rule_sets()]), as_json)


def _in_force(day: str, where: JournalPlace | None, as_json: bool) -> None:
    from dealerkit.jobs.journal.clock import moment
    from dealerkit.jobs.journal.reports.book import RulesInForce
    from dealerkit.jobs.journal.rulesets import in_force
    from dealerkit.jobs.journal.store import Journal

    with Journal.open(where) as journal:
        at = moment(day, journal.settings["zone"], end=True)
        adopted = in_force(journal, at)
    report(RulesInForce(adopted, at.isoformat()), as_json)


@rules.command("diff")
@click.argument("a")
@click.argument("b")
@click.argument("faults", metavar="[FAULT]...", nargs=-1)
@click.option("--outcomes", is_flag=True, help="Show where the two rule differently on the same facts, each with an example.")
@json_option
def diff(a: str, b: str, faults: tuple[str, ...], outcomes: bool, as_json: bool) -> None:
    """Show every rule in which B differs from A, and the file and line of both.

    A and B are rule sets, by name or path; their games are compared too. A and B can also be two games.

    With --outcomes it shows instead the effect at the table: every pair of rulings on the same facts that differ in outcome,
    remedies or sums of money, over all possible facts, with one example each. FAULT limits it to some faults.

    \b
    dealerkit rules diff rrop tda --outcomes
    dealerkit rules diff rrop tda --outcomes wrong_count
    """
    if outcomes:
        from dealerkit.rules.sets import facts_under, rule_set
        from dealerkit.rulings.differences.rulings import outcome_differences

        with facts_under(rule_set(a), rule_set(b)):
            report(outcome_differences(rule_set(a), rule_set(b), faults), as_json)
        return
    if faults:
        misused("a FAULT needs --outcomes; without --outcomes, all rules are compared")
    from dealerkit.rulings.differences.texts import text_differences

    report(text_differences(a, b), as_json)
