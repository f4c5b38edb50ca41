"""Long output through a pager, at a terminal."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterable

import click

from dealerkit.cli.display import NEVER, PAGER

LESS = "-FRX"
"""Default options of `less`: quit on one screen, show colours, leave the text on the screen."""


def may_page() -> bool:
    """Return whether long output may go through a pager: at a capable terminal, unless switched off."""
    ctx = click.get_current_context(silent=True)
    if ctx is None or ctx.meta.get(PAGER) == NEVER or os.environ.get("NO_PAGER"):
        return False
    if os.environ.get("TERM", "") in ("", "dumb") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return _program() is not None


def _program() -> str | None:
    """Return the program named by PAGER, or `less`; None if it is `cat`, empty or not installed."""
    try:
        words = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return None
    return shutil.which(words[0]) if words and words[0] != "cat" else None


def is_long(cells: Iterable[int]) -> bool:
    """Return whether lines would fill the screen, so that they should go through a pager.

    Args:
        cells: The width of each line in columns.
    """
    columns, rows = shutil.get_terminal_size()
    return sum(max(1, -(-wide // columns)) for wide in cells) >= rows


def page(text: str) -> None:
    """Show a text through the pager.

    Args:
        text: The text for a terminal, colours included.
    """
    os.environ.setdefault("PAGER", "less")
    os.environ.setdefault("LESS", LESS)
    ctx = click.get_current_context(silent=True)
    click.echo_via_pager(text, color=ctx.color if ctx is not None else None)
