"""The published schemas of rule files, and the check of a document against them.

The shapes are defined once, in `schemas`, a module for each kind of file. `check` uses them, and `write_schemas` publishes them
for editors.
"""

from __future__ import annotations

import copy
import functools
import itertools
import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.overlay import POSITIONS
from dealerkit.rules.schemas.game import STREETS
from dealerkit.rules.schemas.kinds import DEFS, KINDS, ROOTS, Kind
from dealerkit.rules.schemas.sources import WRITTEN_SOURCE
from dealerkit.rules.schemas.words import Json
from dealerkit.rules.validator import Check, Wrong, compile_schema

TITLES: Mapping[Kind, str] = {
    "procedure": "How a game is dealt and played",
    "paper": "A game's printed texts: its rule book, the dealer's card, the words for players",
    "ruleset": "Rulings on irregularities; a house's own rules",
    "facts": "The facts and faults for rulings",
    "sources": "Rule books and other sources that rules cite",
    "findings": "Dealer slips",
    "remedies": "Dealer actions that correct a fault",
    "cases": "Examples with the results they must give",
    "promotion": "A high-hand or bad-beat promotion",
    "clauses": "Questions about a claim to a prize, and points that a policy settles in advance",
    "drill": "What a drill practises, its levels and its targets",
    "syllabus": "The questions, weights and pass mark of an exam",
    "courses": "The drills of each kind of game, in the order in which they are learned",
    "walks": "How a walked hand is scored, how fast one is dealt, and which games are offered",
    "told": "How people describe what went wrong, by fault",
    "elsewhere": "Other games that people mention: their names, and words used only of them",
    "slips": "How planted slips are made, by the code of the finding",
    "lesson": "Questions for the dealer at each level of a walk, and what patrons do",
    "house": "A house: what its papers carry, the games that it deals, and the rule set of each",
    "renamed": "Old names, and their present names",
    "numbers": "The numbers of a house's rules, which dealerkit adds to and never changes",
    "decks": "How decks are checked, cut and drawn for, what a check can find, and what that means",
    "ranking": "Which hand wins: the orders of hands, their words, and how each game shows down",
    "talk": "Phrases used at a table, and the action that each stands for",
    "gestures": "Gestures at a table in the browser, and the action that each stands for",
    "phh": "The variants of the Poker Hand History format, and what its files leave open",
    "demo": "The scenes of `dealerkit demo`",
}


def schema(kind: Kind) -> Json:
    """Return the JSON Schema of a complete file of one kind; for a rule set, of the set laid over all its bases."""
    return {**ROOTS[kind], "$defs": DEFS}


@functools.cache
def _compiled(kind: Kind) -> Check:
    return compile_schema(schema(kind))


def check(doc: Doc, kind: Kind) -> list[Problem]:
    """Return all problems of a document by the schema of its kind, in file order.

    Args:
        doc: The document.
        kind: Kind of file.
    """
    return sorted({doc.problem(place, message, hint, of_key=of_key) for place, of_key, message, hint in objections(doc, kind)})


def checked(doc: Doc, kind: Kind, needed: Collection[str] = (), problems: list[Problem] | None = None) -> Doc:
    """Return a document after checking it by the schema of its kind.

    Args:
        doc: The document, with its bases and a house's changes merged in.
        kind: Kind of file.
        needed: Further compulsory keys, which a complete document must have though a single file may leave them out.
        problems: List to add problems to, for lint; faulty parts are then left out of the result. None to raise them.

    Raises:
        RuleFileError: If it has problems, with all of them; for lint, only if a compulsory key is missing.
    """
    wrong = check(doc, kind)
    sound_doc = readable(doc, kind) if wrong else doc
    wrong += [doc.problem((), f"the key '{key}' is missing") for key in needed if key not in doc.data]
    if wrong and (problems is None or {*needed, *ROOTS[kind].get("required", ())} - sound_doc.data.keys()):
        raise RuleFileError(wrong)
    if problems is not None:
        problems += wrong
    return sound_doc


def objections(doc: Doc, kind: Kind) -> tuple[Wrong, ...]:
    """Return the problems of a document by the schema of its kind.

    Args:
        doc: The document.
        kind: Kind of file.

    Returns:
        For each problem: the keys that lead to its place, whether the key itself is wrong and not its value, the message, and a
            hint.
    """
    wrong: list[Wrong] = []
    _compiled(kind)(doc.data, (), wrong)
    return tuple(wrong)


