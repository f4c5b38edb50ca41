"""The knowledge of a seat: its own cards as it has seen them, and everything that lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealerkit.cards import Face

if TYPE_CHECKING:
    from dealerkit.table.table import Table


def hand_of(table: Table, seat: str) -> list[Face | None]:
    """Return a seat's own cards as the seat has seen them; None for a card that it has not."""
    felt, bit = table.felt, 1 << int(seat[1:])
    return [felt.faces[card] if felt.seen[card] & bit else None for card in felt.places.get(seat, ()) if card >= 0]


def open_cards(table: Table, place: str) -> list[Face]:
    """Return the faces that lie open in a place, in order."""
    felt = table.felt
    return [face for card in felt.places.get(place, ()) if card >= 0 and felt.up[card] and (face := felt.faces[card]) is not None]
