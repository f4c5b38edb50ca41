"""`dealerkit rule`: facts in; ruling, remedy, words for the table and citation out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from dealerkit.cli.common import (
    PAPER_ENDINGS,
    echo,
    echo_lines,
    force_option,
    json_option,
    misused,
    note,
    report,
    rules_options,
    set_option,
)
from dealerkit.cli.failure import Refusal
from dealerkit.cli.rule.choices import named_clearly, rules_meant, somebody_is_there, told_in_words
from dealerkit.cli.rule.dispute import ToldDispute, dispute_options
from dealerkit.cli.shift import game_option, ruled_here
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings import Ruling, known_faults
from dealerkit.rulings import rule as decide
from dealerkit.rulings.games import game_facts, rules_for, told_options
from dealerkit.rulings.irrelevant_facts import changed_nothing

if TYPE_CHECKING:
    from dealerkit.jobs.journal.disputes import TableDispute
    from dealerkit.rules.games import Game
    from dealerkit.rulings.differences.rulings import DisputeDifference
    from dealerkit.rulings.reports.answer import RulingAnswer

REST = "any key: steps, why, rule, what would change it; q: done "
"""Prompt for the details under the answer, at a terminal."""


@click.command()
@dispute_options
@click.option("--ask", is_flag=True, help="Ask one question after another until there is a ruling.")
@click.option("--brief", is_flag=True, help="Two lines only: what to say aloud, and what to do.")
@click.option("--full", is_flag=True, help="Show everything at once, without waiting for a key.")
@click.option("--show", "for_player", is_flag=True, help="Show one large page for the player, without internal notes.")
@click.option("--out", type=click.Path(path_type=Path), help=f"Save the page for the player as a file: {PAPER_ENDINGS}.")
@force_option
@game_option
@rules_options
@set_option
@json_option
def rule(
    dispute: ToldDispute,
    ask: bool,
    brief: bool,
    full: bool,
    for_player: bool,
    out: Path | None,
    force: bool,
    game: str | None,
    rules: tuple[str, ...],
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Rule on a dispute: the ruling, the steps and the words to say.

    FAULT is what happened: its name, or a story in your own words. At a terminal, and with --ask, the desk offers the faults
    that may be meant, you pick one, and it asks only for facts that can still change the ruling. Otherwise, if facts are
    missing, the answer is the question to settle next; if games differ on it and none is named, it asks which game. With
    --record the facts come from a recorded hand, and so does the fault if none is named. Repeat --rules to see how other rule
    sets would rule, and which fact or rule makes the difference.

    The first two lines are what to say aloud, and what to do. For the rest, press a key at a terminal, or use --full: what must
    not be touched meanwhile, the steps, the reason, the rule, the assumptions, and the facts that would change the ruling. Exit
    status 0 if there is a ruling, 1 while a fact is missing. --bets gives the betting of the round; the bet to match, the minimum
    raise and the players who may still raise are computed from it.

    \b
    dealerkit rule --ask
    dealerkit rule late bet
    dealerkit rule --game holdem "he threw in a 500 chip and said nothing"
    dealerkit rule card_exposed --rules rrop --rules tda -f deck_position=2 -f acts="call fold"
    dealerkit rule --record hand.rec --at 17
    dealerkit rule who_may_raise --bets "A 100, B raise 200, C all-in 250, D call"
    dealerkit rule boxed_card --rules us,macau
    dealerkit rule check_raise --game holdem --set check_raise=no
    """
    if brief and full:
        misused("--brief and --full exclude each other; choose one")
    show_answer: Callable[[RulingAnswer], None] = _briefly if brief else _whole if full or not somebody_is_there() else _by_key
    if for_player or out is not None:
        _one_page(rules, out, asked_otherwise=brief or full or as_json)
        show_answer = partial(_for_player, out=out, force=force)
    facts, seen, typed = dispute.facts, None, None
    if dispute.record is not None:
        if settings:
            misused("a record has its own options; leave out --set, or leave out --record")
        seen, rules = _from_record(dispute, dispute.record, rules, as_json=as_json)
        dispute = attrs.evolve(dispute, words=(seen.fault, *dispute.words[1:]))
        typed, facts = facts, {**seen.facts, **facts}
    played = _played(game, rules, settings) if game and seen is None else None
    options = played.options if played is not None else told_options(settings)
    given_facts = tuple(facts)
    if played is not None and played.rules is not None:
        rules, facts = rules or (played.rules.name,), {**game_facts(played, at_table=False), **facts}
    named = dispute.words[0] if dispute.words else None
    to_ask = ask or (somebody_is_there() and not _is_clear(named, facts, rules, played))
    if to_ask and len(dispute.words) < 2 and not as_json:
        _ask(named, rules, facts, seen, played, options, show_answer)
        return
    if named is None:
        if facts:
            dispute.refuse_facts_alone()
        from dealerkit.rulings.reports.faults import FaultList

        report(FaultList(list(known_faults().values())), as_json)
        return
    happened = dispute.faults(rules, played, as_json=as_json)
    chosen = rules or (rules_meant(named, happened[0], as_json=as_json),)
    if seen is None:
        facts = told_in_words(named, happened[0], facts, chosen)
    sets = [rule_set(name) for name in chosen]
    rulings = [decide({"faults": happened, **facts}, rules=rules_, said=typed, options=options) for rules_ in sets]
    if seen is not None:
        rulings = [_at_the_table(ruling, dispute, name) for ruling, name in zip(rulings, rules, strict=True)]
    compared = _compared(sets, rulings)
    own = [name for name in given_facts if seen is None or name not in seen.facts]
    rulings = [
        attrs.evolve(ruling, idle=changed_nothing(set_, ruling, facts, own)) for set_, ruling in zip(sets, rulings, strict=True)
    ]
    answer = _answer(sets, rulings, compared, seen, happened)
    if as_json:
        report(answer, as_json)
    else:
        show_answer(answer)
        _unused(rulings, own)
    _leave(rulings)


