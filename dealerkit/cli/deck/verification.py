"""The commands of `dealerkit deck` that look at a deck: verify, packs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import click

from dealerkit.cli.common import json_option, rules_options, set_option, show
from dealerkit.cli.deck.common import pack_meant, pack_options, pieces_of
from dealerkit.cli.journal import common
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.rule.dispute import facts_given
from dealerkit.files.screen_text import finding, heading, line, table
from dealerkit.jobs.deck.check import DeckReport, Find, check_list
from dealerkit.jobs.deck.counts import check_counts, read_counts
from dealerkit.jobs.deck.meaning import DeckMeaning, deck_steps, kinds, meanings, moments, report_json, sets_for, together
from dealerkit.jobs.deck.packs import pack_named, pack_names
from dealerkit.jobs.deck.sequence import order_names
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings import OUTCOMES, Ruling, known_facts

MANY = 12
"""So many cards of a kind are named; of more, how many there are."""


@click.command("verify")
@click.argument("cards", nargs=-1, metavar="[FILE | - | CARDS...]")
@click.option("--count", "counts", metavar="N | GROUP=N", multiple=True, help="Counted by hand: 51, hearts=12, A=3, Ah=1.")
@click.option("--ask", is_flag=True, help="Go through the check step by step; the default at a terminal.")
@click.option("--new", "fresh", is_flag=True, help="With --ask: a new deck, which lies in sequence and need not be sorted.")
@click.option("--order", type=click.Choice(order_names()), help="The sequence in which the list should lie.")
@click.option(
    "--back", "backs", metavar="BACK", multiple=True, help="The back of the pack; repeat it where its decks have several."
)
@click.option("--backs-seen", is_flag=True, help="The backs were looked at as well; the list says what was found.")
@click.option("-f", "--fact", "given", metavar="FACT=VALUE", multiple=True, help="What is known of the hand, as found_in=stub.")
@click.option("--log", "logged", metavar="DECK", help="Write the check into the journal, under this name of the deck.")
@click.option("--table", "at_table", metavar="NAME", default="", help="With --log: the table.")
@click.option("--note", "story", metavar="TEXT", default="", help="With --log: what there is to say besides.")
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
    pack: str | None,
    game: str | None,
    seats: int | None,
    decks: int | None,
    jokers: int | None,
    ranks: str | None,
    settings: dict[str, str],
    rules: tuple[str, ...],
    as_json: bool,
) -> None:
    """Verify a deck: from a list, from counts by hand, or step by step.

    A list is a file, `-` for a pipe, or cards as they are typed: Ah, 10d, Jk, ?? for one that could not be read. Behind a card
    may stand boxed, marked, damaged, misprinted, foreign, wrong-back or back=red. What is found is told with what is done with
    the deck, and what it means for a hand under each rule set: before the deal, before there is action, after it. Exit code 1
    if the deck may not go into a game.

    \b
    dealerkit deck verify --ask
    dealerkit deck verify scan.txt --back red --order sorted
    dealerkit deck verify --count 51 --count hearts=12 --count A=3
    dealerkit deck verify - --game mini-baccarat --log "shoe 4" --table M3 --by "Ann Lee"
    """
    meant = pack_meant(
        pack, game, seats, decks, jokers, ranks, backs=backs, rules=rules[0] if rules and game else None, settings=settings
    )
    facts = facts_given(None, given)
    ways = [bool(cards), bool(counts), ask]
    if sum(ways) > 1:
        msg = "a list, --count and --ask are three ways to verify a deck; choose one"
        raise click.UsageError(msg)
    if order and not cards:
        msg = "--order looks at a list; counts have none, and --ask has the deck sorted first"
        raise click.UsageError(msg)
    if (at_table or story or by or where) and logged is None:
        msg = "--table, --note, --by and --journal belong to --log DECK"
        raise click.UsageError(msg)
    if cards:
        report = check_list(meant, pieces_of(cards), order or "")
    elif counts:
        report = check_counts(meant, read_counts(counts))
    elif ask or (not as_json and sys.stdin.isatty() and sys.stdout.isatty()):
        from dealerkit.cli.deck.conversation import conversation

        report = conversation(meant, used=not fresh, err=as_json)
    else:
        msg = "say what the deck holds: a list, --count N, or --ask to be asked"
        raise click.UsageError(msg)
    if backs_seen:
        report = attrs.evolve(report, backs_seen=True)
    sets = sets_for(report, rules)
    document = report_json(report, sets, facts)
    if logged is not None:
        document["logged"] = _logged(logged, report, at_table, story, by, where)
    show(document, as_json, lambda _: _told(report, sets, facts, document.get("logged")))
    if not report.ok:
        raise click.exceptions.Exit(1)


def _logged(deck: str, report: DeckReport, at_table: str, story: str, by: str, where: JournalPlace | None) -> dict[str, object]:
    from dealerkit.jobs.journal.decks import log_check
    from dealerkit.jobs.journal.store import Journal

    with Journal.begin(where, anew=False) as journal:
        entry = log_check(journal, deck, report, table=at_table, by=by, note=story)
        return {"entry": entry.seq, "at": entry.at.isoformat(), "hash": entry.hash, "deck": deck}


# In words


def _told(
    report: DeckReport, sets: Sequence[RuleSet], facts: dict[str, object], logged: dict[str, object] | None
) -> Iterator[str]:
    backs = f", {' and '.join(report.pack.backs)}" if report.pack.backs else ""
    yield heading(f"{report.pack.title}: {len(report.pack)} cards{backs}")
    yield line(f"{report.counted} cards {_seen(report)}", 2)
    if report.unread:
        cards = ", ".join(face.name for face in report.may_be)
        yield line(f"{report.unread} could not be read" + (f"; they may be {cards}" if cards else ""), 2, "? ")
    for kind, finds in deck_steps(report):
        yield finding(f"{kind.title}:", _cards(finds), cite=kind.cite, remedy=kind.deck)
    if report.may_be and not report.unread:
        yield line(", ".join(face.name for face in report.may_be), 2, "it may be: ")
    for said in report.notes:
        yield line(said, 2, "note: ")
    if report.ok:
        yield line(_fit(report), 2, "ok  ")
    else:
        yield line("The deck does not go into a game as it is.", 2, "=> ")
        yield from _means(report, sets, facts)
    if logged is not None:
        yield line(f"entry {logged['entry']} of the journal: {logged['deck']} was verified", 2, "written: ")


def _fit(report: DeckReport) -> str:
    if not report.faces_seen:
        return "the count comes out"
    return "nothing is wrong with it" + ("" if report.backs_seen else " from the front; the backs were not looked at")


def _seen(report: DeckReport) -> str:
    return {"list": "in the list", "count": "counted", "guided": "looked through"}[report.how]


def _cards(finds: Sequence[Find]) -> str:
    named = [_card(find) for find in finds[:MANY]]
    more = sum(find.count for find in finds[MANY:])
    return ", ".join(named) + (f" and {more} more" if more else "")


def _card(find: Find) -> str:
    name = find.face.name if find.face is not None else f"{find.count} card{'s' * (find.count != 1)}"
    number = f" ({find.have} of {find.should})" if find.face is not None and find.should > 1 and find.kind in _COUNTED else ""
    several = f" x{find.count}" if find.face is not None and find.count > 1 else ""
    back = f" ({find.back})" if find.back else ""
    places = f" at {', '.join(map(str, find.places[:4]))}{'...' * (len(find.places) > 4)}" if find.places else ""
    return f"{name}{several}{number}{back}{places}" + (f" ({find.text})" if find.text else "")


_COUNTED = ("missing", "duplicate")


def _means(report: DeckReport, sets: Sequence[RuleSet], facts: dict[str, object]) -> Iterator[str]:
    when = moments()
    known = kinds()
    found = meanings(report, sets, facts)
    by_name = {one.name: one for one in sets}
    for kind in dict.fromkeys(meaning.kind for meaning in found):
        yield ""
        yield heading(f"If a hand is dealt with it: {known[kind].one.lower()}")
        rows = [_row(one, by_name[one.rules_set], list(when)) for one in found if one.kind == kind]
        yield table(rows, header=("rules", *when.values()))
    if len(report.kinds) > 1:
        several = [(one, together(report, one, facts)) for one in sets]
        if any(made for _, made in several):
            yield ""
            yield heading("All of it together")
            yield table(
                [(one.name, *(_outcome(made[moment], one) for moment in when)) for one, made in several if made],
                header=("rules", *when.values()),
            )
    faults = list(dict.fromkeys(one.fault for one in found if one.fault))
    if faults:
        yield ""
        yield line(
            f"dealerkit rule {faults[0]} tells a ruling in full" + (f"; also {', '.join(faults[1:])}" * bool(faults[1:])), 2
        )


def _row(meaning: DeckMeaning, rules: RuleSet, when: Sequence[str]) -> tuple[str, ...]:
    if not meaning.fault:
        return (meaning.rules_set, *["no rule; the floor decides"] * len(when))
    return (meaning.rules_set, *(_outcome(meaning.rulings[moment], rules) for moment in when))


def _outcome(ruling: Ruling, rules: RuleSet) -> str:
    if not ruling.decided:
        asks = known_facts()[ruling.needs[0]].title if ruling.needs else ""
        return " or ".join(_word(OUTCOMES.get(one, one)) for one in ruling.possible) + (f" ({asks}?)" if asks else "")
    done = rules.remedies if ruling.outcome == "corrected" else {}
    said = done.get(ruling.remedies[0]) if ruling.remedies else None
    words = text(said["title"]) if said is not None else OUTCOMES.get(ruling.outcome, ruling.outcome)
    return _word(words) + (f" ({ruling.rules[0]})" if ruling.rules else "")


def _word(sentence: str) -> str:
    """Return the first part of a sentence, as it stands in a table."""
    said = sentence.partition(":")[0].partition(";")[0]
    return said[:1].lower() + said[1:]


@click.command("packs")
@json_option
def packs_(as_json: bool) -> None:
    """List the packs that can be verified, and what can be found in one."""
    packs = [pack_named(name) for name in pack_names()]
    document = {
        "packs": [
            {
                "name": one.name, "title": one.title, "cards": len(one), "decks": one.composition.decks,
                "ranks": one.composition.ranks, "jokers": one.composition.jokers,
            }
            for one in packs
        ],
        "orders": order_names(),
        "finds": [{"kind": one.name, "title": one.title, "rules": list(one.cite), "deck": one.deck} for one in kinds().values()],
    }  # fmt: skip
    show(document, as_json, _listed)


def _listed(document: dict[str, Any]) -> Iterator[str]:
    yield table([(one["name"], one["cards"], one["title"]) for one in document["packs"]], header=("pack", "cards", "what it is"))
    yield ""
    yield line("Every game has its own: --game GAME. Any other is made up with --decks, --jokers and --ranks.", 2)
    yield ""
    yield table(
        [(one["kind"], ", ".join(one["rules"]), one["deck"]) for one in document["finds"]],
        header=("fault", "rules", "what is done with the deck"),
    )
