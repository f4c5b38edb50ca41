"""The answer of a drill by another method: the running pot."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.pot_count import PotCountSituation


def proof(setting: Setting, given: PotCountSituation) -> str:
    """Add chip by chip as they come forward, and subtract the excess of the highest bet over the next."""
    total = given.before + given.antes
    for _, acts in given.streets:
        front: dict[int, int] = {}
        for seat, word, to in acts:
            if word in ("folds", "checks"):
                continue
            total += to - front.get(seat, 0)
            front[seat] = to
        bets = sorted(front.values(), reverse=True)
        total -= bets[0] - (bets[1] if len(bets) > 1 else 0) if bets else 0
    return str(total)
