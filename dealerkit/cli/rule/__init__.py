"""`dealerkit rule`: the command and its parts."""

from __future__ import annotations

from dealerkit.cli.rule.command import rule

__all__ = ["rule"]
