"""Differences in text: two rule sets or two games leaf by leaf, and where a set departs from the one that it extends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.files.screen_text import heading, line
from dealerkit.rules.canonical import PROSE
from dealerkit.rules.data import seen_from_here
from dealerkit.rules.doc import Doc, Origin, Place, path_text, value_at
from dealerkit.rules.games import CHOOSES_THE_SET, Game, game, game_doc, games, games_under, under
from dealerkit.rules.overlay import Difference, differences, leaves
from dealerkit.rules.rule_set import HEAD
from dealerkit.rules.sets import RuleSet, find_set, rule_set
from dealerkit.rules.texts import shown, text

PARTS = ("faults", "findings", "remedies", "options", "procedures")
"""Parts of a set that decide something, in which a departure can be."""


# -- two sets, or two games --------------------------------------------------------------------------------------


@attrs.frozen
class TextDifferences:
    """Every leaf in which two rule sets differ, or two games.

    Attributes:
        a: One of them, as it was named.
        b: The other.
        found: The leaves; of games under the sets the place begins with `games` and the game's id.
    """

    a: str
    b: str
    found: tuple[Difference, ...]

    def as_json(self) -> dict[str, object]:
        """Return the differences as plain data for JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "differences": [
                {
                    "path": path_text(one.path),
                    "kind": one.kind,
                    "old": one.old,
                    "new": one.new,
                    "old_at": _at(one.old_origin),
                    "new_at": _at(one.new_origin),
                }
                for one in self.found
            ],
        }

    def lines(self) -> Iterator[str]:
        """Yield the differences for a screen: under each place what was said, and what is said, with file and line."""
        if not self.found:
            yield f"{self.a} and {self.b} say the same."
            return
        yield heading(f"{self.a} -> {self.b}: {len(self.found)} difference{'s' * (len(self.found) != 1)}")
        for one in self.found:
            yield line(path_text(one.path))
            if one.kind == "moved":
                now, before = one.new or "nothing: it is first", one.old or "nothing: it was first"
                yield line(f"stands after {now}; it stood after {before}", 4)
                continue
            if one.kind != "added":
                yield line(f"{_value(one.old)}   {_where(one.old_origin)}", 4, "- ")
            if one.kind != "removed":
                yield line(f"{_value(one.new)}   {_where(one.new_origin)}", 4, "+ ")


def _at(origin: Origin | None) -> dict[str, object] | None:
    return None if origin is None else {"file": seen_from_here(origin.file), "line": origin.line, "column": origin.column}


def _where(origin: Origin | None) -> str:
    return f"({seen_from_here(origin.file)}:{origin.line})" if origin is not None else ""


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_value(inner)}" for key, inner in value.items()) + "}"
    return str(value)


def text_differences(a: str | Path, b: str | Path) -> TextDifferences:
    """Compare what two rule sets say, and what they make of the games under them; or what two games say.

    Args:
        a: A rule set by name or path, or a game by name.
        b: Another of the same kind.

    Raises:
        UnknownName: If there is no such rule set.
        RuleFileError: If a file cannot be used.
    """
    if a in games() and b in games():
        return TextDifferences(str(a), str(b), tuple(differences(game_doc(a)[0], game_doc(b)[0])))
    old, new = rule_set(a), rule_set(b)
    found = differences(_own(old), _own(new))
    both = [name for name in games_under(old) if name in games_under(new)]
    found += _options([(game(name, a), game(name, b)) for name in both])
    for name in both:
        place: Place = ("games", name)
        base = game_doc(name)[0]
        found += _below(place, differences(under(base, old), under(base, new)))
    return TextDifferences(str(a), str(b), tuple(found))


def _options(dealt: Sequence[tuple[Game, Game]]) -> list[Difference]:
    """Return the options in force that differ, game by game; where one differs alike in all games of a family that have it,
    once for the family.
    """
    made: list[Difference] = []
    alike: dict[tuple[str, Place, str, str], list[tuple[str, Difference]]] = {}
    for before, after in dealt:
        for one in differences(_in_force(before), _in_force(after)):
            alike.setdefault((after.family, one.path, str(one.old), str(one.new)), []).append((after.id, one))
    for (family, path, _, _), ones in alike.items():
        having = [after for _, after in dealt if after.family == family and path[0] in after.options]
        if len(ones) > 1 and len(ones) == len(having):
            made += _below(("games", family, "options"), [ones[0][1]])
        else:
            for name, one in ones:
                made += _below(("games", name, "options"), [one])
    return made


