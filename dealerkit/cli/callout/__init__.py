"""`dealerkit callout`: the command, and what it is made of."""

from __future__ import annotations

from dealerkit.cli.callout.command import callout

__all__ = ["callout"]
