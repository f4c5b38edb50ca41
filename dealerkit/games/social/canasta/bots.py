"""Simulated players of meld games: they take a pile that is large enough, meld towards full melds, and discard cards of little
use to the other side.
"""

from __future__ import annotations

import random
from collections import Counter

from dealerkit.cards import Face
from dealerkit.facts.partners import side_of
from dealerkit.felt import Act
from dealerkit.games.social.canasta.facts.melds import MeldRules, full_melds, meld_rules, melded
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import Moves
from dealerkit.table.table import Table

_WORTH_TAKING = 3
"""A pile of this many cards is taken whatever its top card."""


def meld_player(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return a forced move if there is one; else take the pile or the stock, meld, or discard."""
    for move in moves:
        if move.split()[0] in ("lay", "square"):
            return Act.of(seat, move, next(iter(moves[move])))  # type: ignore[call-overload]
    if any(move.startswith("answer") for move in moves):
        return Act.make(seat, "answer", "yes")
    rules, number = meld_rules(table.now), int(seat[1:])
    hand = [face for face in hand_of(table, seat) if face is not None]
    takes = [move for move in moves if move.startswith("take ")]
    if takes:
        return _draw(table, seat, moves, takes)
    meld = _meld(table, number, moves, rules)
    if meld is not None:
        return Act.of(seat, *meld)
    if "discard" in moves:
        cards = [face for face in hand if face in moves["discard"]]
        if cards:
            return Act.of(seat, "discard", _thrown(table, number, cards, hand, rules, rng))
    return None


def _draw(table: Table, seat: str, moves: Moves, takes: list[str]) -> Act:
    """Return the act that takes the pile if it is large or its top card goes on a meld; else the stock."""
    pile = f"take {table.felt.layout.discards}"
    lying = open_cards(table, table.felt.layout.discards)
    if pile in takes and lying:
        mine = melded(table.now, int(seat[1:]))
        if len(lying) >= _WORTH_TAKING or lying[-1].letter in mine or len(takes) == 1:
            return Act.of(seat, pile, None)
    stock = f"take {table.felt.layout.stock}"
    return Act.of(seat, stock, next(iter(moves[stock])) if stock in moves else None)  # type: ignore[call-overload]


def _meld(table: Table, seat: int, moves: Moves, rules: MeldRules) -> tuple[str, object] | None:
    """Return the longest meld of natural cards; with wild cards if it needs one, if they complete it, or for a first meld."""
    natural = list(moves["meld"]) if "meld" in moves else []  # type: ignore[call-overload]
    if natural:
        return "meld", max(natural, key=lambda value: len(value) if isinstance(value, tuple) else 1)
    lying = melded(table.now, seat)
    short = not lying or len(full_melds(table.now, seat)) < rules.needed
    for move, allowed in moves.items():
        if not move.startswith("meld "):
            continue
        letter = next(letter for letter, pile in rules.piles.items() if pile == move.split()[1])
        have = len(lying.get(letter, ()))
        for value in allowed:  # type: ignore[attr-defined]
            many = len(value) if isinstance(value, tuple) else 1
            if short and (have + many >= rules.full or (not lying and many >= rules.size) or have >= rules.full - 2 > 0):
                return move, value
    return None


def _thrown(table: Table, seat: int, cards: list[Face], hand: list[Face], rules: MeldRules, rng: random.Random) -> Face:
    """Return a discard: a card of which the hand has few and that the other side does not collect; wild cards last."""
    counts = Counter(face.letter for face in hand)
    side = side_of(table.now, seat)
    others = [other for other in range(1, table.seats + 1) if side_of(table.now, other) != side]
    theirs = {letter for other in others for letter in melded(table.now, other)}

    def cost(face: Face) -> tuple[bool, bool, int, int, float]:
        return rules.is_wild(face), face.letter in theirs, counts[face.letter], rules.worth(face), rng.random()

    return min(cards, key=cost)
