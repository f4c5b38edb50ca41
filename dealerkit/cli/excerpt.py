"""A rule file's problems with the lines they stand on and a caret below the place."""

from __future__ import annotations

from pathlib import Path

from dealerkit.cli.common import cells
from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.data import seen_from_here

BEFORE, AFTER = 60, 40  # characters of a long line that are shown either side of the place
LARGEST = 4_000_000  # bytes; a larger file is not read again only to show a line of it


def told(error: RuleFileError) -> str:
    """Return the message: how many problems in how many files, then each with its line."""
    files = {problem.file for problem in error.problems}
    many = len(error.problems)
    head = f"{many} problems in {len(files)} files" if len(files) > 1 else f"{many} problems"
    lines_of = {file: _lines(file) for file in files}
    parts = [_one(problem, lines_of[problem.file]) for problem in error.problems]
    return "\n\n".join(([head] if many > 1 else []) + parts)


def _lines(file: str) -> list[str]:
    path = Path(file)
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return []
        return path.read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError):  # the message says what is wrong with the file; the excerpt is only a help
        return []


def _one(problem: Problem, lines: list[str]) -> str:
    file = seen_from_here(problem.file)
    place = f"{file}:{problem.line}:{problem.column}" if problem.line else file
    where = f"{problem.path}: " if problem.path else ""
    out = [f"{place}: {where}{problem.message}"]
    if 0 < problem.line <= len(lines):
        out += excerpt(lines[problem.line - 1], problem.line, problem.column)
    if problem.hint:
        out.append(f"  hint: {problem.hint}")
    return "\n".join(out)


def excerpt(line: str, number: int, column: int) -> list[str]:
    """Return a source line with its number, and below it a caret under `column`; both count from 1, 0 draws no caret.

    >>> print(*excerpt("  decks: 3:2", 14, 10), sep="\\n")
      14 |   decks: 3:2
         |          ^
    """
    at = max(column - 1, 0)
    start = max(at - BEFORE, 0)
    shown = line.rstrip("\r")[start : at + AFTER]
    shown = "".join(sign if sign.isprintable() else " " for sign in shown)
    if start:
        shown, at = "..." + shown, at + 3
    gutter = f"  {number} | "
    out = [gutter + shown]
    if column:
        out.append(" " * (len(gutter) - 2) + "| " + " " * cells(shown[: at - start]) + "^")
    return [row.rstrip() for row in out]
