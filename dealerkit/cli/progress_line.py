"""The progress of a long job, on a line of standard error that is overwritten and cleared."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Final, Self

from dealerkit.cli.common import echo, wipe
from dealerkit.cli.display import quiet
from dealerkit.files.screen_size import columns
from dealerkit.files.screen_text import cells

STEP: Final = 0.2
"""Seconds between two updates, so that the terminal does not slow the job down."""


class ProgressLine:
    """The progress line; it shows nothing if standard error is not a capable terminal, or notes are off."""

    def __init__(self) -> None:
        self.wanted = is_watched()
        self._shown = False
        self._last = 0.0

    def show(self, text: str) -> None:
        """Show a progress text, unless one was shown a moment ago."""
        now = time.monotonic()
        if not self.wanted or now - self._last < STEP:
            return
        self._last = now
        self.wipe()
        text = f"  {text}"
        while cells(text) >= columns(80):
            text = text[:-1]
        echo(text, err=True, nl=False)
        self._shown = True

    def wipe(self) -> None:
        """Clear the line, before other output."""
        if self._shown:
            wipe(err=True)
            self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.wipe()


def is_watched() -> bool:
    """Return whether a person watches standard error at a terminal, with notes on."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not quiet()
