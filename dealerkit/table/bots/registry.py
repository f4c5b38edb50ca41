"""How players of empty seats choose: a function for each mechanic that has something to choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dealerkit.felt import Act
from dealerkit.rules.registries import Registry
from dealerkit.table.bots.players import Chooser

if TYPE_CHECKING:
    from dealerkit.table.table import Table

Adviser = Callable[["Table", str], "tuple[Act, str] | None"]
"""Says what looks best to a seat, and why."""

SENSE: Registry[Chooser] = Registry("chooser", "bots")
"""How a sensible player plays each mechanic; in those that are not here there is nothing to choose."""

ADVICE: Registry[Adviser] = Registry("adviser", "bots")
"""Who is asked for a hint at each mechanic."""


def chooser(mechanic: str, family: str = "") -> Callable[[Chooser], Chooser]:
    """Register how a sensible player of an empty seat plays a mechanic.

    The function is given the table, the seat as it is written (`s3`), its moves and a random generator, and returns the act; None
    to do nothing. It knows only what the seat has seen.

    Args:
        mechanic: The word in `play:`.
        family: The family of games that play it in this way, where the others play it otherwise.

    Raises:
        ValueError: If another module has registered one.
    """

    def register(function: Chooser) -> Chooser:
        SENSE.add(f"{mechanic} {family}".strip(), function, function.__module__)
        return function

    return register


def adviser(mechanic: str) -> Callable[[Adviser], Adviser]:
    """Register who is asked for a hint at a mechanic.

    Args:
        mechanic: The word in `play:`.
    """

    def register(function: Adviser) -> Adviser:
        ADVICE.add(mechanic, function, function.__module__)
        return function

    return register


def sense_of(mechanic: str, family: str) -> Chooser | None:
    """Return how a sensible player of a family of games plays a mechanic; None where there is nothing to choose."""
    return SENSE.get(f"{mechanic} {family}") or SENSE.get(mechanic)
