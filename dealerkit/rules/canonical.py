"""The part of a rule set that decides something: without its prose, written in one way only, and its hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dealerkit.files.late_modules import late_imports

with late_imports():  # a ruling needs no hash of its rule set
    import hashlib

PROSE = frozenset({
    "title", "summary", "help", "why", "say", "because", "text", "question", "answers", "note", "words", "weigh", "choices",
    "group", "groups",
})  # fmt: skip
"""Keys whose values tell people something and decide nothing."""

ASIDE = PROSE | {"order", "idle_with", "source", "is_none"}
"""Those, what an author tells lint, which value of an option is called none, and what is cited for a rule: who says so, and how
far that was read, decides nothing.
"""


def without_prose(value: object) -> Any:
    """Return a value without the keys that hold prose, at any depth.

    >>> without_prose({"title": "Tie", "pays": [{"why": "house rule", "to": 8}]})
    {'pays': [{'to': 8}]}
    """
    if isinstance(value, Mapping):
        return {key: without_prose(inner) for key, inner in value.items() if key not in ASIDE}
    if isinstance(value, list | tuple):
        return [without_prose(inner) for inner in value]
    return value


def digest(value: object) -> str:
    """Return the SHA-256, in hexadecimal, of a value's canonical JSON; the order of ordered maps counts.

    >>> digest({"a": 1})[:12]
    '015abd7f5cc5'
    """
    written = json.dumps(_in_order(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


def _in_order(value: object, name: str = "") -> object:
    """Keep the order of maps in which it decides something: as a list of pairs."""
    if isinstance(value, Mapping):
        if name in {"cases", "steps", "procedure"}:
            return [[key, _in_order(inner)] for key, inner in value.items()]
        return {key: _in_order(inner, key) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_in_order(inner) for inner in value]
    return value
