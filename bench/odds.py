"""Time of the exact odds of eight decks, and its ratio to dealing every coup card by card.

The peer is a plain way to the same counts: every run of ranks through `next_to_draw`, weighted by the number of card orders. It
counts only the three results; ours also counts and settles every bet. Compilation of the game's tables is not counted.

    python bench/odds.py [RUNS]
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter

from dealerkit.arithmetic.coup import CoupRules, next_to_draw, tally
from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game

LIMIT = 0.1  # seconds
DECKS = 8


def plainly(rules: CoupRules, shoe: dict[str, int]) -> Counter[str]:
    """Count the ordered draws of six by result, dealing every coup."""
    values = Counter[int]()
    for rank, cards in shoe.items():
        values[rules.points[rank]] += cards
    left = [values[points] for points in range(10)]
    size = sum(left)
    hands: tuple[list[int], list[int]] = ([], [])
    counts = Counter[str]()

    def deal(ways: int, out: int) -> None:
        side = next_to_draw(*hands, rules)
        if side is None:
            counts[tally(*hands, rules).winner] += ways * math.perm(size - out, 6 - out)
            return
        hand = hands[side]
        for points in range(10):
            if left[points]:
                more = ways * left[points]
                left[points] -= 1
                hand.append(points)
                deal(more, out + 1)
                hand.pop()
                left[points] += 1

    deal(1, 0)
    return counts


def main(runs: int = 7) -> int:
    """Print the time and the ratio; return 1 if it is over the limit, or if the two counts differ."""
    rules = coup_rules(game("mini-baccarat"))
    shoe = full_shoe(rules.points, DECKS)
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        counted = odds(rules, shoe)
        times.append(time.perf_counter() - began)
    began = time.perf_counter()
    dealt = plainly(rules, shoe)
    plain = time.perf_counter() - began
    ours = min(times)
    same = dict(dealt) == dict(counted.outcomes)
    print(
        f"odds: {DECKS} decks, {len(counted.bets)} bets {ours * 1000:.0f} ms (at most {LIMIT * 1000:.0f}), dealt card by card"
        f" {plain * 1000:.0f} ms, ratio {plain / ours:.0f}, {runs} runs, counts {'agree' if same else 'DIFFER'}"
    )
    return int(ours > LIMIT or not same)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
