"""A long answer goes through a pager where somebody sits at a terminal."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable

import click

from dealerkit.cli.display import NEVER, PAGER

LESS = "-FRX"
"""Options of `less` where the environment sets none: not to wait at one screen, to show colours, to leave the text there."""


def may_page() -> bool:
    """Tell whether a long answer may go through a pager: somebody sits at a terminal that can, and nobody has said no."""
    ctx = click.get_current_context(silent=True)
    if ctx is None or ctx.meta.get(PAGER) == NEVER or os.environ.get("NO_PAGER"):
        return False
    if os.environ.get("TERM", "") in ("", "dumb") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return _program() is not None


def _program() -> str | None:
    """Return the program that PAGER names, or `less`; None where it is `cat` or nothing, or is not there."""
    try:
        words = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return None
    return shutil.which(words[0]) if words and words[0] != "cat" else None


def is_long(cells: Iterable[int]) -> bool:
    """Tell whether lines of so many cells leave no room on the screen for the next prompt."""
    columns, rows = shutil.get_terminal_size()
    return sum(max(1, -(-wide // columns)) for wide in cells) >= rows


def page(text: str) -> None:
    """Show a text through the pager.

    Args:
        text: As a terminal is to get it, colours included.
    """
    os.environ.setdefault("PAGER", "less")
    os.environ.setdefault("LESS", LESS)
    ctx = click.get_current_context(silent=True)
    click.echo_via_pager(text, color=ctx.color if ctx is not None else None)
