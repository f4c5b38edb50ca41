"""The answer of a drill by another method: side pots."""

from __future__ import annotations

import itertools

from dealerkit.training.generators import Setting
from dealerkit.training.generators.side_pots import DEAD, SidePotsSituation


def proof(setting: Setting, given: SidePotsSituation) -> str:
    """Cut every seat's chips at the end of each amount, give each slice to those who reach it, and pay chip by chip."""
    antes = given.antes or (0,) * len(given.bets)
    total = {seat: given.bets[seat] + antes[seat] for seat in range(1, len(given.bets))}
    live = [seat for seat in total if seat not in given.folded]
    piles: dict[tuple[int, ...], int] = {}
    back = 0
    marks = sorted({0, *total.values()})
    for seat, mine in total.items():
        for low, high in itertools.pairwise(marks):
            if mine < high:
                break
            reach = tuple(one for one in live if total[one] >= high)
            if sum(other >= high for other in total.values()) == 1 and reach == (seat,):
                back += high - low
            else:
                piles[reach] = piles.get(reach, 0) + high - low
    piles[tuple(live)] = piles.get(tuple(live), 0) + antes[DEAD]
    pots = sorted(((among, chips) for among, chips in piles.items() if chips), key=lambda pot: -len(pot[0]))
    amounts = " ".join(str(chips) for _, chips in pots)
    if not given.hands:
        return " | ".join((amounts, " / ".join(" ".join(map(str, among)) for among, _ in pots), str(back)))
    count, paid = len(total), dict.fromkeys(live, 0)
    clockwise = [(given.button + step) % count + 1 for step in range(count)]
    for among, chips in pots:
        best = next(group for group in given.hands if set(group) & set(among))
        turn = [seat for seat in clockwise if seat in best and seat in among]
        for number in range(chips // given.chip):
            paid[turn[number % len(turn)]] += given.chip
    return " | ".join((amounts, str(back), " ".join(str(paid[seat]) for seat in live)))
