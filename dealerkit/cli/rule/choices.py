"""A fault by its name or by a story: confirmed at a terminal, answered with numbered choices without one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from dealerkit.cli.common import note, report
from dealerkit.cli.failure import Refusal
from dealerkit.cli.settings import TYPED
from dealerkit.rules.sets import default_rules, rule_set
from dealerkit.rulings.facts import known_faults
from dealerkit.rulings.fault_names import is_id
from dealerkit.rulings.games import families_of, rules_for

if TYPE_CHECKING:
    from dealerkit.rules.games import Game


def somebody_is_there() -> bool:
    """Return whether a person can be asked: questions and answers both go through a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def named_clearly(text: str, rules: tuple[str, ...], game: Game | None = None) -> str:
    """Return the fault that is named beyond doubt, by `fault_named`; empty if somebody must be asked."""
    if is_id(text, rules):
        return text
    from dealerkit.rulings.story import fault_named  # much is read to look for words

    return fault_named(text, rules, game)


def fault_meant(text: str, rules: tuple[str, ...], game: Game | None = None, *, as_json: bool = False) -> str:
    """Return the fault of a name, or the one picked at the terminal for a story.

    Args:
        text: The fault's name, or the story.
        rules: The rule sets to rule under; none for all.
        game: The game; nothing that cannot happen in it is offered. Where neither it nor a rule set is known, it is the game that
            the story names.
        as_json: Whether another program asks.

    Raises:
        click.exceptions.Exit: With 1 where it is not clear and nobody can be asked; what may be meant has been printed.
        Refusal: If it is a name that no fault has, but for a slip of the finger.
    """
    if meant := named_clearly(text, rules, game):
        return meant
    if somebody_is_there() and not as_json:
        from dealerkit.cli.rule.conversation import Stopped, ask_fault

        family, game = _dealt(text, rules, game)
        try:
            return ask_fault(rules, text, game, family)[0]
        except Stopped:
            raise click.exceptions.Exit(1) from None
    _refuse_a_slip(text)
    from dealerkit.rulings.reports.offer import StoryOffer
    from dealerkit.rulings.story import offer  # only a story is looked for: a name is known

    family, dealt = _dealt(text, rules, game)
    offer_ = offer(text, rules, dealt, family)
    takes_game = any(param.name == "game" for param in click.get_current_context().command.params)
    more = ("--game", dealt.id) if dealt is not None and game is None and takes_game else ()
    commands = [
        _instead(text, fault.name, (*(more or _under(fault.name, rules, game, family)), *_facts_told(text, fault.name, rules)))
        for fault in offer_.faults
    ]
    report(StoryOffer(text, offer_, commands, dealt.title if dealt is not None and more else ""), as_json)
    raise click.exceptions.Exit(1)


def told_in_words(text: str, fault: str, facts: Mapping[str, object], rules: Sequence[str]) -> dict[str, object]:
    """Return the facts of a dispute with those in its story, which are printed on a line of their own.

    Args:
        text: The words.
        fault: The fault that they tell of.
        facts: The facts that were given; they win over the words.
        rules: The rule sets in force, by name.
    """
    if is_id(text, tuple(rules)):
        return dict(facts)
    from dealerkit.rulings.story_facts import facts_in

    facts_ = facts_in(text, fault, [rule_set(name) for name in rules]).without(facts)
    if facts_.known:
        note(facts_.line)
    return {**facts, **facts_.known}


def _facts_told(text: str, fault: str, rules: Sequence[str]) -> Iterator[str]:
    """Yield the options that give a command the facts in a story."""
    from dealerkit.rulings.story_facts import facts_in

    for name, value in facts_in(text, fault, [rule_set(name_) for name_ in rules]).known.items():
        yield from ("-f", f"{name}={value}")


def _under(fault: str, rules: tuple[str, ...], game: Game | None, family: str) -> tuple[str, ...]:
    """Return the option for the rule set of a fault that exists in several families, if the story names the family."""
    by_family = family and game is None and not rules and len(families_of(fault)) > 1
    return ("--rules", rules_for(fault, family)) if by_family and family in families_of(fault) else ()


def _dealt(text: str, rules: tuple[str, ...], game: Game | None) -> tuple[str, Game | None]:
    """Return the family and the game of a story, unless they are given otherwise."""
    from dealerkit.rulings.story import dealt_as_told

    return dealt_as_told(text) if game is None and not rules else ("", game)


def _refuse_a_slip(text: str) -> None:
    """Refuse an id that is nearly a fault's: a program's mistake, to be fixed there. Words near a name are not a mistake:
    possible faults are offered.
    """
    import difflib

    near = difflib.get_close_matches(text.casefold(), known_faults(), n=1, cutoff=0.8) if _PARTED in text else []
    if near:
        msg = f"unknown fault: '{text}'; did you mean {near[0]}: {known_faults()[near[0]].title.rstrip('?')}?"
        raise Refusal(msg)


_PARTED = "_"
"""Separator of words in an id; no story has it."""


def rules_meant(text: str, fault: str, family: str = "", *, as_json: bool = False) -> str:
    """Return the rule set of a fault if neither rule set nor game is named.

    Args:
        text: The fault as it was said.
        fault: The fault.
        family: The family of games that is dealt; empty where nobody says.
        as_json: Whether another program asks.

    Raises:
        click.exceptions.Exit: With 1 where games rule otherwise on it; what may be dealt has been printed, each with its command.
    """
    if name_ := rules_for(fault, family):
        return name_
    from dealerkit.rulings.reports.offer import GameOffer

    commands = {family_: _instead(text, fault, ("--rules", default_rules(fault, family_))) for family_ in families_of(fault)}
    report(GameOffer(fault, commands), as_json)
    raise click.exceptions.Exit(1)


def _instead(text: str, fault: str, more: Sequence[str] = ()) -> str:
    """Return the command as typed, with a fault's name instead of the story, and further options."""
    import shlex

    typed: list[str] = list(click.get_current_context().meta.get(TYPED, ()))
    words = text.split()
    for many in range(1, len(words) + 1):  # in quotes, or without
        for at in range(len(typed) - many + 1):
            if " ".join(typed[at : at + many]).split() == words:
                return shlex.join(["dealerkit", *typed[:at], fault, *typed[at + many :], *more])
    return shlex.join(["dealerkit", *typed, fault, *more])  # the story stands in a file of facts, whose fault gives way to this
