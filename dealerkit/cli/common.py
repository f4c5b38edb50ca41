"""Options that commands share, and the only functions that print; `dealerkit.files.screen_text` makes the text."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from dealerkit.cli.display import quiet
from dealerkit.cli.variables import RULES
from dealerkit.errors import DealerkitError
from dealerkit.files.late_modules import late_imports
from dealerkit.files.printable import printable, printable_json
from dealerkit.files.screen_text import COLUMNS, ESCAPE, cells, unstyled

if TYPE_CHECKING:
    from dealerkit.files.reports import Report

with late_imports():  # most answers need neither
    from dealerkit.files import plain_data
    from dealerkit.rules import sets

PAPER_ENDINGS = ".html, .pdf, .png or .md"  # needed only where the help of --out names the place of a paper

F = TypeVar("F", bound=Callable[..., object])


# Options


def rules_option(command: F) -> F:
    """Add `--rules NAME|PATH`; the command gets `rules`, the name or path of a rule set as typed, or None."""
    return click.option(
        "--rules",
        metavar="NAME|PATH",
        default=lambda: _rules_of_the_house(None),
        callback=_rule_set_in_force,
        help=f"The rule set: a name from `rules list`, or the path of your own file. Default: {RULES}, or the game's own.",
    )(command)


def rules_options(command: F) -> F:
    """Add `--rules NAME|PATH`, which may be repeated to compare; the command gets `rules`, a tuple of names or paths."""
    return click.option(
        "--rules",
        metavar="NAME|PATH",
        multiple=True,
        default=lambda: _rules_of_the_house(()),
        callback=_each_rule_set,
        help=f"A rule set: name or path; repeat it, or separate with commas, to compare. Default: {RULES}, or the game's own.",
    )(command)


def _each_rule_set(ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Split `rrop,tda` into two rule sets; a path stays whole, whatever characters it contains."""
    named = tuple(
        part
        for name in given
        for part in ([name] if "," not in name or "/" in name or os.sep in name or Path(name).exists() else _names(name))
    )
    _put_in_force(ctx, named)
    return named


def _rule_set_in_force(ctx: click.Context, _param: click.Parameter, given: str | None) -> str | None:
    _put_in_force(ctx, (given,) if given else ())
    return given


def _put_in_force(ctx: click.Context, named: Iterable[str]) -> None:
    """Add the rule sets' own facts and faults to those that the command knows. An unreadable set is ignored here: the command
    reports it.
    """
    with contextlib.suppress(DealerkitError, OSError):
        ctx.with_resource(sets.facts_under(*map(sets.rule_set, named)))


def _names(several: str) -> list[str]:
    return [name for part in several.split(",") if (name := part.strip())] or [several]


def _rules_of_the_house(nothing: tuple[()] | None) -> str | tuple[str, ...] | None:
    # Not click's `envvar`: for a repeatable option it would split a path at its spaces.
    selector = os.environ.get(RULES, "").strip()
    if nothing is None:
        return selector or None
    return (selector,) if selector else ()


def set_option(command: F) -> F:
    """Add `--set NAME=VALUE`, repeatable; the command gets `settings`, name to value as typed."""
    return click.option(
        "--set",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_settings,
        help="Set a game option, such as decks=6; repeatable. `dealerkit games GAME` lists them.",
    )(command)


