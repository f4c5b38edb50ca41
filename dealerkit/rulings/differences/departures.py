"""Departures: the places where a rule set differs from the set that it extends."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.rules.canonical import PROSE
from dealerkit.rules.differences import Difference, differences
from dealerkit.rules.doc import Doc, Place, value_at
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings.differences.authority import base_of
from dealerkit.rulings.differences.entries import by_entry, entry_of, is_last

PARTS = ("faults", "findings", "remedies", "options", "procedures")
"""Parts of a set that decide something, in which a departure can be."""


def departures(rules: RuleSet) -> Sequence[Difference]:
    """Return each difference between a rule set and the set it extends; for a set that extends none, the options it fixes.

    Each is a difference in a single value, except that a citation is one difference, and so is a case that only one of the sets
    has; the difference then leaves out the contents of the case.
    """
    base = base_of(rules)
    old, new = base.doc if base is not None else Doc.of({"options": {}}), rules.doc
    if base is None:
        new = new.with_data({"options": dict(rules.options)})
    changes = [difference for difference in differences(old, new) if _decides(difference)]
    whole = {
        difference.path
        for difference in by_entry(changes, old, new)
        if difference.kind in ("added", "removed") and difference.path[2:3] == ("cases",)
    }
    by_place: dict[Place, Difference] = {}
    for change in changes:
        place, was, now, kind = change.path, change.old, change.new, change.kind
        if entry_of(place) in whole:
            place, was, now = entry_of(place), None, None
        elif "source" in place[-2:]:
            place = place[: place.index("source", -2) + 1]
            was, now = value_at(old.data, place), value_at(new.data, place)
            kind = "changed" if now is not None else "removed"
        if place not in by_place:
            origin = change.new_origin or (new.origin(place, of_key=True) if kind != "removed" else None)
            by_place[place] = attrs.evolve(change, path=place, kind=kind, old=was, new=now, new_origin=origin)
    return tuple(by_place.values())


def _decides(leaf: Difference) -> bool:
    """Return whether a leaf decides something; a list of options in which none is fixed yet does not."""
    part = leaf.path[0]
    if part not in PARTS or leaf.path[-1] in PROSE or is_last(leaf):
        return False
    return part != "options" or len(leaf.path) > 2
