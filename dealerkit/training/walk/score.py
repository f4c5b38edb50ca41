"""The score of a walked hand: severities as points, taken off a hundred."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import attrs

from dealerkit.judge import Finding
from dealerkit.table.table import Table
from dealerkit.training.walk.norms import Marking, marking


@attrs.frozen
class Score:
    """The score of a walk.

    Attributes:
        steps: Acts of the dealer.
        severities: Findings by severity, what was corrected at once one step lower; what was taken back counts as done.
        points: Points taken off.
        rounds: Findings of each round by severity, in the order of the rounds; the last may be open.
        complete: The number of finished rounds.
        marking: The norms of points and pass.
    """

    steps: int
    severities: Mapping[str, int]
    points: int
    rounds: tuple[Mapping[str, int], ...] = ()
    complete: int = 0
    marking: Marking = attrs.field(factory=marking)

    @property
    def percent(self) -> Fraction:
        """100 times the share of steps that cost no point, not below zero."""
        return max(Fraction(0), 100 * (1 - Fraction(self.points, max(1, self.steps))))

    @property
    def too_many(self) -> bool:
        """Whether there are more major slips than allowed."""
        return self.marking.majors is not None and self.severities.get("major", 0) > self.marking.majors

    @property
    def passed(self) -> bool:
        """Whether it is a pass: no critical finding, not too many major ones, and the pass mark reached."""
        return not self.severities.get("critical") and not self.too_many and self.percent >= self.marking.pass_mark


def score(
    table: Table,
    since: int = 0,
    ends: Iterable[int] = (),
    taken_back: Iterable[tuple[int, Finding]] = (),
    marks: Marking | None = None,
    until: int | None = None,
    findings: Iterable[Finding] | None = None,
) -> Score:
    """Return the score of a stretch of a table's log.

    Args:
        table: The table.
        since: The number of acts before the stretch.
        ends: Acts after which a round ended.
        taken_back: Findings in acts that were done and taken back, each with the round it fell in, from 0: they count as done.
        marks: The norms; None for those of the rule set in force.
        until: The last act of the stretch; the last of all if None.
        findings: The findings; None for the table's.
    """
    by = marking(table.game.rules) if marks is None else marks
    ended = sorted(end for end in ends if end > since)
    log = table.log[:until]
    steps = sum(act.who == "d" for act in log[since:])
    slips = [
        (sum(end < slip.act for end in ended), slip)
        for slip in (table.findings if findings is None else findings)
        if since < slip.act <= len(log)
    ]
    slips += taken_back
    begun = len(ended) + any(act.verb != "relieve" for act in log[(ended[-1] if ended else since) :])  # who leaves begins none
    rounds: list[Counter[str]] = [Counter() for _ in range(max([begun, *(at + 1 for at, _ in slips)]))]
    minor: Counter[tuple[int, str]] = Counter()
    points = 0
    for at, finding in slips:
        severity = table.explain(finding).severity
        rounds[at][severity] += 1
        if severity == "minor":
            lightest = finding.self_corrected and table.explain(attrs.evolve(finding, self_corrected=False)).severity == "minor"
            minor[at, finding.code] += not lightest  # one step lower than minor costs nothing
        else:
            points += by.points[severity]
    points += sum(count * by.points["minor"] if count <= by.often else by.points["major"] for count in minor.values())
    severities = sum(rounds, Counter[str]())
    return Score(steps, dict(severities), points, tuple(map(dict, rounds)), len(ended), by)
