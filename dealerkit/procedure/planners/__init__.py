"""One planner for every `do` word; importing this package registers them all."""

from dealerkit.procedure.planners.registry import DO, Do
from dealerkit.rules.registries import import_modules

__all__ = ["DO", "Do"]

import_modules(__name__)
