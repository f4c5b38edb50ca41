"""`dealerkit odds`: the command, and what it is made of."""

from __future__ import annotations

from dealerkit.cli.odds.command import odds

__all__ = ["odds"]
