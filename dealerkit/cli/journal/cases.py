"""The commands of `dealerkit journal` that write entries of a case."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import echo, hand_option, json_option, misused, report, rules_option
from dealerkit.cli.journal import common
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.rule.choices import rules_meant, somebody_is_there
from dealerkit.cli.rule.conversation import Stopped, hear
from dealerkit.cli.rule.dispute import ToldDispute, dispute_options, fact_option, facts_given
from dealerkit.cli.shift import game_of_the_shift, game_played
from dealerkit.files.screen_text import line
from dealerkit.jobs.journal import docket
from dealerkit.jobs.journal.clock import moment
from dealerkit.jobs.journal.disputes import Proposal, from_facts, from_record
from dealerkit.jobs.journal.docket import Opening, Person
from dealerkit.jobs.journal.people import ROLES
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.cases import OpenedCase
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.sets import rule_set


@click.command("open")
@dispute_options
@click.option("--incident", is_flag=True, help="Open an incident instead of a dispute.")
@click.option("--summary", metavar="TEXT", default="", help="A one-line summary.")
@click.option("--table", metavar="NAME", default="", help="The table.")
@click.option("--game", metavar="NAME", default="", help="The game. Default: the record's, or the game of the shift.")
@click.option("--dealer", metavar="NAME", default="", help="The dealer.")
@click.option("--floor", metavar="NAME", default="", help="The floor who was called.")
@click.option(
    "--seat", "sitting", metavar="N[=NAME]", multiple=True, callback=common.seats, help="A seat involved, and its player."
)
@click.option(
    "--person", "others", metavar="ROLE=NAME", multiple=True, callback=common.people, help=f"Anyone else: {', '.join(ROLES)}."
)
@click.option("--when", metavar="TIME", help="When it happened, such as '2026-03-01 14:30'. Default: now.")
@click.option("-n", "--note", "story", metavar="TEXT", multiple=True, help="What happened; repeat it, in order.")
@rules_option
@journal_option
@json_option
def open_(
    dispute: ToldDispute,
    incident: bool,
    summary: str,
    table: str,
    game: str,
    dealer: str,
    floor: str,
    sitting: tuple[Person, ...],
    others: tuple[Person, ...],
    when: str | None,
    story: tuple[str, ...],
    rules: str | None,
    where: JournalPlace | None,
    as_json: bool,
) -> None:
    """Open a case: a dispute from facts or from a record, or an incident.

    FAULT is what happened, as for `dealerkit rule`: its name, or a story in your own words. The proposed ruling is saved with
    the rule set in force. The first case begins the journal.

    \b
    dealerkit journal open boxed_card -f face_seen=no --table M3 --dealer "Bo Chan" --seat "3=Ann Lee"
    dealerkit journal open --record mini-baccarat-7.txt --at 30 --table M3
    dealerkit journal open --incident --summary "a drink was spilled on the felt" --table M3
    """
    game = game or ("" if dispute.record is not None else game_of_the_shift(where))
    proposal = _proposal(dispute, game, rules, as_json=as_json)
    if proposal is None and not incident:
        ways = "a FAULT (`dealerkit rule` lists them), or --record FILE"
        misused(f"say what happened: {ways}; use --incident if no rule applies")
    staff = [Person(name, role) for name, role in ((dealer, "dealer"), (floor, "floor")) if name]
    with Journal.begin(where, new=False) as journal:
        at = moment(when, journal.settings["zone"]) if when else None
        opening = Opening(
            kind="incident" if incident else "dispute",
            summary=summary,
            table=table,
            game=game,
            people=(*staff, *(place for place in sitting if place.name), *others),
            seats=tuple(place.seat for place in sitting),
            story=story,
            at_table=at,
        )
        case = docket.open_case(journal, opening, proposal)
        report(OpenedCase(case, journal.names), as_json)


def _proposal(dispute: ToldDispute, game: str, rules: str | None, *, as_json: bool) -> Proposal | None:
    """Return the proposed ruling, from the record or from facts; None if neither is given."""
    played = game_played(game, rules) if dispute.words else None
    if played is not None and played.rules is not None:
        rules = rules or played.rules.name
    faults = dispute.faults((rules,) if rules else (), played, as_json=as_json)
    if dispute.record is not None:
        return from_record(dispute.record, dispute.act, dispute.hand, rules, faults, dispute.facts)
    if faults:
        in_force = rule_set(rules or rules_meant(dispute.words[0], faults[0], as_json=as_json))
        return from_facts(faults, dispute.facts, in_force, played)
    if dispute.facts:
        dispute.refuse_facts_alone()
    return None


@click.command("note")
@click.argument("case")
@click.argument("text")
@common.by_option
@click.option("--role", type=click.Choice(ROLES), default="floor", help="The role of the person who said it. Default: floor.")
@common.on_journal(write=True)
def note_(journal: Journal, case: str, text: str, by: str, role: str, as_json: bool) -> None:
    """Add a statement or a fact to a CASE.

    \b
    dealerkit journal note 1 "the dealer says the card was face down" --by "Bo Chan" --role dealer
    """
    common.report_entry(journal, docket.note(journal, case, text, by=by, role=role), as_json)


@click.command("attach")
@click.argument("case")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--at", "act", type=click.IntRange(0), help="The act of the record, counted from 1. Default: the last.")
@hand_option
@common.on_journal(write=True)
def attach_(journal: Journal, case: str, record: Path, act: int | None, hand: str | None, as_json: bool) -> None:
    """Attach a record to a CASE."""
    common.report_entry(journal, docket.attach(journal, case, from_record(record, act, hand)), as_json)


@click.command("surveillance")
@click.argument("case")
@click.argument("text")
@common.by_option
@common.on_journal(write=True)
def surveillance_(journal: Journal, case: str, text: str, by: str, as_json: bool) -> None:
    """Ask surveillance about a CASE, or log the answer.

    \b
    dealerkit journal surveillance 1 "camera 12, 14:02 to 14:06: was the card face up?" --by "Ann Lee"
    """
    common.report_entry(journal, docket.note(journal, case, text, by=by, kind="surveillance"), as_json)


@click.command("appeal")
@click.argument("case")
@click.argument("text")
@common.by_option
@click.option("--role", type=click.Choice(ROLES), default="patron", help="The role of the person who appeals. Default: patron.")
@common.on_journal(write=True)
def appeal_(journal: Journal, case: str, text: str, by: str, role: str, as_json: bool) -> None:
    """Log an appeal on a CASE, which reopens it."""
    common.report_entry(journal, docket.note(journal, case, text, by=by, role=role, kind="appealed"), as_json)


@click.command("decide")
@click.argument("case")
@click.argument("outcome", nargs=-1)
@click.option("--follow", is_flag=True, help="Decide as the rules propose.")
@click.option("--by", metavar="NAME", required=True, help="The person who decides.")
@click.option("--reason", metavar="TEXT", default="", help="The reason; required against the rules or precedents.")
@click.option("--text", metavar="TEXT", default="", help="What is to be done, in your own words.")
@journal_option
@json_option
def decide_(
    case: str, outcome: tuple[str, ...], follow: bool, by: str, reason: str, text: str, where: JournalPlace | None, as_json: bool
) -> None:
    """Log the floor's decision on a CASE.

    OUTCOME is a word such as play_on or misdeal. Fairness may come before the letter of the rules. A decision that departs from
    the proposed ruling, or from most earlier rulings of this house on the same facts, needs a reason; at a terminal you are
    asked for it.

    \b
    dealerkit journal decide 1 --follow --by "Ann Lee"
    dealerkit journal decide 1 play_on --by "Ann Lee" --reason "nobody could have seen the card"
    """
    if follow == bool(outcome):
        misused("add --follow to do as the rules propose, or name one OUTCOME, such as play_on")
    with Journal.open(where, write=True) as journal:
        if not reason.strip() and somebody_is_there() and (why := docket.why_reason(journal, case, " ".join(outcome) or None)):
            reason = _ask_why(why)
        entry = docket.decide(journal, case, " ".join(outcome) or None, by=by, reason=reason, text=text)
        common.report_entry(journal, entry, as_json)


def _ask_why(why: str) -> str:
    """Ask for the reason of a decision; empty if none is given."""
    echo(line(f"{why[:1].upper()}{why[1:]}.", 0))
    try:
        return hear("Why? > ")
    except Stopped:
        return ""


@click.command("correct")
@click.argument("case")
@click.argument("text")
@click.option("--entry", type=click.IntRange(1), help="The entry that was wrong. Default: the first of the case.")
@click.option("--table", metavar="NAME", help="The correct table.")
@click.option("--game", metavar="NAME", help="The correct game.")
@click.option("--summary", metavar="TEXT", help="The correct summary.")
@click.option("--seat", "seats", type=click.IntRange(1), multiple=True, help="The correct seats.")
@fact_option
@common.by_option
@journal_option
@json_option
def correct_(
    case: str,
    text: str,
    entry: int | None,
    table: str | None,
    game: str | None,
    summary: str | None,
    seats: tuple[int, ...],
    given: tuple[str, ...],
    by: str,
    where: JournalPlace | None,
    as_json: bool,
) -> None:
    """Correct a CASE with a new entry; the old entry stays.

    TEXT is the correction. With -f the ruling is proposed again, under the rules that were in force when the case was opened.

    \b
    dealerkit journal correct 1 "it was table M4" --table M4
    dealerkit journal correct 1 "the face was seen after all" -f face_seen=yes
    """
    now = {name: value for name, value in (("table", table), ("game", game), ("summary", summary)) if value is not None}
    facts = facts_given(None, given)
    with Journal.open(where, write=True) as journal:
        changes: dict[str, object] = {**now, **({"seats": sorted(seats)} if seats else {})}
        entry_ = docket.correct(journal, case, text, entry=entry, by=by, now=changes, facts=facts)
        common.report_entry(journal, entry_, as_json)


@click.command("sign")
@click.argument("case")
@click.option("--by", metavar="NAME", required=True, help="The person who signs.")
@click.option("--role", type=click.Choice(ROLES), default="floor", help="Their role. Default: floor.")
@common.on_journal(write=True)
def sign_(journal: Journal, case: str, by: str, role: str, as_json: bool) -> None:
    """Sign a CASE up to its last entry.

    Entries added later are not signed.
    """
    common.report_entry(journal, docket.sign(journal, case, by, role), as_json)


@click.command("close")
@click.argument("case")
@click.option("--text", metavar="TEXT", default="", help="A closing note.")
@common.by_option
@common.on_journal(write=True)
def close_(journal: Journal, case: str, text: str, by: str, as_json: bool) -> None:
    """Close a CASE.

    Disputes and appeals must be decided first. An appeal reopens a closed case.
    """
    common.report_entry(journal, docket.close(journal, case, by=by, text=text), as_json)
