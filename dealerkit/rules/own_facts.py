"""The facts and faults that a rule set has of its own, laid over the catalogue that all rule sets share."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from dealerkit.errors import Problem
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.overlay import overlay
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.schema import check
from dealerkit.rules.tellings import STORY
from dealerkit.rules.texts import text

FIXED: dict[str, tuple[str, ...]] = {"facts": ("type",), "faults": ("kind", "family")}
"""Keys that a set does not write of a fact or fault that is in the catalogue of all sets: our own lists rest on it."""


@functools.lru_cache(maxsize=8)
def laid_over(facts: Doc, sets: tuple[RuleSet, ...]) -> Doc:
    """Return the catalogue of facts and faults with what some rule sets have of their own laid over it.

    Args:
        facts: The catalogue.
        sets: The sets; a later one overrides those before.
    """
    for one in sets:
        facts = overlay(facts, _declared(facts, one), [])
    return facts


def misdeclared(facts: Doc, rules: RuleSet, told: Iterable[Problem] = ()) -> Iterator[Problem]:
    """Yield what is wrong with the facts and faults of a set's own, where they stand.

    Args:
        facts: The catalogue of all sets.
        rules: The set, with everything it extends.
        told: What is known to be wrong with the set; it is not told again.
    """
    for part in FIXED:
        for name, said in rules.declared.get(part, {}).items():
            for key in _fixed(facts, part, name, said):
                yield _taken(rules.doc, (part, name, key), text(facts.data[part][name]["title"]))
    wrong = {one.path for one in told}
    made = laid_over(facts, (rules,))
    own = {
        part: {name: _without_story(made.data[part][name]) for name in entries if name in made.data[part]}
        for part, entries in rules.declared.items()
    }
    yield from (one for one in check(made.with_data({"facts": {}, **own}), "facts") if one.path not in wrong)


def _without_story(entry: Branch) -> Branch:
    """Return an entry without how it is told, which the catalogue has in files of its own."""
    return {key: value for key, value in entry.items() if key not in STORY}


def _taken(doc: Doc, place: Place, title: str) -> Problem:
    part, name, key = place
    kind = "fact" if part == "facts" else "fault"
    hint = f"leave out `{key}` to tell it in other words, or give yours another name"
    return doc.problem(place, f"there is a {kind} '{name}' for all rule sets already: {title}", hint)


def _declared(facts: Doc, rules: RuleSet) -> Doc:
    """Return what a set declares, in its own places; what a fault of ours is called stays as the catalogue has it, and so does
    all of what cannot be declared again.
    """
    made = {
        part: {name: said for name, said in entries.items() if not _fixed(facts, part, name, said)}
        for part, entries in rules.declared.items()
    }
    for name in made.get("faults", {}).keys() & facts.data["faults"].keys():
        made["faults"][name] = {key: value for key, value in made["faults"][name].items() if key != "title"}
    return rules.doc.with_data(made)


def _fixed(facts: Doc, part: str, name: str, said: Branch) -> list[str]:
    """Return the keys of an entry that it cannot say again, since the catalogue says them already."""
    return [key for key in FIXED[part] if key in said and name in facts.data[part]]
