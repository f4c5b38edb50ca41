"""What the players may do, one file a mechanic; importing this package registers them all."""

from dealerkit.mechanics import (
    agree,
    auction,
    betting,
    build_pile,
    choice,
    discard,
    draw,
    forced,
    payments,
    show,
    tricks,
    turn_phases,
    turns,
    wager,
)
from dealerkit.mechanics.registry import MECHANICS, NO_RULE, NOTHING, Ask, Mechanic, Moves, Run

__all__ = [
    "MECHANICS",
    "NOTHING",
    "NO_RULE",
    "Ask",
    "Mechanic",
    "Moves",
    "Run",
    "agree",
    "auction",
    "betting",
    "build_pile",
    "choice",
    "discard",
    "draw",
    "forced",
    "payments",
    "show",
    "tricks",
    "turn_phases",
    "turns",
    "wager",
]
