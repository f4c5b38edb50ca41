"""Finding a fault by its name or by a story: confirmed by a person at a terminal, otherwise offered as numbered choices."""

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
    """Return whether a person can be asked: both input and output must be a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def named_clearly(text: str, rules: tuple[str, ...], game: Game | None = None) -> str:
    """Return the fault that a text names without doubt; empty if a person must be asked which one is meant.

    Args:
        text: The fault's name, or a story in plain words.
        rules: The rule sets to rule under; empty for all.
        game: The game; None if it is not known.
    """
    if is_id(text, rules):
        return text
    from dealerkit.rulings.story import fault_named  # importing it takes long, because it reads much to search words

    return fault_named(text, rules, game)


def fault_meant(text: str, rules: tuple[str, ...], game: Game | None = None, *, as_json: bool = False) -> str:
    """Return the fault with a given name, or the fault picked at the terminal for a story.

    Args:
        text: The fault's name, or the story.
        rules: The rule sets to rule under; empty for all.
        game: The game; faults that cannot happen in it are not offered. None for the game that the story names, if no rule set
            is given either.
        as_json: Whether another program asks.

    Raises:
        click.exceptions.Exit: With status 1 if the fault is not clear and nobody can be asked; possible faults have been
            printed.
        Refusal: If it is a misspelt name of a fault.
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
    from dealerkit.rulings.story import offer  # only a story needs a search

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
    """Return the facts of a dispute together with those that its story states; the latter are also printed on a line.

    Args:
        text: The story.
        fault: The fault that it is about.
        facts: The given facts, which override the story.
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
    """Yield the `-f` options for the facts that a story states."""
    from dealerkit.rulings.story_facts import facts_in

    for name, value in facts_in(text, fault, [rule_set(name_) for name_ in rules]).known.items():
        yield from ("-f", f"{name}={value}")


def _under(fault: str, rules: tuple[str, ...], game: Game | None, family: str) -> tuple[str, ...]:
    """Return the `--rules` option for a fault that several families have, if the story names the family."""
    by_family = family and game is None and not rules and len(families_of(fault)) > 1
    return ("--rules", rules_for(fault, family)) if by_family and family in families_of(fault) else ()


def _dealt(text: str, rules: tuple[str, ...], game: Game | None) -> tuple[str, Game | None]:
    """Return the family and the game that a story names, unless rule set or game are given."""
    from dealerkit.rulings.story import dealt_as_told

    return dealt_as_told(text) if game is None and not rules else ("", game)


def _refuse_a_slip(text: str) -> None:
    """Refuse an id that misspells a fault's: a program's mistake, to be fixed there. For misspelt words of a person, possible
    faults are offered instead.
    """
    import difflib

    near = difflib.get_close_matches(text.casefold(), known_faults(), n=1, cutoff=0.8) if _PARTED in text else []
    if near:
        msg = f"unknown fault: '{text}'; did you mean {near[0]}: {known_faults()[near[0]].title.rstrip('?')}?"
        raise Refusal(msg)


_PARTED = "_"
"""Separator of words in an id; a story never contains it."""


def rules_meant(text: str, fault: str, family: str = "", *, as_json: bool = False) -> str:
    """Return the rule set to rule under, if the user named neither a rule set nor a game.

    Args:
        text: The fault as typed.
        fault: The fault's name.
        family: The family of games being dealt; empty if unknown.
        as_json: Whether the answer is for another program, so that nobody can be asked.

    Raises:
        click.exceptions.Exit: With status 1 if games rule differently on the fault; the possible games have been printed,
            each with its command.
    """
    if name_ := rules_for(fault, family):
        return name_
    from dealerkit.rulings.reports.offer import GameOffer

    commands = {family_: _instead(text, fault, ("--rules", default_rules(fault, family_))) for family_ in families_of(fault)}
    report(GameOffer(fault, commands), as_json)
    raise click.exceptions.Exit(1)


def _instead(text: str, fault: str, more: Sequence[str] = ()) -> str:
    """Return the typed command with a fault's name instead of the story, and with further options."""
    import shlex

    typed: list[str] = list(click.get_current_context().meta.get(TYPED, ()))
    words = text.split()
    for many in range(1, len(words) + 1):  # with or without quotes
        for at in range(len(typed) - many + 1):
            if " ".join(typed[at : at + many]).split() == words:
                return shlex.join(["dealerkit", *typed[:at], fault, *typed[at + many :], *more])
    return shlex.join(["dealerkit", *typed, fault, *more])  # the story is in a file of facts, whose fault this one overrides
