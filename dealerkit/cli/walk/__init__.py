"""`dealerkit walk`: the command, and what it is made of."""

from __future__ import annotations

from dealerkit.cli.walk.command import walk

__all__ = ["walk"]
