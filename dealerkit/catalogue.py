"""Everything in the rule files that has a name, put together from where it is said: what `explain` and `search` show.

A rule's text stands in a game, its rulings in the sets, the slips against it among the findings. An `Entry` gathers
them, with file and line, and says where one rule set departs from the one it extends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from dealerkit.entries import KINDS, Entry
from dealerkit.errors import UnknownName
from dealerkit.gather import gather
from dealerkit.matching import Index, excerpt, fold, words
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets


@attrs.frozen
class Hit:
    """An entry that a search found.

    Attributes:
        entry: The entry.
        score: How well it fits, only good for comparing.
        excerpt: The part of it that fits.
    """

    entry: Entry
    score: float
    excerpt: str


def chosen(rules: str | Path | Sequence[str | Path] | None) -> tuple[RuleSet, ...]:
    """Return the rule sets that are meant: the ones named, or all that come with dealerkit, bases first."""
    if rules is None or rules == ():
        return tuple(sorted(map(rule_set, rule_sets()), key=lambda one: (len(one.chain), one.family or "~", one.name)))
    selectors = [rules] if isinstance(rules, str | Path) else rules
    return tuple(map(rule_set, selectors))


def entries(rules: str | Path | Sequence[str | Path] | None = None) -> tuple[Entry, ...]:
    """Return everything that has a name, as it is under some rule sets.

    Args:
        rules: A rule set or several, by name or path; None for all that come with dealerkit.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a rule file cannot be used.
    """
    return gather(chosen(rules))


def explain(name: str, rules: str | Path | Sequence[str | Path] | None = None) -> tuple[Entry, ...]:
    """Return the entries of one name, however it is written: `BA-37`, `ba37`, `coup/wrong-result`, `tie pays`.

    Raises:
        UnknownName: If nothing is called that; with the nearest names.

    >>> [entry.kind for entry in explain("rb 02")]
    ['remedy']
    """
    known = entries(rules)
    wanted = _key(name)
    found = [entry for entry in known if wanted in {_key(entry.id), _key(f"{entry.game}.{entry.id}")}]
    if not found and (made := _made_of(name, known)):
        return tuple(made)
    if not found:
        kind = "rule, finding, remedy, fault, fact, option, game or rule set"
        raise UnknownName(kind, name, {entry.id for entry in known})
    return tuple(sorted(found, key=lambda entry: KINDS.index(entry.kind)))


def find(
    sought: str, rules: str | Path | Sequence[str | Path] | None = None, limit: int | None = 20, kinds: Iterable[str] = ()
) -> list[Hit]:
    """Search everything that has a name; forgives case, plurals and slips of the finger.

    Args:
        sought: Words.
        rules: As `entries`.
        limit: The most to return; None for all.
        kinds: Only these kinds; none for all.

    >>> find("boxd cards", rules="us")[0].entry.id
    'boxed_card'
    """
    wanted = set(kinds)
    known = [entry for entry in entries(rules) if not wanted or entry.kind in wanted]
    index = Index([_fields(entry) for entry in known])
    exact = _key(sought)
    found = [(match.score, known[match.number], match.words) for match in index.find(sought)]
    named = [entry for entry in known if _key(entry.id) == exact]
    top = max((score for score, _, _ in found), default=0.0) + 1
    stems = frozenset(words(sought))
    ranked = [(top, entry, stems) for entry in named] + [one for one in found if one[1] not in named]
    return [Hit(entry, round(score, 2), excerpt(_prose(entry, seen), seen)) for score, entry, seen in ranked[:limit]]


def _key(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalnum())


def _made_of(name: str, known: Sequence[Entry]) -> list[Entry]:
    """Explain a code that is made of a step or rule and a fault: `step/offer-skipped`, `play/NP-17`."""
    family, _, rest = name.strip().partition("/")
    if family == "step":
        for entry in known:
            fault = entry.id.removeprefix("step/")
            if entry.kind == "finding" and entry.id.startswith("step/") and rest.endswith(f"-{fault}"):
                return [attrs.evolve(entry, id=f"step/{rest}")]
    if family == "play":
        rule = next((entry for entry in known if entry.kind == "rule" and _key(entry.id) == _key(rest)), None)
        generic = next((entry for entry in known if entry.id == "play/illegal"), None)
        if rule and generic:
            return [attrs.evolve(generic, id=f"play/{rule.id}", rules=(rule.id,), see=(rule.id,)), rule]
    return []


def _fields(entry: Entry) -> list[tuple[float, str]]:
    return [
        (4.0, entry.id),
        (4.0, entry.title),
        (4.0, " ".join(entry.also)),
        (2.0, entry.text),
        (1.0, " ".join((entry.kind, entry.game, entry.cite, *entry.rules, *entry.see))),
        *(
            (1.0, f"{case.rules_set} {case.fault} {case.when} {case.because} {case.cite} {' '.join(case.rules)}")
            for case in entry.cases
        ),
        *((1.0, f"{one.rules_set} {one.path}") for one in entry.departures),
    ]


def _prose(entry: Entry, seen: frozenset[str]) -> str:
    """Return the part of an entry's prose to show: its text, or the case that fits better."""
    parts = [entry.text, *(f"{case.rules_set}: {case.because}" for case in entry.cases)]
    return max((part for part in parts if part), key=lambda part: len(seen & set(words(part))), default=entry.title)
