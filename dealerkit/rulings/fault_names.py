"""The names of faults: ids, titles, and the words that people say for them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import facts_doc, rule_set
from dealerkit.rulings.facts import known_faults


def faults_named(named: str, rules: Sequence[str]) -> list[str]:
    """Return the faults that go by a name exactly: by its id, or by its title or words that people say for it, of those that
    some of the rule sets rule on.
    """
    sets, wanted = [rule_set(name) for name in rules], _folded(named)
    for name in dict.fromkeys([*known_faults(), *(own for one in sets for own in one.faults)]):
        if wanted == _folded(name):
            return [name]
    meant = _by_words(facts_doc()).get(wanted, [])
    return [name for name in meant if any(name in one.faults for one in sets)] if sets else list(meant)


@functools.lru_cache(maxsize=4)
def _by_words(_facts: Doc) -> Mapping[str, list[str]]:
    """Return the faults that go by each title and by each of the words that people say for them."""
    found: dict[str, list[str]] = {}
    for name, fault in known_faults().items():
        for words in dict.fromkeys(map(_folded, (fault.title, *fault.words))):
            found.setdefault(words, []).append(name)
    return found


def _folded(words: str) -> str:
    return " ".join(words.casefold().replace("_", " ").replace("-", " ").split())
