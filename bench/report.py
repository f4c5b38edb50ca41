"""Time and memory to write a report of a million findings in each format, from generated findings.

    python bench/report.py [FINDINGS]

The limit for the HTML page is 30 s. Memory is the peak of the whole process.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

from dealerkit.hands.checked_hand import Flaw
from dealerkit.hands.listing import OtherFiles
from dealerkit.jobs.archive.outputs.files import FindingFiles
from dealerkit.jobs.archive.outputs.selection import FindingSelection
from dealerkit.jobs.archive.values import ChunkJudged, HandJudged

GOAL = 30.0  # seconds for the page
CODES = ("burn/doubled", "street/no-tap", "deal/wrong-number-of-cards", "pot/short", "step/result-skipped")
SEVERITIES = ("minor", "major", "critical")


def hand(number: int) -> HandJudged:
    """Return a judged hand with one finding."""
    code = CODES[number % len(CODES)]
    file = f"june/table-{number % 400}.phhs"
    flaw = Flaw(
        file=file,
        hand=str(number),
        act=number % 40,
        line=number,
        code=code,
        severity=SEVERITIES[number % 3],
        expected="due",
        got="got",
        why="why it matters",
        cite=("DP-12",),
        remedy="put it right",
        self_corrected=False,
        title="what it means",
        round=1,
        rules="tda",
        said="the dealer burns",
        due="the dealer deals",
    )
    return HandJudged(
        file=file,
        name=str(number),
        game="Hold'em",
        rules="tda",
        acts=40,
        findings=(flaw,),
        line=number,
        table=f"T{number % 400}",
        dealer=f"dealer {number % 90}",
        time=f"2026-06-{number % 30 + 1:02}T{number % 24:02}:10:00",
        zone="UTC",
        players=("Ann", "Bo"),
        digest=f"{number:016x}",
    )


def main(findings: int = 1_000_000) -> int:
    """Print the figures; return 1 if the page takes too long."""
    late = 0
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("html", "sarif", "jsonl", "csv", "parquet"):
            path = Path(folder) / f"found.{ending}"
            began = time.process_time()
            with FindingFiles([path], FindingSelection(), "June", OtherFiles()) as files:
                for first in range(0, findings, 500):
                    files.take(ChunkJudged(tuple(map(hand, range(first, min(first + 500, findings))))))
            took = time.process_time() - began
            size = path.stat().st_size / 1e6
            print(f"{findings:,} findings as .{ending}: {took:.1f} s, {size:.1f} MB")
            late += ending == "html" and took > GOAL
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory at its highest: {memory:.0f} MB; goal for the page {GOAL:.0f} s")
    return late


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
