"""The seat whose exposed cards open a round: the bring-in, or the board that acts first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.rules.rankings import ranking


def brings_in(upcards: Mapping[int, int], *, high: bool) -> int:
    """Return the seat whose upcard makes it post the bring-in; 0 for none.

    Args:
        upcards: Each seat's upcard, as a number.
        high: Whether the highest card brings it in, with the ace low; otherwise the lowest card does, by rank and suit.
    """

    def place(seat: int) -> tuple[int, int]:
        card = upcards[seat]
        rank = card // 4
        if high and rank == _ACE:
            rank = -1  # in a game for low the ace is the lowest card
        return rank, card % 4

    return (max if high else min)(upcards, key=place) if upcards else 0


_ACE = 12


_MOST = 7
"""Most cards that can be ranked together; of more upcards only the first ones count."""


def opens(boards: Mapping[int, Sequence[int]], *, low: bool, by_position: bool, joker: str = "none") -> int:
    """Return the seat whose exposed cards act first; 0 for none. The best board acts first or, with `low`, the lowest.

    Args:
        boards: Exposed cards by seat, as numbers; the seats in the order of the deal.
        low: Whether the lowest board acts first.
        by_position: Whether the first of equal boards acts first, and not the board with the highest card by suit.
        joker: Meaning of the joker, if it is in the pack (option `joker`, WC-07).
    """
    if not boards:
        return 0
    order = ranking("ace-to-five" if low else "high", {"joker": joker})
    values = {seat: order.value(held[:_MOST]) for seat, held in boards.items()}
    best = max(values.values())
    tied = [seat for seat in boards if values[seat] == best]
    if len(tied) == 1 or by_position:
        return tied[0]

    def top(seat: int) -> tuple[int, int]:
        place = [((-1 if low and card // 4 == _ACE else card // 4), card % 4) for card in boards[seat]]
        return max(place)

    return max(tied, key=top)
