"""A proof of dealing in arrays: a shoe is dealt again at a table, act by act, and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs

from dealerkit.arithmetic.coup import SIDES, Coup, tally
from dealerkit.cards import SUITS, Face, read_cards
from dealerkit.jobs.simulation.rounds import rounds_at
from dealerkit.jobs.simulation.shoes import NONE, CoupIds, Ranks, ShoeRules
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import Game
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table

_MOST = 10_000
"""More coups than any shoe has."""


@attrs.frozen
class UnlikeCoup:
    """A coup that came out differently in the arrays and at the table.

    Attributes:
        shoe: The number of the shoe, from 1.
        coup: The number of the coup in the shoe, from 1.
        arrays: The coup in the arrays; None if the shoe was over in the arrays.
        table: The coup at the table; None if the shoe was over at the table.
    """

    shoe: int
    coup: int
    arrays: Coup | None
    table: Coup | None


def order_of_faces(letters: Iterable[str]) -> tuple[Face, ...]:
    """Return faces for the ranks of a shoe: each rank gets its suits in turn, since no bet depends on suits.

    Args:
        letters: The ranks of its cards in the order in which they come out.
    """
    seen: Counter[str] = Counter()
    words = []
    for letter in letters:
        words.append(f"{letter}{SUITS[seen[letter] % len(SUITS)]}")
        seen[letter] += 1
    return tuple(face for face in read_cards(" ".join(words)) if face is not None)


def dealt_at_a_table(game: Game, faces: Sequence[Face]) -> list[Coup]:
    """Deal one shoe at a table with one bettor, by the game's procedure, until the next shuffle, and return its coups.

    Args:
        game: The game, its options in force.
        faces: The cards in the order in which they come out.
    """
    table = Table(game, seats=1, seed=0, deck=faces)
    rules = coup_rules(game)
    coups: list[Coup] = []
    for dealt in rounds_at(table, players_named("sensible"), _MOST):
        if coups and any(act.verb == "shuffle" for act in dealt.acts):
            break
        hands = [read_cards(" ".join(dealt.cards[side])) for side in SIDES]
        letters = [[face.letter for face in cards if face is not None] for cards in hands]
        points = [[rules.points[letter] for letter in side] for side in letters]
        coups.append(tally(points[0], points[1], rules, letters[0], letters[1]))
    return coups


def differences(game: Game, shoe: ShoeRules, orders: Ranks, ids: CoupIds, first: int = 1) -> list[UnlikeCoup]:
    """Deal shoes again at a table, and return every coup that comes out differently.

    Args:
        game: The game, its options in force.
        shoe: The shoe's rules.
        orders: The cards of each shoe, as rank indexes.
        ids: The ids of their coups in the arrays, one row for each shoe.
        first: The number of the first of these shoes.
    """
    unlike = []
    for number, (order, row) in enumerate(zip(orders, ids, strict=True), first):
        arrays = [shoe.table.coups[place] for place in row if place != NONE]
        table = dealt_at_a_table(game, order_of_faces(shoe.table.ranks[rank] for rank in order))
        for at in range(max(len(arrays), len(table))):
            bulk = arrays[at] if at < len(arrays) else None
            other = table[at] if at < len(table) else None
            if bulk is None or other is None or bulk.key != other.key:
                unlike.append(UnlikeCoup(number, at + 1, bulk, other))
    return unlike
