"""Number of hands of seven ranked per second, compared with a compiled evaluator and with hands with wild cards.

Every figure is the best of several repeats over the same random hands, with filled tables; the time to fill them is printed
too. The peer is phevaluator, which ranks one hand per call; `one by one` is ours in the same way, `rows` takes a list of hands.

    python bench/ranking.py [HANDS]
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping

from phevaluator import evaluate_cards

from dealerkit.rules.rankings import ranking

LEAST = 800_000  # plain hands a second
SLOWER = 20  # times that hands with wild cards may be slower
REPEATS = 7
FORMS: Mapping[str, tuple[str, dict[str, object]]] = {
    "joker wild": ("high", {"joker": "wild"}),
    "the bug": ("high", {"joker": "bug"}),
    "deuces wild": ("high", {"wild": "2"}),
    "deuces and joker wild": ("high", {"wild": "2", "joker": "wild"}),
    "ace-to-five": ("ace-to-five", {}),
    "deuce-to-seven": ("deuce-to-seven", {}),
}


def rate(hands: int, work: Callable[[], object]) -> float:
    """Return the best number of hands per second."""
    best = float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return hands / best


def dealt(hands: int, cards: int) -> list[list[int]]:
    """Return random hands of seven from a pack with a number of cards."""
    rng = random.Random(7)
    return [rng.sample(range(cards), 7) for _ in range(hands)]


def main(hands: int = 100_000) -> int:
    """Print the rates and ratios; return 1 if a goal is missed."""
    plain = ranking("high")
    rows = dealt(hands, 52)
    began = time.perf_counter()
    plain.values(rows)
    cold = time.perf_counter() - began
    ours = rate(hands, lambda: plain.values(rows))
    single = rate(hands, lambda: [plain.value(row) for row in rows])
    peer = rate(hands, lambda: [evaluate_cards(*row) for row in rows])
    began = time.perf_counter()
    ranking("high", {"natural_beats_wild": True}).value(rows[0])
    first = time.perf_counter() - began
    wrong = ours < LEAST
    print(
        f"ranking: seven cards, rows {ours:,.0f} a second (at least {LEAST:,}), one by one {single:,.0f},"
        f" phevaluator {peer:,.0f}, ratio {ours / peer:.1f};"
        f" first hand after {first * 1000:.1f} ms, {hands:,} hands with empty tables {cold:.2f} s"
    )
    for name, (order, options) in FORMS.items():
        ranker = ranking(order, options)
        wild = dealt(hands, 53 if "joker" in options else 52)
        ranker.values(wild)
        speed = rate(hands, lambda ranker=ranker, wild=wild: ranker.values(wild))  # type: ignore[misc]
        wrong |= ours / speed > SLOWER
        print(f"  {name}: {speed:,.0f} a second, {ours / speed:.1f} times slower than plain (at most {SLOWER})")
    rng = random.Random(9)
    deals = [rng.sample(range(52), 9) for _ in range(2000)]
    omaha = [(deal[:4], deal[4:]) for deal in deals]
    speed = rate(len(omaha), lambda: [plain.value_from(hole, board, 2) for hole, board in omaha])
    print(f"  Omaha, two from the hand: {speed:,.0f} a second, the best of 60 hands each")
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
