"""An archive checked by one process and by two, which take turns: how much faster two are, and what memory it takes.

    python bench/archive.py [MEGABYTES] [REPEATS] [JOBS]

A file of so many megabytes is made of the hands of the tests that are clean, in a scratch folder, and is gone at the end. What is
counted is the clock on the wall from call to end, so that only a quiet machine of at least two cores says anything.
"""

from __future__ import annotations

import hashlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOAL = 1.8
HANDS = Path(__file__).resolve().parent.parent / "tests" / "data" / "phh" / "handhq.phhs"


def archive(path: Path, size: int) -> int:
    """Write a file of so many bytes, each hand in a section of its own; return how many hands."""
    hands = [hand.split(b"\n", 1)[1] for hand in HANDS.read_bytes().strip().split(b"\n\n")]
    count = written = 0
    with path.open("wb") as file:
        while written < size:
            count += 1
            written += file.write(b"[%d]\n%s\n\n" % (count, hands[count % len(hands)]))
    return count


def run(path: Path, jobs: int) -> tuple[float, int, str]:
    """Check it; return seconds, the most kilobytes that any one process took, and the sum of what was said."""
    call = [sys.executable, "-c", MEASURED, str(path), str(jobs)]
    began = time.perf_counter()
    done = subprocess.run(call, capture_output=True, check=True)
    passed = time.perf_counter() - began
    most = re.search(rb"most (\d+)", done.stderr)
    return passed, int(most[1]) if most else 0, hashlib.sha256(done.stdout).hexdigest()


MEASURED = """
import resource, sys
from dealerkit.cli.main import main
if __name__ == "__main__":
    try:
        main(["check", sys.argv[1], "--jobs", sys.argv[2]])
    except SystemExit:
        pass
    most = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print("most", max(most), file=sys.stderr)
"""


def main(megabytes: int = 50, repeats: int = 3, jobs: int = 2) -> int:
    """Print the figures; return 1 if the goal is missed, or the findings differ."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "archive.phhs"
        hands = archive(path, megabytes << 20)
        ratios, said, most, best = list[float](), set[str](), 0, [1e9, 1e9]
        for _ in range(repeats):
            one, many = run(path, 1), run(path, jobs)
            ratios.append(one[0] / many[0])
            said |= {one[2], many[2]}
            most = max(most, one[1], many[1])
            best = [min(best[0], one[0]), min(best[1], many[0])]
    ratio = statistics.median(ratios)
    rate = " and ".join(f"{hands / seconds:,.0f}" for seconds in best)
    print(f"{hands:,} hands of {megabytes} MB with 1 and {jobs} processes: {rate} hands a second: {ratio:.2f} times")
    print(f"({min(ratios):.2f} to {max(ratios):.2f}, goal {GOAL} with 2); {most / 1024:.0f} MB a process at most (goal 200)")
    if len(said) > 1:
        print("they do not say the same")
    return 0 if (ratio >= GOAL or jobs != 2) and len(said) == 1 and most <= 200 * 1024 else 1


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
