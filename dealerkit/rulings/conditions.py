"""Conditions in decision lists: what is required of a fact, as a value, a list of values or a range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

Value = bool | int | str | Decimal
"""Values of a fact: yes or no, a whole number, a word or text, an amount of money."""

SPAN = re.compile(r"([0-9]+)(?:-([0-9]+)|(\+))")


def span(text: str) -> tuple[int, int | None] | None:
    """Return the ends of a range: `1-2`, or `2+` with None as its upper end. None if the text is not a range.

    >>> span("1-2"), span("2+"), span("two"), span("2-1")
    ((1, 2), (2, None), None, None)
    """
    match = SPAN.fullmatch(text)
    if match is None:
        return None
    low, high = int(match[1]), None if match[3] else int(match[2])
    return None if high is not None and high < low else (low, high)


def is_number(value: object) -> bool:
    """Return whether a value is a number; booleans do not count as numbers."""
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def holds(wanted: object, value: Value) -> bool:
    """Return whether the value of a fact meets the condition of a case.

    Args:
        wanted: The condition: a value, a list of values and ranges, or for numbers a range.
        value: The fact's value.

    >>> holds("2+", 3), holds([1, "4-5"], 5), holds(True, 1), holds(["placed", "raised"], "moved")
    (True, True, False, False)
    """
    if isinstance(wanted, list):
        return any(holds(single, value) for single in wanted)
    if is_number(value):
        if is_number(wanted):
            return bool(wanted == value)
        ends = span(wanted) if isinstance(wanted, str) else None
        return ends is not None and ends[0] <= value and (ends[1] is None or value <= ends[1])  # type: ignore[operator]
    return type(wanted) is type(value) and bool(wanted == value)


def all_hold(when: Mapping[str, object], known: Mapping[str, Value]) -> bool:
    """Return whether all conditions are met; a fact that is not known does not meet its condition.

    Args:
        when: The conditions, by fact.
        known: The values of known facts.

    >>> all_hold({"count": "2+"}, {"count": 3, "seen": True}), all_hold({"count": "2+", "side": "left"}, {"count": 3})
    (True, False)
    """
    return all(name in known and holds(wanted, known[name]) for name, wanted in when.items())


def words(wanted: object) -> str:
    """Return the condition of a case on one fact in words.

    >>> words(True), words([1, "4-5"]), words("2+"), words("1-2")
    ('yes', '1 or 4 to 5', '2 or more', '1 to 2')
    """
    if isinstance(wanted, list):
        return " or ".join(map(words, wanted))
    if isinstance(wanted, bool):
        return "yes" if wanted else "no"
    ends = span(wanted) if isinstance(wanted, str) else None
    if ends is not None:
        return f"{ends[0]} or more" if ends[1] is None else f"{ends[0]} to {ends[1]}"
    return str(wanted)


def boundaries(wanted: object) -> Iterable[int]:
    """Yield the whole numbers at which a condition on a number may change between met and not met, from both sides.

    >>> sorted(set(boundaries(["2-3", 7])))
    [1, 2, 3, 4, 6, 7, 8]
    """
    for literal in wanted if isinstance(wanted, list) else [wanted]:
        ends = span(literal) if isinstance(literal, str) else None
        low, high = ends or ((literal, literal) if isinstance(literal, int) and not isinstance(literal, bool) else (0, None))
        yield from (low - 1, low)
        if high is not None:
            yield from (high, high + 1)


def told_apart(values: Iterable[Value], conditions: Sequence[object]) -> list[Value]:
    """Return the first of each group of values that all conditions treat alike.

    >>> told_apart([1, 2, 3, 4], ["2+"]), told_apart([True, False], [])
    ([1, 2], [True])
    """
    kept: dict[tuple[bool, ...], Value] = {}
    for value in values:
        kept.setdefault(tuple(holds(wanted, value) for wanted in conditions), value)
    return list(kept.values())
