"""Lint of stories (the phrases in which people describe a fault): unknown faults, and phrases that two faults share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dealerkit.errors import Problem
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.lint.common import dangling
from dealerkit.rules.sets import facts_doc
from dealerkit.rules.tellings import folded, told


def lint_told(doc: Doc) -> Iterator[Problem]:
    """Yield all problems of a file of stories (phrases in which people describe faults)."""
    faults = facts_doc().data["faults"]
    others = {folded(phrase): name for name, story in told().items() for phrase in story.told}
    for name, story in doc.data["told"].items():
        yield from dangling(doc, ("told", name), "fault", name, faults, of_key=True)
        for other in story.get("unlike", {}):
            yield from dangling(doc, ("told", name, "unlike", other), "fault", other, faults, of_key=True)
        if name in faults:
            yield from lint_facts_told(doc, ("told", name), story, faults[name], facts_doc().data["facts"])
        seen = set()
        for index, phrase in enumerate(story["told"]):
            plain = folded(phrase)
            whose = others.get(plain, name)
            if plain in seen or whose != name:
                yield doc.problem(("told", name, "told", index), f"the phrase '{phrase}' already describes the fault '{whose}'")
            seen.add(plain)


def lint_facts_told(
    doc: Doc, place: Place, story: Mapping[str, Any], fault: Mapping[str, Any], facts: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield a problem for each fact in a story that its fault does not have, and for each value that the fact cannot have.

    Args:
        doc: Document with the story.
        place: Keys that lead to the story in the document.
        story: The phrases for one fault.
        fault: Catalogue entry of the fault.
        facts: Catalogue entries of all facts, by name.
    """
    for name, words in story.get("tells", {}).items():
        yield from dangling(
            doc, (*place, "tells", name), f"fact of the fault '{place[-1]}'", name, fault.get("facts", ()), of_key=True
        )
        values = facts.get(name, {}).get("values", ("true", "false"))
        for value in words.get("words", {}) if isinstance(values, (list, tuple)) else ():
            known = [str(value) for value in values]
            yield from dangling(doc, (*place, "tells", name, "words", value), f"value of {name}", str(value), known, of_key=True)
