"""Named facts, computed from felt and log. One file a subject; importing this package registers them all."""

from dealerkit.facts import coup, deal, faults, tables, tricks  # registers their facts
from dealerkit.facts.situation import FACTS, Fact, GameData, Situation, fact, fact_named

__all__ = ["FACTS", "Fact", "GameData", "Situation", "coup", "deal", "fact", "fact_named", "faults", "tables", "tricks"]
