"""One planner for every `do` word; importing this package registers them all."""

from dealerkit.procedure.planners import coup, hands, lives, pots, remedies, scores, table
from dealerkit.procedure.planners.registry import DO, Do

__all__ = ["DO", "Do", "coup", "hands", "lives", "pots", "remedies", "scores", "table"]
