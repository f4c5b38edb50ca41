"""The first seat to act in stud, by the cards face up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from dealerkit.hands.phh.acts import Cards

_UP: Final = slice(2, 6)  # the third to the sixth card are face up
_ACE: Final = 12


def opener(how: str, hole: Sequence[Cards], live: Sequence[int], seats: int) -> list[int]:
    """Return the order in which the seats act; empty if it depends on unknown cards.

    Args:
        how: `low_card` or `high_card` (with the bring-in), `high_hand` or `low_hand` (on later streets); of equal hands, the
            first from the left of the button acts first.
        hole: The cards of each seat, in the order in which they were dealt.
        live: The seats with cards.
        seats: Number of seats.
    """
    up = {seat: hole[seat][_UP] for seat in live}
    if any(card < 0 for cards in up.values() for card in cards):
        return []
    if how == "low_card":
        first = min(live, key=lambda seat: up[seat])
    elif how == "high_card":
        first = max(live, key=lambda seat: _low_ace(up[seat][0]))
    elif how == "high_hand":
        first = max(live, key=lambda seat: (_rank(up[seat], ace=14), -seat))
    else:
        first = min(live, key=lambda seat: (_rank(up[seat], ace=1), seat))
    return [(first + step - 1) % seats + 1 for step in range(seats)]


def _low_ace(card: int) -> int:
    """Return a card's value by rank and suit, aces low."""
    return card - 52 if card // 4 == _ACE else card


def _rank(cards: Cards, ace: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the value of an open hand: pairs and better, then the ranks that break ties.

    Args:
        cards: The open cards.
        ace: Rank of the ace.
    """
    ranks = Counter(ace if card // 4 == _ACE else card // 4 + 2 for card in cards)
    row = sorted(((count, rank) for rank, count in ranks.items()), reverse=True)
    return tuple(count for count, _ in row), tuple(rank for _, rank in row)
