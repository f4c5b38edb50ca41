"""Reading a rule set: the files of its folder are joined, and the set is laid over its base."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules import data
from dealerkit.rules.doc import Doc, Locate, Place
from dealerkit.rules.files import RENAMED, follow, read_file, read_files, stamp
from dealerkit.rules.overlay import locate_in, overlay
from dealerkit.rules.own_facts import misdeclared
from dealerkit.rules.rule_set import CATALOGUES, HEAD, RuleSet, find_set, read_catalogues
from dealerkit.rules.schema import check
from dealerkit.rules.texts import text


def resolve(selector: str | Path, problems: list[Problem]) -> RuleSet:
    """Return a rule set laid over all its bases.

    Args:
        selector: Its name, or its path.
        problems: List to which problems of the overlay are added.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a file of the set cannot be read.
    """
    chain = follow(selector, find_set, read_set)
    docs = read_catalogues(CATALOGUES)
    root = Doc({name: doc.data.get(name, {}) for name, doc in zip(CATALOGUES, docs, strict=True)}, _locate_catalogues(docs))
    names = tuple(_name(path, doc) for path, doc in chain)
    base, layers = root, []
    for level, (_, doc) in enumerate(reversed(chain)):
        if level:
            base = _without(base, HEAD)
        base = overlay(base, _without(doc, {"procedures"}), problems)
        if isinstance(doc.data.get("procedures"), dict):
            layers.append(doc.at(("procedures",)))
    problems += check(base, "ruleset")
    files = [path for place, _ in chain for path in (*set_files(place), place)]
    files += [data.data_dir("rulings") / f"{name}.yaml" for name in CATALOGUES]
    files.append(data.data_dir("rulings") / RENAMED)
    family = base.data.get("family")
    rule_set = RuleSet(
        name=names[0],
        title=text(base.data.get("title")) or names[0],
        chain=names,
        family=family if isinstance(family, str) else None,
        doc=base,
        layers=tuple(layers),
        files=tuple(dict.fromkeys(stamp(path) for path in files)),
    )
    if rule_set.declared:
        (facts,) = read_catalogues(("facts",))
        problems += misdeclared(facts, rule_set, problems.copy())
        rule_set = attrs.evolve(rule_set, files=(*rule_set.files, stamp(data.data_dir("rulings") / "facts.yaml")))
    return rule_set


def _without(doc: Doc, keys: Collection[str]) -> Doc:
    return doc.with_data({key: value for key, value in doc.data.items() if key not in keys})


def _locate_catalogues(docs: Iterable[Doc]) -> Locate:
    return locate_in(None, {(name,): doc for name, doc in zip(CATALOGUES, docs, strict=True)})


def _name(path: Path, doc: Doc) -> str:
    name = doc.data.get("set")
    if not isinstance(name, str) or not name:
        hint = "begin the file with `set: " + (path.name if path.is_dir() else path.stem) + "`"
        raise RuleFileError([doc.problem(("set",), "the rule set has no name", hint)])
    return name


def set_files(path: Path) -> list[Path]:
    """Return the files of a rule set, first the file with the set's name."""
    if not path.is_dir():
        return [path]
    return sorted((file for file in path.glob("*.yaml") if file.is_file()), key=lambda file: (file.name != "set.yaml", file.name))


def set_paths(rules: RuleSet) -> dict[str, Path]:
    """Return the paths of a rule set and of its bases, by name, the set itself first. A house's set can be found again only by
    its path.

    Args:
        rules: The rule set.
    """
    return dict(zip(rules.chain, (path for path, _ in follow(rules.path, find_set, read_set)), strict=True))


def read_set(path: Path) -> Doc:
    """Return the data of one set without its bases: a file, or the files of a folder joined.

    Raises:
        RuleFileError: If a file cannot be used, or two files define the same entry.
    """
    if not path.is_dir():
        return read_file(path)
    values: dict[str, object] = {}
    taken: dict[Place, Doc] = {}
    problems: list[Problem] = []
    docs = read_files(set_files(path))
    for doc in docs:
        for key, value in doc.data.items():
            if key not in values:
                values[key] = dict(value) if isinstance(value, dict) else value
                taken[(key,)] = doc
                continue
            into = values[key]
            if not (isinstance(into, dict) and isinstance(value, dict)):
                problems.append(_twice(doc, (key,), taken))
                continue
            for name, entry in value.items():
                if name in into:
                    problems.append(_twice(doc, (key, name), taken))
                else:
                    into[name] = entry
                    taken[(key, name)] = doc
    if problems:
        raise RuleFileError(problems)
    return Doc(values, locate_in(docs[0], taken))


def _twice(doc: Doc, place: Place, taken: Mapping[Place, Doc]) -> Problem:
    first = (taken.get(place) or taken[place[:1]]).origin(place, of_key=True)
    return doc.problem(place, f"'{place[-1]}' appears twice (the first is at {first})", "remove one of them", of_key=True)
