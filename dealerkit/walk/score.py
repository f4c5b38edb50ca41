"""The score of a walked hand: severities as points, taken off a hundred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from dealerkit.table import Table

POINTS = {"minor": 1, "major": 4, "critical": 0}
"""Points by severity; a critical finding costs no points but the pass."""
PASS_MARK = 80
OFTEN = 3
"""The same minor finding more often than this in one round counts as one major."""


@attrs.frozen
class Score:
    """How well somebody dealt.

    Attributes:
        steps: Acts of the dealer.
        severities: Findings by severity, what was put right at once one step lower.
        points: Points taken off.
    """

    steps: int
    severities: dict[str, int]
    points: int

    @property
    def percent(self) -> Fraction:
        """100 times the share of steps that cost no point, not below zero."""
        return max(Fraction(0), 100 * (1 - Fraction(self.points, max(1, self.steps))))

    @property
    def passed(self) -> bool:
        """Whether it is a pass: no critical finding, and the pass mark reached."""
        return not self.severities.get("critical") and self.percent >= PASS_MARK


def score(table: Table, since: int = 0, ends: Iterable[int] = ()) -> Score:
    """The score of a stretch of a table's log.

    Args:
        table: The table.
        since: How many acts came before the stretch.
        ends: Acts after which a round ended.
    """
    marks = sorted(ends)
    steps = sum(act.who == "d" for act in table.log[since:])
    severities: Counter[str] = Counter()
    minor: Counter[tuple[int, str]] = Counter()
    points = 0
    for finding in table.findings:
        if finding.act <= since:
            continue
        severity = table.explain(finding).severity
        severities[severity] += 1
        if severity == "minor":
            minor[sum(mark < finding.act for mark in marks), finding.code] += 1
        else:
            points += POINTS[severity]
    points += sum(count if count <= OFTEN else POINTS["major"] for count in minor.values())
    return Score(steps, dict(severities), points)
