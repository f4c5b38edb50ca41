"""`dealerkit observe`: the command and its parts."""

from __future__ import annotations

from dealerkit.cli.observe.command import observe

__all__ = ["observe"]
