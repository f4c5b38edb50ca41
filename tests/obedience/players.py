"""Players whose choices depend on the question alone, so that a slip of the dealer does not change them."""

from __future__ import annotations

import random

import dealerkit as dk
from dealerkit.felt import DEALER, Act
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.bots.players import Chooser, Moves
from dealerkit.table.next_acts import urgent_act


def _question(table: dk.Table, seat: str, moves: Moves, seed: int) -> str:
    """Return a seat's question: its step, its moves, and the number of the seat's earlier acts in that way."""
    players = table.players
    verbs = {move.split()[0] for move in moves}
    before = sum(1 for act in table.log if act.who == seat and act.verb in verbs)
    return f"{seed}/{seat}/{players.path if players is not None else ''}/{','.join(sorted(moves))}/{before}"


def staying(table: dk.Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Stay in during betting: check and call, sometimes raise, seldom fold; elsewhere choose sensibly."""
    players = table.players
    if players is None or players.mechanic.name != "betting":
        return sensible(table, seat, moves, rng)
    if rng.random() < 0.12 and "fold" in moves and "check" not in moves:
        return Act.make(seat, "fold")
    if rng.random() < 0.2:
        for move in ("raise", "bet"):
            allowed = moves.get(move)
            if isinstance(allowed, range) and allowed:
                return Act.make(seat, move, n=allowed[0])
    return None


class SteadyPlayers(Bots):
    """Players whose choices depend on the seat and its question, not on the number of acts before.

    Args:
        choose: The choice among legal moves.
        seed: Their seed.
    """

    def __init__(self, choose: Chooser = staying, seed: int = 0) -> None:
        def steady(table: dk.Table, seat: str, moves: Moves, _rng: random.Random) -> Act | None:
            return choose(table, seat, moves, random.Random(_question(table, seat, moves, seed)))

        super().__init__(steady, seed)

    def acts(self, table: dk.Table) -> list[Act]:
        """Return the players' acts now; the first seat with a question acts first."""
        players = table.players
        if players is None or players.until or not table.ask or urgent_act(table) is not None:
            return super().acts(table)
        for seat, moves in table.ask.items():
            if seat == DEALER:
                continue
            act = self.choose(table, seat, moves, random.Random(0)) or players.mechanic.plain(
                table.now, players.params, seat, moves
            )
            if act is not None:
                return [act]
        return []
