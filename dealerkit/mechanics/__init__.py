"""What players may do, one file a mechanic; importing this package registers them all."""

from dealerkit.mechanics import auction, betting, payments, tricks, wager
from dealerkit.mechanics.registry import MECHANICS, Ask, Mechanic, Moves, Run

__all__ = ["MECHANICS", "Ask", "Mechanic", "Moves", "Run", "auction", "betting", "payments", "tricks", "wager"]
