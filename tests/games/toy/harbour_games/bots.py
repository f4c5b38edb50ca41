"""A player of a toy."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from dealerkit.felt import Act
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser

if TYPE_CHECKING:
    from dealerkit.table.table import Table


@chooser("hail")
def hail(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act:
    """Hail whoever comes, and never refuse."""
    return Act.make(seat, "answer", "ahoy")
