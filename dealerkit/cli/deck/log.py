"""The commands of `dealerkit deck` for the log: setup, change, log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from dealerkit.cli.common import report, rules_option
from dealerkit.cli.journal import common
from dealerkit.jobs.journal.decks import (
    FAULT,
    DeckStanding,
    deck_log,
    deck_slip,
    fault_of,
    log_change,
    log_setup,
    reasons,
)
from dealerkit.jobs.journal.entries import JournalEntry
from dealerkit.jobs.journal.reports.decks import DeckEntry, DeckLog, decks_in_play
from dealerkit.jobs.journal.store import Journal
from dealerkit.rulings import rule


@click.command("setup")
@click.argument("at_table", metavar="TABLE")
@click.argument("decks", nargs=-1, required=True)
@click.option("--seal", metavar="TEXT", default="", help="The numbers of the broken seals.")
@click.option("--note", "story", metavar="TEXT", default="", help="A note.")
@common.by_option
@common.on_journal(begin=True)
def setup_(journal: Journal, at_table: str, decks: tuple[str, ...], seal: str, story: str, by: str, as_json: bool) -> None:
    """Log the DECKS that a TABLE was set up with.

    Name each deck so that it can be told apart, such as by colour and number. Exit status 1 if a deck was not verified first or
    was found faulty; the setup is logged all the same, because it happened.

    \b
    dealerkit deck setup M3 "red 12" "blue 4" --by "Ann Lee"
    """
    entry, before = log_setup(journal, at_table, decks, seal=seal, by=by, note=story)
    _answer(journal, entry, [slip for deck_name in before for slip in _slips(deck_name)], as_json)


@click.command("change")
@click.argument("at_table", metavar="TABLE")
@click.option("--out", "out", metavar="DECK", required=True, help="The deck taken out of play.")
@click.option("--in", "into", metavar="DECK", required=True, help="The deck put in play.")
@click.option("--because", "cause", metavar="REASON", required=True, help=f"Why: {', '.join(reasons())}.")
@click.option("--case", metavar="CASE", default="", help="The journal case that led to the change.")
@click.option("--note", "story", metavar="TEXT", default="", help="A note.")
@rules_option
@common.by_option
@common.on_journal(begin=True)
def change_(
    journal: Journal,
    at_table: str,
    out: str,
    into: str,
    cause: str,
    case: str,
    story: str,
    rules: str | None,
    by: str,
    as_json: bool,
) -> None:
    """Log a deck change at a TABLE, and why.

    Exit status 1 if the new deck was not verified first, or was found faulty, or if players may not ask for a change
    under the rules in force.

    \b
    dealerkit deck change M3 --out "red 12" --in "red 14" --because fault --note "Kd is bent" --by "Ann Lee"
    """
    entry, before = log_change(journal, at_table, out, into, cause, by=by, note=story, case=case)
    slips = [slip for deck_name in before for slip in _slips(deck_name)]
    if asked := fault_of(cause):
        ruling = rule({"fault": asked}, rules or "rrop")
        if ruling.outcome == "complaint_rejected":
            slips.append({"code": None, "text": ruling.because, "rules": list(ruling.rules), "remedy": ruling.say})
    _answer(journal, entry, slips, as_json, keep=out if cause == FAULT else "")


def _slips(deck: DeckStanding) -> Iterator[dict[str, object]]:
    """Yield the slips in putting a deck into play, according to its log (VD-01, VD-07): a map of `code`, `text`, `rules` and
    `remedy` for each.
    """
    words = {"deck": deck.deck, "table": deck.table, "entry": deck.checked}
    if deck.table:
        yield deck_slip("on_two_tables", **words)
    elif deck.due:
        yield deck_slip("unverified_since" if deck.checked else "unverified", **words)
    elif not deck.ok:
        yield deck_slip("faulty", **words)
    elif not (deck.faces and deck.backs):
        yield deck_slip("backs_unseen" if deck.faces else "faces_unseen" if deck.backs else "unseen", **words)


def _answer(journal: Journal, entry: JournalEntry, slips: Sequence[dict[str, Any]], as_json: bool, keep: str = "") -> None:
    report(DeckEntry(entry, journal.names, slips, decks_in_play(journal), keep), as_json, failed=bool(slips))


@click.command("log")
@click.option("--table", "at_table", metavar="NAME", default="", help="Show only this table.")
@click.option("--deck", metavar="NAME", default="", help="Show only this deck.")
@common.on_journal()
def log_(journal: Journal, at_table: str, deck: str, as_json: bool) -> None:
    """Show the log of decks, and which deck is in play where.

    The log is part of the journal. Entries are never changed: `dealerkit journal verify` finds any that were. People's names are
    erased from the log as from the rest of the journal.
    """
    entries = deck_log(journal, table=at_table, deck=deck)
    report(DeckLog(entries, journal.names, decks_in_play(journal)), as_json)
