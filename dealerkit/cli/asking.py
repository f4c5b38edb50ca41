"""The conversation at the dispute desk: what happened, then one plain question after another, until it is ruled."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from dealerkit.cli.common import heading, line, table
from dealerkit.desk import Desk, faults_like
from dealerkit.errors import UnknownName
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import Fact, Fault, known_faults

NOT_KNOWN = frozenset({"?", "don't know", "dont know", "dunno", "not known", "unknown", "skip"})
BACK = frozenset({"back", "b", "undo"})
STOP = frozenset({"quit", "q", "stop", "exit"})

HELP = "a number or a word; ? if nobody knows; back takes the last answer back; quit stops"


class Stopped(Exception):
    """Nobody answers any more."""


def hear(prompt: str) -> str:
    """Read one answer.

    Raises:
        Stopped: If there is none, or it says to stop.
    """
    click.echo(prompt, nl=False)
    said = sys.stdin.readline()
    if not said:
        click.echo()
        raise Stopped
    said = " ".join(said.split())
    if said.casefold() in STOP:
        raise Stopped
    return said


def ask_fault(rules: Sequence[str]) -> str:
    """Find out what happened, from words as they are said at the table.

    Raises:
        Stopped: If nobody answers.
    """
    sets = [rule_set(name) for name in rules]
    click.echo("What happened? Say it in your own words, as: card off the table")
    while True:
        said = hear("> ")
        if not said:
            continue
        if said in known_faults():
            return said
        found = faults_like(said, sets)
        if not found:
            click.echo(line("Nothing like that is known; say it with other words, as: exposed card, string bet, early turn"))
            continue
        chosen = _choose(found)
        if chosen is not None:
            return chosen.name


def _choose(found: Sequence[Fault]) -> Fault | None:
    """Let somebody pick from what may be meant; None to say it again."""
    if len(found) == 1:
        return found[0]
    click.echo(table([(f"{number}.", fault.title) for number, fault in enumerate(found, 1)], indent=2))
    said = hear("which? (enter for the first, or say it again) > ")
    if not said:
        return found[0]
    if said.isdigit():
        return found[int(said) - 1] if 1 <= int(said) <= len(found) else _choose(found)
    if said.casefold() in BACK:
        return None
    again = faults_like(said)
    return _choose(again) if again else None


def ask_facts(desk: Desk) -> None:
    """Ask until the rule sets can rule, or nobody knows more.

    Raises:
        Stopped: If nobody answers.
    """
    click.echo(line(f"({HELP})", 2))
    while (fact := desk.question()) is not None:
        click.echo(line(fact.question, 2, f"{desk.asked + 1}. "))
        options = _options(fact)
        if options:
            click.echo(table([(f"{number}", meaning) for number, (_, meaning) in enumerate(options, 1)], indent=5))
        _answer(desk, fact, options)


def _options(fact: Fact) -> list[tuple[Any, str]]:
    if fact.type == "bool":
        return [(True, fact.answer(True)), (False, fact.answer(False))]
    if fact.type == "choice":
        return [(value, fact.answer(value)) for value in fact.values]
    return []


def _answer(desk: Desk, fact: Fact, options: Sequence[tuple[Any, str]]) -> None:
    while True:
        said = hear("   > ")
        word = said.casefold()
        if word in BACK:
            if desk.back() is None:
                click.echo(line("There is no answer to take back.", 5))
                continue
            return
        if word in NOT_KNOWN:
            desk.answer(fact.name, None)
            return
        if not said:
            continue
        value: Any = said
        if options and said.isdigit() and 1 <= int(said) <= len(options):
            value = options[int(said) - 1][0]
        elif options:
            meant = [known for known, meaning in options if meaning.casefold().startswith(word) or str(known).casefold() == word]
            value = meant[0] if len(meant) == 1 else said
        try:
            desk.answer(fact.name, value)
        except UnknownName:
            wanted = f"1 to {len(options)}" if options else fact.allowed[0]
            click.echo(line(f"'{said}' is none of the answers: {wanted}, ? or back.", 5))
            continue
        return


def conversation(fault: str | None, rules: Sequence[str], facts: dict[str, Any], choose: Callable[[str], Sequence[str]]) -> Desk:
    """Go through one dispute.

    Raises:
        Stopped: If nobody answers.
    """
    named = fault if fault is not None else ask_fault(rules)
    desk = Desk(named, list(rules) or list(choose(named)), facts)
    click.echo(heading(known_faults()[named].title if named in known_faults() else named))
    ask_facts(desk)
    click.echo()
    return desk
