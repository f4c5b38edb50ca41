"""The answer of a drill by another method: signals at a box."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.box_signals import BoxSignalsSituation

SIGNS = {
    "taps": "hit",
    "scraped": "hit",
    "waved": "stand",
    "tucked": "stand",
    "one finger": "double",
    "two fingers": "split",
    "line drawn": "surrender",
}
"""The ledger's signals of a shoe game (BJ-61), and of cards held in the hand (BJ-62)."""


def proof(setting: Setting, given: BoxSignalsSituation) -> str:
    """Read the signal on the screen, by the words of the ledger."""
    from dealerkit.training.generators.box_signals import GENERATOR

    shown = " ".join(GENERATOR.question(setting, given).show)
    signals = [word for sign, word in SIGNS.items() if sign in shown]
    if not signals:
        return "ask"
    (signal,) = signals
    phrases = {
        "hit": ("hit", "draw", "card", "taps for"),
        "stand": ("stand", "stay", "waves off"),
        "double": ("double",),
        "split": ("split",),
        "surrender": ("surrender", "give"),
    }
    said = shown.partition("The player: ")[2]
    return signal if not said or any(word in said for word in phrases[signal]) else "ask"
