"""Runs (winning streaks of one side): their lengths, and their marks on the roads of a shoe.

Ties do not interrupt a run (RO-02). The marks of a derived road for a run follow from the lengths of the runs before it (RO-03 to
RO-05), so they are counted without drawing the road.
"""

from __future__ import annotations

from collections import Counter

import attrs
import numpy as np

from dealerkit.jobs.simulation.shoes import NONE, CoupIds, CoupTable, Numbers

SIDES = ("player", "banker")
_TIE = 2


@attrs.define
class Runs:
    """The runs (winning streaks) of many shoes, as counts that can be added up.

    Attributes:
        lengths: Side -> length of a run -> number of runs of that length.
        columns: Number of runs in a shoe (each is a column of its big road) -> number of whole shoes with as many.
        derived: Columns that a derived road looks back -> numbers of its regular and irregular marks.
    """

    lengths: dict[str, Counter[int]] = attrs.field(factory=lambda: {side: Counter[int]() for side in SIDES})
    columns: Counter[int] = attrs.field(factory=Counter)
    derived: dict[int, tuple[int, int]] = attrs.field(factory=dict)

    def add(self, others: Runs) -> None:
        """Add other counts to these."""
        for side, lengths in others.lengths.items():
            self.lengths[side].update(lengths)
        self.columns.update(others.columns)
        for back, (regular, irregular) in others.derived.items():
            mine = self.derived.get(back, (0, 0))
            self.derived[back] = mine[0] + regular, mine[1] + irregular

    def at_least(self, side: str, length: int) -> int:
        """Return the number of a side's streaks of at least a length."""
        return sum(count for long, count in self.lengths[side].items() if long >= length)

    @property
    def longest(self) -> int:
        """The length of the longest run; 0 if there was none."""
        return max((long for side in SIDES for long in self.lengths[side]), default=0)


def runs_of(table: CoupTable, ids: CoupIds, back: tuple[int, ...]) -> Runs:
    """Count the runs in a block of shoes.

    Args:
        table: Every possible coup, to look the ids up.
        ids: The ids of the coups, one row for each shoe.
        back: For each derived road of the game, how many columns it looks back, 1 or more.
    """
    winners = np.append(table.winners, np.int8(_TIE)).take(ids, mode="wrap")  # no coup interrupts nothing, as a tie
    shoe, place = np.nonzero(winners != _TIE)
    won = winners[shoe, place]
    if not len(won):
        return Runs(columns=Counter({0: int((ids[:, :1] != NONE).sum())}))
    begins = np.flatnonzero(np.r_[True, (won[1:] != won[:-1]) | (shoe[1:] != shoe[:-1])])
    lengths = np.diff(np.r_[begins, len(won)])
    side, of_shoe = won[begins], shoe[begins]
    per_shoe = np.bincount(of_shoe, minlength=len(ids))[ids[:, 0] != NONE]
    column = np.arange(len(begins)) - np.flatnonzero(np.r_[True, of_shoe[1:] != of_shoe[:-1]]).repeat(
        np.bincount(of_shoe)[np.unique(of_shoe)]
    )
    return Runs(
        {name: _counted(lengths[side == number]) for number, name in enumerate(SIDES)},
        _counted(per_shoe),
        {many: _derived(lengths, column, many) for many in back},
    )


def _counted(numbers: Numbers) -> Counter[int]:
    return Counter({int(value): int(count) for value, count in zip(*np.unique(numbers, return_counts=True), strict=True)})


def _derived(lengths: Numbers, column: Numbers, back: int) -> tuple[int, int]:
    """Count the regular and the irregular marks of a derived road."""
    has = np.flatnonzero(column >= back)  # runs that have a column to compare with below their first cell
    before = lengths[has - back]
    outgrown = int((before < lengths[has]).sum())  # once, in the row just below that column's end
    below = int((lengths[has] - 1).sum())
    first = np.flatnonzero(column > back)
    same = int((lengths[first - 1] == lengths[first - 1 - back]).sum())
    return below - outgrown + same, outgrown + len(first) - same
