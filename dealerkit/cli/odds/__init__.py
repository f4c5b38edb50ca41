"""`dealerkit odds`: the command and its parts."""

from __future__ import annotations

from dealerkit.cli.odds.command import odds

__all__ = ["odds"]
