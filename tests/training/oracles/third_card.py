"""The answer of a drill by another method: third-card flash."""

from __future__ import annotations

from dealerkit.rules.entries import Branch
from dealerkit.training.generators import Setting
from dealerkit.training.generators.third_card import DRAW, STAND, STOOD, ThirdCardSituation


def proof(setting: Setting, given: ThirdCardSituation) -> str:
    """Read the row of the game's file, cell by cell."""
    tables: Branch = setting.game.data["tables"]
    total = given.total
    if given.cards:
        total = sum(tables["points"][card[0]] for card in given.cards[:2]) % 10
    if given.hand == "player":
        low, _, high = str(tables["player_draws"]).partition("-")
        return DRAW if int(low) <= total <= int(high) else STAND
    column = 0 if given.third == STOOD else 1 + (tables["points"][given.cards[2][0]] if given.cards else given.third)
    rows = {int(name): row for name, row in tables["tableau"].items()}
    return DRAW if rows[total][column] == "D" else STAND
