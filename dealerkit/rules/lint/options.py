"""Lint of options that may be an oversight: one that other rule sets fix and this set does not, or one that is set although
another option leaves it nothing to decide. Both give only notes, since they may be intended.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from dealerkit.errors import DealerkitError, Problem
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.files import is_path
from dealerkit.rules.games import Game, game, game_doc, games
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rules.texts import shown


def unset_options(rules: RuleSet) -> Iterator[Problem]:
    """Yield a note on the options that another rule set with the same base fixes and this set does not.

    A set without a base is exempt: it takes the games' defaults.
    """
    if len(rules.chain) < 2:
        return
    own = _fixed(rules)
    others: dict[str, dict[str, None]] = {}
    for sister in _sisters(rules):
        for dealt, option in _fixed(sister):
            if (dealt, option) not in own:
                others.setdefault(option, {})[sister.name] = None
    if others:
        text = ", ".join(f"{option} ({', '.join(sorted(names))})" for option, names in sorted(others.items()))
        message = f"other rule sets with the same base choose values for these options, but this one does not: {text}"
        yield rules.doc.problem(("set",), message, "write each under `options`, unless the games' own defaults are right")


def idle_choices(game: Game, chosen: Iterable[str], doc: Doc, place: Place) -> Iterator[Problem]:
    """Yield a note on each chosen option that decides no dispute because of another option's value, with the reason.

    Args:
        game: Game with all options in force.
        chosen: Names of the chosen options.
        doc: Document with the choice.
        place: Keys that lead to the map of options in it.
    """
    for name in chosen:
        option = game.choices.get(name)
        if option is None or game.options[name] == option.usual(game.options):
            continue
        for other, idle in option.idle_with.items():
            value = game.options[other]
            if any(game.choices[other].can_be(option) and game.choices[other].read(option) == value for option in idle["is"]):
                text = f"the option '{name}' affects no dispute while '{other}' is {shown(value)}: {idle['because']}"
                yield doc.problem((*place, name), text, f"remove '{name}', or change '{other}'", of_key=True)


def idle_in_house(path: Path, doc: Doc) -> Iterator[Problem]:
    """Yield notes on options in a house's file that decide no dispute in the game for which they are set.

    Args:
        path: Path of the file.
        doc: The file.
    """
    listed = doc.data.get("games")
    for name, values in listed.items() if isinstance(listed, Mapping) else ():
        options = values.get("options") if isinstance(values, Mapping) else None
        if isinstance(options, Mapping):
            rules = values.get("rules")
            with contextlib.suppress(DealerkitError):  # why a game cannot be dealt is reported as an error
                resolved = game(name, path.parent / rules if is_path(rules or "") else rules, options)
                yield from idle_choices(resolved, options, doc, ("games", name, "options"))


def idle_options(rules: RuleSet) -> Iterator[Problem]:
    """Yield notes on options that a set fixes for a game though they decide no dispute there."""
    for name, fixed in rules.options.items():
        if name in games():  # options fixed for a whole family are for those of its games that use them
            with contextlib.suppress(DealerkitError):
                yield from idle_choices(game(name, rules), fixed, rules.doc, ("options", name))


def _sisters(rules: RuleSet) -> Iterator[RuleSet]:
    """Yield dealerkit's sets on the same base, without bases of this set, and without houses."""
    for name in rule_sets():
        if name in rules.chain:
            continue
        try:
            sister = rule_set(name)
        except DealerkitError:
            continue
        if (
            sister.house is None
            and len(sister.chain) > 1
            and sister.chain[-1] == rules.chain[-1]
            and sister.family == rules.family
        ):
            yield sister


def _fixed(rules: RuleSet) -> set[tuple[str, str]]:
    """Return the options that a set fixes, as pairs of game and option."""
    pairs: set[tuple[str, str]] = set()
    for name in games():
        try:
            data = game_doc(name)[0].data
        except DealerkitError:
            continue
        options = data.get("options", {})
        pairs |= {(name, option) for option in rules.fixed(name, data.get("family", ""), options)}
    return pairs
