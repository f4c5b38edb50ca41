"""Values as plain data, which JSON and files hold: maps, lists, texts, numbers, yes and no, and nothing."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

import attrs

KIND: Final = "kind"
"""The field by which plain data says of which of several classes it is."""


def as_plain(value: Any) -> Any:
    """Return a value as plain data: a frozen value as a map of its fields, rows as lists, an amount as its digits.

    A value of a class that is one of several kinds says first which `kind` it is.

    >>> as_plain({"codes": ("burn/doubled",), "stake": Decimal("1E+2")})
    {'codes': ['burn/doubled'], 'stake': '100'}
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return {name: as_plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [as_plain(part) for part in value]
    if isinstance(value, Decimal):
        return format(value, "f")
    kind = type(value)
    if not attrs.has(kind):
        return value
    named = vars(kind).get(KIND)
    head = {KIND: named} if isinstance(named, str) else {}
    return {**head, **fields(value, *(field.name for field in attrs.fields(kind)))}


def fields(value: object, *names: str) -> dict[str, Any]:
    """Return some fields of a value by their own names, as plain data.

    Args:
        value: The value.
        names: The names of its fields or properties, in the order in which they are to stand.
    """
    return {name: as_plain(getattr(value, name)) for name in names}
