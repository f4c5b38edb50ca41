"""A dealer watched by an instructor: hands and slips marked by hand, with pace, score and totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import attrs

from dealerkit.training.walk.norms import marking

HOUR = 3600


@attrs.frozen
class SlipMark:
    """A mark of the instructor.

    Attributes:
        what: `slip`, `hand` (end of a hand), `pause` or `on` (end of a pause).
        at: Seconds on the clock.
        code: Code of a slip; empty for other marks.
    """

    what: str
    at: float
    code: str = ""


@attrs.frozen
class Watched:
    """The slips and the pace of hands that an instructor watched.

    Attributes:
        hands: The slips of each hand; the last may be unfinished.
        seconds: The time spent dealing, in seconds, without pauses.
        times: Seconds taken by each completed hand.
    """

    hands: tuple[tuple[str, ...], ...]
    seconds: float
    times: tuple[float, ...]

    @property
    def pace(self) -> Fraction | None:
        """Hands an hour; None before the first completed hand."""
        whole = round(sum(self.times) * 1000)
        return Fraction(len(self.times) * HOUR * 1000, whole) if whole else None

    @property
    def codes(self) -> dict[str, int]:
        """The number of slips of each code, the most frequent first."""
        return dict(Counter(code for hand in self.hands for code in hand).most_common())

    def score(self, severity: Callable[[str], str], steps: int) -> tuple[Fraction, bool]:
        """Return the score, in points of a hundred, and whether it is a pass, by the norms for a walk (ledger section 3).

        Args:
            severity: Returns the severity of a slip's code.
            steps: The number of the dealer's steps in all hands.
        """
        by = marking()
        points, critical = 0, False
        for hand in self.hands:
            for code, count in Counter(hand).items():
                grade = severity(code)
                critical = critical or grade == "critical"
                often = grade == "minor" and count > by.often
                points += by.points["major"] if often else count * by.points[grade]
        score_ = max(Fraction(0), 100 * (1 - Fraction(points, max(1, steps))))
        return score_, score_ >= by.pass_mark and not critical


class Observation:
    """The marks of an instructor watching a dealer; they can be taken back one by one.

    Args:
        clock: Returns seconds since any moment.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self.marks: list[SlipMark] = []

    @property
    def paused(self) -> bool:
        """Whether the instructor has stopped the clock."""
        return next((mark.what == "pause" for mark in reversed(self.marks) if mark.what in ("pause", "on")), False)

    def slip(self, code: str) -> None:
        """Mark a slip at this moment.

        Args:
            code: The code of its finding.
        """
        self.marks.append(SlipMark("slip", self._clock(), code))

    def hand_over(self) -> None:
        """Mark the end of a hand."""
        self.marks.append(SlipMark("hand", self._clock()))

    def pause(self) -> None:
        """Stop the clock, or start it again: shuffles, fills and buy-ins do not count as dealing."""
        self.marks.append(SlipMark("on" if self.paused else "pause", self._clock()))

    def undo(self) -> SlipMark | None:
        """Take back the last mark and return it; None if there is none."""
        return self.marks.pop() if self.marks else None

    def seen(self) -> Watched:
        """Return the hands, slips and dealing time marked so far."""
        return watched(self.marks, self._began, self._clock())


def watched(marks: Iterable[SlipMark], began: float, now: float) -> Watched:
    """Return the hands, slips and dealing time of a sequence of marks.

    Args:
        marks: The marks, in order.
        began: Seconds on the marks' clock when watching began.
        now: Seconds on that clock now.

    >>> watched([SlipMark("slip", 4, "burn/missed"), SlipMark("hand", 10), SlipMark("pause", 12)], 0, 60)
    Watched(hands=(('burn/missed',),), seconds=12.0, times=(10.0,))
    """
    hands: list[list[str]] = [[]]
    times: list[float] = []
    last, spent, running = began, 0.0, True
    whole = 0.0
    for mark in marks:
        if running:
            spent += max(0.0, mark.at - last)
            whole += max(0.0, mark.at - last)
        last = mark.at
        if mark.what == "slip":
            hands[-1].append(mark.code)
        elif mark.what == "hand":
            times.append(spent)
            spent = 0.0
            hands.append([])
        else:
            running = mark.what == "on"
    if running:
        whole += max(0.0, now - last)
    kept = hands if hands[-1] else hands[:-1]
    return Watched(tuple(map(tuple, kept)), whole, tuple(times))


def totals(codes: Mapping[str, int], severity: Callable[[str], str]) -> dict[str, int]:
    """Return the number of slips of each severity, gravest first.

    Args:
        codes: The number of slips, by code.
        severity: Returns the severity of a code.
    """
    counts = {
        grade: sum(count for code, count in codes.items() if severity(code) == grade) for grade in ("critical", "major", "minor")
    }
    return {grade: count for grade, count in counts.items() if count}
