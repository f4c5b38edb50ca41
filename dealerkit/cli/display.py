"""How answers reach the screen: in colour or not, with or without notes, through a pager or directly.

Every command has three options for this, before its name or after it; environment variables do the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TypeVar

import click

AUTO, ALWAYS, NEVER = "auto", "always", "never"
COLORS = (AUTO, ALWAYS, NEVER)
PAGERS = (AUTO, NEVER)

COLOR, QUIET, PAGER = (f"dealerkit.{name}" for name in ("color", "quiet", "pager"))
"""Keys of these options in the `meta` of a click context."""

C = TypeVar("C", bound=click.Command)


def _chain(ctx: click.Context) -> Iterator[click.Context]:
    context: click.Context | None = ctx
    while context is not None:
        yield context
        context = context.parent


def _take_color(ctx: click.Context, _param: click.Parameter, given: str | None) -> None:
    if given is not None and not ctx.resilient_parsing:
        ctx.meta[COLOR] = given
        show_color(ctx)


def _take_quiet(ctx: click.Context, _param: click.Parameter, given: bool) -> None:
    if given:
        ctx.meta[QUIET] = True


def _take_pager(ctx: click.Context, _param: click.Parameter, given: bool) -> None:
    if given:
        ctx.meta[PAGER] = NEVER


def _options() -> Iterator[click.Option]:
    yield click.Option(
        ["--color"],
        type=click.Choice(COLORS),
        expose_value=False,
        callback=_take_color,
        metavar="WHEN",
        help="Colours: auto (on a terminal), always or never. To make it permanent, set NO_COLOR or FORCE_COLOR.",
    )
    yield click.Option(
        ["-q", "--quiet"], is_flag=True, expose_value=False, callback=_take_quiet, help="Print only the answer and errors."
    )
    yield click.Option(
        ["--no-pager"],
        is_flag=True,
        expose_value=False,
        callback=_take_pager,
        help="Print a long answer all at once, without a pause after each page; setting NO_PAGER does the same.",
    )


def with_options(command: C, *, hidden: bool = True) -> C:
    """Add to a command the options that all commands have, and return it. The help of the command leaves them out, the root's
    lists them.

    Args:
        command: The command.
        hidden: Whether its help leaves them out.
    """
    taken = {name for param in command.params for name in param.opts}
    for option in _options():
        if taken.isdisjoint(option.opts):
            option.hidden = hidden
            command.params.append(option)
    return command


# Colour


def color(typed: str | None, environ: Mapping[str, str], kept: str | None) -> bool | None:
    """Return whether to print colours; None to decide by whether the output is a terminal.

    Args:
        typed: The value of `--color`.
        environ: The environment: NO_COLOR overrides FORCE_COLOR, and both override the abilities of the terminal.
        kept: The value in the settings file.

    >>> color("always", {"NO_COLOR": "1"}, None), color(None, {"NO_COLOR": "1"}, "always"), color(None, {}, "never")
    (True, False, False)
    """
    if typed in (ALWAYS, NEVER):
        return typed == ALWAYS
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    if environ.get("TERM") == "dumb":
        return False
    return kept == ALWAYS if typed is None and kept in (ALWAYS, NEVER) else None


def show_color(ctx: click.Context, kept: str | None = None) -> None:
    """Switch colours on or off for a command and its parents, as its options and the environment ask."""
    wanted = color(ctx.meta.get(COLOR), os.environ, kept)
    for context in _chain(ctx):
        context.color = wanted


def in_color() -> bool:
    """Return whether a command that paints the screen itself may use colours."""
    ctx = click.get_current_context(silent=True)
    return ctx is None or ctx.color is not False


# What is said beside the answer


def quiet() -> bool:
    """Return whether notes beside the answer are switched off."""
    ctx = click.get_current_context(silent=True)
    return bool(ctx is not None and ctx.meta.get(QUIET))
