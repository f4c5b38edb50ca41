"""The size of the screen, as `shutil` tells it, which takes longer to come up than a short answer takes to be printed."""

from __future__ import annotations

import os
import sys


def columns(otherwise: int) -> int:
    """Return how many columns the screen has: what `COLUMNS` says, or the terminal.

    Args:
        otherwise: Default if neither says so.
    """
    try:
        size = int(os.environ.get("COLUMNS", ""))
    except ValueError:
        size = 0
    if size > 0:
        return size
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or otherwise  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return otherwise
