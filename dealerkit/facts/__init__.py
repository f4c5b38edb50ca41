"""Named facts, computed from felt and log. One file a subject; importing this package registers all facts."""

from dealerkit.facts.situation import FACTS, Fact, GameData, Situation, fact, fact_named
from dealerkit.rules.registries import import_modules

__all__ = ["FACTS", "Fact", "GameData", "Situation", "fact", "fact_named"]

import_modules(__name__)
