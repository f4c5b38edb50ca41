"""The answer of a drill by another method: rake and drop."""

from __future__ import annotations

from decimal import Decimal

from dealerkit.training.generators import Setting
from dealerkit.training.generators.rake import SHORT, TIME, RakeSituation, _chip, _posted_values, _rounding
from dealerkit.training.replies import written
from tests.training.oracles.commission import ROUNDED


def proof(setting: Setting, given: RakeSituation) -> str:
    """Compute in decimals, and deal the rest out chip by chip."""
    told = {name: Decimal(str(value)) for name, value in _posted_values(setting).items()}
    options = setting.game.options
    pot, rake, drop = Decimal(given.pot), Decimal(0), Decimal(0)
    cap = told["rake_cap"]
    for row in setting.told("short_handed", []) if given.kind == SHORT else []:
        if given.players <= int(row["up_to"]):
            cap = Decimal(str(row["cap"]))
            break
    if (given.flop or not options["no_flop_no_drop"]) and given.kind != TIME:
        if pot >= told["rake_from"]:
            step = told["rake_step"] or Decimal(str(_chip(setting)))
            rake = (pot * told["rake_percent"] / 100 / step).to_integral_value(ROUNDED[_rounding(setting)]) * step
            rake = min(rake, cap) if cap else rake
        if told["drop"] and pot >= told["drop_from"]:
            drop = min(told["drop"], pot - rake)
    chip = Decimal(str(_chip(setting)))
    shares, rest, turn = [Decimal(0)] * len(given.winners), pot - rake - drop, 0
    while rest > 0:
        shares[turn % len(shares)] += chip
        rest -= chip
        turn += 1
    row = [written(rake)] + ([written(drop)] if told["drop"] else []) + [" ".join(written(share) for share in shares)]
    return " | ".join(row)