def _played(named: str, rules: tuple[str, ...], settings: dict[str, str]) -> Game | None:
    """Return the game under the first rule set, with its options; a default game is dropped if the rule set is for other
    games.
    """
    from dealerkit.rules.game_cache import kept_game
    from dealerkit.rules.games import game

    explicit = click.get_current_context().get_parameter_source("game") is click.core.ParameterSource.COMMANDLINE
    if rules and not explicit and not rule_set(rules[0]).serves(kept_game(named).data):
        return None
    in_force = rules[0] if rules else None
    return game(named, in_force, settings) if settings else kept_game(named, in_force)


def _is_clear(named: str | None, facts: dict[str, object], rules: tuple[str, ...], game: Game | None) -> bool:
    """Return whether both the fault and the rule set are certain; if not, or if the words may mean several faults, the desk
    asks.
    """
    if named is None:
        return bool(facts)
    meant = named_clearly(named, rules, game)
    return bool(meant and (rules or game is not None or rules_for(meant)))


def _compared(sets: Sequence[RuleSet], rulings: Sequence[Ruling]) -> list[DisputeDifference]:
    if len(sets) < 2:
        return []
    from dealerkit.rulings.differences.rulings import ruling_differences

    return ruling_differences(sets, rulings)


def _answer(
    sets: Sequence[RuleSet], rulings: list[Ruling], compared: list[DisputeDifference], seen: TableDispute | None, named: list[str]
) -> RulingAnswer:
    from dealerkit.rulings.reports.answer import RulingAnswer

    there = somebody_is_there()
    before = ruled_here(named, rulings[0])
    return RulingAnswer(
        sets, rulings, compared, seen.source if seen else "", seen.facts if seen else {}, names=not there, wrapped=there,
        before=before,
    )  # fmt: skip


def _briefly(answer: RulingAnswer) -> None:
    echo_lines(answer.brief())


def _whole(answer: RulingAnswer) -> None:
    echo_lines(answer.lines())


def _one_page(rules: tuple[str, ...], out: Path | None, *, asked_otherwise: bool) -> None:
    """Refuse options that do not go with the page for the player.

    Args:
        rules: The rule sets.
        out: The file for the page; None for the screen.
        asked_otherwise: Whether another form of answer is asked for too.

    Raises:
        UsageError: If another form of answer is asked for too, or rule sets are to be compared.
        BadParameter: If the suffix of the file is not that of a format for papers.
    """
    from dealerkit.cli.papers import form_of

    if asked_otherwise:
        misused("--show and --out make a page for the player; leave out --brief, --full and --json")
    if len(rules) > 1:
        misused(f"a page for the player needs one rule set: --rules {rules[0]}")
    if out is not None:
        form_of(None, out)


