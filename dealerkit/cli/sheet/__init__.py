"""`dealerkit sheet`: the command, and what it is made of."""

from __future__ import annotations

from dealerkit.cli.sheet.command import sheet

__all__ = ["sheet"]
