"""Overlays: one document laid over another.

Five rules apply. Maps merge. Text, numbers and lists replace. `key: null` removes an entry, which must exist. A new key goes to
the end, or before the entry that `added_before` beside the map names. `before: key` or `after: key` inside an entry of an ordered
map (`ORDERED`) places the entry, and is then removed. A citation that names its work (`source: {work: ...}`) replaces the base's
as a whole, since how far another place was read does not apply to it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.code_tables import opened, tables_of
from dealerkit.rules.doc import Doc, Locate, Origin, Place

if TYPE_CHECKING:
    from dealerkit.rules.rule_set import RuleSet

ORDERED = frozenset({"cases", "steps", "options", "faults", "rules", "procedure", "lines"})
"""Names of the ordered maps, in which `before` and `after` place an entry."""

POSITIONS = ("before", "after")

ADDED = "added_before"
"""Key beside an ordered map that names the entry before which the map's new entries go, if they do not name a place
themselves.
"""


def overlay(base: Doc, top: Doc, problems: list[Problem] | None = None) -> Doc:
    """Return one document laid over another; every value keeps the file and line that it came from.

    >>> overlay(Doc.of({"a": 1, "b": {"c": 2}}), Doc.of({"b": {"d": 3}, "a": None})).data
    {'b': {'c': 2, 'd': 3}}

    Args:
        base: The lower document.
        top: The upper document.
        problems: List to which problems are added; None to raise them.

    Raises:
        RuleFileError: If the top removes a missing entry, or places an entry beside a missing one; with all such problems.
    """
    work = _Merge(top, tables_of(base.data))
    data = work.merge(base.data, top.data, ()) if isinstance(top.data, dict) else top.data
    if problems is not None:
        problems += work.problems
    elif work.problems:
        raise RuleFileError(work.problems)
    return Doc(data, locate_in(base, dict.fromkeys(work.taken, top)))


def with_layers(base: Doc, rules: RuleSet | None, name: str) -> Doc:
    """Return a document with a rule set's changes laid over it.

    Args:
        base: The document: a game, a drill, the levels or the norms of walks.
        rules: The rule set; None leaves the document unchanged.
        name: Name under which rule sets list their changes to this document.

    Raises:
        RuleFileError: As `overlay`.
    """
    for layer in rules.layers if rules is not None else ():
        if isinstance(layer.data.get(name), dict):
            base = overlay(base, layer.at((name,)))
    return base


def extended(chain: Sequence[Doc], head: Collection[str]) -> Doc:
    """Return the documents along `extends`, laid over each other.

    Args:
        chain: The requested document, then those that it extends.
        head: Keys that identify a document and are not inherited.

    Raises:
        RuleFileError: As `overlay`.

    >>> extended([Doc.of({"drill": "mine", "b": 2}), Doc.of({"drill": "theirs", "note": "old", "a": 1})], ("drill", "note")).data
    {'a': 1, 'drill': 'mine', 'b': 2}
    """
    result = chain[-1]
    for doc in reversed(chain[:-1]):
        result = overlay(result.with_data({key: value for key, value in result.data.items() if key not in head}), doc)
    return result


def locate_in(base: Doc | None, taken: dict[Place, Doc]) -> Locate:
    """Return a function that says where each value of a merged document was written.

    Args:
        base: The lower document; None for none.
        taken: For each part that does not come from the lower document, the document that it comes from.
    """

    def locate(place: Place, *, of_key: bool) -> Origin | None:
        for end in range(len(place), -1, -1):
            source = taken.get(place[:end])
            if source is not None:
                return source.locate(place, of_key=of_key)
        return base.locate(place, of_key=of_key) if base is not None else None

    return locate


class _Merge:
    """One overlay in the making: which parts come from the top, and the problems."""

    def __init__(self, top: Doc, tables: Mapping[str, object]) -> None:
        self.top, self.tables = top, tables
        self.taken: list[Place] = []
        self.problems: list[Problem] = []

    def merge(self, base: object, top: dict[str, object], place: Place, added: object = None) -> dict[str, object]:
        """Return two maps merged, the upper over the lower; a base that is not a map is ignored.

        Args:
            base: The lower map.
            top: The upper map; None at a key removes the key.
            place: Place of both in the document.
            added: Entry of the base before which new entries without a place go; None for the end.
        """
        if isinstance(base, dict):
            merged = dict(base)
        else:
            merged = {}
            self.taken.append(place)
        ordered = bool(place) and place[-1] in ORDERED
        moves: list[tuple[str, str, str]] = []
        anew: set[str] = set()
        for key, value in top.items():
            here = (*place, key)
            if value is None:
                if key in merged:
                    del merged[key]
                elif "like" in top:  # removes a key of the step that this one is like, which is not looked up yet
                    merged[key] = None
                else:
                    self._nothing_to_remove(here, merged)
            elif isinstance(value, dict) and key == "source" and "work" in value:
                merged[key] = value
                self.taken.append(here)
            elif isinstance(value, dict):
                entry = value
                if ordered and not POSITIONS_SET.isdisjoint(value):
                    entry = self._take_positions(value, here, moves)
                elif ordered and isinstance(added, str) and key not in merged:
                    anew.add(key)
                    moves.append((key, "before", added))
                beside = base.get(ADDED) if isinstance(base, dict) and key in ORDERED else None
                merged[key] = self.merge(opened(key, merged.get(key), entry, self.tables), entry, here, beside)
            else:
                merged[key] = value
                self.taken.append(here)
        if anew and added not in merged:  # the upper file removes that entry
            moves = [move for move in moves if move[0] not in anew]
        if moves:
            merged = self._place(merged, moves, place)
        return merged

    def _nothing_to_remove(self, place: Place, merged: dict[str, object]) -> None:
        hint = "known: " + ", ".join(list(merged)[:12]) if merged else "remove this line"
        self.problems.append(
            self.top.problem(
                place, f"'{place[-1]}' can't be removed, because the file in `extends` does not have it", hint, of_key=True
            )
        )

    def _take_positions(self, value: dict[str, object], place: Place, moves: list[tuple[str, str, str]]) -> dict[str, object]:
        """Return an entry without its `before` or `after`, which is noted among the moves."""
        wanted = [(side, value[side]) for side in POSITIONS if side in value]
        side, beside = wanted[0]
        if len(wanted) > 1:
            self.problems.append(
                self.top.problem((*place, "after"), "`before` and `after` can't be used together", "remove one of them")
            )
        elif not isinstance(beside, str):
            self.problems.append(self.top.problem((*place, side), f"`{side}` must name an entry of the same list or map"))
        else:
            moves.append((str(place[-1]), side, beside))
        return {key: inner for key, inner in value.items() if key not in POSITIONS}

    def _place(self, merged: dict[str, object], moves: list[tuple[str, str, str]], place: Place) -> dict[str, object]:
        """Return entries in their wanted order: first those next to an entry that does not move, then those next to a
        moved one.
        """
        order = list(merged)
        behind: dict[str, str] = {}  # several entries after the same one keep their written order
        waiting = []
        for key, side, beside in moves:
            if beside in merged and beside != key:
                waiting.append((key, side, beside))
                continue
            others = [name for name in merged if name != key]
            hint = (
                "known: " + ", ".join(others)
                if others
                else f"nothing else is in '{_around(place)}'; check the name's indentation"
            )
            text = f"`{side}: {beside}` refers to " + ("itself" if beside == key else "a name that is not here")
            self.problems.append(self.top.problem((*place, key, side), text, hint))
        while waiting:
            moving = {key for key, _, _ in waiting}
            move = next((move for move in waiting if move[2] not in moving), waiting[0])
            waiting.remove(move)
            key, side, beside = move
            order.remove(key)
            if side == "before":
                order.insert(order.index(beside), key)
            else:
                order.insert(order.index(behind.get(beside, beside)) + 1, key)
                behind[beside] = key
        return {key: merged[key] for key in order}


def _around(place: Place) -> str:
    """Return the name of the entry around a map of entries, for a message."""
    return str(next((step for step in reversed(place) if step not in ORDERED), "this file"))


POSITIONS_SET = frozenset(POSITIONS)
