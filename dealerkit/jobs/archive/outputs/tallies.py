"""Counts of an archive: findings by code, dealer, table, hour and severity, and the worst hands.

However large the archive is, no more is kept than a page can show.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Sequence

import attrs

from dealerkit.jobs.archive.outputs.rows import GRAVITY, CheckedRow, FindingRow

WEIGHTS = {"minor": 1, "major": 10, "critical": 100}
"""Points of a finding by severity: ten of a kind are as bad as one of the next."""

WORST = 50
"""Hands that are shown as the worst."""

_TOLD = 6
"""Findings that are shown of such a hand."""

_NAMES = 5000
"""Most dealers or tables counted separately; later ones are counted together."""

OTHERS = "(others)"
UNTOLD = "(no name)"

_HOUR = re.compile(r"T(\d\d):?\d\d")


@attrs.define
class HandsShare:
    """Number of hands of a dealer, table or game, and of their findings.

    Attributes:
        records: Records.
        hands: Hands, coups and deals that were played in them.
        bad: Records with findings.
        findings: Findings, by severity.
    """

    records: int = 0
    hands: int = 0
    bad: int = 0
    findings: Counter[str] = attrs.field(factory=Counter)

    @property
    def found(self) -> int:
        """How many findings there were."""
        return sum(self.findings.values())

    @property
    def rate(self) -> float:
        """Findings in a hundred hands; 0 where hands were not counted."""
        return 100 * self.found / self.hands if self.hands else 0.0


@attrs.frozen
class CodeCount:
    """A code, and the number of its findings.

    Attributes:
        code: The code.
        severity: Its severity.
        title: Its title.
        count: The number of findings.
    """

    code: str
    severity: str
    title: str
    count: int


@attrs.frozen(order=True)
class WorstHand:
    """One of the worst hands of an archive.

    Attributes:
        weight: Sum of its findings by severity.
        turn: Negative number of the hand in reading order: of two equal weights the earlier hand sorts higher.
        hand: The hand.
        found: Some of its findings, the gravest first.
        more: Number of its other findings.
    """

    weight: int
    turn: int
    hand: CheckedRow = attrs.field(order=False)
    found: tuple[FindingRow, ...] = attrs.field(order=False)
    more: int = attrs.field(order=False)


@attrs.define
class Tallies:
    """Counts, updated hand by hand.

    Attributes:
        whole: All hands.
        codes: Code -> severity, title, and how often it was found.
        dealers: The counts by dealer; under `UNTOLD` where a record names none.
        tables: The counts by table; likewise.
        hours: The counts by hour of the day, 0 to 23; -1 where a record has no time.
        games: The counts by game.
        unread: The number of unreadable records.
    """

    whole: HandsShare = attrs.field(factory=HandsShare)
    codes: dict[str, tuple[str, str, int]] = attrs.field(factory=dict)
    dealers: dict[str, HandsShare] = attrs.field(factory=dict)
    tables: dict[str, HandsShare] = attrs.field(factory=dict)
    hours: dict[int, HandsShare] = attrs.field(factory=dict)
    games: dict[str, HandsShare] = attrs.field(factory=dict)
    unread: int = 0
    _worst: list[WorstHand] = attrs.field(factory=list)
    _turn: int = 0

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:
        """Count a hand and its selected findings.

        Args:
            hand: The hand; its name is empty if it is an unreadable part of a file.
            finding_rows: The findings.
        """
        if hand is None:
            return
        severities = Counter(row.severity for row in finding_rows)
        if not hand.hand:
            self.unread += bool(finding_rows)
            self.whole.findings.update(severities)
            self._note(hand, finding_rows, severities)
            return
        shares = [self.whole, _of(self.dealers, hand.dealer), _of(self.tables, hand.table), _of(self.games, hand.game)]
        when = _HOUR.search(hand.time)
        hour = int(when[1]) if when else -1
        shares.append(self.hours.setdefault(hour if hour < 24 else -1, HandsShare()))
        for share in shares:
            share.records += 1
            share.hands += hand.rounds
            if finding_rows:
                share.bad += 1
                share.findings.update(severities)
        self._note(hand, finding_rows, severities)

    def _note(self, hand: CheckedRow, finding_rows: Sequence[FindingRow], severities: Counter[str]) -> None:
        """Count the findings of a hand by code, and rank the hand among the worst."""
        if finding_rows:
            for row in finding_rows:
                _, _, count = self.codes.get(row.code, ("", "", 0))
                self.codes[row.code] = row.severity, row.title, count + 1
            self._look(hand, finding_rows, severities)

    def _look(self, hand: CheckedRow, finding_rows: Sequence[FindingRow], severities: Counter[str]) -> None:
        """Keep a hand that is among the worst."""
        weight = sum(WEIGHTS.get(severity, 1) * count for severity, count in severities.items())
        self._turn -= 1
        if len(self._worst) >= WORST and weight <= self._worst[0].weight:
            return
        gravest = sorted(finding_rows, key=lambda row: -GRAVITY.get(row.severity, 0))[:_TOLD]
        worst_hand = WorstHand(weight, self._turn, hand, tuple(gravest), len(finding_rows) - len(gravest))
        (heapq.heappush if len(self._worst) < WORST else heapq.heappushpop)(self._worst, worst_hand)

    @property
    def worst(self) -> list[WorstHand]:
        """The worst hands, the worst first."""
        return sorted(self._worst, reverse=True)

    def by_code(self) -> list[CodeCount]:
        """Return the codes, the gravest and most frequent first."""
        counts = (CodeCount(code, severity, title, count) for code, (severity, title, count) in self.codes.items())
        return sorted(counts, key=lambda count: (-GRAVITY.get(count.severity, 0), -count.count, count.code))


def _of(shares: dict[str, HandsShare], name: str) -> HandsShare:
    """Return the share of a dealer, table or game; beyond the limit, the common share of all others."""
    name = name or UNTOLD
    if name not in shares and len(shares) >= _NAMES:
        name = OTHERS
    return shares.setdefault(name, HandsShare())
