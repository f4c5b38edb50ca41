"""The answer of a drill by another method: substantial action."""

from __future__ import annotations

import re

from dealerkit.training.generators import Setting
from dealerkit.training.generators.substantial_action import CLOSED, STILL, SubstantialActionSituation, _game

_WITHOUT_CHIPS = "check fold"


def proof(setting: Setting, given: SubstantialActionSituation) -> str:
    """Read the row of acts as letters: without chips in lower case, with chips in capitals."""
    row = "".join(act[0] if act in _WITHOUT_CHIPS.split() else act[0].upper() for act in given.acts)
    pattern = {
        "action": r"..+",
        "substantial_action": r"...+|[A-Z].|.[A-Z]",
        "live_action": r"...+|(?!ff|cc)..",
    }[str(_game(setting, given.rules).options["gate"])]
    return CLOSED if re.fullmatch(pattern, row) else STILL
