"""Mechanics: the players' moves, one file a mechanic. Importing this package registers all of them."""

from dealerkit.mechanics.registry import MECHANICS, NO_RULE, NOTHING, Ask, Mechanic, Moves, Run
from dealerkit.rules.registries import import_modules

__all__ = ["MECHANICS", "NOTHING", "NO_RULE", "Ask", "Mechanic", "Moves", "Run"]

import_modules(__name__)
