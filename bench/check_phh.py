"""Check of recorded hands, compared with PokerKit loading and replaying the same files.

Both read the files from disk and play every hand to its end; ours also checks cards, shown hands and final stacks. The two take
turns in one run, and processor time is measured, so that a busy machine gives nearly the same result: the figure is the median
of the ratios, followed by the least and the most. Not counted: imports and the rule files.

    python bench/check_phh.py [FOLDER] [REPEATS]

FOLDER has `.phh` and `.phhs` files; those in a folder `pluribus` are for the no-limit figure. Without FOLDER the hands of the
tests are used.
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path

from pokerkit import HandHistory

from dealerkit.cli.main import is_compiled
from dealerkit.hands.phh.checker import check_hand
from dealerkit.hands.phh.hand import PhhHand, read_hands
from dealerkit.hands.phh.variants import variants

GOAL_NO_LIMIT, GOAL_ALL = 22.0, 10.0  # times PokerKit
GOAL_COMPILED = 30.0  # the same as GOAL_NO_LIMIT, of a compiled wheel
TIMES = 20  # passes of ours through the files for each one of PokerKit's: about equal in time
HANDS = Path(__file__).resolve().parent.parent / "tests" / "data" / "phh"


def ours(files: Iterable[Path]) -> int:
    """Check every hand."""
    count = 0
    for file in files:
        for hand in read_hands(file):
            if isinstance(hand, PhhHand):
                check_hand(hand)
                count += 1
    return count


def theirs(files: Iterable[Path]) -> int:
    """Load every hand with PokerKit and replay it."""
    count = 0
    for file in files:
        with file.open("rb") as stream:
            for history in HandHistory.load_all(stream) if file.suffix == ".phhs" else [HandHistory.load(stream)]:
                try:
                    for _ in history:
                        pass
                except ValueError:
                    pass  # a hand that it does not accept is replayed up to the error
                count += 1
    return count


def seconds(work: Callable[[Iterable[Path]], int], files: list[Path]) -> tuple[float, int]:
    """Return the duration in seconds, and the number of hands."""
    began = time.process_time()
    count = work(files)
    return time.process_time() - began, count


def compare(name: str, files: list[Path], repeats: int, goal: float) -> bool:
    """Print one line; return whether the goal is reached."""
    rows = []
    count = 0
    for _ in range(repeats):
        mine, count = seconds(ours, files * TIMES)
        other, _ = seconds(theirs, files)
        rows.append((other / (mine / TIMES), mine / TIMES, other))
    hands = count / TIMES
    ratios = sorted(row[0] for row in rows)
    ratio = statistics.median(ratios)
    fast, slow = (hands / min(row[at] for row in rows) for at in (1, 2))
    speeds = f"{hands:.0f} hands, {fast:,.0f} hands/s, PokerKit {slow:,.0f}"
    print(f"{name}: {speeds}: {ratio:.1f} times ({ratios[0]:.1f} to {ratios[-1]:.1f}, goal {goal:.0f})")
    return ratio >= goal


def main(folder: Path = HANDS, repeats: int = 9) -> int:
    """Print the figures; return 1 if a goal is missed."""
    warnings.simplefilter("ignore")
    variants()
    files = sorted(path for path in folder.rglob("*.phh*") if not path.name.startswith("mutants"))
    no_limit = [path for path in files if "pluribus" in path.parts]
    reached = compare("no-limit", no_limit, repeats, GOAL_COMPILED if is_compiled() else GOAL_NO_LIMIT)
    reached &= compare("all variants", files, repeats, GOAL_ALL)
    return 0 if reached else 1


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else HANDS, int(sys.argv[2]) if len(sys.argv) > 2 else 9))