def _settings(ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        name, value = name.strip(), value.strip()
        if not (name and sign and value):
            bad_value(f"'{pair}' is not NAME=VALUE, as in --set decks=6")
        if settings.setdefault(name, value) != value:
            bad_value(f"{name} is set twice, to {settings[name]} and to {value}")
    return settings


def json_option(command: F) -> F:
    """Add `--json`; the command gets `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document, for other programs.")(command)


def hand_option(command: F) -> F:
    """Add `--hand ID`; the command gets `hand`, the ID or number of a record in its file, or None for the last."""
    what = "Which record of the file: its ID or number. Default: the last."
    return click.option("--hand", metavar="ID", help=what)(command)


def force_option(command: F) -> F:
    """Add `--force`; the command gets `force`."""
    return click.option("--force", is_flag=True, help="Overwrite a file that dealerkit did not write.")(command)


# Printing


def report(answer: Report, as_json: bool, *, failed: bool = False) -> None:
    """Print a report: as JSON, or in lines, long ones through the pager at a terminal.

    Args:
        answer: The report.
        as_json: Whether JSON is asked for.
        failed: Whether the exit status is 1.

    Raises:
        click.exceptions.Exit: With status 1, if `failed`.
    """
    _print(answer, as_json)
    if failed:
        raise click.exceptions.Exit(1)


def _print(answer: Report, as_json: bool) -> None:
    if as_json:
        echo_json(answer.as_json())
        return
    lines = answer.lines()
    if sys.stdout.isatty() and not COLUMNS.get():
        from dealerkit.cli.pager import is_long, may_page, page

        if may_page():
            lines = list(lines)
            rows = [row for text in lines for row in printable(text).split("\n")]
            if is_long(cells(unstyled(row)) for row in rows):
                page("\n".join([*rows, ""]).replace(ESCAPE, "\x1b"))
                return
    echo_lines(lines)


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text. All output for a person goes through this function.

    Control characters are shown as text, even in dealerkit's own sentences; the marks that `style` puts around bold or
    coloured words become the terminal's codes for them.

    Args:
        text: The text.
        err: Whether it goes to standard error.
        nl: Whether to end the line.
    """
    click.echo(printable(text).replace(ESCAPE, "\x1b"), err=err, nl=nl)


def echo_lines(lines: Iterable[str]) -> None:
    """Print lines of text, one after the other."""
    for row in lines:
        echo(row)


def echo_exactly(text: str) -> None:
    """Print text for another program, such as a record: exactly in a pipe or a file, printable on a screen."""
    if sys.stdout.isatty():
        echo(text, nl=False)
    else:
        click.echo(text, nl=False)


def echo_bytes(content: bytes) -> None:
    """Print bytes that are not text, such as a PDF, into a pipe."""
    click.echo(content, nl=False)


def wipe(*, err: bool = False) -> None:
    """Erase the line that the cursor is on, even if colours are switched off.

    Args:
        err: Whether the line is on standard error.
    """
    able = os.environ.get("TERM") != "dumb"  # bold and dim would go off with the colours
    click.echo("\r\x1b[K", err=err, nl=False, color=True if able else None)


def ring(*, err: bool = False) -> None:
    """Ring the terminal's bell; do nothing without a terminal.

    Args:
        err: Whether the terminal is the one on standard error.
    """
    if (sys.stderr if err else sys.stdout).isatty():
        click.echo("\a", err=err, nl=False)


def rub_out(signs: int, *, err: bool = False) -> None:
    """Erase characters before the cursor.

    Args:
        signs: The number of characters.
        err: Whether the line is on standard error.
    """
    click.echo("\b \b" * signs, err=err, nl=False)


def misused(why: str) -> NoReturn:
    """Refuse the command line, because its options or arguments do not go together or are missing.

    Args:
        why: The error, and what to type.

    Raises:
        click.UsageError: Always.
    """
    raise click.UsageError(why)


def bad_value(why: str, option: str | None = None) -> NoReturn:
    """Refuse the value of an option or argument.

    Args:
        why: The error, and what to type.
        option: The option as it is typed; None in a callback, where click knows it.

    Raises:
        click.BadParameter: Always.
    """
    raise click.BadParameter(why, param_hint=option)


def confirm(question: str) -> bool:
    """Ask a yes-or-no question on standard error; return whether the answer is yes."""
    return click.confirm(printable(question), err=True)


def asked_password(question: str) -> str:
    """Ask on standard error for a password, twice and unseen; return it."""
    return str(click.prompt(printable(question), hide_input=True, confirmation_prompt="Type it again", err=True))


def echo_json(document: object) -> None:
    """Print one JSON document to standard output.

    Fractions and decimals become strings, sets become sorted lists, attrs classes become maps of their fields.
    """
    shown = (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
    click.echo(json_text(document, ascii_only=not shown, indent=2))


def json_text(document: object, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """Return a document as JSON that is safe to print and unambiguous to read.

    Args:
        document: The document; attrs classes, fractions, paths and sets in it become plain data.
        ascii_only: Whether every character outside ASCII is escaped.
        indent: Columns of indent for each level; None for one line.
    """
    return printable_json(
        json.dumps(document, indent=indent, ensure_ascii=ascii_only, allow_nan=False, default=plain_data.as_plain)
    )


def note(text: str) -> None:
    """Print a note to standard error, so that it spoils neither a pipe nor a JSON document."""
    if not quiet():
        echo(text, err=True)
