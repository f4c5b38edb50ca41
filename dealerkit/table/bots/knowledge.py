"""The cards that a seat knows: its own that it has seen, and all face-up cards."""

from __future__ import annotations

from dealerkit.cards import Face
from dealerkit.table.table import Table


def hand_of(table: Table, seat: str) -> list[Face | None]:
    """Return a seat's own cards as it has seen them; None for an unseen card."""
    felt, bit = table.felt, 1 << int(seat[1:])
    return [felt.faces[card] if felt.seen[card] & bit else None for card in felt.places.get(seat, ()) if card >= 0]


def open_cards(table: Table, place: str) -> list[Face]:
    """Return the face-up cards of a place, in order."""
    felt = table.felt
    return [face for card in felt.places.get(place, ()) if card >= 0 and felt.up[card] and (face := felt.faces[card]) is not None]
