"""Names of an earlier release in the files of a house: they are read as the present-day names, with a warning.

The table of them is `rulings/renamed.yaml`. A file is updated when it is read, so that no other module knows an old name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.doc import Doc, Origin, Place
from dealerkit.rules.step_words import with_what

Kind = Literal["words", "do", "options", "facts", "findings"]
KINDS: tuple[Kind, ...] = ("words", "options", "facts", "findings")
"""Kinds of names that are single words; a renamed `do` word can change more of its step."""
SAYS = {"words": "word", "do": "'do' word", "options": "option", "facts": "fact", "findings": "finding"}

FACT_KEYS = frozenset({"when", "facts", "code", "usual", "follows"})
"""Keys of rule files whose maps have facts as keys; every map below `codes` and `never` has, too."""
FACT_VALUES = frozenset({"if", "repeat", "optional", "excused", "laid_out", "unasked", "stands", "worked_out_of", "ask_first"})
"""Keys of rule files below which text names facts, or `not NAME`."""
OF_DUTIES = frozenset({"done", "by", "on"})
"""Keys of duties whose texts or maps name facts."""
OPTION_KEYS = frozenset({"options", "set", "if", "unless", "not_with"})
"""Keys whose maps have options as keys."""
PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


@attrs.frozen
class Renaming:
    """One name that has changed since an earlier release.

    Attributes:
        kind: Kind of thing named.
        was: Old name.
        now: New name.
        until: Release that drops the old name.
        below: For a word of the rule files, the key below which it has changed; empty for everywhere.
        step: For a `do` word, the keys that its step has instead, `do` and `what` first.
        what_was: For a `do` word, the old parameters that `what` replaces; for each, the new name of each of its values.
    """

    kind: Kind
    was: str
    now: str
    until: str
    below: str = ""
    step: Mapping[str, object] = attrs.field(factory=dict)
    what_was: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)

    def step_today(self, old: Mapping[str, object]) -> tuple[dict[str, object], dict[str, str]]:
        """Return a step with an old `do` word in its present-day form.

        >>> table = renamings(Doc.of({"renamed": {"do": {"kill_hand": {
        ...     "now": {"do": "kill_hand"}, "what_was": {"whose": {}}, "until": "0.3"}}}}))
        >>> table["do", "kill_hand"].step_today({"do": "kill_hand", "whose": "dead"})
        ({'do': 'kill_hand', 'what': 'dead'}, {'what': 'whose'})

        Args:
            old: The step as written.

        Returns:
            The step; and for each new key, the old key that it replaces.
        """
        step = {**self.step, **{key: value for key, value in old.items() if key != "do" and key not in self.what_was}}
        came_from = {key: "do" for key in self.step if key != "do" and key not in old}
        for key, values in self.what_was.items():
            text = str(old.get(key, "")).lower()
            if text in values or (text and not values):
                step["what"], came_from["what"] = values.get(text, text), key
        return step, came_from

    @property
    def told(self) -> str:
        """Warning about the old name, for the author of a file that uses it."""
        return f"the {SAYS[self.kind]} '{self.was}' is now called '{self.now}'; the old name works until {self.until}"


Renamings = Mapping[tuple[str, str], Renaming]
"""All changed names, by kind and old name."""


def renamings(doc: Doc) -> Renamings:
    """Return all changed names, by kind and old name.

    Args:
        doc: The table, `rulings/renamed.yaml`.

    >>> table = renamings(Doc.of({"renamed": {"words": {"surplus": {"now": "again", "below": "codes", "until": "0.3"}}}}))
    >>> print(table["words", "surplus"].told)
    the word 'surplus' is now called 'again'; the old name works until 0.3
    """
    names: dict[tuple[str, str], Renaming] = {
        (kind, was): Renaming(kind, was, str(change["now"]), str(change["until"]), str(change.get("below", "")))
        for kind in KINDS
        for was, change in doc.data["renamed"].get(kind, {}).items()
    }
    steps = {
        ("do", was): Renaming(
            "do", was, _written(change["now"]), str(change["until"]), step=change["now"], what_was=change.get("what_was", {})
        )
        for was, change in doc.data["renamed"].get("do", {}).items()
    }
    return {**names, **steps}


def _written(step: Mapping[str, object]) -> str:
    """Return the word of a step with its `what`, as written after `do:`."""
    return with_what(str(step["do"]), step.get("what", "..."))


def up_to_date(doc: Doc, table: Renamings) -> tuple[Doc, tuple[Problem, ...]]:
    """Return a document with every old name replaced by the present-day one.

    Args:
        doc: A rule file as written.
        table: All changed names.

    Returns:
        The document, in which every part keeps its line; and a warning on each old name.

    Raises:
        RuleFileError: If an old name and the new one, or two old ones, contradict each other in one map.
    """
    if isinstance(doc.data, dict) and "renamed" in doc.data:  # the table itself
        return doc, ()
    names = {was for kind, was in table if kind != "do"}
    words = {was for kind, was in table if kind == "do"}
    if not (isinstance(doc.data, dict) and _mentions(doc.data, names, words)):
        return doc, ()
    work = _Updating(doc, table)
    data = work.value(doc.data, (), ())
    if work.wrong:
        raise RuleFileError(work.wrong)
    return (Doc(data, work.locate), tuple(work.told)) if work.told else (doc, ())


def _mentions(value: object, names: set[str], words: set[str]) -> bool:
    """Return whether a value contains any old name or `do` word; most files have none, and are left unchanged."""
    if isinstance(value, dict):
        old_step = isinstance(word := value.get("do"), str) and word in words
        return old_step or any(key in names or _mentions(inner, names, words) for key, inner in value.items())
    if isinstance(value, list):
        return any(_mentions(inner, names, words) for inner in value)
    return isinstance(value, str) and any(name in value for name in names)


class _Updating:
    """Update of one document.

    Attributes:
        told: Warnings on old names.
        wrong: Problems that prevent the update.
        was: Places with a changed key, each with the place as written.
    """

    def __init__(self, doc: Doc, table: Renamings) -> None:
        self.doc, self.table = doc, table
        self.told: list[Problem] = []
        self.wrong: list[Problem] = []
        self.was: dict[Place, Place] = {}

    def value(self, value: object, place: Place, written: Place) -> object:
        """Return a value with present-day names.

        Args:
            value: The value as written.
            place: Its place in the updated document.
            written: Its place in the document as written.
        """
        if isinstance(value, dict):
            return self._map(value, place, written)
        if isinstance(value, list):
            return [self.value(inner, (*place, at), (*written, at)) for at, inner in enumerate(value)]
        return self._text(value, place, written) if isinstance(value, str) else value

    def _map(self, value: dict[str, object], place: Place, written: Place) -> dict[str, object]:
        entries: dict[str, object] = {}
        first: dict[str, str] = {}
        value, came_from = self._step(value, written)
        for key, inner in value.items():
            if key in came_from:
                entries[key] = inner
                self.was[(*place, key)] = (*written, came_from[key])
                continue
            change = next(
                (renamed for kind in KINDS if (renamed := self.table.get((kind, key))) and self._is_key(renamed, place)), None
            )
            now = key if change is None else change.now
            if change is not None:
                self._tell(change, (*written, key), of_key=True)
                self.was.setdefault((*place, now), (*written, key))
            new_value = self.value(inner, (*place, now), (*written, key))
            if now in entries and entries[now] != new_value:
                what = f"'{first[now]}' and '{key}' now have the same name, '{now}', but different values here"
                self.wrong.append(self.doc.problem((*written, key), what, f"keep one of them, as '{now}'", of_key=True))
                continue
            entries[now] = new_value
            first.setdefault(now, key)
        return entries

    def _step(self, value: dict[str, object], written: Place) -> tuple[dict[str, object], dict[str, str]]:
        """Return a map as a present-day step, and the old key for each new key."""
        word = value.get("do")
        change = self.table.get(("do", word)) if isinstance(word, str) else None
        # the word is unchanged, and old only without `what`
        if change is None or (change.step["do"] == word and "what" in value):
            return value, {}
        step, came_from = change.step_today(value)
        self._tell(attrs.evolve(change, now=_written(step)), (*written, "do"))
        return step, came_from

    def _is_key(self, change: Renaming, place: Place) -> bool:
        """Return whether a key of a map at this place is a name of the kind that has changed."""
        above = place[-1] if place else ""
        if change.kind == "words":
            return not change.below or change.below in place
        if change.kind == "findings":
            return True
        if change.kind == "facts":
            return above in FACT_KEYS or bool({"codes", "never"} & set(place))
        return above in OPTION_KEYS or place[-2:-1] == ("options",) or place[-2:-1] == ("not_with",)

    def _text(self, value: str, place: Place, written: Place) -> str:
        if (change := self.table.get(("findings", value))) is not None:
            self._tell(change, written)
            return change.now
        if place[-1:] == ("option",) and (change := self.table.get(("options", value))) is not None:
            self._tell(change, written)
            return change.now
        if FACT_VALUES & set(place) or ("duties" in place and OF_DUTIES & set(place)):
            no, name = ("not ", value[4:]) if value.startswith("not ") else ("", value)
            if (change := self.table.get(("facts", name))) is not None:
                self._tell(change, written)
                return no + change.now
        return PLACEHOLDER.sub(lambda match: self._placeholder(match[1], written), value) if "{" in value else value

    def _placeholder(self, name: str, written: Place) -> str:
        change = self.table.get(("options", name))
        if change is None:
            return f"{{{name}}}"
        self._tell(change, written)
        return f"{{{change.now}}}"

    def _tell(self, change: Renaming, written: Place, *, of_key: bool = False) -> None:
        self.told.append(self.doc.problem(written, change.told, f"write '{change.now}'", of_key=of_key))

    def locate(self, place: Place, *, of_key: bool) -> Origin | None:
        """Return the origin of a value, given its place in the updated document."""
        for end in range(len(place), 0, -1):
            written = self.was.get(place[:end])
            if written is not None:
                return self.doc.locate((*written, *place[end:]), of_key=of_key)
        return self.doc.locate(place, of_key=of_key)
