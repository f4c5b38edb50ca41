"""A sensible player's cut: somewhere in the middle half."""

from __future__ import annotations

import random

from dealerkit.felt import Act
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


@chooser("player_cuts")
def cut(_table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Cut somewhere in the middle half of the pack; None if the seat has no such move."""
    for move, allowed in moves.items():
        if isinstance(allowed, range) and allowed:
            quarter = len(allowed) // 4
            return Act.make(seat, *move.split(), n=allowed[rng.randint(quarter, len(allowed) - 1 - quarter)])
    return None
