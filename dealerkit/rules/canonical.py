"""The part of a rule set that decides anything, without its prose and in one canonical form, and its hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dealerkit.files.late_modules import late_imports

with late_imports():  # a ruling does not need the hash of its rule set
    import hashlib

PROSE = frozenset({
    "title", "summary", "help", "why", "say", "because", "text", "question", "answers", "note", "words", "weigh", "choices",
    "group", "groups",
})  # fmt: skip
"""Keys with prose, which decides nothing."""

ASIDE = PROSE | {"order", "idle_with", "source", "is_none"}
"""Keys that decide nothing: prose, an author's marks for lint, the value of an option that stands for none, and citations."""


def without_prose(value: object) -> Any:
    """Return plain data without the keys that decide nothing, such as titles and reasons, at any depth.

    >>> without_prose({"title": "Tie", "pays": [{"why": "house rule", "to": 8}]})
    {'pays': [{'to': 8}]}
    """
    if isinstance(value, Mapping):
        return {key: without_prose(inner) for key, inner in value.items() if key not in ASIDE}
    if isinstance(value, list | tuple):
        return [without_prose(inner) for inner in value]
    return value


def digest(value: object) -> str:
    """Return the SHA-256 of plain data in canonical JSON, in hexadecimal. Where the order of a map matters, it affects the hash.

    >>> digest({"a": 1})[:12]
    '015abd7f5cc5'
    """
    written = json.dumps(_in_order(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


def _in_order(value: object, name: str = "") -> object:
    """Return a value with ordered maps replaced by lists of pairs."""
    if isinstance(value, Mapping):
        if name in {"cases", "steps", "procedure"}:
            return [[key, _in_order(inner)] for key, inner in value.items()]
        return {key: _in_order(inner, key) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_in_order(inner) for inner in value]
    return value
