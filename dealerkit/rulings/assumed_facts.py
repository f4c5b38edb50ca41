"""Values of facts that nobody gave: from the options in force, from the rule set, or what is usual."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from dealerkit.errors import UnknownName
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.sets import RuleSet, families
from dealerkit.rulings.amounts import FACTS_OF, made_of
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision_lists import DecisionList
from dealerkit.rulings.derivation import worked_out_of
from dealerkit.rulings.facts import Fact, known_facts, known_faults
from dealerkit.rulings.penalties import FACTS as OF_PENALTIES
from dealerkit.rulings.penalties import rungs
from dealerkit.rulings.round_facts import FORM, options_of_bets

with late_imports():
    from dealerkit.rules import option_facts


def assumed_facts(
    rule_set: RuleSet, listed: DecisionList, given: Mapping[str, Value], options: Mapping[str, object]
) -> dict[str, Value]:
    """Return values to assume for the facts of a decision list that nobody gave.

    The value is that of an option in force with the fact's name, else the value that the rule set fixes, else the usual value.

    Args:
        rule_set: The rule set.
        listed: The decision list.
        given: The facts that are known.
        options: Options of the game in force, by name.
    """
    wanted, declared = [*listed.facts, *facts_of_sums(listed), *_facts_of_penalties(rule_set, listed)], known_facts()
    left = [name for name in dict.fromkeys(wanted) if name not in given and name in declared]
    return _taken(rule_set, listed.fault, left, given, options)


def _taken(
    rule_set: RuleSet, fault: str, names: Iterable[str], given: Mapping[str, Value], options: Mapping[str, object]
) -> dict[str, Value]:
    declared = known_facts()
    form = str(given.get(FORM, options.get(FORM, _usual_form(fault, declared[FORM]))))
    values: dict[str, Value] = {}
    for name in names:
        fact = declared[name]
        value = _option(fact, options[name]) if name in options else _chosen(rule_set, fact, form)
        value = fact.assume_by_form.get(form, fact.assume) if value is None else value
        by_others = _by_others(fact, given, options)
        if by_others is not None and _chosen(rule_set, fact, form) is None:
            value = by_others
        if value is not None:
            values[name] = value
    return values


def _by_others(fact: Fact, given: Mapping[str, Value], options: Mapping[str, object]) -> Value | None:
    """Return an option's default under another option that was stated for the dispute, or is in force; None without one: in a
    tournament all-in hands are tabled, whatever game the file deals.
    """
    # What a game has in force follows its own options already; only what is told otherwise of the dispute counts against it.
    chosen = fact.name in options
    known = given if chosen else {**options, **given}
    defaults = (
        (by, known.get(other))
        for other, by in fact.default_with.items()
        if not (chosen and known.get(other) == options.get(other))
    )
    return next((by[str(value)] for by, value in defaults if str(value) in by), None)


def bet_limits(rule_set: RuleSet, fault: str, given: Mapping[str, Value], options: Mapping[str, object]) -> dict[str, Value]:
    """Return the options that limit bets and say how they add up, with their values: as stated in the dispute, else as in force.

    Args:
        rule_set: The rule set.
        fault: The fault in dispute.
        given: The facts that are known; an option stated in the dispute is among them.
        options: Options of the game in force, by name.
    """
    told_form = {name: value for name, value in given.items() if name == FORM}
    given_options = {name: given[name] for name in options_of_bets() if name in given}
    return _taken(rule_set, fault, options_of_bets(), told_form, {**options, **given_options})


def options_behind(
    rule_set: RuleSet, listed: DecisionList, given: Mapping[str, Value], options: Mapping[str, object]
) -> dict[str, Value]:
    """Return the options, with their values in force, from which facts of a decision list are computed, such as the number of
    cards that may be drawn.

    Args:
        rule_set: The rule set.
        listed: The decision list.
        given: The facts that are known; they are left out.
        options: Options of the game in force, by name.
    """
    declared = known_facts()
    behind = {name for name in worked_out_of(listed.facts) if name in declared and declared[name].of_option}
    return _taken(rule_set, listed.fault, behind - given.keys(), given, options)


def _usual_form(fault: str, form: Fact) -> object:
    """Return the form of game to assume: the usual one, or the fault's first where it cannot happen in the usual one."""
    known = known_faults().get(fault)
    return known.forms[0] if known is not None and known.forms and form.assume not in known.forms else form.assume


