"""Mentions of options in a game's file, `{option: NAME}`, and their replacement by the options' values."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from dealerkit.errors import Problem, RuleFileError, no_such
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.options import Value

with late_imports():  # not needed for a game that is cached from an earlier run
    from dealerkit.rules import overlay


def mentioned(value: object) -> str | None:
    """Return the option that a value mentions as `{option: NAME}`; None if the value is not a mention.

    >>> mentioned({"option": "decks"}), mentioned({"option": "decks", "more": 1})
    ('decks', None)
    """
    if isinstance(value, dict) and len(value) == 1 and isinstance(name := value.get("option"), str):
        return name
    return None


Mentions = Mapping[str | int, "Mentions | str"]
"""Mentions of options within a map or a list: by key or index, the option's name, or further mentions inside."""

_LEFT_OUT = ""
"""Stands instead of an option's name at an `added_before`, which has served its purpose and is left out."""


def with_values(doc: Doc, values: Mapping[str, Value]) -> dict[str, object]:
    """Return the data of a document with every `{option: NAME}` replaced by that option's value, and without the keys that say
    where additions go.

    Parts without a mention are shared with the original, not copied.

    Args:
        doc: The document.
        values: Value of each option, by name.

    Raises:
        RuleFileError: If an unknown option is mentioned.
    """
    there = _mentions(doc)
    if unknown := [*_unknown_mentions(doc, there, values)]:
        raise RuleFileError(unknown)
    return {key: _put(value, there[key], values) if key in there else value for key, value in doc.data.items()}


def _put(value: object, there: Mentions | str, values: Mapping[str, Value]) -> object:
    if isinstance(there, str):
        return values[there]
    if isinstance(value, list):
        return [_put(inner, there[at], values) if at in there else inner for at, inner in enumerate(value)]
    assert isinstance(value, dict)
    kept = [(key, inner) for key, inner in value.items() if there.get(key) != _LEFT_OUT]
    return {key: _put(inner, there[key], values) if key in there else inner for key, inner in kept}


@functools.lru_cache(maxsize=64)
def _mentions(doc: Doc) -> Mentions:
    """Return the places where a game mentions options, except in their definitions."""
    added = overlay.ADDED

    def within(value: object) -> Mentions | str:
        if (name := mentioned(value)) is not None:
            return name
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        places: dict[str | int, Mentions | str] = {}
        for key, part in inner:
            if key == added:
                places[key] = _LEFT_OUT
            elif (part.__class__ is dict or part.__class__ is list) and (mention := within(part)):
                places[key] = mention
        return places

    return {key: part_of for key, part in doc.data.items() if key != "options" and (part_of := within(part))}


def _unknown_mentions(doc: Doc, there: Mentions, values: Mapping[str, Value], place: Place = ()) -> Iterator[Problem]:
    """Yield each mention of an unknown option."""
    for key, inner in there.items():
        if not isinstance(inner, str):
            yield from _unknown_mentions(doc, inner, values, (*place, key))
        elif inner != _LEFT_OUT and inner not in values:
            yield doc.problem((*place, key, "option"), no_such("option", inner, values))