def sound(data: object, wrong: Iterable[Place], place: Place = ()) -> Any:
    """Return plain data without the values at faulty places, so that the rest can be read.

    In a list, None replaces a faulty value, so that the others keep their indices. The document as a whole is never removed.

    >>> sound({"a": 1, "b": [1, 2], "c": {"d": 3, "e": 4}}, [("a",), ("b", 0), ("c", "d"), ()])
    {'b': [None, 2], 'c': {'e': 4}}

    Args:
        data: The data of a document, or of a part of it.
        wrong: Faulty places, as keys from the top of the document.
        place: Keys that lead to `data` in the document.
    """
    bad = frozenset(wrong)
    if isinstance(data, dict):
        return {key: sound(inner, bad, (*place, key)) for key, inner in data.items() if (*place, key) not in bad}
    if isinstance(data, list):
        return [None if (*place, at) in bad else sound(inner, bad, (*place, at)) for at, inner in enumerate(data)]
    return data


def readable(doc: Doc, kind: Kind, keep: Collection[Place] = ()) -> Doc:
    """Return a document without the parts that its kind does not allow, so that the rest can be checked too.

    A list with a faulty item is removed as a whole, and so is a map that lacks a compulsory key, since code that reads it needs
    that key.

    Args:
        doc: The document.
        kind: Kind of the document.
        keep: Places (keys from the top) that stay in any case.
    """
    while True:
        wrong = {tuple(itertools.takewhile(lambda key: isinstance(key, str), place)) for place, *_ in objections(doc, kind)}
        wrong -= {(), *keep}
        if not wrong:
            return doc
        doc = doc.with_data(sound(doc.data, wrong))


def published(kind: Kind) -> Json:
    """Return the schema of one kind of file for editors, which check a single file as its author writes it.

    Citations may be shortened, and streets may be written once. A rule set or a game may extend another, and so leave entries
    out, remove them by null, and place them by `before` or `after`.
    """
    lenient = copy.deepcopy(schema(kind))
    lenient["$defs"]["source"] = copy.deepcopy(WRITTEN_SOURCE)
    lenient["$defs"]["node"]["anyOf"].insert(0, copy.deepcopy(STREETS))
    if kind in ("ruleset", "procedure", "paper", "promotion", "drill", "syllabus", "lesson"):
        whole = {name: copy.deepcopy(DEFS[name]) for name in ("mention", "text")}
        lenient = {**_relaxed(lenient), "$defs": {name: _relaxed(part) for name, part in lenient["$defs"].items()} | whole}
    used = _used(lenient)
    lenient["$defs"] = {name: part for name, part in lenient["$defs"].items() if name in used}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": TITLES[kind]}
    return {**head, **lenient} if lenient["$defs"] else head | {key: value for key, value in lenient.items() if key != "$defs"}


def _relaxed(part: object) -> Any:
    """Return a part's schema for an overlay: no key is compulsory, every value may be null, and entries of ordered maps may be
    placed.
    """
    if isinstance(part, list):
        return [_relaxed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    shape: Json = {}
    for key, value in part.items():
        if key == "properties":
            placed = set(POSITIONS) <= value.keys()
            shape[key] = {name: _or_null(_relaxed(inner)) for name, inner in value.items() if not (placed and name in POSITIONS)}
            if placed:
                shape[key] |= {position: {"type": "string"} for position in POSITIONS}
        elif key == "additionalProperties" and isinstance(value, dict):
            shape[key] = _or_null(_relaxed(value))
        elif key not in {"required", "propertyNames", "$defs"}:
            shape[key] = _relaxed(value) if key in {"items", "anyOf"} else copy.deepcopy(value)
    return shape


def _or_null(part: Json) -> Json:
    return {"anyOf": [*(part["anyOf"] if part.keys() == {"anyOf"} else [part]), {"type": "null"}]}


def _used(part: object, seen: set[str] | None = None, root: Any = None) -> set[str]:
    """Return the names of the definitions that a schema uses."""
    seen, root = set() if seen is None else seen, part if root is None else root
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                name = value.rpartition("/")[2]
                if name not in seen:
                    seen.add(name)
                    _used(root["$defs"][name], seen, root)
            elif key != "$defs":
                _used(value, seen, root)
    elif isinstance(part, list):
        for inner in part:
            _used(inner, seen, root)
    return seen


def write_schemas(folder: Path) -> list[Path]:
    """Write `<kind>.schema.json` for every kind, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for kind in KINDS:
        file = folder / f"{kind}.schema.json"
        file.write_text(json.dumps(published(kind), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        files.append(file)
    return files


__all__ = ["KINDS", "Kind", "check", "checked", "published", "readable", "schema", "write_schemas"]

if __name__ == "__main__":
    from dealerkit.rules.data import data_dir

    write_schemas(data_dir("procedures").parent / "docs" / "schema")
