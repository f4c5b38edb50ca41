"""An archive checked by one process and by two in turn: how much faster two are, and their memory.

    python bench/archive.py [MEGABYTES] [REPEATS] [JOBS]

A file of MEGABYTES is made from the clean hands of the tests, in a scratch folder, and deleted at the end. The wall time from
call to end is measured, which is useful only on a quiet machine of at least two cores. Even there two cores seldom give a
factor of two: they share memory, and a rented one with other tenants. Each turn therefore also shows the speed of independent
commands with an equal part of the file each, and ours in comparison: that is the limit of the machine. Processor seconds, of
all processes together, have a limit on a busy machine, too.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.process_costs import checking, costs_of

GOAL = 1.8
HANDS = Path(__file__).resolve().parent.parent / "tests" / "data" / "phh" / "handhq.phhs"


def archive(path: Path, size: int) -> int:
    """Write a file of at least `size` bytes, each hand in a section of its own; return the number of hands."""
    hands = [hand.split(b"\n", 1)[1] for hand in HANDS.read_bytes().strip().split(b"\n\n")]
    count = written = 0
    with path.open("wb") as file:
        while written < size:
            count += 1
            written += file.write(b"[%d]\n%s\n\n" % (count, hands[count % len(hands)]))
    return count


def apart(path: Path, jobs: int) -> float:
    """Check a file once with each of `jobs` simultaneous commands; return the seconds until all have ended."""
    began = time.perf_counter()
    commands = [subprocess.Popen(checking(str(path)), stdout=subprocess.DEVNULL) for _ in range(jobs)]
    for command in commands:
        command.wait()
    return time.perf_counter() - began


def main(megabytes: int = 50, repeats: int = 3, jobs: int = 2) -> int:
    """Print the figures; return 1 if the goal is missed, or the findings differ."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = Path(folder) / "archive.phhs", Path(folder) / "part.phhs"
        hands = archive(path, megabytes << 20)
        archive(part, (megabytes << 20) // jobs)
        ratios, ceilings, shares, bounds = list[float](), list[float](), list[float](), list[float]()
        answers, most, best = set[str](), 0, [1e9, 1e9]
        for _ in range(repeats):
            alone, many = costs_of(checking(str(path))), costs_of(checking(str(path), "--jobs", str(jobs)))
            parted = apart(part, jobs)
            ratios.append(alone.wall / many.wall)
            ceilings.append(alone.wall / parted)
            shares.append(parted / many.wall)
            bounds.append(alone.cpu / max(many.cpu / jobs, many.own))
            answers |= {alone.said, many.said}
            most = max(most, alone.most, many.most)
            best = [min(best[0], alone.wall), min(best[1], many.wall)]
    ratio = statistics.median(ratios)
    rate = " and ".join(f"{hands / seconds:,.0f}" for seconds in best)
    print(f"{hands:,} hands of {megabytes} MB with 1 and {jobs} processes: {rate} hands a second: {ratio:.2f} times")
    print(f"({min(ratios):.2f} to {max(ratios):.2f}, goal {GOAL} with 2); {most / 1024:.0f} MB a process at most (goal 200)")
    print(
        f"{jobs} commands with a part each: {statistics.median(ceilings):.2f} times "
        f"({min(ceilings):.2f} to {max(ceilings):.2f}); "
        f"we reach {statistics.median(shares):.0%} of that ({min(shares):.0%} to {max(shares):.0%})"
    )
    print(f"by seconds of the processor {statistics.median(bounds):.2f} times at best ({min(bounds):.2f} to {max(bounds):.2f})")
    if len(answers) > 1:
        print("they do not say the same")
    return 0 if (ratio >= GOAL or jobs != 2) and len(answers) == 1 and most <= 200 * 1024 else 1


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
