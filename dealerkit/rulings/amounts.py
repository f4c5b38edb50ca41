"""Amounts of money in a ruling: a case's `amounts` names for each a fact, or one of the sums worked out here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

Sum = Callable[[Mapping[str, Any]], "Decimal | None"]


def _commission(rounding: str) -> Sum:
    """Round the exact commission to what the rack can pay; BA-65."""

    def rounded(facts: Mapping[str, Any]) -> Decimal | None:
        due, unit = facts.get("commission_due"), facts.get("commission_unit")
        if not isinstance(due, Decimal) or not isinstance(unit, Decimal) or not unit:
            return None
        return (due / unit).to_integral_value(rounding) * unit

    return rounded


SUMS: Mapping[str, Sum] = {
    "commission_nearest": _commission(ROUND_HALF_UP),
    "commission_up": _commission(ROUND_CEILING),
    "commission_down": _commission(ROUND_FLOOR),
}


def amounts(wanted: Mapping[str, str], facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the amounts of a case that can be told, as decimal text.

    Args:
        wanted: What each amount is called, and the fact or sum that it is.
        facts: What is known.

    >>> amounts({"commission": "commission_up"}, {"commission_due": Decimal("1.05"), "commission_unit": Decimal("0.25")})
    {'commission': '1.25'}
    """
    found: dict[str, str] = {}
    for name, source in wanted.items():
        value = SUMS[source](facts) if source in SUMS else facts.get(source)
        if isinstance(value, Decimal):
            found[name] = format(value, "f")
    return found
