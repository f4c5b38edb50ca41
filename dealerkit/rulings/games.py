"""Rulings in one game: the faults that can happen, the cases that can apply, and the facts that the game itself settles."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from dealerkit.errors import UnknownName, check_name
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.doc import Doc, branch
from dealerkit.rules.files import today
from dealerkit.rules.sets import at_one_moment, default_rules, facts_doc, facts_under, families_with
from dealerkit.rulings.conditions import holds
from dealerkit.rulings.facts import known_facts, known_faults

if TYPE_CHECKING:
    from dealerkit.rules.entries import FaultEntry
    from dealerkit.rules.games import Game
    from dealerkit.rulings.facts import Fault

with late_imports():  # no game is read where no option was set
    from dealerkit.rules import option_facts


def faults_of(game: Game) -> Mapping[str, FaultEntry]:
    """Return the faults that can happen in a game and that its rule set rules on, by name, each with the cases that can apply
    there.

    Args:
        game: The game with its rule set.
    """
    with facts_under(game.rules):
        return _faults_of(game, facts_doc())


@functools.lru_cache(maxsize=64)
def _faults_of(game: Game, _facts: Doc) -> Mapping[str, FaultEntry]:
    return {
        name: {**fault, "cases": {key: case for key, case in fault["cases"].items() if can_fit(game, case)}}
        for name, fault in (game.rules.faults.items() if game.rules is not None else ())
        if can_happen(game, name)
    }


def faults_in_force(game: Game) -> Mapping[str, FaultEntry]:
    """Return those of `faults_of` that can happen under the options in force: for example, no chip race in a cash game.

    Printed texts use these. Disputes can be about any of `faults_of`, since a table need not play as the game's file says.
    """
    facts, known = game_facts(game), known_faults()
    return {name: fault for name, fault in faults_of(game).items() if _under(facts, known.get(name))}


def _under(facts: Mapping[str, Any], known: Fault | None) -> bool:
    if known is None or not (known.under or known.unless):
        return True
    barred = any(name in facts and holds(value, facts[name]) for name, value in known.unless.items())
    return not barred and all(name not in facts or holds(value, facts[name]) for name, value in known.under.items())


def values_in_force(game: Game, fact: str, wanted: object) -> list[Any]:
    """Return those of `values_here` that can occur under the options in force: for example, no tournament chips in a cash game.
    Printed texts use these.

    Args:
        game: The game.
        fact: Name of the fact.
        wanted: A value, or a list of values, as a condition has it.
    """
    known, values = known_facts().get(fact), values_here(game, fact, wanted)
    if known is None or not (known.under or known.unless):
        return values
    facts = game_facts(game)

    def comes(value: object) -> bool:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        barred = any(name in facts and holds(wants, facts[name]) for name, wants in known.unless.get(text, {}).items())
        return not barred and all(
            name in facts and holds(wants, facts[name]) for name, wants in known.under.get(text, {}).items()
        )

    return [value for value in values if comes(value)]


def game_facts(game: Game, *, at_table: bool = True) -> dict[str, Any]:
    """Return the facts that a game settles, by name: its form, and each of its options that is also a fact and has a value that
    the fact can have.

    Args:
        game: The game.
        at_table: Whether its options are those of the table in question, as in a record. If not, its amounts (blinds and antes)
            are only the usual ones, and are left out.
    """
    return dict(_game_facts(game, facts_doc(), at_table=at_table))


@functools.lru_cache(maxsize=64)
@at_one_moment()
def _game_facts(game: Game, _facts: Doc, *, at_table: bool) -> Mapping[str, Any]:
    known, facts = known_facts(), {}
    options = {**game.options, **({"form": game.form} if game.form else {})}
    for name, option in game.choices.items():
        if option.default_with and not at_table and options[name] == option.usual(game.options):
            del options[name]  # it follows another option, and what is told of that wins
    for name, value in options.items():
        with contextlib.suppress(UnknownName):
            if name in known and (at_table or known[name].type != "amount") and (read := known[name].read(value)) is not None:
                facts[name] = read
    return facts


def families_of(fault: str) -> tuple[str, ...]:
    """Return the families of games in which a fault can happen: its own, or for a fault without one, those whose rule sets rule
    on it.

    >>> families_of("string_bet"), families_of("boxed_card")
    (('poker',), ('baccarat', 'poker', 'pit'))
    """
    known = known_faults().get(fault)
    return (known.family,) if known is not None and known.family else families_with(fault)


def rules_for(fault: str, family: str = "") -> str:
    """Return the name of the default rule set for a fault; empty if that depends on the game, which has to be asked for first.

    >>> rules_for("string_bet"), rules_for("boxed_card"), rules_for("boxed_card", "poker")
    ('rrop', '', 'rrop')

    Args:
        fault: The fault, a name of `facts.yaml`.
        family: The family of games that is dealt; empty if unknown.
    """
    dealt = families_of(fault)
    return default_rules(fault, family) if len(dealt) < 2 or family in dealt else ""


def told_options(settings: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of options that somebody typed without naming a game; any value is accepted that one of dealerkit's games
    allows.

    Args:
        settings: Values as typed, by the option's name.

    Raises:
        UnknownName: If no game has such an option, or none allows the value.

    >>> told_options({"check_raise": "no"})
    {'check_raise': False}
    """
    settled = {}
    for text, value in settings.items():
        options = option_facts.option_facts()
        name = text if text in options else today("options", text)
        check_name("option", name, options)
        settled[name] = known_facts()[name].read(value)
    return settled


def can_happen(game: Game, fault: str) -> bool:
    """Return whether a fault can happen in a game; some can only in one form of game, or in some games.

    Args:
        game: The game.
        fault: Name of the fault.
    """
    known = known_faults().get(fault)
    return known is None or (concerns(game, known.forms) and (not known.games or game.id in known.games))


def can_fit(game: Game, case: Mapping[str, object]) -> bool:
    """Return whether a case can apply in a game; a case about the flop cannot in a game without one.

    Args:
        game: The game.
        case: The case, with its conditions under `when`.
    """
    return all(values_here(game, name, wanted) for name, wanted in branch(case, "when").items())


def values_here(game: Game, fact: str, wanted: object) -> list[Any]:
    """Return those values of a condition that can occur in a game of that form.

    Args:
        game: The game.
        fact: Name of the fact.
        wanted: The condition: a value, or a list of values.
    """
    known = known_facts().get(fact)
    forms = known.of_forms if known is not None else {}
    values = wanted if isinstance(wanted, list) else [wanted]
    return [value for value in values if concerns(game, [str(value)] if fact == "form" else forms.get(str(value)))]


def concerns(game: Game, forms: str | Collection[str] | None) -> bool:
    """Return whether an entry that may be limited to some forms of game (`forms: [razz]`) applies to a game.

    Args:
        game: The game.
        forms: A form or several; None or none for all.
    """
    return not game.kind or not forms or game.kind in ([forms] if isinstance(forms, str) else forms)
