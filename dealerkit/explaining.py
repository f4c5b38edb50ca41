"""What the catalogue in force says of a finding: title, severity, reason, remedy, citation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from dealerkit.judge import Finding
from dealerkit.rules.games import Game
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text

LOWER = {"critical": "major", "major": "minor", "minor": "minor"}
"""A slip that was put right at once counts one step lower."""


@attrs.frozen
class Explained:
    """A finding with what the catalogue says of it, in one language."""

    title: str
    severity: str
    why: str
    remedy: str
    cite: tuple[str, ...]
    source: Mapping[str, Any]


def known_findings(game: Game) -> Mapping[str, Any]:
    """The catalogue of findings in force: the rule set's, or the common one for a game that has none."""
    if game.rules is not None:
        return game.rules.findings
    common: Mapping[str, Any] = catalogue().findings.data["findings"]
    return common


def explain(game: Game, finding: Finding, lang: str = "en") -> Explained:
    """What the catalogue in force says of a finding."""
    known = known_findings(game)
    entry: Mapping[str, Any] = known.get(finding.code, {})
    family, _, fault = finding.code.partition("/")
    if not entry and family in ("step", "play"):
        kind = next(
            (
                kind
                for kind in ("wrong-count", "wrong-amount", "wrong-face", "skipped", "early", "repeated", "misplaced")
                if fault.endswith(kind)
            ),
            "unexpected",
        )
        entry = known.get(f"step/{kind}" if family == "step" else f"play/{fault if fault == 'out-of-turn' else 'illegal'}", {})
    severity = finding.severity or str(entry.get("severity", "minor"))
    if finding.self_corrected:
        severity = LOWER[severity]
    step = finding.step.replace("_", " ")
    words = [text(entry.get(key, ""), lang).replace("{step}", step) for key in ("title", "why", "remedy")]
    cite = tuple(entry.get("cite") or ()) or finding.cite
    if family == "play" and fault[:1].isupper():
        cite = (fault,)
    return Explained(words[0] or finding.code, severity, words[1], words[2], cite, entry.get("source", {}))
