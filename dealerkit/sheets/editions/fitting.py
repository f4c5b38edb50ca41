"""How large type can be set so that blocks fill the columns of a paper: reckoned beforehand, from the lengths of texts alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from dealerkit.sheets.document import Block, Box, Heading, Listing, Paragraph, Table, plain

LINE, SIGN = 0.445, 0.165
"""The height of a line of type and the width of a sign, in millimetres for each point of its size."""
WIDE = 0x2E80
"""From this sign on, as in Chinese, signs are twice as wide."""
TIED = 3
"""So many rows at the head and at the end of a table stay together."""


def type_size(blocks: Sequence[Block], columns: Sequence[float], width: float, smallest: float, largest: float) -> float:
    """Return the largest size of type, in points, at which blocks fit into columns; the smallest one if they never do.

    Args:
        blocks: The blocks, in order.
        columns: The heights of the columns, in millimetres.
        width: How wide each of them is.
        smallest: The smallest size.
        largest: The largest.
    """
    size = largest
    while size > smallest and not fits(blocks, columns, width, size):
        size = round(size - 0.2, 1)
    return max(size, smallest)


def fits(blocks: Iterable[Block], columns: Sequence[float], width: float, size: float) -> bool:
    """Whether blocks fit into columns one after the other, at a size of type."""
    left, used = list(columns), 0.0
    for block in blocks:
        for height in _pieces(block, width, size):
            if used + height > left[0]:
                left, used = left[1:], LINE * size
                if not left:
                    return False
            used += height
    return True


def _pieces(block: Block, width: float, size: float) -> Iterator[float]:
    """Yield about how high each piece of a block is that no column's end cuts, in millimetres."""
    line = LINE * size
    match block:
        case Table():
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
            yield sum(piece for one in block.blocks for piece in _pieces(one, width - 6, size)) + 3 * line
        case _:
            yield line


def _rows(table: Table, width: float, size: float) -> list[float]:
    line = LINE * size
    if table.style == "grid":
        return [line + 1 for _ in table.rows]
    shares = table.widths or (1,) * table.columns
    widths = [width * share / sum(shares) - 3 for share in shares]
    return [
        max(
            (one.picture.height if one.picture else 0) + line * sum(_lines(plain(said), across, size) for said in one.lines)
            for one, across in zip(row, widths, strict=False)
        )
        + (0 if table.style == "open" else 0.8)
        for row in table.rows
    ]


def _lines(said: str, width: float, size: float) -> int:
    """Over how many lines a text goes."""
    signs = sum(2 if ord(sign) > WIDE else 1 for sign in said)
    return max(1, math.ceil(signs * SIGN * size / width))
