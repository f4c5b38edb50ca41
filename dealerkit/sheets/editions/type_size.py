"""The largest type in which blocks fit the columns of a paper, estimated from the lengths of texts alone."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dealerkit.sheets.document import Block, Box, Control, Heading, Listing, Paper, Paragraph, TableBlock, plain

LINE, SIGN = 0.445, 0.165
"""The height of a line of type and the width of a character, in millimetres for each point of type size."""
WIDE = 0x2E80
"""From this character on, as in Chinese, characters are of double width."""
TIED = 3
"""Number of rows at the beginning and at the end of a table that stay on one page."""


GUTTER, SAFE = 5.0, 0.965
"""Space between two columns, in millimetres, and the usable share of a column's height."""


def fitted(paper: Paper, control: Control, blocks: Sequence[Block], sizes: Sequence[float], one_page: float = math.inf) -> Paper:
    """Return the paper with the largest type at which blocks fit on two pages of two columns; on one, if that can be read.

    Args:
        paper: The paper; its large print stays as it is.
        control: The content of the head of the first page.
        blocks: The blocks, in order.
        sizes: The smallest and the largest size, in points; the smallest one is taken if they never fit.
        one_page: The smallest size at which one page is preferred; by default, never.
    """
    if paper.large:
        return paper
    smallest, largest = sizes
    across = (paper.measures[0] - 2 * paper.margin - GUTTER) / 2
    steps = [round(smallest + 0.2 * step, 1) for step in range(round((largest - smallest) / 0.2) + 1)][::-1]
    ways = [(1, size) for size in steps if size >= one_page] + [(2, size) for size in steps]
    fitting = (size for pages, size in ways if fits(blocks, _columns(paper, control, size, pages), across, size))
    return attrs.evolve(paper, points=next(fitting, smallest))


def _columns(paper: Paper, control: Control, size: float, pages: int) -> list[float]:
    """Return the heights of the columns of a document's pages, the first ones below its head."""
    height = paper.measures[1] - 2 * paper.margin
    title = (1.7 if control.house else 1.2) * size
    beside = max(title, 0.42 * size * len(control.address), 15 if control.logo else 0)
    marks = [control.number, control.edition, control.effective, control.status, control.prepared_by, control.approved_by]
    head = beside + (0.6 * size * math.ceil(sum(map(bool, marks)) / 4) if any(marks) else 0)
    return [SAFE * (height - head)] * 2 + [SAFE * height] * 2 * (pages - 1)


def fits(blocks: Iterable[Block], columns: Sequence[float], width: float, size: float) -> bool:
    """Return whether blocks fit into columns one after the other, at a size of type.

    Args:
        blocks: The blocks, in order.
        columns: The height of each column.
        width: The width of the columns, in the unit of their heights.
        size: The size of type in that unit.
    """
    left, used, above = list(columns), 0.0, 0.0
    for block in blocks:
        for height in _pieces(block, width, size):
            if isinstance(block, Heading):  # it stays in the column of the line below it
                above += height
                continue
            if used + above + height > left[0]:
                left, used = left[1:], LINE * size
                if not left:
                    return False
            used, above = used + above + height, 0.0
    return True


def _pieces(block: Block, width: float, size: float) -> Iterator[float]:
    """Yield the approximate height, in millimetres, of each piece of a block that is not broken at the end of a column."""
    line = LINE * size
    match block:
        case TableBlock():
            rows = _rows(block, width, size)
            whole = block.whole or len(rows) <= 2 * TIED
            pieces = [sum(rows)] if whole else [sum(rows[:TIED]), *rows[TIED:-TIED], sum(rows[-TIED:])]
            pieces[0] += (2.6 if block.head or block.title else 1.2) * line
            yield from pieces
        case Listing():
            yield from (_lines(plain(item), width - 4, size) * line for item in block.items)
        case Heading():
            yield 2.6 * line
        case Paragraph():
            yield (_lines(plain(block.text), width, size) + 0.6) * line
        case Box():
            yield sum(piece for block in block.blocks for piece in _pieces(block, width - 6, size)) + 3 * line
        case _:
            yield line


def _rows(table: TableBlock, width: float, size: float) -> list[float]:
    line = LINE * size
    if table.style == "grid":
        return [line + 1 for _ in table.rows]
    shares = table.widths or (1,) * table.columns
    widths = [width * share / sum(shares) - 3 for share in shares]
    return [
        max(
            (cell.picture.height + 1.5 if cell.picture else 0)
            + line * sum(_lines(plain(line), across, size) for line in cell.lines)
            for cell, across in zip(row, widths, strict=False)
        )
        + (0 if table.style == "open" else 0.8)
        for row in table.rows
    ]


def _lines(text: str, width: float, size: float) -> int:
    """Return the number of lines of a text."""
    return max(1, math.ceil(_signs(text) * SIGN * size / width))


@functools.lru_cache(maxsize=2048)
def _signs(text: str) -> int:
    """Return the width of a text, in characters; it is the same at every size of type."""
    return sum(2 if ord(sign) > WIDE else 1 for sign in text)
