"""The sequence of a deck: whether its cards lie in the order that a check or the house's reset asks for (VD-02, VD-05, VD-08)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from dealerkit.cards import RANKS, SUITS, Face
from dealerkit.errors import check_name
from dealerkit.jobs.deck.packs import Pack, decks_doc
from dealerkit.rules.entries import Branch

_ACE_LOW = "A" + RANKS[:-1]


def order_names() -> list[str]:
    """Return the names of the sequences."""
    return list(decks_doc().data["orders"])


def out_of_order(pack: Pack, faces: Sequence[Face | None], order: str) -> int | None:
    """Return the index of the first card out of sequence, from 0; None if all are in order.

    Missing or duplicate cards do not break a sequence, and jokers and unreadable cards may lie anywhere. Several decks may follow
    each other, each in its own sequence.

    Args:
        pack: The pack that the deck should be.
        faces: The cards in the order in which they lie; None for one that nobody could read.
        order: The name of the sequence, a key of `orders` in `procedures/decks.yaml`.

    Raises:
        UnknownName: If there is no such sequence.
    """
    orders: Mapping[str, Branch] = decks_doc().data["orders"]
    check_name("sequence", order, orders)
    order_data = orders[order]
    known = [(at, face) for at, face in enumerate(faces) if face is not None and face.rank is not None]
    if order_data["suits"] == "any":
        return _by_blocks(known, pack.composition.decks)
    ranks = str(order_data["ranks"])
    places = [(at, (order_data["suits"].index(face.name[1]), ranks.index(face.name[0]))) for at, face in known]
    left = pack.composition.decks - 1
    for (_, before), (at, place) in pairwise(places):
        if place < before:
            left -= 1
            if left < 0:
                return at
    return None


def _by_blocks(known: Sequence[tuple[int, Face]], decks: int) -> int | None:
    """Return the index where a suit comes back more often than there are decks, or the ranks of a suit do not run one way."""
    blocks: list[list[tuple[int, Face]]] = []
    seen = dict.fromkeys(SUITS, 0)
    for at, face in known:
        if not blocks or blocks[-1][-1][1].name[1] != face.name[1]:
            seen[face.name[1]] += 1
            if seen[face.name[1]] > decks:
                return at
            blocks.append([])
        blocks[-1].append((at, face))
    return next((turn for block in blocks if (turn := _turns(block, decks)) is not None), None)


def _turns(block: Sequence[tuple[int, Face]], decks: int) -> int | None:
    """Return the latest index at which every possible run of a suit's ranks is broken; None if one holds."""
    ways = [way for ranks in (RANKS, _ACE_LOW) for way in (ranks, ranks[::-1])]
    turns: list[int] = []
    for way in ways:
        left = decks - 1
        for (_, before), (at, face) in pairwise(block):
            if way.index(face.name[0]) < way.index(before.name[0]):
                left -= 1
                if left < 0:
                    turns.append(at)
                    break
        else:
            return None
    return max(turns)
