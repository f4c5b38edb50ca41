"""Streets that are dealt alike, written once: an entry with `each:` among the steps of a procedure.

`steps` has the steps of every street, `each` has for each street its differences, step by step. The entry is replaced by a
section for each street, with a step for each of `steps`: `burn` of the street `turn` becomes the step `turn_burn`. A step of a
later street is like that of the street before, so that changes to `turn_burn` apply to `river_burn` too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dealerkit.errors import Problem, RuleFileError, no_such
from dealerkit.rules.doc import Doc, Origin, Place, has
from dealerkit.rules.validator import say_value

EACH, STEPS, LIKE, IDS, STREET = "each", "steps", "like", "ids", "street"

OF_STEPS: tuple[Place, ...] = (("procedure",), ("procedures", "*", "procedure"), ("remedies", "*", "steps"))
"""Places of maps of steps in rule files; `*` is any name."""

OF_SECTION = ("title", "if", "repeat", "part", "codes", "cite", "say", "why", "before", "after")
"""Keys of a street that concern its section or its place; its other keys are steps."""

NAMES_A_STEP = ("deadline", "until", "grace", "again_from", LIKE)
"""Keys of a step whose value is the id of another step."""

BLANK = f"{{{STREET}}}"
"""Placeholder for the street's name in ids and texts."""

Entry = dict[str, Any]
"""A step, a section or a street as written."""


def with_streets(doc: Doc) -> Doc:
    """Return a rule file in which each entry with `each:` is replaced by a section for every street; unchanged if it has no such
    entry.

    >>> streets = {"each": {"flop": {"card": {"n": 3}}, "turn": {"card": {"n": 1}}}, "steps": {"card": {"do": "deal"}}}
    >>> made = with_streets(Doc.of({"procedure": {"streets": streets}})).data["procedure"]
    >>> made["flop"], made["turn"]
    ({'steps': {'flop_card': {'do': 'deal', 'n': 3}}}, {'steps': {'turn_card': {'like': 'flop_card', 'n': 1}}})

    Args:
        doc: A game's file, a rule set that changes games, or remedies.

    Raises:
        RuleFileError: If a street mentions a step that its streets do not have, or two steps have the same name.
    """
    work, data = _Expansion(doc), doc.data
    for pattern in OF_STEPS:
        data = work.below(data, pattern)
    if work.problems:
        raise RuleFileError(work.problems)
    return Doc(data, work.locate) if work.written else doc


