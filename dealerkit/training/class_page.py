"""The printed report on a class: a table of everybody, and below it the figures of the class."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.sheets.document import Block, Document, Fields, Paragraph, TableBlock, TableCell, Words, cell


def class_table(head: Sequence[str], rows: Sequence[list[TableCell | Words]], widths: Sequence[float]) -> TableBlock:
    """Return the table of everybody in a class.

    Args:
        head: The headings of the columns.
        rows: A row for everybody, in order of arrival.
        widths: The widths of the columns, as shares of the whole.
    """
    nobody: list[TableCell | Words] = [cell("No one has joined.", columns=len(head))]
    return TableBlock(list(head), list(rows) or [nobody], style="grid", align=("left",), widths=tuple(widths))


def class_document(title: str, facts: Sequence[tuple[str, str]], blocks: Sequence[Block], note: str) -> Document:
    """Return the printed report on a class.

    Args:
        title: The title of the game or drill.
        facts: Label and text of each fact for the head, such as the day.
        blocks: The body of the page.
        note: The explanation of the figures, in small type at the end.
    """
    return Document("class", f"Class: {title}", [Fields(list(facts), columns=2), *blocks, Paragraph(note, "small")])
