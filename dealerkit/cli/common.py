"""What the commands share: their options, the one way to print, and the voice they print in.

The voice. Plain lines that read without colour, in a pipe and on the narrowest screen; a sign at the start of a line says
what the line is, and a line that continues is indented under its text.

    A heading                              stands at the margin
      label   text                         a fact
      ! code   sentence (severity)         a finding: something was wrong
        why: ...                           its reason, its rule
        > ...                              what to do now
      ok  ...                              what was looked at and is right

Colour only repeats what the sign already says; click leaves it out unless the output is a terminal.
"""

from __future__ import annotations

import json
import os
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from dealerkit.cli.display import quiet
from dealerkit.files.printable import printable, printable_json

RULES = "DEALERKIT_RULES"
WIDEST = 110  # columns; longer lines are hard to read however wide the screen is
COLUMNS: ContextVar[int] = ContextVar("COLUMNS", default=0)  # where text goes into a part of the screen: its columns
PAPER_ENDINGS = ".html, .pdf, .png or .md"  # what the help of --out says where a paper is written
UNBROKEN: Mapping[str, Any] = {"break_long_words": False, "break_on_hyphens": False}  # a path that is cut cannot be opened
SEVERITY_COLOURS = {"critical": "red", "major": "yellow", "minor": "cyan"}

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")


# Options


def rules_option(command: F) -> F:
    """Add `--rules NAME|PATH`; the command gets `rules`, the selector as typed or None."""
    return click.option(
        "--rules",
        metavar="NAME|PATH",
        default=lambda: _rules_of_the_house(None),
        help=f"The rule set: a name from `rules list`, or the path of your own file. Default: {RULES}, or the game's own.",
    )(command)


def rules_options(command: F) -> F:
    """Add `--rules NAME|PATH` that may be repeated to compare; the command gets `rules`, a tuple of selectors."""
    return click.option(
        "--rules",
        metavar="NAME|PATH",
        multiple=True,
        default=lambda: _rules_of_the_house(()),
        callback=_each_rule_set,
        help=f"A rule set: name or path; repeat it, or put commas between, to compare. Default: {RULES}, or the game's own.",
    )(command)


