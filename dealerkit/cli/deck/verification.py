"""The commands of `dealerkit deck` that check a deck: verify, packs."""

from __future__ import annotations

import sys

import attrs
import click

from dealerkit.cli.common import json_option, misused, report, rules_options, set_option
from dealerkit.cli.deck.common import PackChoice, pack_options, pieces_of
from dealerkit.cli.journal import common
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.rule.dispute import facts_given
from dealerkit.jobs.deck.check import DeckReport, check_list
from dealerkit.jobs.deck.counts import check_counts, read_counts
from dealerkit.jobs.deck.meaning import sets_for
from dealerkit.jobs.deck.reports.verification import DeckVerification, PackList
from dealerkit.jobs.deck.sequence import order_names
from dealerkit.jobs.journal.places import JournalPlace


@click.command("verify")
@click.argument("cards", nargs=-1, metavar="[FILE | - | CARDS...]")
@click.option(
    "--count", "counts", metavar="N | GROUP=N", multiple=True, help="Counted by hand, such as 51, hearts=12, A=3 or Ah=1."
)
@click.option("--ask", is_flag=True, help="Go through the check step by step; the default at a terminal.")
@click.option("--new", "fresh", is_flag=True, help="With --ask: the deck is new and still in order, so you need not sort it.")
@click.option("--order", type=click.Choice(order_names()), help="The order that the cards of the list should be in.")
@click.option(
    "--back", "backs", metavar="BACK", multiple=True, help="The back of the deck, such as red; repeat it if there are several."
)
@click.option("--backs-seen", is_flag=True, help="The backs were checked too; the list says what was found.")
@click.option("-f", "--fact", "given", metavar="FACT=VALUE", multiple=True, help="A fact about the hand, such as found_in=stub.")
@click.option("--log", "logged", metavar="DECK", help="Log the check in the journal under this deck name.")
@click.option("--table", "at_table", metavar="NAME", default="", help="With --log: the table.")
@click.option("--note", "story", metavar="TEXT", default="", help="With --log: a note.")
@common.by_option
@journal_option
@pack_options
@set_option
@rules_options
@json_option
def verify_(
    cards: tuple[str, ...],
    counts: tuple[str, ...],
    ask: bool,
    fresh: bool,
    order: str | None,
    backs: tuple[str, ...],
    backs_seen: bool,
    given: tuple[str, ...],
    logged: str | None,
    at_table: str,
    story: str,
    by: str,
    where: JournalPlace | None,
    choice: PackChoice,
    settings: dict[str, str],
    rules: tuple[str, ...],
    as_json: bool,
) -> None:
    """Verify a deck from a list, from counts by hand, or step by step.

    Give the cards as a file, as `-` for a pipe, or typed: Ah, 10d, Jk, ?? for an unreadable one. After a card, type boxed,
    marked, damaged, misprinted, foreign, wrong-back or back=red if it applies. For each fault found you see what to do with the
    deck, and how each rule set rules on a hand: before the deal, before there is action, and after action. Exit status 1 if the
    deck may not be put in play.

    \b
    dealerkit deck verify --ask
    dealerkit deck verify scan.txt --back red --order sorted
    dealerkit deck verify --count 51 --count hearts=12 --count A=3
    dealerkit deck verify - --game mini-baccarat --log "shoe 4" --table M3 --by "Ann Lee"
    """
    meant = choice.meant(rules[0] if rules else None, settings, backs)
    facts = facts_given(None, given)
    ways = [bool(cards), bool(counts), ask]
    if sum(ways) > 1:
        misused("a list, --count and --ask are three ways to verify a deck; choose one")
    if order and not cards:
        misused("--order needs a list; counts have no order, and --ask has the deck sorted first")
    if (at_table or story or by or where) and logged is None:
        misused("--table, --note, --by and --journal need --log DECK")
    if cards:
        deck_report = check_list(meant, pieces_of(cards), order or "")
    elif counts:
        deck_report = check_counts(meant, read_counts(counts))
    elif ask or (not as_json and sys.stdin.isatty() and sys.stdout.isatty()):
        from dealerkit.cli.deck.conversation import conversation

        deck_report = conversation(meant, used=not fresh, err=as_json)
    else:
        misused("give the deck: a list, --count N, or --ask to be asked")
    if backs_seen:
        deck_report = attrs.evolve(deck_report, backs_seen=True)
    answer = DeckVerification(deck_report, sets_for(deck_report, rules), facts)
    if logged is not None:
        answer.as_json()  # an impossible fact is refused before anything is written
        answer = attrs.evolve(answer, logged=_logged(logged, deck_report, at_table, story, by, where))
    report(answer, as_json, failed=not deck_report.ok)


def _logged(deck: str, report: DeckReport, at_table: str, story: str, by: str, where: JournalPlace | None) -> dict[str, object]:
    from dealerkit.jobs.journal.decks import log_check
    from dealerkit.jobs.journal.store import Journal

    with Journal.begin(where, new=False) as journal:
        entry = log_check(journal, deck, report, table=at_table, by=by, note=story)
        return {"entry": entry.seq, "at": entry.at.isoformat(), "hash": entry.hash, "deck": deck}


@click.command("packs")
@json_option
def packs_(as_json: bool) -> None:
    """List the packs that can be verified, and the faults that can be found."""
    report(PackList.known(), as_json)