def _own(rules: RuleSet) -> Doc:
    """Leave out what says only which set it is, and the options, which are compared as they are in force."""
    left_out = HEAD | {"options", "family", "extends"}
    return rules.doc.with_data({key: value for key, value in rules.doc.data.items() if key not in left_out})


def _in_force(dealt: Game) -> Doc:
    """Return the options of a game with their values; each has the origin of whoever fixed it last."""
    values = {name: value for name, value in dealt.options.items() if name != CHOOSES_THE_SET}

    def locate(place: Place, *, of_key: bool) -> Origin | None:
        if len(place) != 1:
            return None
        rules = dealt.rules
        ours = (
            [rules.doc.locate(("options", whose, *place), of_key=of_key) for whose in (dealt.id, dealt.family)] if rules else []
        )
        fixed = next((origin for origin in ours if origin is not None), None)
        return fixed or dealt.doc.origin(("options", *place, "default"), of_key=of_key)

    return Doc(values, locate)


def _below(place: Place, found: list[Difference]) -> list[Difference]:
    return [attrs.evolve(one, path=place + one.path) for one in found]


# -- a set and what it extends -----------------------------------------------------------------------------------


@attrs.frozen
class Departure:
    """A place where a rule set says something else than the set or game under it.

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

    def as_json(self) -> dict[str, object]:
        """Return the departure as plain data for JSON, without the entries: it stands under each of them."""
        data = attrs.asdict(self)
        del data["ids"]
        return data

    def lines(self) -> Iterator[str]:
        """Yield the departure for a screen: what the set does, what was said and is said, where both stand."""
        what = {"added": "adds", "removed": "takes out", "moved": "moves"}.get(self.kind, "changes")
        change = f": {self.old or 'none'} -> {self.new or 'none'}" if self.old else f": {self.new}" if self.new else ""
        base = f" ({self.base}: {self.base_where})" if self.base_where else ""
        yield line(f"{self.rules_set} {what} {self.path}{change}; {self.where}{base}", 4, "- ")


def base_of(rules: RuleSet) -> RuleSet | None:
    """Return the set that a set extends; None if it stands on its own."""
    above = rules.doc.data.get("extends")
    if not isinstance(above, str):
        return None
    return rule_set(find_set(above, Path(rules.doc.origin(("extends",)).file)))


def written(rules: RuleSet, entry: Place) -> Origin:
    """Return the file and line at which a rule set itself writes an entry; if it does not, those of the set it extends."""
    own = Path(rules.doc.origin(("set",)).file)
    said = [leaf for leaf, _ in leaves(value_at(rules.doc.data, entry), entry)]
    for leaf in sorted(said, key=lambda leaf: leaf[-2:] == ("source", "work")):  # the work may stand at the top of the file
        found = rules.doc.origin(leaf)
        if Path(found.file).parent == own.parent and (own.name == "set.yaml" or Path(found.file) == own):
            key = rules.doc.origin(entry, of_key=True)
            return key if key.file == found.file else found
    return rules.doc.origin(entry, of_key=True)


def departures(rules: RuleSet) -> Iterator[Departure]:
    """Yield each difference of a rule set from the set it extends; of a set that extends none, the options it fixes."""
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
            old, new = _source(value_at(under.data, path)), _source(value_at(rules.doc.data, path))
        if path in told:
            continue
        told.add(path)
        removed = one.kind == "removed" and value_at(rules.doc.data, path) is None
        yield Departure(
            rules_set=rules.name,
            base=str(path[1]) if part == "options" else base.name if base is not None else "",
            path=path_text(path),
            kind="removed" if removed else "changed" if path[-1] == "source" else one.kind,
            old=old,
            new=new,
            where=_where_removed(rules) if removed else str(one.new_origin or rules.doc.origin(path, of_key=True)),
            base_where=str(one.old_origin) if one.old_origin else "",
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
    return str(rules.doc.origin(("set",))).rpartition(":")[0]


def _new_or_gone(one: Difference, case: Place, old: Doc, new: Doc) -> bool:
    """Whether a whole case was added or removed, not only a leaf of it."""
    return len(one.path) > 4 and one.kind in ("added", "removed") and None in (value_at(doc.data, case) for doc in (old, new))


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
                case = value_at(doc.data, path[:4]) or {}
                yield from (rule for rule in [case.get("rule"), *(case.get("rules") or ())] if rule)


def _said(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    return shown(value) if isinstance(value, bool | int | str) else text(value)
