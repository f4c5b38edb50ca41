"""Messages for problems of a rule file that show the line in question, with a caret below the place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from dealerkit.errors import Problem, RuleFileError
from dealerkit.files.screen_text import WIDEST, cells, count_of, width
from dealerkit.rules.data import seen_from_here

LONGEST = 100  # most characters shown of a long line, three fifths of them before the place
LARGEST = 4_000_000  # largest file, in bytes, that is read again to show a line of it


def told(error: RuleFileError) -> str:
    """Return the message of an error: each problem with its line, and before them, if there are several, the numbers of problems
    and files.
    """
    files = {problem.file for problem in error.problems}
    many = len(error.problems)
    head = f"{count_of(many, 'problem')} in {count_of(len(files), 'file')}" if len(files) > 1 else count_of(many, "problem")
    return "\n\n".join(([head] if many > 1 else []) + [*parts(error.problems)])


def parts(problems: Iterable[Problem], sign: str = "") -> Iterator[str]:
    """Yield the text of each problem: place and message, the line with a caret, the hint.

    Args:
        problems: The problems.
        sign: Text before each problem, such as `note: `.
    """
    texts: dict[str, list[str]] = {}
    for problem in problems:
        if problem.file not in texts:
            texts[problem.file] = lines_of(problem.file)
        yield sign + _one_problem(problem, texts[problem.file])


def lines_of(file: str) -> list[str]:
    """Return the lines of a file; empty if it is unreadable, or too large to be read again just to show a line of it."""
    path = Path(file)
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return []
        return path.read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError):  # the message explains the problem; the excerpt only helps
        return []


def _one_problem(problem: Problem, lines: list[str]) -> str:
    file = seen_from_here(problem.file)
    place = f"{file}:{problem.line}:{problem.column}" if problem.line else file
    where = f"{problem.path}: " if problem.path else ""
    out = [f"{place}: {where}{problem.message}"]
    if 0 < problem.line <= len(lines):
        out += excerpt(lines[problem.line - 1], problem.line, problem.column, width())
    if problem.hint:
        out.append(f"  hint: {problem.hint}")
    return "\n".join(out)


def excerpt(line: str, number: int, column: int, room: int = WIDEST) -> list[str]:
    """Return a source line with its number, and below it a caret under `column`.

    Args:
        line: The line.
        number: Its number, from 1.
        column: Column of the place, from 1; 0 for no caret.
        room: Number of columns for the line; of a longer line the part around the place is shown.

    >>> print(*excerpt("  decks: 3:2", 14, 10), sep="\\n")
      14 |   decks: 3:2
         |          ^
    """
    gutter = f"  {number} | "
    at, longest = max(column - 1, 0), max(min(LONGEST, room - len(gutter) - 3), 10)
    start = max(at - longest * 3 // 5, 0)
    shown = line.rstrip("\r")[start : start + longest]
    shown = "".join(sign if sign.isprintable() else " " for sign in shown)
    while cells(shown) > longest and len(shown) > at - start + 1:
        shown = shown[:-1]
    if start:
        shown, at = "..." + shown, at + 3
    out = [gutter + shown]
    if column:
        out.append(" " * (len(gutter) - 2) + "| " + " " * cells(shown[: at - start]) + "^")
    return [row.rstrip() for row in out]
