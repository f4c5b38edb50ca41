"""Simulated players of games with rows: they play the cards that open the way for other cards of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.table.bots.knowledge import hand_of
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


@chooser("build_rows")
def build_rows(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the play of the card for which most other cards of the hand wait, those farthest away counting most; a seven for
    which none waits is held back.
    """
    return worth_most(table, seat, moves, rng, lambda face, hand: _waiting(table, face, hand))


def worth_most(
    table: Table, seat: str, moves: Moves, rng: random.Random, worth: Callable[[Face, Sequence[Face]], int]
) -> Act | None:
    """Return the play of the most useful card of the hand among those allowed, at random among equal ones; None if none is known
    or allowed.

    Args:
        table: The table.
        seat: The player: `s3`.
        moves: The open moves, each with the cards allowed.
        rng: Source of chance.
        worth: Function that returns the usefulness of a card, from the card and the known cards of the hand.
    """
    allowed = moves.get("play")
    if allowed is None:
        return None
    hand = [face for face in hand_of(table, seat) if face is not None]
    values = {face: worth(face, hand) for face in hand if face in allowed}
    if not values:
        return None
    best = max(values.values())
    return Act.make(seat, "play", cards=(rng.choice([face for face, value in values.items() if value == best]),))


def _waiting(table: Table, face: Face, hand: Sequence[Face]) -> int:
    """Return the number of own cards for which a card opens the way, weighted by distance: in its sequence, and for a card that
    begins a row on both sides.
    """
    specs = table.felt.layout.places
    place = table.felt.layout.sequence.get(face, "")
    ways = [spec.takes for name, spec in specs.items() if name == place or (spec.after and spec.after == place)]
    return sum(at + 1 for way in ways for at, card in enumerate(_behind(way, face)) if card in hand)


def _behind(way: Sequence[Face], face: Face) -> Sequence[Face]:
    return way[way.index(face) + 1 :] if face in way else way
