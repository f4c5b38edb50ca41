"""The answer of a drill by another method: splits, quarters and odd chips."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.split_pot import SplitPotSituation, _stud


def proof(setting: Setting, given: SplitPotSituation) -> str:
    """Deal the chips out one by one: to high and low in turn, high first; then round the winners from the button."""
    got = dict.fromkeys(given.taking, 0)
    for chips, high, low in given.pots:
        piles = {"high": 0, "low": 0}
        for number in range(chips // given.chip):
            piles["low" if low and number % 2 else "high"] += 1
        for among, pile in ((high, piles["high"]), (low, piles["low"])):
            turn = _suits_by_hand(setting, given) if given.hands else []
            if not turn:
                step = 0
                while len(turn) < len(among):
                    step += 1
                    seat = (given.button - 1 + step) % given.count + 1
                    turn += [seat] if seat in among else []
            for number in range(pile):
                got[turn[number % len(turn)]] += given.chip
    return " ".join(str(got[seat]) for seat in given.taking)


def _suits_by_hand(setting: Setting, given: SplitPotSituation) -> list[int]:
    """Return the seat with the first odd chip: each card as a number, rank before suit."""
    stud = _stud(setting)
    assert stud is not None
    best = {}
    for seat, row in given.hands:
        counted = [card for card in row if stud.options["odd_chips"] == "card_by_suit" or card[0] in given.ranks]
        best[seat] = max("23456789TJQKA".find(card[0]) * 4 + "cdhs".find(card[1]) for card in counted)
    return sorted(best, key=lambda seat: -best[seat])
