"""The report of `dealerkit drill --list`: the drills, what each is for, and how a trainee stands."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.files.reports import Data
from dealerkit.sheets.document import Block, TableBlock
from dealerkit.sheets.report import DocumentReport


class DrillList(DocumentReport[Data]):
    """The drills, one a row, with how a trainee stands at each."""

    def told(self) -> Iterator[Block]:
        """Yield them as a table."""
        made = []
        for row in self.data["drills"]:
            levels = row["levels"]
            mastered = sum(level["mastered"] for level in levels)
            best = next((level for level in reversed(levels) if level["answered"]), None)
            own = f"level {best['level']}: {best['right']} of {best['of']}" if best else "-"
            if best and best["median_seconds"]:
                own += f", {float(best['median_seconds']):.1f} s"
            made.append((row["id"], f"{levels[0]['target_seconds']} s", own, f"{mastered} of {len(levels)}", row["skill"]))
        yield TableBlock(("drill", "target", "own best", "mastered", "skill"), made)
