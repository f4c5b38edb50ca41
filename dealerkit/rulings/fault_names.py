"""The names of faults: ids, titles, and the words that people say for them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import facts_doc, facts_under, rule_set
from dealerkit.rulings.facts import known_faults


def faults_named(named: str, rules: Sequence[str]) -> list[str]:
    """Return the ids of the faults that have a name exactly.

    A fault has it if it is its id, or, for a fault on which one of the rule sets rules, its id as words, its title, or words that
    people say for it.

    Args:
        named: The name.
        rules: Names of the rule sets, which may define faults of their own; none for all faults.
    """
    sets, wanted = [rule_set(name) for name in rules], _folded(named)
    with facts_under(*sets):
        known = list(dict.fromkeys([*known_faults(), *(own for rules in sets for own in rules.faults)]))
        here = [name for name in known if not sets or any(name in rules.faults for rules in sets)]
        by_id = [name for name in known if name == named.strip()] or [name for name in here if _folded(name) == wanted]
        return by_id or [name for name in _by_words(facts_doc()).get(wanted, ()) if name in here]


def is_id(named: str, rules: Sequence[str]) -> bool:
    """Return whether a text is the id of a fault as written, and not a story in words.

    Args:
        named: The text.
        rules: Names of rule sets, which may define faults of their own.
    """
    return named in known_faults() or any(named in rule_set(name).faults for name in rules)


@functools.lru_cache(maxsize=4)
def _by_words(_facts: Doc) -> Mapping[str, list[str]]:
    """Return the faults that go by each title and by each of the words that people say for them."""
    names: dict[str, list[str]] = {}
    for name, fault in known_faults().items():
        for words in dict.fromkeys(map(_folded, (fault.title, *fault.words))):
            names.setdefault(words, []).append(name)
    return names


@functools.lru_cache(maxsize=2048)
def _folded(words: str) -> str:
    return " ".join(words.casefold().replace("_", " ").replace("-", " ").split())
