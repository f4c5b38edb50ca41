"""The value of each option of a game: the chosen one, else the rule set's, else the default; and the check for values that
exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from dealerkit.errors import Problem, RuleFileError, UnknownName, check_name, no_such
from dealerkit.rules.differences import same
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.files import today
from dealerkit.rules.game_options import read_setting
from dealerkit.rules.options import Option, Value
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import shown

CHOOSES_THE_SET = "irregularities"
"""Option that names the rule set, in games that have it."""


def values_in_force(
    doc: Doc,
    choices: Mapping[str, Option],
    rules: RuleSet | None,
    chosen: Mapping[str, object],
    *,
    given: bool,
    written: tuple[Doc, Place] | None,
) -> dict[str, Value]:
    """Return the value of every option, by name: the chosen one, else the rule set's, else the default.

    Args:
        doc: Document of the game, with the rule set's changes laid over it.
        choices: Definitions of its options, by name.
        rules: The rule set in force; None for none.
        chosen: Chosen values, typed or as text, by option.
        given: Whether the caller named the rule set, so that the option `irregularities` must agree with it.
        written: If a file holds the chosen values, that file and the keys that lead to them; problems are reported there. Else
            None.

    Raises:
        UnknownName: If there is no such option, or no such value of it, and no file holds the choice.
        RuleFileError: If a fixed value is not allowed, or values exclude each other.
    """
    name = str(doc.data.get("game"))
    values: dict[str, Value] = {key: option.read(option.default) for key, option in choices.items()}
    problems: list[Problem] = []
    fixed: dict[str, tuple[Doc, Place]] = {}
    if rules is not None:
        fixed = _fix(values, problems, name, str(doc.data.get("family")), choices, rules)
    for typed, value in chosen.items():
        key = typed if typed in choices else today("options", typed)
        fixed.pop(key, None)
        try:
            check_name(f"option of {name}", key, choices)
            values[key] = read_setting(choices[key], value)
        except UnknownName as error:
            if written is None:
                raise
            problems.append(written[0].problem((*written[1], typed), str(error), of_key=key not in choices))
        else:
            if written is not None:
                fixed[key] = (written[0], (*written[1], typed))
    said_of = {*fixed, *(today("options", value) for value in chosen), *chosen}
    # in the order of the file, since a default may depend on another option, and that on a third
    for key, option in choices.items():
        if option.default_with and key not in said_of:
            values[key] = option.usual(values)
    values |= {key: option.in_force(values) for key, option in choices.items() if option.comes_to}
    if given and rules is not None and CHOOSES_THE_SET in choices:
        _agree(choices[CHOOSES_THE_SET], rules, values, chosen)
    usual = {key: (doc, ("options", key, "default")) for key in choices if key not in chosen and today("options", key) == key}
    problems += _contradictions(doc, values, fixed, {key: at for key, at in usual.items() if key not in fixed})
    if problems:
        raise RuleFileError(problems)
    return values


_Written = Mapping[str, tuple[Doc, Place]]
"""Places where options' values are written, by option."""


def _contradictions(doc: Doc, values: Mapping[str, Value], fixed: _Written, usual: _Written) -> Iterator[Problem]:
    """Yield problems with values that exclude each other, by `not_with` and `not_over` of an option.

    Args:
        doc: The game.
        values: The value of every option.
        fixed: Places where the rule set writes the values that it fixes.
        usual: Places where the game writes its defaults.
    """
    for name, value in values.items():
        for other in doc.data["options"][name].get("not_over", ()):
            low, high = Decimal(str(value)), Decimal(str(values[other]))
            if high and low > high:
                yield _contradiction(name, [other], values, fixed, usual)
        written = str(value).lower() if isinstance(value, bool) else shown(value)  # in the form in which a file writes it
        against = doc.data["options"][name].get("not_with", {}).get(written, {})
        met = [
            other
            for other, wanted in against.items()
            if any(same(values[other], barred) for barred in (wanted if isinstance(wanted, list) else [wanted]))
        ]
        if against and len(met) == len(against):
            yield _contradiction(name, met, values, fixed, usual)


def _contradiction(name: str, others: Sequence[str], values: Mapping[str, Value], fixed: _Written, usual: _Written) -> Problem:
    """Return the problem with an option whose value excludes those of others, at the place in a file that writes it."""
    those = (name, *others)
    where = (
        usual if all(name in usual for name in those) else fixed if all(name in fixed or name in usual for name in those) else {}
    )
    at = {option: f" ({where[option][0].origin(where[option][1])})" if option in where else "" for option in others}
    because = " and ".join(f"{other} is {shown(values[other])}{at[other]}" for other in others)
    hint = f"choose another value for '{name}' or '{others[0]}'"
    if not where:  # no file writes them: the user typed one of them
        return Problem("options", 0, 0, name, f"this option can't be {shown(values[name])} while {because}", hint)
    doc, place = next(where[name] for name in those if name in where)
    return doc.problem(place, f"'{name}' can't be {shown(values[name])} while {because}", hint)


def _fix(
    values: dict[str, Value], problems: list[Problem], name: str, family: str, choices: Mapping[str, Option], rules: RuleSet
) -> dict[str, tuple[Doc, Place]]:
    """Put in the values that a rule set fixes for a game, and return where they are written, by option."""
    fixed: dict[str, tuple[Doc, Place]] = {}
    own = rules.options.get(name)
    for key, value in rules.fixed(name, family, choices).items():
        place = ("options", name if isinstance(own, dict) and key in own else family, key)
        if key == CHOOSES_THE_SET:
            hint = "remove the option; `extends` already names the rule set"
            problems.append(
                rules.doc.problem(place, "a rule set can't set the option that names the rule set", hint, of_key=True)
            )
            continue
        if key not in choices:
            problems.append(rules.doc.problem(place, no_such(f"option of {name}", key, choices), of_key=True))
            continue
        try:
            values[key] = choices[key].read(value)
            fixed[key] = (rules.doc, place)
        except ValueError:
            hint = "allowed: " + ", ".join(choices[key].allowed)
            problems.append(rules.doc.problem(place, f"'{value}' is not a value of the option '{key}'", hint))
    return fixed


def _agree(option: Option, rules: RuleSet, values: dict[str, Value], chosen: Mapping[str, object]) -> None:
    """Set the option that names the rule set to the set that the caller named."""
    decided = next((name for name in rules.chain if name in option.values), rules.name)
    if option.name in chosen and values[option.name] != decided:
        text = f"the option '{option.name}' is '{values[option.name]}', but the rule set is '{rules.name}'"
        raise RuleFileError([Problem("options", 0, 0, option.name, text, "leave out the option or the rule set")])
    values[option.name] = decided
