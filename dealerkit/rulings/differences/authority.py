"""The authority on which a rule set rests: the set it extends, the nearest set that is not a house's own, and the house's
choices.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from dealerkit.rules.canonical import PROSE
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Place, value_at
from dealerkit.rules.sets import RuleSet, find_set, rule_set

ASIDE = PROSE | {"source", "before", "after"}
"""Keys of an entry that decide nothing."""


def base_of(rules: RuleSet) -> RuleSet | None:
    """Return the set that a set extends; None if it extends none."""
    above = rules.doc.data.get("extends")
    if not isinstance(above, str):
        return None
    return rule_set(find_set(above, Path(rules.doc.origin(("extends",)).file)))


@functools.lru_cache(maxsize=64)
def authority_of(rules: RuleSet) -> RuleSet | None:
    """Return the rule set on whose authority a house rules; None if there is none.

    It is the nearest in the set's chain of bases that is not a house's own, which may be the set itself. A set is a house's own
    if it names its house (`house:`), or if its file does not come with dealerkit. A set that is in no file, such as one kept in
    the journal of disputes, counts as its own authority, since nothing is known of its bases.
    """
    if not rules.files:
        return rules
    of_house = bool(rules.doc.data.get("house")) or data_dir("rulings").absolute() not in rules.path.absolute().parents
    if not of_house:
        return rules
    base = base_of(rules)
    return authority_of(base) if base is not None else None


def is_house_choice(rules: RuleSet, place: Place) -> bool:
    """Return whether an entry is the house's own choice, without a source: any source it inherits belongs to the other set's
    rules.

    Args:
        rules: The rule set in force.
        place: Keys that lead to the entry: a case of a decision list, or a rule of the book.
    """
    base, now = authority_of(rules), value_at(rules.doc.data, place)
    if base is None or base is rules or now is None or _decided(value_at(base.doc.data, place), place) == _decided(now, place):
        return False
    if not (isinstance(now, Mapping) and "source" in now):
        return True
    source = (*place, "source")
    was = base.doc.locate(source, of_key=False)
    return was is not None and was.file == rules.doc.origin(source).file


OUTCOME = ("when", "outcome", "remedies", "amounts")
"""Keys of a case that say what is ruled, and of what."""


@functools.lru_cache(maxsize=64)
def overruled(rules: RuleSet) -> Mapping[str, tuple[str, ...]]:
    """Return, by fault, the names of the cases in which a house's outcome differs from that of the set on whose authority it
    rules.

    New and removed cases are among them; cases that only word the same outcome differently are not.
    """
    base = authority_of(rules)
    if base is None or base is rules:
        return {}
    both = {fault: (entry["cases"], base.faults[fault]["cases"]) for fault, entry in rules.faults.items() if fault in base.faults}
    by_fault = {
        fault: tuple(name for name in {**ours, **theirs} if _outcome(ours.get(name)) != _outcome(theirs.get(name)))
        for fault, (ours, theirs) in both.items()
    }
    return {fault: cases for fault, cases in by_fault.items() if cases}


def _outcome(case: Mapping[str, object] | None) -> tuple[object, ...] | None:
    """Return the outcome of a case, with an empty list as None; None if there is no such case."""
    return None if case is None else tuple(case.get(key) or None for key in OUTCOME)


def _decided(entry: object, place: Place) -> object:
    """Return the part of an entry that decides something; nothing of a rule of the book, which is all words."""
    if not isinstance(entry, Mapping):
        return entry
    return {key: value for key, value in entry.items() if key not in (("source",) if place[0] == "rules" else ASIDE)}
