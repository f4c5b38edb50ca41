"""The answer of a drill by another method: table set-up."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.table_set_up import MISSED, STRADDLE, TableSetUpSituation


def proof(setting: Setting, given: TableSetUpSituation) -> str:
    """Walk round the table seat by seat: the big blind first, and everything else from there."""
    if given.kind == MISSED:
        return f"{given.big} | {given.small}"

    def left_of(place: int) -> int:
        while True:
            place = place % given.count + 1
            if place in given.now:
                return place

    if len(given.now) == 2:
        big = left_of(given.blinds[1])
        button = small = left_of(big)
    elif given.dead:
        big, button = left_of(given.blinds[1]), given.place
        small = given.blinds[1] if given.blinds[1] in given.now else 0
    else:
        button = left_of(given.button)
        small = left_of(button)
        big = left_of(small)
    under = left_of(big)
    found = {
        "button": button,
        "small blind": small,
        "big blind": big,
        "first card": left_of(button),
        "first act": left_of(under) if given.kind == STRADDLE else under,
        "first act later": left_of(button),
    }[given.ask]
    return f"s{found}" if found else "none"
