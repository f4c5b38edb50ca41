"""`dealerkit callout`: the command and its parts."""

from __future__ import annotations

from dealerkit.cli.callout.command import callout

__all__ = ["callout"]
