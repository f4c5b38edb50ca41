"""`dealerkit rule`: the command, and what it is made of."""

from __future__ import annotations

from dealerkit.cli.rule.command import rule

__all__ = ["rule"]
