"""Golf solved: milliseconds per deal in every house, and the share of deals in which every pile can be cleared.

Each deal is solved completely: whether it can be cleared, the best score, a line of play, and the number of lines, up to a
thousand. Figure: a median under 200 ms in every house. With `--deals N` the share of clearable deals is counted over N deals,
with the 95 per cent interval; 10,000 take about four minutes for each house.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import statistics
import sys
import time

from dealerkit.arithmetic.adjacency import PileLayout, PileRules, lowest, neighbours, solve

LIMIT_MS = 200
REPEATS = 3
"""Number of measurements of each deal, of which the best counts, since other load only makes it longer."""
HOUSES = [
    (f"on_king {king}, {'blocked only' if blocked else 'any time'}", PileRules(neighbours(king), blocked))
    for king, blocked in itertools.product(("none", "queen", "wrap"), (True, False))
]


def deal(seed: int) -> PileLayout:
    """Return a deal of 52 cards: seven piles of five, one card turned, sixteen in the stock."""
    pack = [*range(13)] * 4
    random.Random(f"golf/{seed}").shuffle(pack)
    return PileLayout(tuple(tuple(pack[at : at + 5]) for at in range(0, 35, 5)), pack[35], tuple(pack[36:]))


def _milliseconds(position: PileLayout, rules: PileRules) -> float:
    begun = time.perf_counter()
    solve(position, rules)
    return (time.perf_counter() - begun) * 1000


def main() -> int:
    """Measure and print; return 1 if the figure is not reached."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=0, help="number of deals for the share that can be cleared")
    parser.add_argument("--timed", type=int, default=30, help="number of deals to time")
    parser.add_argument("--house", type=int, choices=range(len(HOUSES)), help="only this house, from 0")
    wanted = parser.parse_args()
    slow = False
    for number, (name, rules) in enumerate(HOUSES):
        if wanted.house is not None and number != wanted.house:
            continue
        spent = []
        for seed in range(wanted.timed):
            spent.append(min(_milliseconds(deal(seed), rules) for _ in range(REPEATS)))
        median = statistics.median(spent)
        slow = slow or median > LIMIT_MS
        line = f"golf, {name}: median {median:.0f} ms a deal, longest {max(spent):.0f} ms (at most {LIMIT_MS} ms in the median)"
        if wanted.deals:
            cleared = sum(lowest(deal(seed), rules) <= 0 for seed in range(wanted.deals))
            share = cleared / wanted.deals
            around = 1.96 * math.sqrt(share * (1 - share) / wanted.deals)
            line += f"; {cleared} of {wanted.deals} can be cleared: {share:.2%} (give or take {around:.2%})"
        print(line, flush=True)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
