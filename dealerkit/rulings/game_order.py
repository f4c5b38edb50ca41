"""Sums of the order of the game: the clock, blinds that were missed or are short, hands to wait (CO-28 to CO-43).

Each is worked out of the facts of a dispute, money in the unit in which it was told; None where they do not tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any


def clock(facts: Mapping[str, Any]) -> str | None:
    """Say how long the clock runs; CO-28.

    >>> clock({"clock_seconds": 25, "clock_count": 5})
    '25 seconds, then a count of 5'
    """
    seconds, count = facts.get("clock_seconds"), facts.get("clock_count")
    if seconds is None:
        return None
    return f"{seconds} seconds" + (f", then a count of {count}" if count else "")


def missed(*blinds: str) -> Callable[[Mapping[str, Any]], Decimal | None]:
    """Make the sum of some blinds, as far as a player has missed them: the big one is live, the small one dead; CO-31, RM-33.

    >>> facts = {"missed": "both", "big_blind": Decimal(10), "small_blind": Decimal(5)}
    >>> missed("big", "small")(facts), missed("big")(facts), missed("small")(facts)
    (Decimal('15'), Decimal('10'), Decimal('5'))
    """

    def owed(facts: Mapping[str, Any]) -> Decimal | None:
        which = facts.get("missed")
        if which is None:
            return None
        sums = [facts.get(f"{blind}_blind") for blind in blinds if which in (blind, "both")]
        told = [one for one in sums if isinstance(one, Decimal)]
        return sum(told, Decimal(0)) if len(told) == len(sums) else None

    return owed


def hands_to_wait(facts: Mapping[str, Any]) -> str | None:
    """Say how many hands a player waits who moved away from the big blind: one for each active seat; CO-34."""
    moved = facts.get("seats_moved")
    return f"{moved} {'hand' if moved == 1 else 'hands'}" if isinstance(moved, int) else None


def blind_first(facts: Mapping[str, Any]) -> Decimal | None:
    """Return what of a short stack is the big blind: all there is, up to the blind; CO-43, T RP-11."""
    blind, chips = facts.get("big_blind"), facts.get("chips_left")
    return min(blind, chips) if isinstance(blind, Decimal) and isinstance(chips, Decimal) else None


def ante_rest(facts: Mapping[str, Any]) -> Decimal | None:
    """Return what is left of a short stack for the ante, when the blind has been taken first; CO-43, T RP-11."""
    blind, ante, chips = blind_first(facts), facts.get("ante"), facts.get("chips_left")
    return min(ante, chips - blind) if blind is not None and isinstance(ante, Decimal) and isinstance(chips, Decimal) else None


SUMS: Mapping[str, Callable[[Mapping[str, Any]], Decimal | str | None]] = {
    "clock": clock,
    "post_total": missed("big", "small"),
    "post_live": missed("big"),
    "post_dead": missed("small"),
    "hands_to_wait": hands_to_wait,
    "blind_first": blind_first,
    "ante_rest": ante_rest,
}
ASSUMED: Mapping[str, tuple[str, ...]] = {"clock": ("clock_seconds", "clock_count")}
"""The facts behind a sum of which something may be assumed when nobody says."""
TELLING: Mapping[str, tuple[str, ...]] = {
    **ASSUMED,
    "post_total": (),  # one of its parts is lacking too
    "post_live": ("big_blind",),
    "post_dead": ("small_blind",),
    "hands_to_wait": ("seats_moved",),
    "blind_first": ("big_blind", "chips_left"),
    "ante_rest": ("big_blind", "ante", "chips_left"),
}
"""The facts that a sum is worked out of, to be asked for where a question hangs on it."""
