"""The arithmetic of cuts: orders of cards in and out; nothing else of this package is imported.

An order is read from the top: its first card is dealt next. A simple cut with a `lift` puts that many cards from the top under
the rest (CU-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def simple(order: Sequence[T], lift: int) -> list[T]:
    """Return the order after a simple cut (CU-01).

    Args:
        order: The cards, the top one first.
        lift: Number of cards lifted off the top, 0 to all of them.

    Raises:
        ValueError: If there are fewer cards.

    >>> simple("abcde", 2)
    ['c', 'd', 'e', 'a', 'b']
    """
    if not 0 <= lift <= len(order):
        msg = f"can't cut {lift} cards from {len(order)}"
        raise ValueError(msg)
    return [*order[lift:], *order[:lift]]


def from_the_middle(order: Sequence[T], above: int, packet: int) -> list[T]:
    """Return the order after a packet from the middle went on top: the first half of Scarne's cut (CU-12).

    Args:
        order: The cards, the top one first.
        above: Number of cards above the packet.
        packet: Number of cards in it.

    Raises:
        ValueError: If there are fewer cards.

    >>> from_the_middle("abcde", 2, 2)
    ['c', 'd', 'a', 'b', 'e']
    """
    if above < 0 or packet < 0 or above + packet > len(order):
        msg = f"can't take {packet} cards from under {above}: there are only {len(order)} cards"
        raise ValueError(msg)
    return [*order[above : above + packet], *order[:above], *order[above + packet :]]


def scarne(order: Sequence[T], above: int, packet: int, lift: int) -> list[T]:
    """Return the order after Scarne's cut: a packet from the middle goes on top, then a simple cut follows (CU-12).

    Args:
        order: The cards, the top one first.
        above: Number of cards above the packet.
        packet: Number of cards in it.
        lift: Number of cards that then go under.

    Raises:
        ValueError: If there are fewer cards.

    >>> scarne("abcdef", 2, 2, 3)
    ['b', 'e', 'f', 'c', 'd', 'a']
    """
    return simple(from_the_middle(order, above, packet), lift)


def as_one(lifts: Iterable[int], cards: int) -> int:
    """Return the single simple cut that equals several: the sum of their sizes, modulo the deck (CU-13, CU-14).

    Args:
        lifts: Sizes of the cuts, in cards.
        cards: Number of cards in the deck.

    >>> as_one([10, 20, 30], 52), as_one([26, 26], 52)
    (8, 0)
    """
    return sum(lifts) % cards if cards else 0


def between(before: Sequence[T], after: Sequence[T]) -> int | None:
    """Return the size of the simple cut that leads from one order to another: 0 if they are equal, None if no simple cut does
    (CU-15).

    If equal cards occur more than once, several cuts may lead there; the smallest is returned.

    >>> between("abcde", "cdeab"), between("abcde", "abcde"), between("abcde", "acbde")
    (2, 0, None)
    """
    if len(before) != len(after):
        return None
    before, after = list(before), list(after)
    for lift in range(max(1, len(before))):
        if before[lift:] == after[: len(before) - lift] and before[:lift] == after[len(before) - lift :]:
            return lift
    return None


def shown(order: Sequence[T], lift: int) -> T:
    """Return the card that a player shows by lifting a packet off the top: the packet's bottom card (CU-17).

    Args:
        order: The cards, the top one first.
        lift: Number of cards lifted.

    Raises:
        ValueError: If the packet is empty, or larger than the deck.
    """
    if not 1 <= lift <= len(order):
        msg = f"to cut for a card, lift 1 to {len(order)} cards, not {lift}"
        raise ValueError(msg)
    return order[lift - 1]
