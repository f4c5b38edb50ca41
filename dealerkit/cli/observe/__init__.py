"""`dealerkit observe`: the command, and what it is made of."""

from __future__ import annotations

from dealerkit.cli.observe.command import observe

__all__ = ["observe"]
