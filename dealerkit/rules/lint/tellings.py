"""Lint of how faults are told: a fault that does not exist, a phrase that stands at two of them."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.errors import Problem
from dealerkit.rules.doc import Doc
from dealerkit.rules.lint.common import dangling
from dealerkit.rules.sets import facts_doc
from dealerkit.rules.tellings import folded, told


def lint_told(doc: Doc) -> Iterator[Problem]:
    """Yield everything that is wrong with a file that says how faults are told."""
    faults = facts_doc().data["faults"]
    others = {folded(phrase): name for name, story in told().items() for phrase in story.told}
    for name, story in doc.data["told"].items():
        yield from dangling(doc, ("told", name), "fault", name, faults, of_key=True)
        for other in story.get("unlike", {}):
            yield from dangling(doc, ("told", name, "unlike", other), "fault", other, faults, of_key=True)
        seen = set()
        for index, phrase in enumerate(story["told"]):
            said = folded(phrase)
            whose = others.get(said, name)
            if said in seen or whose != name:
                yield doc.problem(("told", name, "told", index), f"'{phrase}' is told of {whose} already")
            seen.add(said)
