"""The answer of a drill by another method: commission on winning banker bets."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

from dealerkit.training.generators import Setting
from dealerkit.training.generators.commission import CommissionSituation
from dealerkit.training.replies import written

ROUNDED = {"nearest": ROUND_HALF_UP, "up": ROUND_CEILING, "down": ROUND_FLOOR}
"""Rounding of decimals, by the names in `ROUNDINGS`."""


def posted_commission(options: Mapping[str, object], stake: int) -> Decimal:
    """Return the commission on a bet, computed in decimals from the posted options: a second method.

    >>> options = {"commission_rate": "0.05", "commission_unit": "1", "commission_rounding": "up"}
    >>> posted_commission(options, 110)
    Decimal('6')
    """
    rate, unit = Decimal(str(options["commission_rate"])), Decimal(str(options["commission_unit"]))
    return (rate * stake / unit).quantize(Decimal(1), ROUNDED[str(options["commission_rounding"])]) * unit


def proof(setting: Setting, given: CommissionSituation) -> str:
    """Take the share in decimals and round it as posted."""
    options = setting.game.options
    amounts = []
    for _, stake in given.bets:
        taken = posted_commission(options, stake)
        both = [written(taken), written(stake - taken if options["commission_method"] == "deduct" else Decimal(stake))]
        amounts += both[::-1] if options["commission_method"] == "mark" else both
    return " | ".join(amounts)
