"""Values as plain data, as in JSON: maps, lists, texts, numbers, booleans and None."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

import attrs

KIND: Final = "kind"
"""The field by which plain data says of which of several classes it is."""
JSON_NAMES: Final = "json_names"
"""The attribute of a class that lists what stands in JSON, where that is not its fields by their own names; see `fields`."""


def as_plain(value: Any) -> Any:
    """Return a value as plain data, as for JSON.

    An attrs value becomes a map of its fields; if its class has `json_names`, of those parts only (see `fields`); if its class is
    one of several kinds, with its `kind` first. A sequence or a set becomes a list, a moment its ISO 8601 form, a decimal amount
    its digits; a path, a fraction, a card or an act becomes its text.

    >>> as_plain({"codes": ("burn/doubled",), "stake": Decimal("1E+2")})
    {'codes': ['burn/doubled'], 'stake': '100'}
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {name: as_plain(part) for name, part in value.items()}
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime):
        return value.isoformat()
    kind = type(value)
    if attrs.has(kind):
        if names := getattr(kind, JSON_NAMES, ""):
            return fields(value, *names.split())
        named = vars(kind).get(KIND)
        head = {KIND: named} if isinstance(named, str) else {}
        return {**head, **fields(value, *(field.name for field in attrs.fields(kind)))}
    if isinstance(value, Iterable):
        return [as_plain(part) for part in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return str(value)


def fields(value: object, *names: str) -> dict[str, Any]:
    """Return parts of a value as plain data, by the names that they have in JSON.

    Args:
        value: The value, or a map; a key that a map lacks counts as None.
        names: The parts, in order. `seat` is the field, property or key of that name. `at=entry.at` takes the part at the path
            `entry.at` and names it `at`; it is None if something on the path is None. A `?` at the end, as in `who?`, turns an
            empty value, 0 or False into None.

    >>> from fractions import Fraction
    >>> fields(Fraction(1, 2), "numerator", "below=denominator", "part=real.imag?")
    {'numerator': 1, 'below': 2, 'part': None}
    """
    parts: dict[str, Any] = {}
    for name in names:
        outside, _, way = name.removesuffix("?").partition("=")
        part: Any = value
        for step in (way or outside).split("."):
            if part is not None:
                part = part.get(step) if isinstance(part, Mapping) else getattr(part, step)
        parts[outside] = as_plain(part) if part or not name.endswith("?") else None
    return parts
