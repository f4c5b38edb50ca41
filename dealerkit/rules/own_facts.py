"""A rule set's own facts and faults, laid over the catalogue that all rule sets share."""

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
"""Keys of a shared fact or fault that a set cannot change, since our own decision lists depend on them."""


@functools.lru_cache(maxsize=8)
def laid_over(facts: Doc, sets: tuple[RuleSet, ...]) -> Doc:
    """Return the catalogue of facts and faults, extended by those of some rule sets.

    Args:
        facts: The catalogue.
        sets: The sets; a later one overrides earlier ones.
    """
    for rule_set in sets:
        facts = overlay(facts, _declared(facts, rule_set), [])
    return facts


def misdeclared(facts: Doc, rules: RuleSet, problems: Iterable[Problem] = ()) -> Iterator[Problem]:
    """Yield problems of the facts and faults that a rule set defines itself, at their places in its files.

    Args:
        facts: The catalogue that all rule sets share.
        rules: The set, with its bases.
        problems: Problems of the set that are already known, which are not repeated.
    """
    for part in FIXED:
        for name, entry in rules.declared.get(part, {}).items():
            for key in _fixed(facts, part, name, entry):
                yield _taken(rules.doc, (part, name, key), text(facts.data[part][name]["title"]))
    wrong = {problem.path for problem in problems}
    yield from (problem for problem in misshapen(facts, rules) if problem.path not in wrong)


def misshapen(facts: Doc, rules: RuleSet) -> list[Problem]:
    """Return the problems of the facts and faults that a set defines itself which make their entries unreadable, such as an
    unknown type.

    Args:
        facts: The catalogue that all rule sets share.
        rules: The set, with all its bases.
    """
    doc = laid_over(facts, (rules,))
    own = {
        part: {name: _without_story(doc.data[part][name]) for name in entries if name in doc.data[part]}
        for part, entries in rules.declared.items()
    }
    return check(doc.with_data({"facts": {}, **own}), "facts")


def _without_story(entry: Branch) -> Branch:
    """Return an entry without its story, since stories are in other files of the catalogue."""
    return {key: value for key, value in entry.items() if key not in STORY}


def _taken(doc: Doc, place: Place, title: str) -> Problem:
    part, name, key = place
    kind = "fact" if part == "facts" else "fault"
    hint = f"remove `{key}` to change only the words, or rename your {kind}"
    return doc.problem(place, f"all rule sets already have the {kind} '{name}': {title}", hint)


def _declared(facts: Doc, rules: RuleSet) -> Doc:
    """Return a set's declarations of facts and faults. Titles of our faults stay as in the catalogue, and so do entries that
    cannot be declared again.
    """
    own = {
        part: {name: entry for name, entry in entries.items() if not _fixed(facts, part, name, entry)}
        for part, entries in rules.declared.items()
    }
    for name in own.get("faults", {}).keys() & facts.data["faults"].keys():
        own["faults"][name] = {key: value for key, value in own["faults"][name].items() if key != "title"}
    return rules.doc.with_data(own)


def _fixed(facts: Doc, part: str, name: str, branch: Branch) -> list[str]:
    """Return the keys of an entry that the catalogue fixes."""
    return [key for key in FIXED[part] if key in branch and name in facts.data[part]]
