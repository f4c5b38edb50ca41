"""`dealerkit sheet`: the command, and its modules for editions, houses and the journal."""

from __future__ import annotations

from dealerkit.cli.sheet.command import sheet

__all__ = ["sheet"]
