"""Roads: the score cards of baccarat, which record a shoe's results as marks in rows and columns. They decide nothing.

Words and whole numbers in and out; nothing else of this package is imported. Columns count from 0 from the left, rows from 0 from
the top.

>>> def cells(road):
...     return [(mark.column, mark.row, mark.what) for mark in road.marks]
>>> shoe = [RoadResult("banker"), RoadResult("banker"), RoadResult("tie"), RoadResult("player")]
>>> cells(beads(shoe, 2))
[(0, 0, 'banker'), (0, 1, 'banker'), (1, 0, 'tie'), (1, 1, 'player')]
>>> cells(runs(shoe, 6))
[(0, 0, 'banker'), (0, 1, 'banker'), (1, 0, 'player')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

TIE: Final = "tie"
REGULAR, IRREGULAR = "regular", "irregular"


class RoadResult(NamedTuple):
    """The result of a coup, as the roads show it.

    Attributes:
        winner: `player`, `banker` or `tie`.
        dots: Names of further marks, such as pairs.
    """

    winner: str
    dots: tuple[str, ...] = ()


class RoadMark(NamedTuple):
    """A mark of a road.

    Attributes:
        column: Column, from 0.
        row: Row, from 0.
        what: Winner of the coup; on a road derived from another one `regular` or `irregular`.
        ties: Number of ties after the coup, before the next win.
        dots: Names of the further marks of its coup.
    """

    column: int
    row: int
    what: str
    ties: int = 0
    dots: tuple[str, ...] = ()


class Road(NamedTuple):
    """A road so far.

    Attributes:
        marks: Its marks, in the order in which they were made.
        waiting: Number of ties before the first win, which will be counted at that win.
    """

    marks: tuple[RoadMark, ...]
    waiting: int = 0

    @property
    def columns(self) -> int:
        """Number of columns of the road."""
        return 1 + max((mark.column for mark in self.marks), default=-1)


Plan: TypeAlias = Callable[[Sequence[RoadResult], int, int], Road]


def beads(results: Sequence[RoadResult], rows: int, back: int = 0) -> Road:  # noqa: ARG001 - every plan is called alike
    """Return the bead road: one mark for each coup, down the column and on to the right (RO-01).

    Args:
        results: The coups of a shoe, in order.
        rows: Number of rows.
        back: Ignored; only the derived roads use it.
    """
    marks = (RoadMark(at // rows, at % rows, result.winner, 0, result.dots) for at, result in enumerate(results))
    return Road(tuple(marks))


def runs(results: Sequence[RoadResult], rows: int, back: int = 0) -> Road:  # noqa: ARG001 - every plan is called alike
    """Return the big road: a column for each run of one winner, with ties counted at the latest mark (RO-02).

    Args:
        results: The coups of a shoe, in order.
        rows: Number of rows.
        back: Ignored; only the derived roads use it.
    """
    wins: list[RoadResult] = []
    ties: list[int] = []
    waiting = 0
    for result in results:
        if result.winner != TIE:
            wins.append(result)
            ties.append(waiting)
            waiting = 0
        elif ties:
            ties[-1] += 1
        else:
            waiting += 1
    cells = _laid_out([win.winner for win in wins], rows)
    marks = (RoadMark(*cell, win.winner, count, win.dots) for cell, win, count in zip(cells, wins, ties, strict=True))
    return Road(tuple(marks), waiting)


def derived(results: Sequence[RoadResult], rows: int, back: int) -> Road:
    """Return a road that compares each new mark of the big road with an earlier column (RO-03 to RO-05).

    Args:
        results: The coups of a shoe, in order.
        rows: Number of rows.
        back: Number of columns to look back: 1 for big eye boy, 2 for the small road, 3 for the cockroach road.
    """
    lengths: list[int] = []  # lengths of the big road's columns, as if no run ever turned
    latest = ""
    colours: list[str] = []
    for winner, _ in results:
        if winner == TIE:
            continue
        if winner == latest:
            lengths[-1] += 1
        else:
            lengths.append(1)
            latest = winner
        column, row = len(lengths) - 1, lengths[-1] - 1
        if column < back or (column == back and not row):
            continue
        if row:  # irregular only if this column has just become one cell longer than the earlier one
            regular = lengths[column - back] != row
        else:
            regular = lengths[column - 1] == lengths[column - 1 - back]
        colours.append(REGULAR if regular else IRREGULAR)
    cells = _laid_out(colours, rows)
    return Road(tuple(RoadMark(*cell, colour) for cell, colour in zip(cells, colours, strict=True)))


PLANS: Final[Mapping[str, Plan]] = {"beads": beads, "runs": runs, "derived": derived}
"""Functions that lay out roads, by their words in a game's file."""


def _laid_out(signs: Iterable[str], rows: int) -> list[tuple[int, int]]:
    """Return the column and row of each sign: equal signs go down the column, a different one begins the next column.

    If the bottom or an occupied cell blocks the way down, the run turns right and stays in its row. The next run still begins
    beside the top of this one.
    """
    cells: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    latest, start = "", -1
    column = row = 0
    turned = False
    for sign in signs:
        if sign != latest:
            start += 1
            while (start, 0) in taken:  # an earlier run has turned right in the first row
                start += 1
            column, row, turned, latest = start, 0, False, sign
        elif not turned and row + 1 < rows and (column, row + 1) not in taken:
            row += 1
        else:
            column, turned = column + 1, True
        taken.add((column, row))
        cells.append((column, row))
    return cells