@functools.lru_cache(maxsize=64)
def fixed_facts(rule_set: RuleSet, form: str = "") -> Mapping[str, Value]:
    """Return the facts whose value a rule set fixes, by fixing an option of the same name.

    Args:
        rule_set: The rule set.
        form: The form of game, a value of the fact `form`; empty if it is unknown. Values that the set fixes for games of another
            form are left out.
    """
    declared = known_facts()
    chosen = dict.fromkeys(name for options_of in rule_set.options.values() for name in options_of if name in declared)
    values = ((name, _chosen(rule_set, declared[name], form)) for name in chosen)
    return {name: value for name, value in values if value is not None}


def options_in_force(rule_set: RuleSet, listed: DecisionList, form: str) -> Mapping[str, Value]:
    """Return the options that a decision list tests, with the values that they have in games of one form if no house has chosen.

    Args:
        rule_set: The rule set.
        listed: The decision list.
        form: The form of game, a value of the fact `form`.
    """
    options = [name for name, fact in listed.facts.items() if fact.of_option]
    return _taken(rule_set, listed.fault, options, {FORM: form}, {})


def default_of_option(name: str, form: str) -> Value | None:
    """Return the default of an option, as the value of the fact with its name.

    Args:
        name: Name of the fact and of the option.
        form: The form of game, a value of the fact `form`.

    Returns:
        The default in games of that form; None if there is no such option, or its games have different defaults.
    """
    option = option_facts.option_facts().get(name)
    if option is None:
        return None
    usual = option.get("assume_by_form", {}).get(form, option.get("assume"))
    return None if usual is None else _option(known_facts()[name], usual)


def _chosen(rule_set: RuleSet, fact: Fact, form: str) -> Value | None:
    """Return a rule set's choice for the option of a fact; its choice for games of the form overrides the general one."""
    name, shared = fact.name, {rule_set.family, *families()}
    own = {game: chosen[name] for game, chosen in rule_set.options.items() if name in chosen and game not in shared}
    forms = option_facts.forms_of_games() if own else {}
    values = [value for game, value in own.items() if forms.get(game, form) == form]
    values += [chosen[name] for game, chosen in rule_set.options.items() if name in chosen and game in shared]
    return _option(fact, values[0]) if values else None


def _option(fact: Fact, value: object) -> Value | None:
    """Read the value of an option as the fact of the same name; None if it is another thing that only shares the name."""
    try:
        return fact.read(value)
    except UnknownName:
        return None


def sums_of(listed: DecisionList) -> list[str]:
    """Return the names of the sums and facts that the amounts in a decision list's cases consist of."""
    return [made_of(sum_) for case in listed.cases for sum_ in (case.data.get("amounts") or {}).values()]


def facts_of_sums(listed: DecisionList) -> list[str]:
    """Return the names of facts from which the amounts in a decision list's cases are computed, and which may be assumed."""
    return [fact for sum_ in sums_of(listed) for fact in FACTS_OF.get(sum_, ())]


def _facts_of_penalties(rule_set: RuleSet, listed: DecisionList) -> tuple[str, ...]:
    """Return the facts behind a penalty, where a case has a remedy with a ladder of penalties."""
    named = dict.fromkeys(remedy for case in listed.cases for remedy in case.key[2])
    return OF_PENALTIES if any(rungs(rule_set.remedies.get(name) or {}) for name in named) else ()
