"""Lint of the file on prepared decks: unknown faults, facts or rules, and questions about findings that no check can make."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.errors import Problem
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.lint.common import DefinedNames, check_cites, check_codes, check_facts_said, dangling


def lint_decks(doc: Doc, known: DefinedNames) -> Iterator[Problem]:
    """Yield a problem for each unknown name in the file of decks."""
    data, finds = doc.data, doc.data["finds"]
    for place, entry in _entries(data):
        yield from check_cites(doc, place, entry, known)
        if "fault" in entry:
            yield from dangling(doc, (*place, "fault"), "fault", entry["fault"], known.faults)
        if "code" in entry:
            yield from check_codes(doc, (*place, "code"), entry["code"], known)
        for fault, facts in entry.get("rulings", {}).items():
            yield from dangling(doc, (*place, "rulings", fault), "fault", fault, known.faults, of_key=True)
            yield from check_facts_said(doc, (*place, "rulings", fault), facts, known.facts)
        yield from check_facts_said(doc, (*place, "facts"), entry.get("facts", {}), known.facts)
        if "number" in entry:
            yield from dangling(doc, (*place, "number"), "fact", entry["number"], known.facts)
        for asked in entry.get("asks", {}):
            yield from dangling(doc, (*place, "asks", asked), "word of `finds`", asked, finds, of_key=True)
    for mark in data["marks"]:
        yield from dangling(doc, ("marks", mark), "word of `finds`", mark, finds, of_key=True)
    yield from check_cites(doc, ("draw", "cite"), data["draw"]["cite"], known, data["draw"]["cite"])
    for option in data["cut"]["options"].values():
        yield from dangling(doc, ("cut", "options"), "option", option, known.options)


def _entries(data: Branch) -> Iterator[tuple[Place, Branch]]:
    """Yield every entry of the parts that list entries by name, with its place."""
    for part in (("orders",), ("finds",), ("moments",), ("reasons",), ("slips",), ("check",), ("cut", "finds")):
        listed = data[part[0]] if len(part) == 1 else data[part[0]][part[1]]
        yield from (((*part, name), entry) for name, entry in listed.items())
