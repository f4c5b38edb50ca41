"""Tables of every game at many points of hands that bots play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dealerkit as dk
from dealerkit.rules.games import games
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.rounds import Rounds

GAMES = tuple(games())
MOST = 700


def moments(game: str, seed: int = 7, every: int = 9, hands: int = 2, **how: Any) -> Iterator[dk.Table]:
    """Yield a table of a game repeatedly during its hands."""
    table = dk.Table(game, seed=seed, **how)
    bots, rounds = Bots(sensible), Rounds(table)
    yield table
    for number in range(MOST):
        asked = bots.acts(table)
        act = asked[0] if asked else table.next_act()
        if act is None or rounds.done >= hands:
            break
        table.push(act)
        if rounds.look(table) or number % every == 0:
            yield table
    yield table
