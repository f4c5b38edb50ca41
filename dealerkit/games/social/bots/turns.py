"""Simulated players of games of turns: they take cards that help the hand, discard the least useful, and knock in time."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.social.canasta.bots import meld_player
from dealerkit.games.social.thirty_one.facts import total_of
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import Chooser, Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


@chooser("turns")
def turns(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an act in the current phase; a card that must be shown or a meld that must be squared comes first."""
    players = table.players
    turn: Mapping[str, Mapping[str, str] | None] = players.params["turn"] if players is not None else {}
    for name, spec in turn.items():
        word = (spec or {}).get("phase", name)
        if word in BY_PHASE:
            return BY_PHASE[word](table, seat, moves, rng)
    return None


def _best_three(table: Table, cards: Sequence[Face]) -> Fraction:
    """Return the best total of three of four cards."""
    return max(total_of(table.now, [*cards[:at], *cards[at + 1 :]]) for at in range(len(cards)))


def best_total(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an act of a player who collects a suit: take the upcard if it raises the total, knock on a total that is hard to
    beat.
    """
    hand = [face for face in hand_of(table, seat) if face is not None]
    if "discard" in moves:
        able = [face for face in hand if face in moves["discard"]]
        worth = {face: total_of(table.now, [other for other in hand if other is not face]) for face in able}
        best = max(worth.values(), default=None)
        values: Mapping[str, int] = table.now.game.tables["values"]
        free = [face for face in able if worth[face] == best]
        return Act.of(seat, "discard", min(free, key=lambda face: values.get(face.letter, 0))) if free else None
    takes = [move for move in moves if move.startswith("take ")]
    if not takes or not hand:
        return None
    total = total_of(table.now, hand)
    rounds = sum(act.seat == int(seat[1:]) and act.verb == "discard" for act in table.now.since("hand"))
    if "knock" in moves and total >= max(20, 27 - 2 * rounds) - rng.randint(0, 2):
        return Act.make(seat, "knock")
    for move in takes:
        pile = open_cards(table, move.split()[1])
        if pile and _best_three(table, [*hand, pile[-1]]) >= total + 2:
            return Act.of(seat, move, None)
    stock = f"take {table.felt.layout.stock}"
    return Act.of(seat, stock if stock in moves else takes[0], None)


def collector(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an act of a player who collects a card of each rank: call, sort, buy a missing rank, else draw."""
    for verb in ("claim", "lay"):
        for move, allowed in moves.items():
            value = next(iter(allowed), allowed) if move.startswith(verb) else allowed  # type: ignore[call-overload]
            if value is not allowed:
                return Act.of(seat, move, value)
    held = {face.letter for face in hand_of(table, seat) if face is not None}
    for move, allowed in moves.items():
        if move.startswith("buy "):
            for value in allowed:  # type: ignore[attr-defined]
                if value[0].letter not in held:
                    return Act.of(seat, move, value)
    stock = f"take {table.felt.layout.stock}"
    return Act.of(seat, stock if stock in moves else "pass", None) if {stock, "pass"} & set(moves) else None


BY_PHASE: Mapping[str, Chooser] = {"draw": best_total, "draw_or_pile": meld_player, "draw_or_buy": collector}
"""Choosers of acts by the first phase of the game's turns that is listed here."""
