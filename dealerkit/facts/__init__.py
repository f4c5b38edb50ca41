"""Named facts, computed from felt and log. One file a subject; importing this package registers them all."""

from dealerkit.facts import (  # registers their facts
    coup,
    deal,
    disputes,
    draws,
    faults,
    hands,
    lapses,
    lapses_betting,
    lapses_showdown,
    routine,
    seats,
    shown,
    streets,
    tables,
    tricks,
)
from dealerkit.facts.situation import FACTS, Fact, GameData, Situation, fact, fact_named

__all__ = [
    "FACTS",
    "Fact",
    "GameData",
    "Situation",
    "coup",
    "deal",
    "disputes",
    "draws",
    "fact",
    "fact_named",
    "faults",
    "hands",
    "lapses",
    "lapses_betting",
    "lapses_showdown",
    "routine",
    "seats",
    "shown",
    "streets",
    "tables",
    "tricks",
]
