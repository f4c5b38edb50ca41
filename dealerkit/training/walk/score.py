"""The score of a walked hand: a hundred, less points for slips by their severity."""

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
        steps: Number of the dealer's acts.
        severities: Number of findings by severity; one corrected at once counts a severity lower; one taken back counts in
            full.
        points: Points lost.
        rounds: Number of findings by severity in each round, in order; the last round may be unfinished.
        complete: Number of finished rounds.
        marking: The norms: points by severity, and what is a pass.
    """

    steps: int
    severities: Mapping[str, int]
    points: int
    rounds: tuple[Mapping[str, int], ...] = ()
    complete: int = 0
    marking: Marking = attrs.field(factory=marking)

    @property
    def percent(self) -> Fraction:
        """The score, 0 to 100: 100 less the points lost, in per cent of the steps."""
        return max(Fraction(0), 100 * (1 - Fraction(self.points, max(1, self.steps))))

    @property
    def too_many(self) -> bool:
        """Whether there are more major slips than allowed."""
        return self.marking.majors is not None and self.severities.get("major", 0) > self.marking.majors

    @property
    def passed(self) -> bool:
        """Whether the score is a pass: no critical finding, not too many major ones, and the pass mark reached."""
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
    """Return the score of a stretch of acts at a table.

    Args:
        table: The table.
        since: Number of acts before the stretch.
        ends: Numbers of the acts that ended a round.
        taken_back: Findings on acts that were taken back, each with its round, from 0; they count in full.
        marks: The norms; None for those of the rule set in force.
        until: Number of the last act of the stretch; None for the last act of the table.
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
    begun = len(ended) + any(act.verb != "relieve" for act in log[(ended[-1] if ended else since) :])  # leaving begins none
    rounds: list[Counter[str]] = [Counter() for _ in range(max([begun, *(at + 1 for at, _ in slips)]))]
    minor: Counter[tuple[int, str]] = Counter()
    points = 0
    for at, finding in slips:
        severity = table.explain(finding).severity
        rounds[at][severity] += 1
        if severity == "minor":
            lightest = finding.self_corrected and table.explain(attrs.evolve(finding, self_corrected=False)).severity == "minor"
            minor[at, finding.code] += not lightest  # a severity below minor costs nothing
        else:
            points += by.points[severity]
    points += sum(count * by.points["minor"] if count <= by.often else by.points["major"] for count in minor.values())
    severities = sum(rounds, Counter[str]())
    return Score(steps, dict(severities), points, tuple(map(dict, rounds)), len(ended), by)
