"""Editions of the house rules: one for each reader, all of the same source."""

from __future__ import annotations

from dealerkit.errors import UnknownName
from dealerkit.sheets.editions import book, changes, control, dealer, floor, incident, player, rates, score, wall
from dealerkit.sheets.editions.edition import Edition, Order

_ALL: tuple[Edition, ...] = (
    player.EDITION,
    wall.EDITION,
    score.EDITION,
    rates.EDITION,
    dealer.EDITION,
    floor.EDITION,
    incident.EDITION,
    changes.EDITION,
    book.EDITION,
    control.EDITION,
)
EDITIONS = {one.name: one for one in _ALL}
"""Every edition by its name, in the order in which they are listed: by reader."""


def edition(name: str) -> Edition:
    """Return an edition.

    Raises:
        UnknownName: If there is none of that name.
    """
    if name not in EDITIONS:
        kind = "edition"
        raise UnknownName(kind, name, EDITIONS)
    return EDITIONS[name]


__all__ = ["EDITIONS", "Edition", "Order", "edition"]