class _Expansion:
    """The expansion of the streets of one file.

    Attributes:
        problems: Problems with the streets.
        written: Places where each new section or step is written, that of the street's own difference first.
    """

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.problems: list[Problem] = []
        self.written: dict[Place, tuple[Place, ...]] = {}

    def below(self, value: Any, pattern: Place, place: Place = ()) -> Any:
        """Return a part of the file with the streets expanded in the maps of steps at the places of a pattern.

        Args:
            value: The part.
            pattern: Keys that lead to the maps of steps; `*` is any key.
            place: Place of the part.
        """
        if not isinstance(value, dict):
            return value
        if not pattern:
            return self.steps(value, place)
        keys = [key for key in (value if pattern[0] == "*" else pattern[:1]) if key in value]
        return {**value, **{key: self.below(value[key], pattern[1:], (*place, key)) for key in keys}} if keys else value

    def steps(self, steps: Entry, place: Place) -> Entry:
        """Return a map of steps with each entry for streets replaced by a section for each street.

        Args:
            steps: The steps by id.
            place: Place of the map.
        """
        entry: Entry = {}
        for name, node in steps.items():
            if isinstance(node, dict) and EACH in node:
                for street, section in self.streets(node, (*place, name)):
                    if street in steps:
                        self.wrong(
                            (*place, name, EACH, street), f"the name '{street}' is already used in this section", of_key=True
                        )
                    entry[street] = section
            elif isinstance(node, dict) and isinstance(node.get(STEPS), dict):
                entry[name] = {**node, STEPS: self.steps(node[STEPS], (*place, name, STEPS))}
            else:
                entry[name] = node
        return entry

    def streets(self, node: Entry, place: Place) -> Iterator[tuple[str, Entry]]:
        """Yield a section for each street of an entry, with its id."""
        if not self.are_maps(node, place, EACH, STEPS):
            return
        before: _Street | None = None
        shared = {key: value for key, value in node.items() if key not in (EACH, STEPS)}
        for name, row in node[EACH].items():
            if not self.are_maps(node[EACH], (*place, EACH), name) or not self.are_maps(
                {IDS: {}} | row, (*place, EACH, name), IDS
            ):
                continue
            street = _Street(self, node[STEPS], str(name), row, place)
            keys = {key: value for key, value in row.items() if key in OF_SECTION}
            self.written[(*place[:-1], name)] = ((*place, EACH, name), place)
            yield name, {**shared, **keys, STEPS: street.after(before)}
            before = street

    def wrong(self, place: Place, what: str, hint: str = "", *, of_key: bool = False) -> None:
        """Note a problem at a place."""
        self.problems.append(self.doc.problem(place, what, hint, of_key=of_key))

    def are_maps(self, entry: Entry, place: Place, *keys: str) -> bool:
        """Return whether some keys of an entry have maps; note a problem for a missing value or one of another kind."""
        for key in keys:
            if key not in entry:
                self.wrong(place, f"the key '{key}' is missing")
            elif not isinstance(entry[key], dict):
                self.wrong((*place, key), f"expected a map, not {say_value(entry[key])}")
        return all(isinstance(entry.get(key), dict) for key in keys)

    def locate(self, place: Place, *, of_key: bool) -> Origin | None:
        """Return the origin of a value: in the street's own part, or else in the common part."""
        for end in range(len(place), 0, -1):
            for written in self.written.get(place[:end], ()):
                if has(self.doc.data, there := (*written, *place[end:])):
                    return self.doc.locate(there, of_key=of_key)
            if place[:end] in self.written:
                return None
        return self.doc.locate(place, of_key=of_key)


