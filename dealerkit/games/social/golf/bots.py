"""Simulated players of games in which piles are cleared by playing cards next in rank. They see only the open cards; a solver
that knows every card plays perfectly.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from dealerkit.arithmetic.adjacency import TURN, Move, PileLayout, Solved, after, lowest, solve
from dealerkit.arithmetic.adjacency import moves as open_moves
from dealerkit.cards import Face
from dealerkit.facts.tables import last_played
from dealerkit.felt import Act
from dealerkit.games.social.golf.facts import house_rules, place_of, position, tableau, uncovered
from dealerkit.table.bots.players import Moves, Players
from dealerkit.table.bots.registry import adviser, chooser
from dealerkit.table.table import Table

_DEALS = 12
"""Number of random orders of the unseen stock that are tried."""


@chooser("build_pile")
def build_pile(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the play of the card after which most others can follow before the stock is turned again; the turn of the stock if
    no card can be played.
    """
    if "play" not in moves:
        return Act.make(seat, "turn", "stock")
    best: list[Act] = []
    fewest = 0
    for move, act in _acts(table, seat).items():
        lying = _open(table)
        if move == TURN or lying is None:
            continue
        left = lowest(after(lying, move), house_rules(table.now))
        if not best or left < fewest:
            best, fewest = [], left
        if left == fewest:
            best.append(act)
    return rng.choice(best) if best else None


def _open(table: Table, stock: Sequence[int] = ()) -> PileLayout | None:
    """Return the piles and the top card, with a given stock; None if a card is unknown."""
    felt, top = table.felt, last_played(table.now)
    piles = [[felt.faces[card] for card in felt.cards(name)] for name in tableau(table.now)]
    if top is None or any(face is None for pile in piles for face in pile):
        return None
    return PileLayout(
        tuple(tuple(place_of(face) for face in pile if face is not None) for pile in piles), place_of(top), tuple(stock)
    )


def _acts(table: Table, seat: str) -> dict[Move, Act]:
    """Return the open moves, each with its act."""
    lying = _open(table, [0] * len(table.felt.cards(table.felt.layout.stock)))
    names, cards = tableau(table.now), uncovered(table.now)
    moves: dict[Move, Act] = {}
    for move in open_moves(lying, house_rules(table.now)) if lying is not None else ():
        if move == TURN:
            moves[move] = Act.make(seat, "turn", "stock")
        elif (face := cards[names[move]]) is not None:
            moves[move] = Act.make(seat, "play", cards=(face,))
    return moves


@adviser("build_pile")
def advise(table: Table, seat: str) -> tuple[Act, str] | None:
    """Return the best act of a player who does not see the stock, and the reason; None if it cannot be computed.

    The unseen cards are put into the stock in several random orders, and each move is played out in each order as well as
    possible.
    """
    acts = _acts(table, seat)
    if not acts:
        return None
    if len(acts) == 1:
        return next(iter(acts.values())), "the only play"
    rng = random.Random(f"{table.setup.seed}/advice/{len(table.log)}")
    stock = len(table.felt.cards(table.felt.layout.stock))
    unseen = [place_of(face) for face in _unseen(table, seat)]
    left = dict.fromkeys(acts, 0)
    for _ in range(_DEALS if stock else 1):
        rng.shuffle(unseen)
        lying = _open(table, unseen[:stock])
        for move in acts:
            left[move] += 0 if lying is None else lowest(after(lying, move), house_rules(table.now))
    best = min(acts, key=lambda move: left[move])
    deals = _DEALS if stock else 1
    about = max(0, round(left[best] / deals))
    cards = "every pile can be cleared" if not about else f"about {about} card{'s' if about > 1 else ''} left at the end"
    how = f"judged by the open cards, over {deals} orders of the stock" if stock else "no cards left to turn"
    return acts[best], f"{cards}; {how}"


def _unseen(table: Table, seat: str) -> list[Face]:
    """Return the faces of the pack that a seat has not seen in this deal."""
    felt, bit = table.felt, 1 << int(seat[1:])
    seen = Counter(face for card, face in enumerate(felt.faces) if face is not None and felt.seen[card] & bit)
    return list((Counter(table.felt.layout.pack.faces()) - seen).elements())


@attrs.frozen
class Solution:
    """A deal that was solved.

    Attributes:
        piles: Cards of each pile, the uncovered card last.
        top: The card on which play begins.
        stock: Cards of the stock, the next card first.
        solved: The best possible result.
        line: A way to reach it, as acts.
    """

    piles: Mapping[str, tuple[Face, ...]]
    top: Face
    stock: tuple[Face, ...]
    solved: Solved
    line: tuple[Act, ...]


class Solver(Players):
    """A player who knows every card and plays perfectly.

    Attributes:
        solutions: The deals solved so far.
    """

    def __init__(self) -> None:
        self.solutions: list[Solution] = []
        self._line: list[Act] = []

    def acts(self, table: Table) -> list[Act]:
        """Return the next act of the best line."""
        if table.players is None or not table.ask:
            return []
        if not self._line:
            solution = solved(table)
            if solution is None:
                return []
            self.solutions.append(solution)
            self._line = list(solution.line)
        return [self._line.pop(0)]


def can_be_solved(table: Table) -> bool:
    """Return whether a game is one in which piles are cleared onto a single pile."""
    return any(spec.kind == "tableau" for spec in table.felt.layout.places.values())


def solved(table: Table) -> Solution | None:
    """Return the solution of the deal from its present state; None if a card is unknown."""
    now, felt = table.now, table.felt
    lying, top = position(now), last_played(now)
    if lying is None or top is None:
        return None
    solution = solve(lying, house_rules(now))
    faces = felt.faces
    names = tableau(now)
    piles = {name: [face for card in felt.cards(name) if (face := faces[card]) is not None] for name in names}
    stock = [face for card in reversed(felt.cards(table.felt.layout.stock)) if (face := faces[card]) is not None]
    begun = {name: tuple(cards) for name, cards in piles.items()}
    line, coming = [], stock[:]
    for move in solution.line:
        if move == TURN:
            line.append(Act.make("s1", "turn", "stock", cards=(coming.pop(0),)))
        else:
            line.append(Act.make("s1", "play", cards=(piles[names[move]].pop(),)))
    return Solution(begun, top, tuple(stock), solution, tuple(line))
