"""One planner for every `do` word; importing this package registers them all."""

from dealerkit.procedure.planners import (
    coup,
    cures,
    declared,
    hands,
    high_low_jack_game,
    layouts,
    lives,
    pots,
    proved_calls,
    remedies,
    restitution,
    rolls,
    scores,
    table,
    wagers,
)
from dealerkit.procedure.planners.registry import DO, Do

__all__ = [
    "DO",
    "Do",
    "coup",
    "cures",
    "declared",
    "hands",
    "high_low_jack_game",
    "layouts",
    "lives",
    "pots",
    "proved_calls",
    "remedies",
    "restitution",
    "rolls",
    "scores",
    "table",
    "wagers",
]
