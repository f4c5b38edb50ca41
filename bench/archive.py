"""An archive checked by one process and by two, which take turns: how much faster two are, and what memory it takes.

    python bench/archive.py [MEGABYTES] [REPEATS] [JOBS]

A file of so many megabytes is made of the hands of the tests that are clean, in a scratch folder, and is gone at the end. What is
counted is the clock on the wall from call to end, so that only a quiet machine of at least two cores says anything. Seconds of
the processor, of all processes together, are told besides: on so many cores nobody can be faster than their share of them, and
that bound holds on a busy machine, too.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.process_costs import checking, costs_of

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


def main(megabytes: int = 50, repeats: int = 3, jobs: int = 2) -> int:
    """Print the figures; return 1 if the goal is missed, or the findings differ."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "archive.phhs"
        hands = archive(path, megabytes << 20)
        ratios, bounds, said, most, best = list[float](), list[float](), set[str](), 0, [1e9, 1e9]
        for _ in range(repeats):
            one, many = costs_of(checking(str(path))), costs_of(checking(str(path), "--jobs", str(jobs)))
            ratios.append(one.wall / many.wall)
            bounds.append(one.cpu / max(many.cpu / jobs, many.own))
            said |= {one.said, many.said}
            most = max(most, one.most, many.most)
            best = [min(best[0], one.wall), min(best[1], many.wall)]
    ratio = statistics.median(ratios)
    rate = " and ".join(f"{hands / seconds:,.0f}" for seconds in best)
    print(f"{hands:,} hands of {megabytes} MB with 1 and {jobs} processes: {rate} hands a second: {ratio:.2f} times")
    print(f"({min(ratios):.2f} to {max(ratios):.2f}, goal {GOAL} with 2); {most / 1024:.0f} MB a process at most (goal 200)")
    print(f"by seconds of the processor {statistics.median(bounds):.2f} times at best ({min(bounds):.2f} to {max(bounds):.2f})")
    if len(said) > 1:
        print("they do not say the same")
    return 0 if (ratio >= GOAL or jobs != 2) and len(said) == 1 and most <= 200 * 1024 else 1


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
