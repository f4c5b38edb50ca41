"""`dealerkit drill`: the command, and what it is made of."""

from __future__ import annotations

from dealerkit.cli.drill.command import drill

__all__ = ["drill"]
