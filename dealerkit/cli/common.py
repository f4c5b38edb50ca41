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
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

RULES = "DEALERKIT_RULES"
WIDEST = 110  # columns; longer lines are hard to read however wide the screen is
UNBROKEN: Mapping[str, Any] = {"break_long_words": False, "break_on_hyphens": False}  # a path that is cut cannot be opened
SEVERITY_COLOURS = {"critical": "red", "major": "yellow", "minor": "cyan"}

F = TypeVar("F", bound=Callable[..., Any])
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
        help=f"A rule set: name or path; repeat it to compare. Default: {RULES}, or the game's own.",
    )(command)


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


# Printing


def show(document: T, as_json: bool, render: Callable[[T], str | Iterable[str]]) -> None:
    """Print a command's answer: as JSON, or as the text or lines that `render` makes of it."""
    if as_json:
        echo_json(document)
        return
    text = render(document)
    for line in [text] if isinstance(text, str) else text:
        click.echo(line)


def echo_json(document: object) -> None:
    """Print one JSON document to standard output.

    Fractions and decimals become strings, sets become sorted lists, attrs classes become maps of their fields.
    """
    shown = (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
    click.echo(json.dumps(document, indent=2, ensure_ascii=not shown, allow_nan=False, default=_plain))


def _plain(value: object) -> object:
    if isinstance(value, Fraction | Decimal | Path):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    import attrs

    kind: type[Any] = type(value)
    if attrs.has(kind):
        return {field.name: getattr(value, field.name) for field in attrs.fields(kind)}
    if isinstance(value, Iterable):
        return list(value)
    msg = f"{type(value).__name__} cannot be written as JSON"
    raise TypeError(msg)


def note(text: str) -> None:
    """Say something beside the answer: to standard error, so that it spoils neither a pipe nor a JSON document."""
    click.echo(text, err=True)


# The voice


def width() -> int:
    """Return how many columns to write in: the terminal's, or `COLUMNS`, or 100 where nobody knows; between 40 and 110."""
    return max(40, min(shutil.get_terminal_size((100, 24)).columns, WIDEST))


def cells(text: str) -> int:
    """Return how many columns a text takes: Chinese characters take two, joining marks none.

    >>> cells("tie 和")
    6
    """
    return sum(0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)


def heading(text: str) -> str:
    """Return a heading: bold where the terminal can."""
    return click.style(text, bold=True)


def line(text: str, indent: int = 2, sign: str = "", hang: int = 0) -> str:
    """Return a text wrapped to the width, its later lines under the first, or `hang` columns further in.

    >>> print(line("take the losing bets first", 4, "> "))
        > take the losing bets first
    """
    first = " " * indent + sign
    return textwrap.fill(text, width(), initial_indent=first, subsequent_indent=" " * (cells(first) + hang), **UNBROKEN)


def table(rows: Iterable[Sequence[object]], header: Sequence[str] = (), indent: int = 2) -> str:
    """Return rows as columns of text, two spaces apart; the last column is wrapped if the screen ends.

    >>> print(click.unstyle(table([("mini-baccarat", 1), ("nap", 3)], header=("game", "seats"))))
      game           seats
      mini-baccarat  1
      nap            3
    """
    body = [[str(cell) for cell in row] for row in ([header] if header else [])] + [[str(cell) for cell in row] for row in rows]
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
        out.append(click.style(text, dim=True) if header and number == 0 else text)
    return "\n".join(out)


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
    >>> print(click.unstyle(text))
      ! burn/missed   no card was burned (major)
        rule: BA-07
        > burn now
    """
    colour = SEVERITY_COLOURS.get(severity)
    text = line(f"{code}   {sentence}" + (f" ({severity})" if severity else ""), indent, "! ")
    out = [text.replace(f"! {code}", click.style(f"! {code}", fg=colour, bold=True), 1) if colour else text]
    if why:
        out.append(line(why, indent + 2, "why: "))
    rules = ", ".join(cite)
    if rules:
        out.append(line(rules, indent + 2, "rule: "))
    if remedy:
        out.append(line(remedy, indent + 2, "> "))
    return "\n".join(out)
