"""The width of the screen, as `shutil` finds it; importing `shutil` takes longer than printing a short answer."""

from __future__ import annotations

import os
import sys


def columns(otherwise: int) -> int:
    """Return the number of columns of the screen, from `COLUMNS` or the terminal.

    Args:
        otherwise: Width where neither gives one.
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
