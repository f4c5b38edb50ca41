"""`dealerkit drill`: the command and its parts."""

from __future__ import annotations

from dealerkit.cli.drill.command import drill

__all__ = ["drill"]
