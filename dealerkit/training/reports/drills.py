"""The report of `dealerkit drill --list`: the drills with their skills, and a trainee's progress."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.files.reports import Data
from dealerkit.sheets.document import Block, TableBlock
from dealerkit.sheets.report import DocumentReport


def best_level(row: Data) -> str:
    """Return in words a trainee's progress at the highest level of a drill that was tried; empty if none was.

    Args:
        row: The drill with the figures of its levels, from `drill_row`.
    """
    best = next((level for level in reversed(row["levels"]) if level["answered"]), None)
    if best is None:
        return ""
    took = f", {float(best['median_seconds']):.1f} s" if best["median_seconds"] else ""
    return f"level {best['level']}: {best['right']} of {best['of']}{took}"


class DrillList(DocumentReport[Data]):
    """The drills, one a row, with a trainee's progress."""

    def told(self) -> Iterator[Block]:
        """Yield the drills as a table."""
        rows: list[tuple[str, ...]] = []
        for row in self.data["drills"]:
            levels = row["levels"]
            mastered = f"{sum(level['mastered'] for level in levels)} of {len(levels)}"
            rows.append((row["id"], f"{levels[0]['target_seconds']} s", best_level(row) or "-", mastered, row["skill"]))
        yield TableBlock(("drill", "target", "own best", "mastered", "skill"), rows)
