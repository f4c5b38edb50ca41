"""`dealerkit sheet`: the command and its parts."""

from __future__ import annotations

from dealerkit.cli.sheet.command import sheet

__all__ = ["sheet"]