def _for_player(answer: RulingAnswer, out: Path | None, *, force: bool) -> None:
    """Show or write the page for the player; print the open questions instead if facts are missing."""
    if not answer.decided:
        note("No page for the player yet: a fact is missing.")
        _whole(answer)
        return
    from dealerkit.cli.page import page_rows
    from dealerkit.cli.papers import give
    from dealerkit.sheets.player import document, player_page

    page = player_page(answer.sets[0], answer.rulings[0])
    if out is None:
        echo_lines(page_rows(page))
    else:
        give(document(page), out, force=force)


def _by_key(answer: RulingAnswer) -> None:
    """Show the answer, and its details after a key; open questions are shown at once."""
    if not answer.decided:
        _whole(answer)
        return
    from dealerkit.cli.keyboard import a_key

    echo_lines(answer.first())
    if a_key(f"\n{REST}"):
        echo_lines(answer.rest())


def _unused(rulings: list[Ruling], given: list[str]) -> None:
    """Print the given facts that change nothing in the ruling."""
    if idle := [name for name in given if all(name in ruling.idle for ruling in rulings)]:
        note(f"(makes no difference here: {', '.join(idle)})")


def _leave(rulings: list[Ruling]) -> None:
    """Exit with status 1 if some ruling is still open, so that a program need not read the words."""
    if not all(ruling.decided for ruling in rulings):
        raise click.exceptions.Exit(1)


def _ask(
    named: str | None,
    rules: tuple[str, ...],
    facts: dict[str, object],
    seen: TableDispute | None,
    game: Game | None,
    options: Mapping[str, object] | None,
    show_answer: Callable[[RulingAnswer], None],
) -> None:
    """Lead through a dispute question by question, and show the ruling; if the answers stop, show the rulings so far."""
    from dealerkit.cli.rule.conversation import Stopped, conversation

    try:
        desk = conversation(named, rules, facts, game, options)
    except Stopped:
        echo("No ruling: not all questions were answered.")
        raise click.exceptions.Exit(1) from None
    rulings = desk.rulings
    show_answer(_answer(desk.sets, rulings, _compared(desk.sets, rulings), seen, [desk.fault]))
    _leave(rulings)


def _from_record(
    dispute: ToldDispute, file: Path, rules: tuple[str, ...], *, as_json: bool
) -> tuple[TableDispute, tuple[str, ...]]:
    """Return the dispute in a record, and the rule sets for it: those named, or that of the hand.

    Raises:
        RecordError: If the record cannot be read.
        Refusal: If no rule set has a ruling on any finding there, and no fault is named.
    """
    from dealerkit.jobs.journal.disputes import dispute_at
    from dealerkit.table.playback import replay
    from dealerkit.table.record import one_record

    table = replay(one_record(file, dispute.hand, dispute.act), dispute.act, rules[0] if rules else None)
    own = (table.setup.selector or (table.game.rules.name if table.game.rules is not None else ""),)
    named = dispute.faults(rules or own, table.game, as_json=as_json)
    disputed = dispute_at(table, named[0] if named else "")
    if disputed is None:
        raise _nothing_to_rule_on(table)
    return disputed, rules or own


def _at_the_table(ruling: Ruling, dispute: ToldDispute, rules: str) -> Ruling:
    """Return the ruling with its remedy in terms of a record's table: its seats, cards and chips."""
    from dealerkit.table.enforcement import carried_out
    from dealerkit.table.playback import replay
    from dealerkit.table.record import one_record

    if not ruling.decided or dispute.record is None:
        return ruling
    return carried_out(replay(one_record(dispute.record, dispute.hand, dispute.act), dispute.act, rules), ruling)


def _nothing_to_rule_on(table: Any) -> Refusal:
    """Return the error that no finding of a record has a ruling, with the findings and another way to ask."""
    hint = "if something else happened, name it, as in: dealerkit rule wrong_count --record FILE --at ACT"
    here = table.floor.here
    if not here:
        before = [finding for finding in table.findings if table.floor.fault_of(finding)]
        more = f" (the last slip before it that needs a ruling was act {before[-1].act}: --at {before[-1].act})" if before else ""
        return Refusal(f"no slip up to act {len(table.log)} needs a ruling: this hand has no slip{more}", hint)
    last = here[-1]
    slip = table.explain(last)
    what = f"no slip up to act {len(table.log)} needs a ruling"
    return Refusal(
        f"{what}; act {last.act} was a slip that needs no ruling: {slip.title} ({last.code}). {slip.remedy}".strip(), hint
    )
