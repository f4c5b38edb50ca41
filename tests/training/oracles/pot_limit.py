"""The answer of a drill by another method: pot-limit."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.pot_limit import PotLimitSituation


def proof(setting: Setting, given: PotLimitSituation) -> str:
    """Move chips step by step: lay out the chips in play, call, count the whole table, and add that amount."""
    options = setting.game.options
    front = dict.fromkeys(range(1, given.seats + 1), 0)
    middle = given.pot
    for seat, chips in given.posted:
        front[seat] += chips
    imagined = 0
    if given.posted and not given.straddled:
        small, big = front[1], front[2]
        full, as_big = options["pot_limit_blinds"] == "full", options["pot_limit_small_blind"] == "big_blind"
        if full:
            imagined += (given.big if as_big else given.small) - small + given.big - big
        elif as_big and small > 0:
            imagined += given.big - small
    price = max([*front.values(), given.big if given.posted else 0])
    for seat, word, amount in given.acts:
        if word in ("bets", "raises to"):
            front[seat] = price = amount
        elif word == "calls":
            front[seat] = price
    front[given.seat] = price
    table = middle + imagined + sum(front.values())
    total = price + table
    while total % given.chip:
        total += 1
    return str(total)
