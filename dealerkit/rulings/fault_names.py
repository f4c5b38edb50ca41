"""The names of faults: ids, titles, and the words that people say for them."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.rules.sets import rule_set
from dealerkit.rulings.facts import known_faults


def faults_named(named: str, rules: Sequence[str]) -> list[str]:
    """Return the faults that go by a name exactly: by its id, or by its title or words that people say for it, of those that
    some of the rule sets rule on.
    """
    known = {name: [name, fault.title, *fault.words] for name, fault in known_faults().items()}
    for name in rules:
        known.update({own: [own] for own in rule_set(name).faults if own not in known})
    wanted = _folded(named)
    for name in known:
        if wanted == _folded(name):
            return [name]
    meant = [name for name, words in known.items() if any(wanted == _folded(word) for word in words)]
    sets = [rule_set(name) for name in rules]
    return [name for name in meant if any(name in one.faults for one in sets)] if sets else meant


def _folded(words: str) -> str:
    return " ".join(words.casefold().replace("_", " ").replace("-", " ").split())
