"""Sense at a box: the first word that the game's own table of good play has for a hand, and the whole of a wager."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from dealerkit.felt import Act
from dealerkit.games.pit.facts.boxes import box_round
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser

if TYPE_CHECKING:
    from dealerkit.table.table import Table


@chooser("decide")
def decide(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Say what is usual for such a hand, as `usual` of the words has it; put what a word costs, as far as the stack goes."""
    made, felt = box_round(table.now), table.felt
    for move, allowed in moves.items():
        if move.startswith("bet "):
            most = max(allowed, default=None)  # type: ignore[call-overload]
            return (
                None
                if most is None
                else Act.make(seat, *move.split(), n=min(most, felt.written(felt.rows["stack"][int(seat[1:])])))
            )
    hand = made.turn
    if hand is None:
        return None
    told, stack = made.told(hand), felt.rows["stack"][hand.seat]
    for move in moves:
        word = made.boxes.words[move.split()[1]]
        if word.wager and stack < made.stake(hand, made.boxes.main):
            continue
        if any(one.holds(told) for one in word.usual):
            return Act.make(seat, *move.split())
    return None


@chooser("offer")
def offer(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Take what is offered now and then, as most players should not."""
    if rng.random() > 0.3:
        return None
    move = rng.choice(list(moves))
    if move.startswith("answer "):
        return Act.make(seat, *move.split())
    most = max(moves[move], default=None)  # type: ignore[call-overload]
    stack = table.felt.written(table.felt.rows["stack"][int(seat[1:])])
    return None if most is None or most > stack else Act.make(seat, *move.split(), n=most)
