"""A sheet of character cells, with styles that only repeat what the text says."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dealerkit.files.printable import printable

STYLES = {
    "red": ("31", ""),
    "bold": ("1", "1"),
    "head": ("4", "4"),
    "red bold": ("1;31", "1"),
    "dim": ("2", "2"),
    "bar": ("7", "7"),
    "turn": ("1;32", "1"),
    "button": ("7", "7"),
    "chips": ("33", ""),
    "felt": ("32", ""),
    "critical": ("1;31", "1"),
    "major": ("1;33", "1"),
    "minor": ("1;36", "1"),
    "ok": ("32", ""),
}
"""Terminal codes of each style: in colour, and without."""


class StyledSpan(NamedTuple):
    """A piece of text in one style; an empty style is the plain one."""

    text: str
    style: str = ""


Line = tuple[StyledSpan, ...]
"""Spans of one line, from the left."""


def cells(text: str) -> int:
    """Return the number of columns that a text takes: Chinese characters take two, joining marks none.

    >>> cells("tie 和")
    6
    """
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)


def wide(line: Iterable[StyledSpan]) -> int:
    """Return the number of columns that a line of spans takes."""
    return sum(cells(span.text) for span in line)


class CellCanvas:
    """A sheet of character cells; text outside it is cut off.

    Args:
        width: Number of columns.
        height: Number of rows.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[tuple[str, str]]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, line: Sequence[StyledSpan], room: int | None = None) -> None:
        """Write a line of text at a column and row, cut to the room and the canvas.

        Args:
            x: Column where it begins, from 0.
            y: Row, from 0; a row outside the canvas is ignored.
            line: The text, in spans of one style each.
            room: Most columns; None for all columns up to the edge.
        """
        if not 0 <= y < self.height:
            return
        end = self.width if room is None else min(self.width, x + room)
        row = self._cells[y]
        for span in line:
            for sign in printable(span.text):
                size = cells(sign)
                if not size:
                    continue
                if x + size > end:
                    row[end - 1] = ("…" if not _letters_only(line) else ".", span.style)
                    return
                row[x] = (sign, span.style)
                if size == 2:
                    row[x + 1] = ("", span.style)
                x += size

    def fill(self, y: int, style: str) -> None:
        """Give a whole row a style."""
        self._cells[y] = [(sign, style) for sign, _ in self._cells[y]]

    def rows(self) -> list[str]:
        """Return the rows as plain text, without the blanks at their ends."""
        return ["".join(sign for sign, _ in row).rstrip() for row in self._cells]

    def painted(self, *, colour: bool = True) -> list[str]:
        """Return the rows with terminal codes for their styles; each row begins and ends in the plain style.

        Args:
            colour: Whether the codes may use colours.
        """
        out = []
        for row in self._cells:
            parts, now = [], ""
            last = max((at for at, (sign, style) in enumerate(row) if sign != " " or style == "bar"), default=-1)
            for sign, style in row[: last + 1]:
                if style != now:
                    code = STYLES[style][0 if colour else 1] if style else ""
                    parts.append("\x1b[0m" + (f"\x1b[{code}m" if code else ""))
                    now = style
                parts.append(sign)
            out.append("".join(parts) + ("\x1b[0m" if now else ""))
        return out


def _letters_only(line: Sequence[StyledSpan]) -> bool:
    return all(span.text.isascii() for span in line)


def flow(chunks: Iterable[Sequence[StyledSpan]], room: int, gap: int = 1) -> list[Line]:
    """Return chunks of text side by side in lines, with each chunk whole.

    >>> [[span.text for span in line] for line in flow([[StyledSpan("9s")], [StyledSpan("Kd")], [StyledSpan("bet 20")]], 7)]
    [['9s', ' ', 'Kd'], ['bet 20']]

    Args:
        chunks: The chunks, each a row of spans that stays on one line.
        room: Number of columns in a line.
        gap: Number of columns between two chunks.
    """
    lines: list[list[StyledSpan]] = [[]]
    used = 0
    for chunk in _that_fit(chunks, room):
        size = wide(chunk)
        if not size:
            continue
        if lines[-1] and used + gap + size > room:
            lines.append([])
            used = 0
        if lines[-1]:
            lines[-1].append(StyledSpan(" " * gap))
            used += gap
        lines[-1] += chunk
        used += size
    return [tuple(line) for line in lines if line]


def _that_fit(chunks: Iterable[Sequence[StyledSpan]], room: int) -> Iterator[Sequence[StyledSpan]]:
    """Yield the chunks; those longer than a line are broken at their blanks."""
    for chunk in chunks:
        if wide(chunk) > room and len(chunk) == 1:
            yield from ((StyledSpan(word, chunk[0].style),) for word in chunk[0].text.split(" "))
        else:
            yield chunk


def beside(blocks: Iterable[Sequence[Line]], room: int, gap: int = 2) -> list[Line]:
    """Return blocks of lines side by side, as many as fit, and the others below.

    >>> [[span.text for span in line] for line in beside([[(StyledSpan("ab"),), (StyledSpan("c"),)], [(StyledSpan("d"),)]], 9)]
    [['ab', '  ', 'd'], ['c', ' ', '  ', ' ']]

    Args:
        blocks: The blocks, each several lines.
        room: Number of columns.
        gap: Number of columns between two blocks.
    """
    lines: list[Line] = []
    row: list[Sequence[Line]] = []
    used = 0

    def end() -> None:
        sizes = [max(map(wide, block), default=0) for block in row]
        for y in range(max(map(len, row), default=0)):
            spans: list[StyledSpan] = []
            for number, (block, size) in enumerate(zip(row, sizes, strict=True)):
                line = block[y] if y < len(block) else ()
                spans += [
                    *([StyledSpan(" " * gap)] if number else []),
                    *line,
                    *([StyledSpan(" " * pad)] if (pad := size - wide(line)) else []),
                ]
            lines.append(tuple(spans))

    for block in blocks:
        size = max(map(wide, block), default=0)
        if row and used + gap + size > room:
            end()
            row, used = [], 0
        used += size + (gap if row else 0)
        row.append(block)
    end()
    return lines


def wrapped(text: str, room: int, style: str = "", hang: int = 0) -> list[Line]:
    """Return a text in lines, broken at its blanks.

    Args:
        text: The text.
        room: Number of columns in a line.
        style: Style of its spans.
        hang: Number of columns by which the lines after the first are indented.
    """
    lines, now = [], ""
    for word in printable(text).split(" "):
        rest = word
        begun = f"{now} {rest}" if now.strip() else now + rest
        if cells(begun) > room and now.strip():
            lines.append(now)
            now = " " * hang
            begun = now + rest
        while cells(begun) > room:
            cut = room
            while cells(begun[:cut]) > room:
                cut -= 1
            lines.append(begun[:cut])
            begun = " " * hang + begun[cut:]
        now = begun
    lines.append(now)
    return [(StyledSpan(line, style),) for line in lines]