def _each_rule_set(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Take `rrop,tda` for two rule sets; what is a path stays one, whatever stands in it."""
    return tuple(
        part
        for one in given
        for part in ([one] if "," not in one or "/" in one or os.sep in one or Path(one).exists() else _names(one))
    )


def _names(several: str) -> list[str]:
    return [name for part in several.split(",") if (name := part.strip())] or [several]


def _rules_of_the_house(nothing: tuple[()] | None) -> str | tuple[str, ...] | None:
    # Not click's envvar: where an option may be repeated it would cut a path at its spaces.
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
        help="Set an option of the game, as decks=6; repeat it for more. `dealerkit games GAME` lists them.",
    )(command)


def _settings(ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        name, value = name.strip(), value.strip()
        if not (name and sign and value):
            msg = f"'{pair}' is not NAME=VALUE, as in --set decks=6"
            raise click.BadParameter(msg, ctx, param)
        if settings.setdefault(name, value) != value:
            msg = f"{name} is set twice, to {settings[name]} and to {value}"
            raise click.BadParameter(msg, ctx, param)
    return settings


def json_option(command: F) -> F:
    """Add `--json`; the command gets `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(command)


def force_option(command: F) -> F:
    """Add `--force`; the command gets `force`."""
    return click.option("--force", is_flag=True, help="Replace a file that dealerkit did not write.")(command)


# Printing


def show(document: T, as_json: bool, render: Callable[[T], str | Iterable[str]]) -> None:
    """Print a command's answer: as JSON, or as the text or lines that `render` makes of it.

    Args:
        document: The answer.
        as_json: Whether JSON is asked for.
        render: Makes the text, or its lines, of the answer.
    """
    if as_json:
        echo_json(document)
        return
    text = render(document)
    lines = [text] if isinstance(text, str) else text
    if sys.stdout.isatty() and not COLUMNS.get():
        from dealerkit.cli.pager import is_long, may_page, page

        if may_page():
            lines = list(lines)
            rows = [row for line in lines for row in printable(line).split("\n")]
            if is_long(cells(unstyled(row)) for row in rows):
                page("\n".join([*rows, ""]).replace(_OURS, "\x1b"))
                return
    for line in lines:
        echo(line)


_OURS = f"\ue000{os.urandom(4).hex()}"
"""Stands for the escape sign in what `style` makes, until it is printed: nobody else's text can begin with it."""


def style(text: str, **how: Any) -> str:
    """Return a text in a colour or weight, as `click.style` does; only `echo` makes a screen see it."""
    return click.style(printable(text), **how).replace("\x1b", _OURS)


def unstyled(text: str) -> str:
    """Return a text without what `style` put into it."""
    return click.unstyle(text.replace(_OURS, "\x1b"))


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text: the one door through which everything goes that a person may read on a screen.

    Signs that the screen would obey are shown as text, whoever put them there; of what `style` made, the screen gets its colours.

    Args:
        text: The text.
        err: Whether it goes to standard error.
        nl: Whether a line ends after it.
    """
    click.echo(printable(text).replace(_OURS, "\x1b"), err=err, nl=nl)


def echo_exactly(text: str) -> None:
    """Print what another program is to read back, such as a record: as it is in a pipe or a file, as text on a screen."""
    if sys.stdout.isatty():
        echo(text, nl=False)
    else:
        click.echo(text, nl=False)


def echo_bytes(made: bytes) -> None:
    """Print what is no text, such as a PDF, into a pipe."""
    click.echo(made, nl=False)


def wipe(*, err: bool = False) -> None:
    """Take the line away that the cursor is on."""
    click.echo("\r\x1b[K", err=err, nl=False)


def rub_out(signs: int, *, err: bool = False) -> None:
    """Take so many signs away that stand before the cursor."""
    click.echo("\b \b" * signs, err=err, nl=False)


def confirm(question: str) -> bool:
    """Ask on standard error for a yes."""
    return click.confirm(printable(question), err=True)


def echo_json(document: object) -> None:
    """Print one JSON document to standard output.

    Fractions and decimals become strings, sets become sorted lists, attrs classes become maps of their fields.
    """
    shown = (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
    click.echo(json_text(document, ascii_only=not shown, indent=2))


def json_text(document: object, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """Return a document as JSON that neither a screen nor a program can take for anything else.

    Args:
        document: The document; attrs classes, fractions, paths and sets in it are made plain.
        ascii_only: Whether every sign outside ASCII is escaped.
        indent: How many columns in each depth begins; None for one line.
    """
    return printable_json(json.dumps(document, indent=indent, ensure_ascii=ascii_only, allow_nan=False, default=_plain))


def _plain(value: object) -> object:
    if isinstance(value, Fraction | Decimal | Path):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    import attrs

    kind: type[object] = type(value)
    if attrs.has(kind):
        return {field.name: getattr(value, field.name) for field in attrs.fields(kind)}
    if isinstance(value, Iterable):
        return list(value)
    msg = f"{type(value).__name__} cannot be written as JSON"
    raise TypeError(msg)


def note(text: str) -> None:
    """Say something beside the answer: to standard error, so that it spoils neither a pipe nor a JSON document."""
    if not quiet():
        echo(text, err=True)


# The voice


def width() -> int:
    """Return how many columns to write in: the terminal's, or `COLUMNS`, or 100 where nobody knows; between 40 and 110."""
    if COLUMNS.get():
        return min(COLUMNS.get(), WIDEST)
    import shutil

    return max(40, min(shutil.get_terminal_size((100, 24)).columns, WIDEST))


def cells(text: str) -> int:
    """Return how many columns a text takes: Chinese characters take two, joining marks none.

    >>> cells("tie 和")
    6
    """
    shown = printable(text)
    return sum(0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF") for sign in shown)


def heading(text: str) -> str:
    """Return a heading: bold where the terminal can."""
    return style(_one_line(text), bold=True)


def line(text: str, indent: int = 2, sign: str = "", hang: int = 0) -> str:
    """Return a text wrapped to the width, its later lines under the first, or `hang` columns further in.

    >>> print(line("take the losing bets first", 4, "> "))
        > take the losing bets first

    Args:
        text: The text.
        indent: How many columns in it begins.
        sign: What stands before the first line.
        hang: How many columns further in the later lines begin.
    """
    first = " " * indent + printable(sign)
    return textwrap.fill(
        printable(text), width(), initial_indent=first, subsequent_indent=" " * (cells(first) + hang), **UNBROKEN
    )


def table(rows: Iterable[Sequence[object]], header: Sequence[str] = (), indent: int = 2) -> str:
    """Return rows as columns of text, two spaces apart; the last column is wrapped if the screen ends.

    >>> print(unstyled(table([("mini-baccarat", 1), ("nap", 3)], header=("game", "seats"))))
      game           seats
      mini-baccarat  1
      nap            3

    Args:
        rows: The rows, cell by cell.
        header: The titles of the columns; none if it is empty.
        indent: How many columns in the rows begin.
    """
    body = [[_one_line(cell) for cell in row] for row in ([header] if header else [])]
    body += [[_one_line(cell) for cell in row] for row in rows]
    if not body:
        return ""
    columns = max(map(len, body))
    widths = [max((cells(row[i]) for row in body if i < len(row)), default=0) for i in range(columns - 1)]
    out = []
    for number, row in enumerate(body):
        first = " " * indent + "".join(f"{cell}{' ' * (wide - cells(cell))}  " for cell, wide in zip(row, widths, strict=False))
        last = row[columns - 1] if len(row) == columns else ""
        under = " " * min(cells(first), width() // 2)
        room = max(width() - cells(first), 20)
        parts = textwrap.wrap(last, room, **UNBROKEN) or [""]
        lines = [first + parts[0], *(under + part for part in parts[1:])]
        text = "\n".join(part.rstrip() for part in lines)
        out.append(style(text, dim=True) if header and number == 0 else text)
    return "\n".join(out)


def _one_line(cell: object) -> str:
    return printable(str(cell)).replace("\n", " ").replace("\t", " ")


def finding(
    code: str, sentence: str, severity: str = "", *, why: str = "", cite: Iterable[str] = (), remedy: str = "", indent: int = 2
) -> str:
    """Return a finding as every command prints it.

    Args:
        code: Its id, `coup/paid-before-losers-taken`.
        sentence: What was wrong, in words.
        severity: `minor`, `major` or `critical`.
        why: Why it matters; may be empty.
        cite: The rule ids it rests on.
        remedy: What to do now; may be empty.
        indent: Columns before the sign.

    >>> text = finding("burn/missed", "no card was burned", "major", cite=["BA-07"], remedy="burn now")
    >>> print(unstyled(text))
      ! burn/missed   no card was burned (major)
        rule: BA-07
        > burn now
    """
    colour = SEVERITY_COLOURS.get(severity)
    text = line(f"{code}   {sentence}" + (f" ({severity})" if severity else ""), indent, "! ")
    code = printable(code)
    out = [text.replace(f"! {code}", style(f"! {code}", fg=colour, bold=True), 1) if colour else text]
    if why:
        out.append(line(why, indent + 2, "why: "))
    rules = ", ".join(cite)
    if rules:
        out.append(line(rules, indent + 2, "rule: "))
    if remedy:
        out.append(line(remedy, indent + 2, "> "))
    return "\n".join(out)
