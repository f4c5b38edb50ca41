"""The answer of a drill by another method: making an amount."""

from __future__ import annotations

import functools
import math
from decimal import Decimal

from dealerkit.training.generators import Setting
from dealerkit.training.generators.amount import PAYOUT, AmountSituation
from dealerkit.training.replies import read_amount
from tests.training.oracles.commission import posted_commission


def proof(setting: Setting, given: AmountSituation) -> str:
    """Build the amounts up chip by chip, each from the best of those that are one chip below it."""
    amount = given.amount
    if given.job == PAYOUT:
        amount = _paid_by_hand(setting, given.stake)
    cents = [int(worth * 100) for worth in given.tray]
    step = functools.reduce(math.gcd, cents)
    left = int(amount * 100) // step
    last = _table(tuple(cent // step for cent in cents), -(-left // 1000) * 1000)
    chips: dict[int, int] = {}
    while left:
        worth = last[left]
        chips[worth] = chips.get(worth, 0) + 1
        left -= worth
    return " ".join(f"{chips[worth]}x{read_amount(str(Decimal(worth * step) / 100))}" for worth in sorted(chips, reverse=True))


@functools.lru_cache(maxsize=64)
def _table(colours: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return, for each amount up to a limit, the last chip of a way with the fewest; 0 if there is none."""
    chips, last = [0] + [most + 1] * most, [0] * (most + 1)
    for amount in range(1, most + 1):
        for worth in colours:
            if worth <= amount and chips[amount - worth] + 1 < chips[amount]:
                chips[amount], last[amount] = chips[amount - worth] + 1, worth
    return tuple(last)


def _paid_by_hand(setting: Setting, stake: int) -> Decimal:
    """Return the payment of a banker bet when the banker wins with 8 to 0, from the options in force."""
    options = setting.game.options
    if options.get("variant", "commission") != "commission" or options["commission_method"] != "deduct":
        return Decimal(stake)
    return stake - posted_commission(options, stake)
