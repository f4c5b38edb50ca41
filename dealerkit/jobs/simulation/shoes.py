"""Many shoes dealt side by side: one step deals the next coup of every shoe, in arrays.

Every possible coup is computed once by `dealerkit.arithmetic.coup`; after that a coup takes two lookups. A shoe is loaded, burned
and ended as the rules in force say (BA-18, BA-21, BA-22, BA-56, BA-59).
"""

from __future__ import annotations

import functools
from typing import Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from dealerkit.arithmetic.coup import Coup, CoupRules, burned_after, play
from dealerkit.cards import SUITS
from dealerkit.errors import Impossible
from dealerkit.procedure.setup import composition
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import Game

Numbers: TypeAlias = npt.NDArray[np.int64]
Ranks: TypeAlias = npt.NDArray[np.uint8]
CoupIds: TypeAlias = npt.NDArray[np.int16]

NONE: Final = -1
"""The id of no coup, where a shoe is over before others are."""

_LONGEST: Final = 6
"""Most cards of a coup; with fewer left none is started (BA-59)."""

_TOTALS: Final = 10
_STATES: Final = 2 * _TOTALS
"""A hand's first two cards: its total, and `_TOTALS` more if they are a pair."""


@attrs.frozen(eq=False)
class CoupTable:
    """Every coup that can be dealt, to be looked up by the ranks of six cards.

    Attributes:
        ranks: The letters of the ranks; elsewhere cards are indexes into it.
        coups: Every coup; ids are indexes into it. Coups that no bet tells apart are one.
        first_two: The state of a hand after its first two ranks `a` and `b`, at `a * len(ranks) + b`.
        ids: For two states and two more ranks, at `((player * 20 + banker) * len(ranks) + fifth) * len(ranks) + sixth`: the
            coup's id.
        used: The number of cards in each coup, by id.
        winners: The winner of each coup, by id: 0 player, 1 banker, 2 tie.
    """

    ranks: tuple[str, ...]
    coups: tuple[Coup, ...]
    first_two: Numbers
    ids: CoupIds
    used: Numbers
    winners: npt.NDArray[np.int8]

    @classmethod
    @functools.lru_cache(maxsize=8)
    def of(cls, rules: CoupRules) -> CoupTable:
        """Compute every possible coup under the given rules.

        Args:
            rules: The game's tables and the options in force.
        """
        ranks = tuple(rules.points)
        points = [rules.points[rank] for rank in ranks]
        pairs = [((a + b) % _TOTALS) + _TOTALS * (i == j) for i, a in enumerate(points) for j, b in enumerate(points)]
        known: dict[int, int] = {}
        coups: list[Coup] = []
        cells = np.empty((_STATES, _STATES, _TOTALS, _TOTALS), np.int16)
        for player, banker, fifth, sixth in np.ndindex(*cells.shape):
            dealt = [player % _TOTALS, banker % _TOTALS, 0, 0, fifth, sixth]
            looks = [0, 1, 0 if player >= _TOTALS else 2, 1 if banker >= _TOTALS else 3]
            coup = play(dealt, rules, looks)
            cells[player, banker, fifth, sixth] = known.setdefault(coup.key, len(coups))
            if known[coup.key] == len(coups):
                coups.append(coup)
        by_rank = cells[:, :, points][:, :, :, points]
        return cls(
            ranks,
            tuple(coups),
            np.array(pairs, np.int64),
            np.ascontiguousarray(by_rank).ravel(),
            np.array([coup.cards_used for coup in coups], np.int64),
            np.array([("player", "banker", "tie").index(coup.winner) for coup in coups], np.int8),
        )


@attrs.frozen(eq=False)
class ShoeRules:
    """The composition, burn and end of a game's shoe.

    Attributes:
        table: Its coups.
        pack: The ranks of all its cards, in the order of the pack.
        burned: How many cards are burned after the first card, by its rank.
        cut: The number of cards before the cut card; the whole pack if there is none.
        after_cut: The number of coups after the one in which the cut card comes out.
    """

    table: CoupTable
    pack: Ranks
    burned: Numbers
    cut: int
    after_cut: int

    @classmethod
    def of(cls, game: Game) -> ShoeRules:
        """Return the shoe rules of a game that is dealt in coups.

        Args:
            game: The game, its options in force.

        Raises:
            Impossible: If the game is dealt with jokers.
            UnknownName: If the game is not dealt in coups.
            RuleFileError: If its tables cannot be used.
        """
        table = CoupTable.of(coup_rules(game))
        pack = composition(game, 1)
        if pack.jokers:
            msg = f"{game.title} is dealt with jokers, which have no points: bulk coups need points for every card"
            raise Impossible(msg)
        ranks = [table.ranks.index(rank) for rank in pack.ranks for _ in range(len(SUITS) * pack.decks)]
        burned = [burned_after(game.options, game.data["tables"], pack.decks, rank) or 0 for rank in table.ranks]
        return cls(
            table,
            np.array(ranks, np.uint8),
            np.array(burned, np.int64),
            len(ranks) - int(game.options.get("cut_card_depth", 0)),
            int(game.options.get("coups_after_cut_card", 1)),
        )

    def shuffled(self, seed: int, block: int, shoes: int) -> Ranks:
        """Return shuffled shoes: for each a row of rank indexes, in the order in which the cards come out.

        Args:
            seed: The seed of all cards.
            block: The block's number; each block has cards of its own.
            shoes: The number of shoes.
        """
        rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(block,))))
        rows = np.empty((shoes, len(self.pack)), np.uint8)
        rows[:] = self.pack
        return rng.permuted(rows, axis=1, out=rows)

    def deal(self, orders: Ranks) -> CoupIds:
        """Deal shoes to their ends.

        Args:
            orders: A row of rank indexes for each shoe, in the order in which the cards come out.

        Returns:
                A row for each shoe: the ids of its coups in order, then `NONE` up to the length of the longest row.
        """
        table, ranks = self.table, len(self.table.ranks)
        shoes, cards = orders.shape
        wide = cards + _LONGEST
        flat = np.zeros((shoes, wide), np.uint8)
        flat[:, :cards] = orders
        flat = flat.ravel()
        row = np.arange(shoes)  # of the shoes that go on
        at = 1 + self.burned.take(orders[:, 0])  # how many cards are out of each
        since = np.zeros(shoes, np.int64)  # coups begun since the cut card came out
        as_first = np.zeros(shoes, bool)  # it came in place of a coup's first card
        dealt: list[tuple[Numbers, CoupIds]] = []
        while True:
            allowed = np.where(as_first, 1, self.after_cut)
            on = (at + _LONGEST <= cards) & ((at <= self.cut) | (since < allowed))
            if not on.all():
                row, at, since, as_first = row[on], at[on], since[on], as_first[on]
            if not len(row):
                break
            since += at >= self.cut
            as_first |= at == self.cut
            start = row * wide + at
            first, two, three, four, five, six = (flat.take(start + place).astype(np.int64) for place in range(_LONGEST))
            player = table.first_two.take(first * ranks + three)
            banker = table.first_two.take(two * ranks + four)
            ids = table.ids.take(((player * _STATES + banker) * ranks + five) * ranks + six)
            at = at + table.used.take(ids)
            dealt.append((row, ids))
        ids_dealt = np.full((shoes, len(dealt)), NONE, np.int16)
        for place, (rows, ids) in enumerate(dealt):
            ids_dealt[rows, place] = ids
        return ids_dealt
