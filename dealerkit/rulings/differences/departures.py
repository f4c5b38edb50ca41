"""Departures: where a rule set says something else than the set that it extends."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.rules.canonical import PROSE
from dealerkit.rules.data import data_dir
from dealerkit.rules.differences import Difference, differences
from dealerkit.rules.doc import Doc, Place, value_at
from dealerkit.rules.sets import RuleSet, find_set, rule_set
from dealerkit.rulings.differences.entries import ASIDE, by_entry, entry_of, is_last

PARTS = ("faults", "findings", "remedies", "options", "procedures")
"""Parts of a set that decide something, in which a departure can be."""


def base_of(rules: RuleSet) -> RuleSet | None:
    """Return the set that a set extends; None if it stands on its own."""
    above = rules.doc.data.get("extends")
    if not isinstance(above, str):
        return None
    return rule_set(find_set(above, Path(rules.doc.origin(("extends",)).file)))


@functools.lru_cache(maxsize=64)
def authority_of(rules: RuleSet) -> RuleSet | None:
    """Return the rule set by whose authority a house rules: the nearest that it builds on and that is no house's own, which may
    be the set itself; None where there is none.

    A set is a house's own if it says whose it is (`house:`), or if its file is none of those that come with dealerkit. Of a set
    that no file holds, as the journal keeps them, nothing below it is known: it stands for itself.
    """
    if not rules.files:
        return rules
    of_house = bool(rules.doc.data.get("house")) or data_dir("rulings").absolute() not in rules.path.absolute().parents
    if not of_house:
        return rules
    base = base_of(rules)
    return authority_of(base) if base is not None else None


def is_house_choice(rules: RuleSet, place: Place) -> bool:
    """Return whether what a rule set says at a place is a house's own choice, for which the house has named no source: what it
    has taken over there from the set that it builds on speaks for something else.

    Args:
        rules: The rule set in force.
        place: The place of a case of a decision list, or of a rule of the book.
    """
    base, now = authority_of(rules), value_at(rules.doc.data, place)
    if base is None or base is rules or now is None or _decided(value_at(base.doc.data, place), place) == _decided(now, place):
        return False
    if not (isinstance(now, Mapping) and "source" in now):
        return True
    source = (*place, "source")
    was = base.doc.locate(source, of_key=False)
    return was is not None and was.file == rules.doc.origin(source).file


def _decided(entry: object, place: Place) -> object:
    """Return the part of an entry that decides something; a rule of the book is all words."""
    if not isinstance(entry, Mapping):
        return entry
    return {key: value for key, value in entry.items() if key not in (("source",) if place[0] == "rules" else ASIDE)}


def departures(rules: RuleSet) -> Sequence[Difference]:
    """Return each difference of a rule set from the set it extends; of a set that extends none, the options it fixes.

    They are leaves; a citation is told as a whole, and so is a case that only one of the sets has, without what it says.
    """
    base = base_of(rules)
    old, new = base.doc if base is not None else Doc.of({"options": {}}), rules.doc
    if base is None:
        new = new.with_data({"options": dict(rules.options)})
    found = [one for one in differences(old, new) if _decides(one)]
    whole = {one.path for one in by_entry(found, old, new) if one.kind in ("added", "removed") and one.path[2:3] == ("cases",)}
    told: dict[Place, Difference] = {}
    for one in found:
        place, was, now, kind = one.path, one.old, one.new, one.kind
        if entry_of(place) in whole:
            place, was, now = entry_of(place), None, None
        elif "source" in place[-2:]:
            place = place[: place.index("source", -2) + 1]
            was, now = value_at(old.data, place), value_at(new.data, place)
            kind = "changed" if now is not None else "removed"
        if place not in told:
            origin = one.new_origin or (new.origin(place, of_key=True) if kind != "removed" else None)
            told[place] = attrs.evolve(one, path=place, kind=kind, old=was, new=now, new_origin=origin)
    return tuple(told.values())


def _decides(leaf: Difference) -> bool:
    """Return whether a leaf decides something; a list of options in which none is fixed yet does not."""
    part = leaf.path[0]
    if part not in PARTS or leaf.path[-1] in PROSE or is_last(leaf):
        return False
    return part != "options" or len(leaf.path) > 2
