"""The conversation at the dispute desk: what happened, then one plain question after another, until it is ruled."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from dealerkit.cli.common import echo, heading, line, table
from dealerkit.cli.dispute import faults_named, faults_near
from dealerkit.desk import Desk
from dealerkit.errors import UnknownName
from dealerkit.felt.numbers import is_whole
from dealerkit.rulings import Fact, Fault, known_facts, known_faults

NOT_KNOWN = frozenset({"?", "don't know", "dont know", "i don't know", "i dont know", "dunno", "idk", "no idea", "not sure"})
NOT_KNOWN |= {"nobody knows", "not known", "unknown", "skip"}
BACK = frozenset({"back", "b", "undo"})
STOP = frozenset({"quit", "q", "stop", "exit"})

HELP = "a number or a word; ? if nobody knows; back takes the last answer back; quit stops"


class Stopped(Exception):
    """Nobody answers any more."""


def hear(prompt: str, *, err: bool = False) -> str:
    """Read one answer.

    Args:
        prompt: What is asked.
        err: Whether it is asked on standard error, because the answer to it all is for another program.

    Raises:
        Stopped: If there is none, or it says to stop.
    """
    echo(prompt, nl=False, err=err)
    said = sys.stdin.readline()
    if not said:
        echo(err=err)
        raise Stopped
    said = " ".join(said.split())
    if said.casefold() in STOP:
        raise Stopped
    return said


def ask_fault(rules: Sequence[str], said: str = "") -> str:
    """Find out what happened, from words as they are said at the table.

    Args:
        rules: The rule sets to rule under; what none of them rules on is not offered. None for all.
        said: What has been said already.

    Raises:
        Stopped: If nobody answers.
    """
    if not said:
        echo("What happened? Say it in your own words, as: card off the table")
    while True:
        said = said or hear("> ")
        if not said:
            continue
        meant = faults_named(said, rules)
        if len(meant) == 1:
            return meant[0]
        found = [known_faults()[name] for name in meant if name in known_faults()] or faults_near(said, rules)
        said = ""
        if not found:
            echo(line("Nothing like that is known; say it with other words, as: exposed card, string bet, early turn"))
            continue
        chosen, said = _choose(found)
        if chosen is not None:
            return chosen.name


def _choose(found: Sequence[Fault]) -> tuple[Fault | None, str]:
    """Let somebody pick from what may be meant; or say it again, in the words that come back."""
    if len(found) == 1:
        return found[0], ""
    echo(table([(f"{number}.", fault.title) for number, fault in enumerate(found, 1)], indent=2))
    while True:
        said = hear("which? (enter for the first, a number, or say it again) > ")
        if not said:
            return found[0], ""
        if said.casefold() in BACK:
            return None, ""
        if not is_whole(said):
            return None, said
        if 1 <= int(said) <= len(found):
            return found[int(said) - 1], ""


def ask_facts(desk: Desk) -> bool:
    """Ask until the rule sets can rule, or nobody knows more; false if somebody goes back beyond the first question.

    Raises:
        Stopped: If nobody answers.
    """
    if desk.question() is not None:
        echo(line(f"({HELP})", 2))
    while (fact := desk.question()) is not None:
        echo(line(fact.question, 2, f"{desk.asked + 1}. "))
        options = _options(fact, desk)
        if options:
            echo(table([(f"{number}", meaning) for number, (_, meaning) in enumerate(options, 1)], indent=5))
        if not _answer(desk, fact, options):
            return False
    return True


def _options(fact: Fact, desk: Desk) -> list[tuple[Any, str]]:
    if fact.type == "bool":
        return [(True, fact.answer(True)), (False, fact.answer(False))]
    if fact.type == "choice":
        return [(value, "any other" if rest else fact.answer(value)) for value, rest in fact.choices(desk.conditions(fact.name))]
    return []


def _answer(desk: Desk, fact: Fact, options: Sequence[tuple[Any, str]]) -> bool:
    """Hear an answer that can be one, or go back; false if there is nothing to go back to."""
    while True:
        said = hear("   > ")
        word = said.casefold()
        if word in BACK:
            return desk.back() is not None
        if word in NOT_KNOWN:
            desk.answer(fact.name, None)
            return True
        if not said:
            continue
        value: Any = said
        if options and is_whole(said) and 1 <= int(said) <= len(options):
            value = options[int(said) - 1][0]
        elif options:
            meant = [known for known, meaning in options if meaning.casefold().startswith(word) or str(known).casefold() == word]
            value = meant[0] if len(meant) == 1 else said
        try:
            desk.answer(fact.name, value)
        except UnknownName:
            wanted = f"1 to {len(options)}" if options else fact.allowed[0]
            echo(line(f"'{said}' is none of the answers: {wanted}, ? or back.", 5))
            continue
        return True


def conversation(named: str | None, rules: Sequence[str], facts: dict[str, Any], choose: Callable[[str], Sequence[str]]) -> Desk:
    """Go through one dispute.

    Args:
        named: What happened, if somebody has said it, in whatever words.
        rules: The rule sets to rule under; none to choose by what happened.
        facts: What is known already.
        choose: Which rule sets to take for a fault.

    Raises:
        Stopped: If nobody answers.
    """
    said = named or ""
    while True:
        fault = ask_fault(rules, said)
        desk = Desk(fault, list(rules) or list(choose(fault)), facts)
        echo(heading(known_faults()[fault].title if fault in known_faults() else fault))
        if ask_facts(desk):
            if desk.unknown:
                titles = [known_facts()[name].title for name in desk.unknown if name in known_facts()]
                echo(line("; ".join(titles), 2, "nobody knows: "))
            echo()
            return desk
        said = ""  # back, beyond the first question: something else happened
