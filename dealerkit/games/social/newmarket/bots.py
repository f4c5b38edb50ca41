"""Simulated players of games with runs and a spare hand on the table: they judge its likely value, and lead the suit that runs
longest.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.social.fan_tan.bots import worth_most
from dealerkit.games.social.newmarket.facts import next_higher, pay_cards
from dealerkit.table.bots.knowledge import hand_of
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


def _worth(table: Table, hand: Sequence[Face]) -> int:
    """Return the expected win of a hand's pay cards, in smallest chips."""
    pots = pay_cards(table.now)
    return sum(table.felt.rows[pots[face]][0] for face in hand if face in pots)


def keep_or_exchange(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the dealer's answer to whether to exchange hands: keep a hand with a pay card, and now and then exchange one
    without. None if that is not the question.
    """
    if "answer exchange" not in moves or "answer keep" not in moves:
        return None
    hand = [face for face in hand_of(table, seat) if face is not None]
    keeps = bool(_worth(table, hand)) or rng.random() < 0.5
    return Act.make(seat, "answer", "keep" if keeps else "exchange")


@chooser("open_auction")
def open_auction(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return a bid one lowest chip higher, up to a share of the pots, for a hand without a pay card; else a pass."""
    if "bid" not in moves:
        return None
    felt = table.felt
    hand = [face for face in hand_of(table, seat) if face is not None]
    lying = sum(felt.rows[pot][0] for pot in felt.layout.pots)
    least = felt.units(next(iter(moves["bid"])))  # type: ignore[call-overload]
    limit = 0 if _worth(table, hand) else lying // (table.seats + 1)
    if least > limit or least > felt.rows["stack"][int(seat[1:])] or rng.random() < 0.2:
        return Act.make(seat, "pass")
    return Act.make(seat, "bid", n=felt.written(least))


@chooser("build_runs")
def build_runs(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an act: take a pot that was won; else lead the suit in which most of the hand's cards are in sequence, above all
    towards a pay card that it holds.
    """
    for move in moves:
        if move.startswith("take "):
            return Act.make(seat, *move.split())
    return worth_most(table, seat, moves, rng, lambda face, hand: _follows(table, face, hand))


def _follows(table: Table, face: Face, hand: Sequence[Face]) -> int:
    """Return twice the number of own cards that follow a card at once, plus 3 if a pay card of the suit is held."""
    count, card = 0, face
    while (after := next_higher(card)) is not None and after in hand:
        count, card = count + 1, after
    pots = pay_cards(table.now)
    waits = any(other in pots and table.felt.rows[pots[other]][0] for other in hand if other.suit is face.suit)
    return 2 * count + 3 * waits
