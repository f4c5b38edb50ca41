"""Text for a screen: headings, lines wrapped under their signs, tables, findings.

Plain lines that read without colour, in a pipe and on the narrowest screen; a sign at the start of a line says
what the line is, and a line that continues is indented under its text.

    A heading                              stands at the margin
      label   text                         a fact
      ! code   sentence (severity)         a finding: something was wrong
        why: ...                           its reason, its rule
        > ...                              what to do now
      ok  ...                              what was looked at and is right

Colour only repeats what the sign already says; it is left out unless the output is a terminal.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from typing import TypedDict

from dealerkit.files import screen_size
from dealerkit.files.late_modules import late_imports
from dealerkit.files.printable import printable

with late_imports():  # JSON output has no lines
    import textwrap

WIDEST = 110  # columns; longer lines are hard to read on any screen


class WrapOptions(TypedDict):
    """Options of `textwrap` for words longer than a line."""

    break_long_words: bool
    break_on_hyphens: bool


COLUMNS: ContextVar[int] = ContextVar("COLUMNS", default=0)  # columns, where text is printed into a part of the screen
UNBROKEN: WrapOptions = {"break_long_words": False, "break_on_hyphens": False}  # a path that is broken cannot be opened
SEVERITY_COLOURS = {"critical": "red", "major": "yellow", "minor": "cyan"}

ESCAPE = f"\ue000{os.urandom(4).hex()}"
"""Stand-in for the escape character in the output of `style` until it is printed; no other text can contain it."""

_COLOURS = {"black": 30, "red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37}
_STYLED = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


def style(text: str, *, fg: str | None = None, bold: bool = False, dim: bool = False) -> str:
    """Return a text marked with a colour or weight; the command line turns the marks into colours when it prints them.

    Args:
        text: The text.
        fg: Its colour, one of the eight standard ones; None for the screen's default.
        bold: Whether it is bold.
        dim: Whether it is pale.
    """
    codes = ([_COLOURS[fg]] if fg else []) + ([1] if bold else []) + ([2] if dim else [])
    return "".join(f"{ESCAPE}[{code}m" for code in codes) + printable(text) + f"{ESCAPE}[0m"


def unstyled(text: str) -> str:
    """Return a text without the marks of `style`."""
    return _STYLED.sub("", text.replace(ESCAPE, "\x1b"))


def width() -> int:
    """Return the width for text in columns: from `COLUMNS` or the terminal, else 100; at least 40 and at most 110."""
    if COLUMNS.get():
        return min(COLUMNS.get(), WIDEST)
    return max(40, min(screen_size.columns(100), WIDEST))


def cells(text: str) -> int:
    """Return the width of a text in columns: Chinese characters take two, combining marks none.

    >>> cells("tie 和")
    6
    """
    shown = printable(text)
    return sum(0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF") for sign in shown)


def heading(text: str) -> str:
    """Return a text as a heading, bold on a terminal that can show it."""
    return style(_one_line(text), bold=True)


def line(text: str, indent: int = 2, sign: str = "", hang: int = 0) -> str:
    """Return a text wrapped to the width, its later lines under the first, or `hang` columns further in.

    >>> print(line("take the losing bets first", 4, "> "))
        > take the losing bets first

    Args:
        text: The text.
        indent: Indent of the first line, in columns.
        sign: Text before the first line.
        hang: Further indent of the later lines, in columns.
    """
    first = " " * indent + printable(sign)
    return textwrap.fill(
        printable(text), width(), initial_indent=first, subsequent_indent=" " * (cells(first) + hang), **UNBROKEN
    )


def count_of(count: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> count_of(1, "card"), count_of(2, "entry"), count_of(0, "box"), count_of(1500, "major slip")
    ('1 card', '2 entries', '0 boxes', '1,500 major slips')

    Args:
        count: The number.
        noun: The noun in the singular; adjectives may precede it, as in `major slip`.
    """
    return f"{count:,} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of a noun: `cards`, `entries`, `boxes`."""
    if noun.endswith("y") and noun[-2] not in "aeou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def either(words: Sequence[str]) -> str:
    """Return alternatives as a list in words.

    >>> either(["b"]), either(["b", "h", "o"])
    ('b', 'b, h or o')
    """
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def table(rows: Iterable[Sequence[object]], header: Sequence[str] = (), indent: int = 2) -> str:
    """Return rows as columns of text, two spaces apart; the last column is wrapped at the edge of the screen.

    >>> print(unstyled(table([("mini-baccarat", 1), ("nap", 3)], header=("game", "seats"))))
      game           seats
      mini-baccarat  1
      nap            3

    Args:
        rows: The rows, cell by cell.
        header: The titles of the columns; none if it is empty.
        indent: Indent of the rows, in columns.
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
