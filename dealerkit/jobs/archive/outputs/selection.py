"""The selection of findings: by code, by severity, and those new since an earlier run."""

from __future__ import annotations

from collections.abc import Container, Sequence
from fnmatch import fnmatchcase

import attrs

from dealerkit.hands.checked_hand import Flaw
from dealerkit.jobs.archive.outputs.pseudonyms import Pseudonyms
from dealerkit.jobs.archive.outputs.rows import GRAVITY, FindingRow, finding_row, fingerprints
from dealerkit.jobs.archive.values import HandJudged


def matches(code: str, pattern: str) -> bool:
    """Return whether a pattern covers a code. A pattern is a code, a family of codes, or has `*` and `?` as wildcards.

    >>> matches("burn/doubled", "burn"), matches("burn/doubled", "burn/*"), matches("burn/doubled", "burned")
    (True, True, False)

    Args:
        code: A finding's code.
        pattern: The pattern.
    """
    return fnmatchcase(code, pattern) or fnmatchcase(code, f"{pattern}/*")


@attrs.define
class FindingSelection:
    """A selection of findings, with the number of those left out.

    Attributes:
        select: Patterns of the codes to report; empty for all codes.
        ignore: Patterns of codes not to report.
        least: The lowest severity to report.
        known: Fingerprints of the findings of an earlier run, which are not reported again.
        names: The maker of pseudonyms; None to leave the players out.
        before: The number of findings left out so far because an earlier run had them.
    """

    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    least: str = "minor"
    known: Container[int] = frozenset()
    names: Pseudonyms | None = None
    before: int = 0

    @property
    def takes_all(self) -> bool:
        """Whether the selection leaves nothing out."""
        return not self.select and not self.ignore and self.least == "minor" and self.known == frozenset()

    def takes(self, flaw: Flaw) -> bool:
        """Return whether a finding is reported, as far as its code and severity decide."""
        if GRAVITY.get(flaw.severity, 0) < GRAVITY[self.least]:
            return False
        if self.select and not any(matches(flaw.code, pattern) for pattern in self.select):
            return False
        return not any(matches(flaw.code, pattern) for pattern in self.ignore)

    def chosen(self, hand: HandJudged) -> list[tuple[Flaw, str]]:
        """Return the selected findings of a hand, each with its fingerprint."""
        hands = []
        for flaw, fingerprint in fingerprints(hand):
            if not self.takes(flaw):
                continue
            if int(fingerprint, 16) in self.known:
                self.before += 1
                continue
            hands.append((flaw, fingerprint))
        return hands

    def rows(self, hand: HandJudged, chosen: Sequence[tuple[Flaw, str]]) -> list[FindingRow]:
        """Return chosen findings as rows."""
        return [finding_row(hand, flaw, fingerprint, self.names) for flaw, fingerprint in chosen]
