"""The answer of a drill by another method: reading Omaha."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.training.generators import Setting
from dealerkit.training.generators.omaha_board import _KEYS, _POT, NONE, OmahaBoardSituation
from tests.training import independent_ranking


def proof(setting: Setting, given: OmahaBoardSituation) -> str:
    """Try every two own cards with every three of the board."""
    game = independent_ranking.game(str(setting.game.data["showdown"]["form"]))
    own, by = int(game["from_hand"]), independent_ranking.order(game["high"])
    hands = dict(given.hands)
    high = {seat: independent_ranking.best_high(cards, given.board, by, own)[0] for seat, cards in hands.items()}
    options = setting.game.options
    scale = independent_ranking.low_scale(str(options.get("low_scale", "ace_to_five")))
    told = str(options.get("qualifier"))
    most = int(told) if told.isdecimal() else 0
    found = {seat: independent_ranking.best_low(cards, given.board, scale, own, most) for seat, cards in hands.items()}
    low = {seat: one[0] for seat, one in found.items() if one is not None}
    if setting.told("ask") == "qualifies":
        return "yes" if low else "no"
    if given.share:
        return _proved_share(given.share, high, low)
    (seat,) = hands
    letter = next(
        key for key, cards in zip(_KEYS, given.highs, strict=False) if independent_ranking.value(cards, by) == high[seat]
    )
    if setting.told("ask") == "high":
        return letter
    lows = [
        key
        for key, cards in zip(_KEYS, given.lows, strict=False)
        if seat in low and independent_ranking.value(cards, scale) == low[seat]
    ]
    return f"{letter} | {lows[0] if lows else NONE}"


def _proved_share(seat: int, high: Mapping[int, independent_ranking.Value], low: Mapping[int, independent_ranking.Value]) -> str:
    """Return each half by itself, divided among those who tie for it."""
    tops = [one for one in high if high[one] == max(high.values())]
    bottoms = [one for one in low if low[one] == min(low.values())]
    half = _POT // 2 if bottoms else _POT
    got = (half // len(tops) if seat in tops else 0) + (half // len(bottoms) if seat in bottoms else 0)
    lows = " ".join(f"s{one}" for one in bottoms) or "none"
    return f"{' '.join(f's{one}' for one in tops)} | {lows} | {got}"
