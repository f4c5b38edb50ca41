"""The progress of a long job, on one line of standard error that is written over and goes away again."""

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
"""Seconds between two lines, so that a terminal is not what the job waits for."""


class ProgressLine:
    """The line; nothing where standard error is not a terminal that can wipe it, or nobody wants to be told."""

    def __init__(self) -> None:
        self.wanted = is_watched()
        self._shown = False
        self._last = 0.0

    def show(self, text: str) -> None:
        """Show how far we are, unless that was shown just now."""
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
        """Take the line away, for what is told on a line of its own."""
        if self._shown:
            wipe(err=True)
            self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.wipe()


def is_watched() -> bool:
    """Tell whether somebody sees standard error as it comes, and wants to."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not quiet()
