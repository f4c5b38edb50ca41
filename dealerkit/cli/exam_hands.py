"""Hands that are dealt in an exam: nothing is told, shown beforehand or taken back."""

from __future__ import annotations

from typing import Any

from dealerkit.cli.common import echo, line
from dealerkit.cli.dealing import Conversation

_NO = "not in an exam"


class Silent(Conversation):
    """Talks with a candidate who deals.

    Attributes:
        unclear: How often something was said that was not understood; it costs nothing.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.unclear = 0

    def on_hint(self) -> None:
        """Tell nothing."""
        echo(line(_NO))

    on_why = on_menu = on_undo = on_findings = on_hint

    def on_save(self, line: str) -> None:
        """Write nothing."""
        self.on_hint()
