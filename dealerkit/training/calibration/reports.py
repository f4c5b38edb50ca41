"""Reports of `dealerkit calibrate` on a paper that was drawn; how far a floor agrees is `agreement`, a report itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from dealerkit.files.screen_text import line
from dealerkit.training.calibration.paper import CalibrationPaper


@attrs.frozen
class DrawnCalibration:
    """A paper of disputes that was drawn.

    Attributes:
        paper: The paper.
        own: The file for everybody.
        sealed: The file for the manager.
    """

    paper: CalibrationPaper
    own: Path
    sealed: Path

    def as_json(self) -> dict[str, object]:
        """Return its id, rules, number of disputes, files and commitment."""
        return {
            "calibration": self.paper.id,
            "rules": self.paper.rules,
            "disputes": len(self.paper.items),
            "paper": str(self.own),
            "sealed": str(self.sealed),
            "commitment": self.paper.commitment,
        }

    def lines(self) -> Iterator[str]:
        """Yield the same for a screen."""
        paper = self.paper
        faults = len({item.cell for item in paper.items})
        yield line(f"{len(paper.items)} disputes on {faults} faults, rules {paper.rules}", 0, f"Calibration {paper.id}: ")
        yield line(str(self.own), 2, "for everybody:   ")
        yield line(str(self.sealed), 2, "for the manager: ")
        yield line(paper.commitment, 2, "commitment: ")
