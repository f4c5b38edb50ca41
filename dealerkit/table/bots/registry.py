"""Registry of the bots' choices: a function for each mechanic (way of asking the players) in which there is something to
choose.
"""

from __future__ import annotations

from collections.abc import Callable

from dealerkit.felt import Act
from dealerkit.rules.registries import Registry
from dealerkit.table.bots.players import Chooser
from dealerkit.table.table import Table

Adviser = Callable[["Table", str], "tuple[Act, str] | None"]
"""Function that takes the table and a seat, and returns the best act and the reason; None for no advice."""

SENSE: Registry[Chooser] = Registry("chooser", "bots")
"""Functions that play a mechanic sensibly, by mechanic and family; mechanics without choices have none."""

ADVICE: Registry[Adviser] = Registry("adviser", "bots")
"""Adviser for hints, by mechanic."""


def chooser(mechanic: str, family: str = "") -> Callable[[Chooser], Chooser]:
    """Register a function that plays a mechanic sensibly for an empty seat.

    The function takes the table, the seat (`s3`), its moves and a random generator, and returns the act; None for no act. It uses
    only cards that the seat has seen.

    Args:
        mechanic: Name of the mechanic, as rule files write it after `play:`.
        family: Family of games in which the mechanic is played in this way; empty for all others.

    Raises:
        ValueError: If another module has registered a function for it.
    """

    def register(function: Chooser) -> Chooser:
        SENSE.add(f"{mechanic} {family}".strip(), function, function.__module__)
        return function

    return register


def adviser(mechanic: str) -> Callable[[Adviser], Adviser]:
    """Register the function that gives hints to the players in a mechanic.

    It takes the table and the seat (`s3`), and returns an act and the reason for it; None for no advice.

    Args:
        mechanic: Name of the mechanic, as rule files write it after `play:`.
    """

    def register(function: Adviser) -> Adviser:
        ADVICE.add(mechanic, function, function.__module__)
        return function

    return register


def sense_of(mechanic: str, family: str) -> Chooser | None:
    """Return the function that plays a mechanic sensibly in a family of games; None for a mechanic without choices.

    Args:
        mechanic: Name of the mechanic, as rule files write it after `play:`.
        family: Name of the family of games.
    """
    return SENSE.get(f"{mechanic} {family}") or SENSE.get(mechanic)
