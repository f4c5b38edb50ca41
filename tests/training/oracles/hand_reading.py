"""The answer of a drill by another method: reading hands."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.hand_reading import ALL_CARDS, BOARD, SPLIT, HandReadingSituation
from dealerkit.training.poker_pack import form_of
from tests.training import independent_ranking


def proof(setting: Setting, given: HandReadingSituation) -> str:
    """Try all the fives of each hand."""
    printed = independent_ranking.game(form_of(setting.game).id)
    by, own = independent_ranking.order(printed["high"]), printed.get("from_hand")
    best = {seat: independent_ranking.best_high(held, given.board, by, own)[0] for seat, held in given.hands}
    if setting.told("ask") == "kind":
        return by.categories[-best[given.hands[0][0]][0]]
    if given.says_board and given.shown < 2 and setting.game.options.get("play_the_board") != "said":
        return ALL_CARDS
    found = []
    for pot in given.pots or (tuple(best),):
        top = max(best[seat] for seat in pot)
        found.append([f"s{seat}" for seat in pot if best[seat] == top])
    if given.pots:
        return " | ".join(" ".join(one) for one in reversed(found))
    if len(found[0]) == 1:
        return found[0][0]
    shared = setting.told("ask") != "winner" and max(best.values()) == independent_ranking.value(given.board, by)
    return BOARD if shared else SPLIT
