"""Sensible players at a box: the first word that the game's own table of usual play has for a hand, and wagers for the full
amount.
"""

from __future__ import annotations

import random

from dealerkit.felt import Act
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


@chooser("decide")
def decide(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Say the word that is usual for the hand by `usual` of the words, if its cards are known; put the largest amount that a word
    costs.
    """
    round_ = box_round(table.now)
    if "show" in moves:
        return Act.make(seat, "show")
    unknown = round_.turn is None or round_.letters(round_.turn.cards) is None
    for move in moves:
        if move.startswith("bet "):
            return _most(seat, move, moves)
        word = round_.boxes.words[move.split()[1]]
        if (
            round_.turn is not None
            and not unknown
            and any(condition.holds(round_.against(round_.turn)) for condition in word.usual)
        ):
            return Act.make(seat, *move.split())
    return None


@chooser("offer")
def offer(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Accept an offer now and then, as most players should not."""
    if "show" in moves and len(moves) == 1:
        return Act.make(seat, "show")
    if not moves or rng.random() > 0.3:
        return None
    move = rng.choice(list(moves))
    return _most(seat, move, moves) if move.startswith("bet ") else Act.make(seat, *move.split())


def _most(seat: str, move: str, moves: Moves) -> Act | None:
    """Return the act that puts the largest allowed amount; None if none is allowed."""
    most = max(moves[move], default=None)  # type: ignore[call-overload]
    return None if most is None else Act.make(seat, *move.split(), n=most)
