"""Sensible players of games with rows: open the way for their own cards, and for nobody else's."""

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
    """Play the card that most other own cards wait for, counting the farthest of them most; keep back a seven that none waits
    for.
    """
    return worth_most(table, seat, moves, rng, lambda face, hand: _waiting(table, face, hand))


def worth_most(
    table: Table, seat: str, moves: Moves, rng: random.Random, worth: Callable[[Face, Sequence[Face]], int]
) -> Act | None:
    """Play the card of the hand that is worth most among those allowed, any of several alike; None if none is known or allowed.

    Args:
        table: The table.
        seat: Who plays, as `s3`.
        moves: What the seat may do, and the cards that it may do it with.
        rng: Chooses among cards that are worth the same.
        worth: What a card is worth, given it and the whole hand as far as it is known.
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
    """Return the number of own cards that a card opens the way for, weighted by distance: in its sequence, and on both sides of a
    card that begins a row.
    """
    specs = table.felt.layout.places
    place = table.felt.layout.sequence.get(face, "")
    ways = [spec.takes for name, spec in specs.items() if name == place or (spec.after and spec.after == place)]
    return sum(at + 1 for way in ways for at, card in enumerate(_behind(way, face)) if card in hand)


def _behind(way: Sequence[Face], face: Face) -> Sequence[Face]:
    return way[way.index(face) + 1 :] if face in way else way
