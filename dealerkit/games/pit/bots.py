"""Simulated players at a box: they decide by the game's own table of usual play, and put down further wagers in full. If a wager
may have several multiples, they put the smallest unless that table says otherwise.
"""

from __future__ import annotations

import random

from dealerkit.arithmetic.conditions import holds_any
from dealerkit.felt import Act
from dealerkit.games.pit.facts.boxes import BoxRound
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


@chooser("decide")
def decide(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the decision that is usual for the hand (`usual` of the game's words), or a bet of the further wager that it
    requires; None if the hand's cards are not known or no decision is usual.
    """
    round_ = box_round(table.now)
    if "show" in moves:
        return Act.make(seat, "show")
    unknown = round_.turn is None or round_.letters(round_.turn.cards) is None
    for move in moves:
        if move.startswith("bet "):
            return _least(seat, move, moves) if _bets_small(round_, seat) else _most(seat, move, moves)
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
    """Return the acceptance of an offer now and then, which for most players is a mistake; None if it is declined."""
    if "show" in moves and len(moves) == 1:
        return Act.make(seat, "show")
    if not moves or rng.random() > 0.3:
        return None
    move = rng.choice(list(moves))
    return _most(seat, move, moves) if move.startswith("bet ") else Act.make(seat, *move.split())


def _bets_small(round_: BoxRound, seat: str) -> bool:
    """Return whether a seat puts the smallest amount for its last word: its wager has several multiples, and the hand is not one
    for the most.
    """
    spoken = (hand for hand in round_.hands if f"s{hand.seat}" == seat and hand.words and round_.lacks_bet(hand))
    for hand in spoken:
        word = round_.boxes.words[hand.words[-1]]
        return bool(round_.boxes.wagers[word.wager].times) and not holds_any(word.most, round_.against(hand))
    return False


def _least(seat: str, move: str, moves: Moves) -> Act | None:
    """Return the act that puts the smallest allowed amount; None if none is allowed."""
    least = min(moves[move], default=None)  # type: ignore[call-overload]
    return None if least is None else Act.make(seat, *move.split(), n=least)


def _most(seat: str, move: str, moves: Moves) -> Act | None:
    """Return the act that puts the largest allowed amount; None if none is allowed."""
    most = max(moves[move], default=None)  # type: ignore[call-overload]
    return None if most is None else Act.make(seat, *move.split(), n=most)
