"""A document as lines of a terminal: its headings, remarks and tables, without pictures and lines to write on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dealerkit.files.printable import printable
from dealerkit.files.screen_text import SEVERITY_COLOURS, heading, line, style, table
from dealerkit.sheets.document import Block, Box, Fields, Heading, NumberedBlock, Paragraph, Remark, TableBlock, TableCell, plain


def screen(title: str, blocks: Iterable[Block], indent: int = 2) -> Iterator[str]:
    r"""Yield blocks as lines for a terminal, with an empty line above each heading of level 1.

    >>> print(*screen("", [Remark("mastered", "ok  "), TableBlock(rows=[("right", "27 of 30")])]), sep="\n")
      ok  mastered
      right  27 of 30

    Args:
        title: The title above them; empty for none.
        blocks: The blocks.
        indent: The indent, in columns.
    """
    if title:
        yield heading(title)
    for block in blocks:
        match block:
            case Heading():
                if block.level == 1:
                    yield ""
                yield heading(plain(block.text))
            case Remark():
                text = plain(block.text)
                shown = line(text, indent - 2 + block.inset, block.sign, block.hang)
                if (colour := SEVERITY_COLOURS.get(block.severity)) is not None:
                    first = printable(f"{block.sign}{text.partition(' ')[0]}")
                    shown = shown.replace(first, style(first, fg=colour, bold=True), 1)
                yield shown
            case Paragraph(style="given"):
                yield from (f"{' ' * indent}{row}".rstrip() for row in plain(block.text).split("\n"))
            case Paragraph():
                yield from (line(row, indent) for row in plain(block.text).split("\n"))
            case TableBlock():
                rows = [[_plain_text(cell) for cell in row] for row in block.rows]
                yield table(rows, header=[_plain_text(cell) for cell in block.head], indent=indent)
            case Fields():
                yield table([(plain(label), plain(text)) for label, text in block.rows if text], indent=indent)
            case NumberedBlock():
                sign = f"{block.number:>3}  "
                inner = "\n".join(screen("", block.blocks, indent + len(sign)))
                yield " " * indent + sign + inner.removeprefix(" " * (indent + len(sign)))
            case Box():
                yield from screen(plain(block.title), block.blocks, indent)
            case _:
                pass


def _plain_text(cell: TableCell) -> str:
    return " ".join(map(plain, cell.lines))
