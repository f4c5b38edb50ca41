"""Names of an earlier release that still stand in the files of a house: they are read as the new ones, and told.

The table is `rulings/renamed.yaml`. A file is brought up to date as it is read: nothing behind the reader
knows an old name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.doc import Doc, Origin, Place

Kind = Literal["words", "options", "facts", "findings"]
KINDS: tuple[Kind, ...] = ("words", "options", "facts", "findings")
SAYS = {"words": "word", "options": "option", "facts": "fact", "findings": "finding"}

FACT_KEYS = frozenset({"when", "facts", "code", "usual", "follows"})
"""Keys of rule files whose maps have facts for keys; besides, every map below `codes` and `never`."""
FACT_VALUES = frozenset({"if", "repeat", "optional", "excused", "unasked", "stands", "worked_out_of", "ask_first"})
"""Keys below which text names facts, `not NAME` among them."""
OF_DUTIES = frozenset({"done", "by", "on"})
"""The same of duties."""
OPTION_KEYS = frozenset({"options", "set", "if", "unless", "not_with"})
"""Keys whose maps have options for keys."""
PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


@attrs.frozen
class Renaming:
    """One name that has changed.

    Attributes:
        kind: What it is the name of.
        was: The old name.
        now: The new one.
        until: The release in which the old one is gone.
        below: Of a word of the rule files, the key below which it has changed; empty for everywhere.
    """

    kind: Kind
    was: str
    now: str
    until: str
    below: str = ""

    @property
    def told(self) -> str:
        """What whoever uses the old name is told."""
        return f"the {SAYS[self.kind]} '{self.was}' is called '{self.now}' now; the old name works until {self.until}"


Renamings = Mapping[tuple[Kind, str], Renaming]
"""Every name that has changed, by kind and old name."""


def renamings(doc: Doc) -> Renamings:
    """Return every name that has changed, by kind and old name.

    Args:
        doc: The table, `rulings/renamed.yaml`.

    >>> table = renamings(Doc.of({"renamed": {"words": {"surplus": {"now": "again", "below": "codes", "until": "0.3"}}}}))
    >>> print(table["words", "surplus"].told)
    the word 'surplus' is called 'again' now; the old name works until 0.3
    """
    return {
        (kind, was): Renaming(kind, was, str(said["now"]), str(said["until"]), str(said.get("below", "")))
        for kind in KINDS
        for was, said in doc.data["renamed"].get(kind, {}).items()
    }


def up_to_date(doc: Doc, table: Renamings) -> tuple[Doc, tuple[Problem, ...]]:
    """Read a document with the names of today.

    Args:
        doc: A rule file as it is written.
        table: Every name that has changed.

    Returns:
        The document with every old name replaced, its origins where they were written; and what is to be told of each.

    Raises:
        RuleFileError: If an old name and the new one, or two old ones, say different things in one map.
    """
    names = {was for _, was in table}
    if not (isinstance(doc.data, dict) and _mentions(doc.data, names)):
        return doc, ()
    work = _Work(doc, table)
    data = work.value(doc.data, (), ())
    if work.wrong:
        raise RuleFileError(work.wrong)
    return (Doc(data, work.locate), tuple(work.told)) if work.told else (doc, ())


def _mentions(value: object, names: set[str]) -> bool:
    """Whether any old name stands anywhere: most files have none, and are left as they are."""
    if isinstance(value, dict):
        return any(key in names or _mentions(inner, names) for key, inner in value.items())
    if isinstance(value, list):
        return any(_mentions(inner, names) for inner in value)
    return isinstance(value, str) and any(name in value for name in names)


class _Work:
    """A document being brought up to date.

    Attributes:
        told: What is to be told of old names.
        wrong: What cannot be brought up to date.
        was: The places whose key has changed, each with the place as it is written.
    """

    def __init__(self, doc: Doc, table: Renamings) -> None:
        self.doc, self.table = doc, table
        self.told: list[Problem] = []
        self.wrong: list[Problem] = []
        self.was: dict[Place, Place] = {}

    def value(self, value: object, place: Place, written: Place) -> object:
        """Return a value with the names of today.

        Args:
            value: The value as it was written.
            place: Where it lies now.
            written: Where it was written.
        """
        if isinstance(value, dict):
            return self._map(value, place, written)
        if isinstance(value, list):
            return [self.value(inner, (*place, at), (*written, at)) for at, inner in enumerate(value)]
        return self._text(value, place, written) if isinstance(value, str) else value

    def _map(self, value: dict[str, object], place: Place, written: Place) -> dict[str, object]:
        made: dict[str, object] = {}
        first: dict[str, str] = {}
        for key, inner in value.items():
            change = next((one for kind in KINDS if (one := self.table.get((kind, key))) and self._is_key(one, place)), None)
            now = key if change is None else change.now
            if change is not None:
                self._tell(change, (*written, key), of_key=True)
                self.was.setdefault((*place, now), (*written, key))
            said = self.value(inner, (*place, now), (*written, key))
            if now in made and made[now] != said:
                what = f"'{first[now]}' and '{key}' are both called '{now}' now, and say different things here"
                self.wrong.append(self.doc.problem((*written, key), what, f"keep one of them, as '{now}'", of_key=True))
                continue
            made[now] = said
            first.setdefault(now, key)
        return made

    def _is_key(self, change: Renaming, place: Place) -> bool:
        """Whether a key of a map at this place is a name of the kind."""
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
        return PLACEHOLDER.sub(lambda found: self._placeholder(found[1], written), value) if "{" in value else value

    def _placeholder(self, name: str, written: Place) -> str:
        change = self.table.get(("options", name))
        if change is None:
            return f"{{{name}}}"
        self._tell(change, written)
        return f"{{{change.now}}}"

    def _tell(self, change: Renaming, written: Place, *, of_key: bool = False) -> None:
        self.told.append(self.doc.problem(written, change.told, f"write '{change.now}'", of_key=of_key))

    def locate(self, place: Place, *, of_key: bool) -> Origin | None:
        """Return where something was written, by the place it has now."""
        for end in range(len(place), 0, -1):
            written = self.was.get(place[:end])
            if written is not None:
                return self.doc.locate((*written, *place[end:]), of_key=of_key)
        return self.doc.locate(place, of_key=of_key)
