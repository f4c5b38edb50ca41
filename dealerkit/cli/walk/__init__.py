"""`dealerkit walk`: the command and its parts."""

from __future__ import annotations

from dealerkit.cli.walk.command import walk

__all__ = ["walk"]
