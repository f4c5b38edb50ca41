"""Severities of findings, from the catalogue in force."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.judge.findings import UNEXPECTED, Finding
from dealerkit.judge.matchers.player import ILLEGAL
from dealerkit.procedure.steps import GENERIC
from dealerkit.rules.entries import FindingEntry

SEVERITIES = ("minor", "major", "critical")
"""Severities of slips, the lightest first."""


def line_of(known: Mapping[str, FindingEntry], code: str) -> FindingEntry:
    """Return the catalogue's entry for a finding's code, or for the kind of the code; an empty map if there is neither.

    `step/rack-skipped` uses the entry of `step/skipped`, `play/NP-17` that of `play/illegal`.

    Args:
        known: The catalogue of findings in force.
        code: The finding's code.
    """
    entry = known.get(code) or {}
    family, _, fault = code.partition("/")
    if entry or family not in ("step", "play"):
        return entry
    if family == "play":
        return known.get(ILLEGAL) or {}
    kind = next((kind for kind in sorted(GENERIC.values(), key=len, reverse=True) if fault.endswith(f"-{kind}")), "")
    return known.get(f"step/{kind}") or known.get(UNEXPECTED) or {}


def severity_of(known: Mapping[str, FindingEntry], finding: Finding) -> str:
    """Return the severity of a finding: its own, or the catalogue's; for a slip corrected at once, one step lower.

    Args:
        known: The catalogue of findings in force.
        finding: The finding.
    """
    severity = finding.severity or str(line_of(known, finding.code).get("severity", "minor"))
    return SEVERITIES[max(0, SEVERITIES.index(severity) - finding.self_corrected)]
