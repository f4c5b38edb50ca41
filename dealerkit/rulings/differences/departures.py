"""Where a rule set departs from the set or game under it, and which entries of the catalogue that concerns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from dealerkit.rules.canonical import PROSE
from dealerkit.rules.doc import Doc, Origin, Place, path_text
from dealerkit.rules.overlay import Difference, differences, leaves
from dealerkit.rules.sets import RuleSet, find_set, rule_set
from dealerkit.rules.texts import shown, text

PARTS = ("faults", "findings", "remedies", "options", "procedures")
"""What a departure can be in: everything of a set that decides something."""


@attrs.frozen
class Departure:
    """Where a rule set says something else than the set or game under it.

    Attributes:
        rules_set: The set.
        base: What it departs from: a set, or for an option its game.
        path: What differs.
        kind: `changed`, `added`, `removed` or `moved`.
        old: What the base says, in words.
        new: What the set says, in words.
        where: File and line of the set.
        base_where: File and line of the base; empty if it says nothing.
        ids: The entries it belongs to.
    """

    rules_set: str
    base: str
    path: str
    kind: str
    old: str
    new: str
    where: str
    base_where: str
    ids: tuple[str, ...] = ()


def place(origin: Origin) -> str:
    """Return file and line, the file by its whole name."""
    return f"{origin.file}:{origin.line}" if origin.line else origin.file


def base_of(rules: RuleSet) -> RuleSet | None:
    """Return the set that a set extends; None if it stands on its own."""
    above = rules.doc.data.get("extends")
    if not isinstance(above, str):
        return None
    return rule_set(find_set(above, Path(rules.doc.origin(("extends",)).file)))


def written(rules: RuleSet, entry: Place) -> Origin:
    """Return where a set itself says something of an entry, or where the set under it does if it says nothing."""
    own = Path(rules.doc.origin(("set",)).file)
    for leaf, _ in leaves(_part(rules.doc, entry), entry):
        found = rules.doc.origin(leaf)
        if Path(found.file).parent == own.parent and (own.name == "set.yaml" or Path(found.file) == own):
            key = rules.doc.origin(entry, of_key=True)
            return key if key.file == found.file else found
    return rules.doc.origin(entry, of_key=True)


def departures(rules: RuleSet) -> Iterator[Departure]:
    """Yield what a set says otherwise than its base, and the options it fixes."""
    base = base_of(rules)
    under = base.doc if base is not None else Doc.of({})
    told: set[Place] = set()
    for one in differences(under, rules.doc) if base is not None else _fixed(rules):
        part = one.path[0]
        if part not in PARTS or one.path[-1] in PROSE or (one.kind == "moved" and one.path[-1] == "otherwise"):
            continue
        path, old, new = one.path, _said(one.old), _said(one.new)
        if part == "faults" and _new_or_gone(one, path[:4], under, rules.doc):
            path, old, new = path[:4], "", ""
        elif path[-2] == "source":
            path = path[:-1]
            old, new = _source(_part(under, path)), _source(_part(rules.doc, path))
        if path in told:
            continue
        told.add(path)
        removed = one.kind == "removed" and _part(rules.doc, path) is None
        yield Departure(
            rules_set=rules.name,
            base=str(path[1]) if part == "options" else base.name if base is not None else "",
            path=path_text(path),
            kind="removed" if removed else "changed" if path[-1] == "source" else one.kind,
            old=old,
            new=new,
            where=_where_removed(rules) if removed else place(one.new_origin or rules.doc.origin(path, of_key=True)),
            base_where=place(one.old_origin) if one.old_origin else "",
            ids=tuple(dict.fromkeys(_ids(path, under, rules.doc))),
        )


def _source(source: object) -> str:
    """Say a citation in one line: work, section, how far verified, where it says that itself."""
    said = source if isinstance(source, Mapping) else {}
    return ", ".join(str(said[key]) for key in ("work", "section", "verified") if key in said)


def _fixed(rules: RuleSet) -> list[Difference]:
    fixed = {"options": dict(rules.options)}
    return [one for one in differences(Doc.of({"options": {}}), rules.doc.with_data(fixed)) if one.path[0] == "options"]


def _where_removed(rules: RuleSet) -> str:
    """Return the set's own file: what was removed has no line in the result."""
    return place(rules.doc.origin(("set",))).rpartition(":")[0]


def _new_or_gone(one: Difference, case: Place, old: Doc, new: Doc) -> bool:
    """Whether a whole case was added or removed, not only a leaf of it."""
    return len(one.path) > 4 and one.kind in ("added", "removed") and (_part(old, case) is None or _part(new, case) is None)


def _part(doc: Doc, where: Place) -> Any:
    data = doc.data
    for step in where:
        data = data.get(step) if isinstance(data, Mapping) else None
    return data


def _ids(path: Place, old: Doc, new: Doc) -> Iterator[str]:
    """Yield the names of the entries that a difference belongs to."""
    part, name = path[0], str(path[1]) if len(path) > 1 else ""
    if part == "options":
        yield f"{name}.{path[2]}"
    elif part == "procedures":
        yield name
        if len(path) > 5 and path[2] == "rules":
            yield str(path[5])
        if len(path) > 3 and path[2] == "options":
            yield f"{name}.{path[3]}"
    else:
        yield name
        if part == "rules" and len(path) > 3:
            yield str(path[3])
        if part == "faults" and len(path) > 3:
            for doc in (old, new):
                case = _part(doc, path[:4]) or {}
                yield from (rule for rule in [case.get("rule"), *(case.get("rules") or ())] if rule)


def _said(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    return shown(value) if isinstance(value, bool | int | str) else text(value)
