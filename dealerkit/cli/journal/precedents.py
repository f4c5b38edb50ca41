"""The commands of `dealerkit journal` about past rulings of the house: precedents, and judging a case again."""

from __future__ import annotations

import click

from dealerkit.cli.common import json_option, report, rules_option
from dealerkit.cli.journal.common import on_journal
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.rule.choices import fault_meant
from dealerkit.cli.rule.dispute import facts_given
from dealerkit.cli.shift import game_of_the_shift, game_played
from dealerkit.files.plain_data import as_plain, fields
from dealerkit.jobs.journal import precedents, retrial
from dealerkit.jobs.journal.cases import JournalCase, cases, find_case
from dealerkit.jobs.journal.clock import Shifts
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.precedents import Precedents, Retrial
from dealerkit.jobs.journal.rulesets import present_rules
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings import known_facts


@click.command("precedents")
@click.argument("fault", nargs=-1)
@click.option(
    "-f",
    "--fact",
    "given",
    metavar="FACT=VALUE",
    multiple=True,
    help="A fact of the dispute; the closest rulings are listed first.",
)
@click.option("--case", "like", metavar="CASE", help="The rulings closest to this case.")
@click.option("--changed", is_flag=True, help="Only rulings that today's rules would decide differently.")
@rules_option
@journal_option
@json_option
def precedents_(
    fault: tuple[str, ...],
    given: tuple[str, ...],
    like: str | None,
    changed: bool,
    rules: str | None,
    where: JournalPlace | None,
    as_json: bool,
) -> None:
    """Show past rulings on a FAULT in your own words; without FAULT, every past ruling.

    Lists the same facts ruled differently, with shift and supervisor, and past rulings that today's
    rules would decide differently. Today's rules are those of --rules, or each case's rule set as it is now.

    \b
    dealerkit journal precedents boxed_card
    dealerkit journal precedents --changed --rules house.yaml
    """
    named = rule_set(rules) if rules else None
    with Journal.open(where) as journal:
        cases_, faults, facts = cases(journal), [], {}
        if like is not None:
            case = find_case(journal, like)
            cases_ = [other for other in cases_ if other.number != case.number]
            faults, facts = list(case.faults), case.known
        if fault:
            played = game_played(game_of_the_shift(where))
            faults = [fault_meant(" ".join(fault), (rules,) if rules else (), played, as_json=as_json)]
        facts |= _read(facts_given(None, given))

        def present(case_: JournalCase) -> RuleSet | None:
            return named or present_rules(str((case_.said.get("rules_in_force") or {}).get("selector", "")))

        past = precedents.precedents(cases_, Shifts.read(journal.settings["shifts"]), present, faults, facts)
        unlike = precedents.inconsistent(past)
        if changed:
            past, unlike = [precedent for precedent in past if precedent.changed], []
        document = {
            "precedents": [_plain(precedent) for precedent in past],
            "inconsistent": [_unlike(difference) for difference in unlike],
        }
        report(Precedents(journal.named(as_plain(document))), as_json)


def _read(facts: dict[str, object]) -> dict[str, object]:
    known = known_facts()
    return {name: known[name].read(value) if name in known else value for name, value in facts.items()}


def _plain(precedent: precedents.Precedent) -> dict[str, object]:
    decided, now = precedent.case.decision, precedent.now
    by = [person["who"] for person in (decided.said.get("people") or ())] if decided is not None else []
    return {
        **fields(
            precedent, "case=case.number", "at=case.opened.at", "shift", "faults=case.faults", "facts=case.known",
            "proposed=case.proposed", "outcome", "departs=case.departs", "changed",
        ),
        "by": ", ".join(by), "decided": decided is not None,
        "reason": str(decided.said.get("reason", "")) if decided is not None else "",
        "differing": {name: {"asked": values[0], "there": values[1]} for name, values in precedent.differing.items()},
        "now": now.outcome if now is not None else "", "now_rules": now.rules if now is not None else "",
        "why_not": now.why_not if now is not None else "the rule set of the case is not on this machine; name one with --rules",
    }  # fmt: skip


def _unlike(difference: precedents.Inconsistent) -> dict[str, object]:
    rulings = {word: [_plain(case) for case in group] for word, group in difference.rulings.items()}
    return {**fields(difference, "faults", "facts"), "rulings": rulings}


@click.command("again")
@click.argument("case")
@rules_option
@on_journal()
def again_(journal: Journal, case: str, rules: str | None, as_json: bool) -> None:
    """Rule on a CASE again, under the same rules or others.

    Without --rules, the rule set, the facts and, for a record, the game are those saved when it was opened. Exit status 1 if
    the result is different.
    """
    explicit = click.get_current_context().get_parameter_source("rules") is click.core.ParameterSource.COMMANDLINE
    case_ = find_case(journal, case)
    again = retrial.under(case_, rule_set(rules)) if rules and explicit else retrial.as_it_was(journal, case_)
    report_ = Retrial(case_, journal.names, again)
    report(report_, as_json, failed=not report_.same)
