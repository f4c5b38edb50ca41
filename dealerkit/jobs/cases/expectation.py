"""A case's expectation compared with the result; keys that the expectation does not name are ignored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def differences(expect: Any, got: Any, path: str = "") -> Iterator[str]:
    """Yield every difference between expectation and result, each as a sentence.

    A map is compared key by key: the result may have more keys, but must have nothing under a key where null is expected. Lists
    must have the same length, and are compared item by item. Numbers and texts are the same if they are written the same.

    >>> list(differences({"winner": "tie", "cards": ["7h"]}, {"winner": "player", "cards": ["7h"], "natural": "none"}))
    ['winner: expected tie, got player']
    >>> list(differences({"to": None, "least": None}, {"least": "40"}))
    ['least: expected nothing, got 40']

    Args:
        expect: The expectation of a case: maps, lists, texts, numbers, None.
        got: The result, as plain data in the same shape.
        path: The dotted path of keys to these values, for the sentences; empty at the top.
    """
    if isinstance(expect, Mapping) and isinstance(got, Mapping):
        for key, value in expect.items():
            here = f"{path}.{key}" if path else str(key)
            if key in got:
                yield from differences(value, got[key], here)
            elif value is not None:
                yield f"{here}: expected {shown_value(value)}, got nothing"
    elif _is_list(expect) and _is_list(got):
        if len(expect) != len(got):
            yield f"{path}: expected {shown_value(expect)}, got {shown_value(got)}"
            return
        for number, (left, other) in enumerate(zip(expect, got, strict=True), 1):
            yield from differences(left, other, f"{path}[{number}]")
    elif isinstance(expect, bool) or isinstance(got, bool) or expect is None or got is None:
        if expect is not got:
            yield f"{path}: expected {shown_value(expect)}, got {shown_value(got)}"
    elif _is_list(expect) or _is_list(got) or isinstance(expect, Mapping) or isinstance(got, Mapping) or str(expect) != str(got):
        yield f"{path}: expected {shown_value(expect)}, got {shown_value(got)}"


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def shown_value(value: Any) -> str:
    """Return a value as people read it.

    >>> shown_value(["a", True]), shown_value({}), shown_value("")
    ('a, true', 'nothing', 'nothing')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value in ("", [], {}, ()):
        return "nothing"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown_value(inner)}" for key, inner in value.items()) + "}"
    if _is_list(value):
        return ", ".join(map(shown_value, value))
    return str(value)
