"""Figures from a sequence of answers: shares with their intervals, times against the target, mastery.

Pure arithmetic. Answers are rows, oldest first. Helped answers never count as right. Answers marked by a person and answers
judged by the program are never mixed: the caller passes one kind or the other.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import attrs

from dealerkit.files.screen_text import count_of

LAST: Final = 30
"""Number of last answers that decide about mastery and about opening the next level."""
ENOUGH: Final = 50
"""Number of answers needed for mastery."""
MARK: Final = Fraction(9, 10)
"""Share of right answers among the last thirty that opens a level."""
OPENS: Final = math.ceil(MARK * LAST)
"""Number of right answers among the last thirty that opens the next level."""
BLOCKS: Final = 8
"""Most blocks of thirty answers in a trend."""
RECENT: Final = 10
"""Number of last answers that measure the strength of a cell."""
_Z: Final = 1.959963984540054
"""Standard deviations from the mean on either side that contain 95 per cent."""


class FigureRow(NamedTuple):
    """An answer, reduced to the fields that figures need; their meaning is that of the fields of `Answer`."""

    right: bool
    helped: bool
    false_alarm: bool | None
    first_ms: int | None
    target_ms: int | None

    @property
    def counts(self) -> bool:
        """Whether it counts as right."""
        return self.right and not self.helped


@attrs.frozen
class Share:
    """A share, as a count of a total, with its 95 per cent confidence interval (Wilson's).

    Attributes:
        count: The count.
        of: The total.
        low: The interval's lower end in whole per cent.
        high: Its upper end.

    >>> print(Share(27, 30))
    27 of 30 (74 to 97 %)
    """

    count: int
    of: int
    low: int = attrs.field(init=False, eq=False, default=attrs.Factory(lambda self: self.interval[0], takes_self=True))
    high: int = attrs.field(init=False, eq=False, default=attrs.Factory(lambda self: self.interval[1], takes_self=True))

    @property
    def per_cent(self) -> int:
        """The share in whole per cent; 0 if the total is 0."""
        return round(100 * self.count / self.of) if self.of else 0

    @property
    def value(self) -> Fraction:
        """The share; 0 if the total is 0."""
        return Fraction(self.count, self.of) if self.of else Fraction(0)

    @property
    def interval(self) -> tuple[int, int]:
        """Lower and upper end in whole per cent; 0 and 100 if the total is 0."""
        if not self.of:
            return 0, 100
        n, share = self.of, self.count / self.of
        middle = share + _Z**2 / (2 * n)
        half = _Z * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
        low, high = ((middle + sign * half) / (1 + _Z**2 / n) for sign in (-1, 1))
        return round(100 * max(low, 0)), round(100 * min(high, 1))

    def __str__(self) -> str:
        return f"{self.count} of {self.of} ({self.low} to {self.high} %)"


def seconds(milliseconds: float) -> str:
    """Return a duration in seconds, in words.

    >>> seconds(2940)
    '2.9 s'
    """
    return f"{milliseconds / 1000:.1f} s"


@attrs.frozen
class Figures:
    """A trainee's figures at a level of a drill.

    Attributes:
        answered: The number of all answers.
        last: The share of right answers among the last thirty.
        first_ms: Median time of the first key among the last thirty, in milliseconds; None if none was timed.
        target_ms: Median of their targets, in milliseconds; None if there was none.
        in_time: Whether the median time met the target; None if none was timed against one.
        hits: Share of slips found, over the last thirty records with a slip; None for drills that are not about finding
            slips.
        false_alarms: Share of the last thirty records without a slip in which one was named; None likewise.
        streak: Number of right answers in a row up to the last.
        best_streak: The longest such run.
        trend: Share of right answers in each block of thirty, oldest first; at most `BLOCKS` blocks.
    """

    answered: int
    last: Share
    first_ms: int | None
    target_ms: int | None
    in_time: bool | None
    hits: Share | None
    false_alarms: Share | None
    streak: int
    best_streak: int
    trend: tuple[Share, ...] = ()

    @property
    def opens_next(self) -> bool:
        """Whether the next level is open: 90 per cent right in thirty items (ledger of drills, section 5)."""
        return self.last.of >= LAST and self.last.value >= MARK

    @property
    def mastered(self) -> bool:
        """Whether all conditions of mastery are met."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """The conditions of mastery not yet met, in words: items, the last thirty right, the time."""
        lacks = []
        if self.answered < ENOUGH:
            lacks.append(count_of(ENOUGH - self.answered, "more item"))
        if not self.opens_next:
            lacks.append(f"{OPENS} of the last {LAST} right")
        if self.target_ms is not None and not self.in_time:
            lacks.append("a median time within the target" if self.in_time is False else "timed answers")
        return tuple(lacks)


def figures(last: Sequence[FigureRow], counted: Sequence[bool]) -> Figures:
    """Return a trainee's figures.

    Args:
        last: The last thirty answers, or fewer, oldest first.
        counted: For every answer, oldest first, whether it counts as right.
    """
    clocked = [(row.first_ms, row.target_ms) for row in last if row.first_ms is not None and not row.helped]
    targets = [row.target_ms for row in last if row.target_ms is not None]
    clean = [row for row in last if row.false_alarm is not None]
    faulty = [row for row in last if row.false_alarm is None]
    streak, best = _streaks(counted)
    return Figures(
        answered=len(counted),
        last=Share(sum(row.counts for row in last), len(last)),
        first_ms=round(statistics.median(first for first, _ in clocked)) if clocked else None,
        target_ms=round(statistics.median(targets)) if targets else None,
        in_time=_in_time([(first, target) for first, target in clocked if target is not None]),
        hits=Share(sum(row.counts for row in faulty), len(faulty)) if clean else None,
        false_alarms=Share(sum(bool(row.false_alarm) for row in clean), len(clean)) if clean else None,
        streak=streak,
        best_streak=best,
        trend=trend(counted, LAST, BLOCKS),
    )


def _in_time(times: list[tuple[int, int]]) -> bool | None:
    """Return whether the median of times is at most one, each as a share of its target; None if there are none."""
    if not times:
        return None
    times.sort(key=lambda pair: pair[0] / pair[1])
    middle = times[(len(times) - 1) // 2 : len(times) // 2 + 1]
    return sum(Fraction(*pair) for pair in middle) <= len(middle)


def trend(counted: Sequence[bool], size: int, most: int) -> tuple[Share, ...]:
    """Return the share of right answers in each block of answers, oldest first.

    Blocks are counted back from the newest answer, so that only the first may be shorter.

    >>> [str(share.value) for share in trend([False, True, True, True, False], 2, 9)]
    ['0', '1', '1/2']

    Args:
        counted: For every answer, oldest first, whether it was right.
        size: The number of answers in a block.
        most: Most blocks to return.
    """
    ends = range(len(counted), max(len(counted) - size * most, 0), -size)
    blocks = [counted[max(end - size, 0) : end] for end in ends]
    return tuple(Share(sum(block), len(block)) for block in reversed(blocks))


def _streaks(counted: Iterable[bool]) -> tuple[int, int]:
    streak = best = 0
    for right in counted:
        streak = streak + 1 if right else 0
        best = max(best, streak)
    return streak, best


@attrs.frozen
class Weak:
    """A cell, the unit that the schedule repeats, that needs practice.

    Attributes:
        drill: The id of its drill.
        cell: The cell.
        last: The share of right answers among its last ten.
        slow: Number of those ten that came after the target time.
    """

    drill: str
    cell: str
    last: Share
    slow: int

    @property
    def strength(self) -> Fraction:
        """Share of right answers, after adding one right and one wrong answer, so that a single slip decides nothing."""
        return Fraction(self.last.count + 1, self.last.of + 2)


def weakest(rows: Iterable[tuple[str, str, bool, bool]], count: int) -> list[Weak]:
    """Return the weakest cells (units that the schedule repeats): those missed lately, weakest first, then those that are only
    slow.

    Args:
        rows: For each answer, newest first: drill, cell, whether it counts as right, and whether it was slow.
        count: Most cells to return.
    """
    recent: dict[tuple[str, str], list[tuple[bool, bool]]] = {}
    for drill, cell, right, slow in rows:
        kept = recent.setdefault((drill, cell), [])
        if len(kept) < RECENT:
            kept.append((right, slow))
    cells = [
        Weak(drill, cell, Share(sum(right for right, _ in kept), len(kept)), sum(slow for _, slow in kept))
        for (drill, cell), kept in recent.items()
    ]
    weak = [cell_ for cell_ in cells if cell_.last.count < cell_.last.of or 2 * cell_.slow > cell_.last.of]
    weak.sort(key=lambda cell_: (cell_.last.count == cell_.last.of, cell_.strength, -cell_.slow, cell_.drill, cell_.cell))
    return weak[:count]
