"""Hands at the showdown, and which of their cards play."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.arithmetic.ranking import category, in_full, name, ranks
from dealerkit.cards import FACES, Face
from dealerkit.rules.rankings import Form, FormPart, wild_cards

LETTERS = {14: "A", 13: "K", 12: "Q", 11: "J", 10: "T", 1: "A", **{rank: str(rank) for rank in range(2, 10)}}
BY_INDEX = {face.index: face for face in FACES.values()}


@attrs.frozen
class MadeHand:
    """The best hand of a player for one half of the pot.

    Attributes:
        value: Rank of the hand: the higher value wins, in lows too; 0 if the hand does not count.
        category: Its category, such as `full_house`; empty if it does not count.
        name: Its name as a dealer calls it.
        in_full: The name with every rank that can break a tie.
        cards: The cards that play, in the order in which they count; wild cards last.
    """

    value: int
    category: str
    name: str
    in_full: str
    cards: tuple[Face, ...]


@attrs.frozen
class Hand:
    """A player's hand at the showdown.

    Attributes:
        name: Name of the player.
        cards: The player's own cards.
        high: The best hand for high; None if the game has no high half.
        low: The best hand for low; None if the game has no low half.
    """

    name: str
    cards: tuple[Face, ...]
    high: MadeHand | None
    low: MadeHand | None


def made_hand(part: FormPart, form_: Form, cards: Sequence[Face], board: Sequence[Face]) -> MadeHand:
    """Return a player's best hand for one half of the pot (HR-17). A hand that shows a card of the rank that kills does not count
    (MS-08).

    Args:
        part: The half of the pot.
        form_: The game's rules for the showdown.
        cards: The player's own cards.
        board: The shared cards.
    """
    ranker = part.ranker
    hole, shared = [card.index for card in cards], [card.index for card in board]
    killed = not wild_cards(str(form_.options.get("kill", "none"))).isdisjoint(hole)
    value, best = (0, ()) if killed else ranker.best(hole, shared, form_.from_hand)
    order = ranker.order
    places = ranks(value, order)
    straight = category(value, order) in {"straight", "straight_flush"}

    def weight(card: int) -> tuple[int, int, int]:
        rank = order.place(card)
        if card in ranker.wild or card == 52:
            return 99, 0, 0
        if straight and rank == 14 and places[0] < 14:
            return 14, 0, -card
        return (places.index(rank) if rank in places else 15 - rank if straight else 20), -rank, -card

    shown = tuple(BY_INDEX[card] for card in sorted(best, key=weight))
    return MadeHand(
        value,
        category(value, order),
        name(value, order, part.words),
        in_full(value, order, part.words, LETTERS),
        shown,
    )