class _Street:
    """One street with its complete steps."""

    def __init__(self, work: _Expansion, steps: Entry, name: str, row: Entry, place: Place) -> None:
        self.work, self.name, self.row, self.place = work, name, row, place
        self.called = str(row.get(STREET, name))
        self.differs = {key: value for key, value in row.items() if key not in (*OF_SECTION, IDS, STREET)}
        known = [*_names(steps)]
        own = {key: step for key, step in self.differs.items() if key not in known and self._is_own(key, step, known)}
        named = row.get(IDS, {})
        for key in named:
            if key not in known:
                work.wrong((*place, EACH, name, IDS, key), no_such("step", key, known), of_key=True)
        self.ids = {key: str(named.get(key, self._id(key))) for key in known} | {key: key for key in own}
        self.full: dict[str, Entry] = {}
        self.made = self._placed(self._whole(steps), own)

    def _is_own(self, key: str, step: object, known: Iterable[str]) -> bool:
        """Return whether a step belongs to this street only; note a problem for an unknown step."""
        if isinstance(step, dict) and not {"do", "play", LIKE, STEPS}.isdisjoint(step):
            return True
        self.work.wrong((*self.place, EACH, self.name, key), no_such("step of these streets", key, known), of_key=True)
        return False

    def _id(self, step: str) -> str:
        """Return the id of a step on this street."""
        return step.replace(BLANK, self.called) if BLANK in step else f"{self.called}_{step}"

    def _whole(self, steps: Entry, below: Place = ()) -> dict[str, Entry]:
        """Return the complete steps of the street, by their common names."""
        section: dict[str, Entry] = {}
        for key, step in steps.items():
            change = self.differs.get(key, {})
            if change is None or not isinstance(step, dict):
                continue
            inner = {STEPS: self._whole(step[STEPS], (*below, key, STEPS))} if isinstance(step.get(STEPS), dict) else {}
            plain = {word: value for word, value in step.items() if not (inner and word == STEPS)}
            section[key] = self._read(_changed(plain, change)) | inner
            self.full[key] = section[key]
            there = ((*self.place, EACH, self.name, key), (*self.place, STEPS, *below, key))
            self.work.written[self._place_of(key, below)] = there
        return section

    def _place_of(self, key: str, below: Place) -> Place:
        within = tuple(self.ids[str(name)] if name != STEPS else name for name in below)
        return (*self.place[:-1], self.name, STEPS, *within, self.ids[key])

    def _placed(self, steps: dict[str, Entry], own: Mapping[str, Entry]) -> dict[str, Entry]:
        """Return the steps with those that only this street has at their wanted places, or at the end."""
        for key, step in own.items():
            beside = next((step[side] for side in ("before", "after") if side in step), None)
            if beside is not None and beside not in steps:
                self.work.wrong((*self.place, EACH, self.name, key), no_such("step of these streets", str(beside), steps))
                beside = None
            order = list(steps)
            at = len(order) if beside is None else order.index(beside) + ("before" not in step)
            entry = self._read({word: value for word, value in step.items() if word not in ("before", "after")})
            self.full[key] = entry
            self.work.written[self._place_of(key, ())] = ((*self.place, EACH, self.name, key),)
            steps = {name: steps[name] for name in order[:at]} | {key: entry} | {name: steps[name] for name in order[at:]}
        return steps

    def _read(self, value: Any) -> Any:
        """Return the data of a step with the placeholders for the street's name and the ids of its steps filled in."""
        if isinstance(value, dict):
            entries = {key: self._read(inner) for key, inner in value.items()}
            for key in NAMES_A_STEP:
                if isinstance(entries.get(key), str):
                    entries[key] = self.ids.get(entries[key], entries[key])
            if isinstance(over := entries.get("over"), dict):
                entries["over"] = {self.ids.get(key, key): inner for key, inner in over.items()}
            return entries
        if isinstance(value, list):
            return [self._read(inner) for inner in value]
        return value.replace(BLANK, self.called) if isinstance(value, str) else value

    def after(self, before: _Street | None) -> Entry:
        """Return the street's steps by id, each like that of the street before if there is one.

        Args:
            before: The street before; None for the first.
        """
        return self._like(self.made, before)

    def _like(self, steps: Mapping[str, Entry], before: _Street | None) -> Entry:
        entry: Entry = {}
        for key, step in steps.items():
            if self.ids[key] in entry:
                what = f"two steps of the street '{self.name}' have the id '{self.ids[key]}'"
                self.work.wrong((*self.place, EACH, self.name), what, f"give one of them another id under `{IDS}`", of_key=True)
            if isinstance(step.get(STEPS), dict):
                entry[self.ids[key]] = {**step, STEPS: self._like(step[STEPS], before)}
                continue
            model = before.full.get(key) if before is not None else None
            less = _difference(model, step) if model is not None and model.get(LIKE) == step.get(LIKE) else None
            entry[self.ids[key]] = step if before is None or less is None else {LIKE: before.ids[key], **less}
        return entry


def _names(steps: Entry) -> Iterator[str]:
    """Yield the name of every step and section in a map of steps, at any depth."""
    for name, step in steps.items():
        yield name
        if isinstance(step, dict) and isinstance(step.get(STEPS), dict):
            yield from _names(step[STEPS])


def _changed(step: Entry, change: object) -> Entry:
    """Return a step with a street's changes: maps merge, null removes, everything else replaces."""
    if not isinstance(change, dict):
        return step
    entry = dict(step)
    for key, value in change.items():
        if value is None and key in entry and LIKE not in entry:
            del entry[key]
        elif isinstance(value, dict) and isinstance(entry.get(key), dict):
            entry[key] = _changed(entry[key], value)
        else:
            entry[key] = value
    return entry


def _difference(model: Entry, step: Entry) -> Entry | None:
    """Return the changes that turn a model into a step, with null for missing parts; None if no changes can."""
    entry: Entry = {key: None for key in model if key not in step}
    for key, value in step.items():
        if key == LIKE or (key in model and model[key] == value):
            continue
        if isinstance(value, dict) and isinstance(model.get(key), dict):
            less = _difference(model[key], value)
            if less is None or None in less.values():
                return None
            entry[key] = less
        elif isinstance(value, dict) and key in model:
            return None
        else:
            entry[key] = value
    return entry
