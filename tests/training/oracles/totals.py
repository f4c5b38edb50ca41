"""The answer of a drill by another method: totals and naturals."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.totals import TotalsSituation


def proof(setting: Setting, given: TotalsSituation) -> str:
    """Add the points of the game's file, and remove the tens one by one."""
    tables = setting.game.data["tables"]
    counts = []
    for hand in (given.player, given.banker):
        count = 0
        for card in hand:
            count += int(tables["points"][card[0]])
            count -= 10 if count >= 10 else 0
        counts.append(count)
    if not given.banker:
        return str(counts[0])
    high = [
        len(hand) == 2 and count >= int(tables["natural"])
        for hand, count in zip((given.player, given.banker), counts, strict=True)
    ]
    natural = ("none", "player", "banker", "both")[high[0] + 2 * high[1]]
    winner = "tie" if counts[0] == counts[1] else "player" if counts[0] > counts[1] else "banker"
    found = {"totals": f"{counts[0]} | {counts[1]}", "natural": natural, "winner": winner}
    return " | ".join(found[name] for name in setting.told("ask"))
