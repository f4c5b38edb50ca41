"""Departures in words: the differences between a rule set and its base, each with the names of its entries in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.catalogue.entries import Departure
from dealerkit.rules.doc import Doc, Place, path_text, value_at
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import shown, text
from dealerkit.rulings.differences.authority import base_of
from dealerkit.rulings.differences.departures import departures


def departures_in_words(rules: RuleSet) -> Iterator[tuple[Departure, tuple[str, ...]]]:
    """Yield each difference between a rule set and its base, in words, with the names of the catalogue's entries that it belongs
    to.
    """
    base = base_of(rules)
    docs = (rules.doc,) if base is None else (base.doc, rules.doc)
    for leaf in departures(rules):
        in_words = _cited if leaf.path[-1] == "source" else _value_words
        departure = Departure(
            rules_set=rules.name,
            base=str(leaf.path[1]) if leaf.path[0] == "options" else base.name if base is not None else "",
            path=path_text(leaf.path),
            kind=leaf.kind,
            old=in_words(leaf.old),
            new=in_words(leaf.new),
            where=str(leaf.new_origin or rules.doc.origin(("set",)).file),  # a removed entry has no line in the result
            base_where=str(leaf.old_origin or ""),
        )
        yield departure, tuple(dict.fromkeys(_names(leaf.path, docs)))


def _names(path: Place, docs: tuple[Doc, ...]) -> Iterator[str]:
    """Yield the names of the entries that a difference belongs to."""
    part, name = path[0], str(path[1]) if len(path) > 1 else ""
    if part == "options":
        yield f"{name}.{path[2]}"
        return
    yield name
    if part == "procedures" and len(path) > 5 and path[2] == "rules":
        yield str(path[5])
    if part == "procedures" and len(path) > 3 and path[2] == "options":
        yield f"{name}.{path[3]}"
    if part == "faults" and len(path) > 3:
        for doc in docs:
            case = value_at(doc.data, path[:4]) or {}
            yield from (rule for rule in [case.get("rule"), *(case.get("rules") or ())] if rule)


def _cited(source: object) -> str:
    """Return a citation in one line: work, section, and how far verified if the citation has it."""
    cited = source if isinstance(source, Mapping) else {}
    return ", ".join(str(cited[key]) for key in ("work", "section", "verified") if key in cited)


def _value_words(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(_value_words, value)) or "none"
    return shown(value) if isinstance(value, bool | int | str) else text(value)
