"""The tables in a game's file (drawing rules, pay tables and so on) as blocks of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dealerkit.sheets import tables
from dealerkit.sheets.context import Context
from dealerkit.sheets.document import Block, Paragraph, Shade, TableBlock, TableCell, cell, line
from dealerkit.sheets.model import Cell as Drawn
from dealerkit.sheets.model import PrintedTable as DrawnTable
from dealerkit.sheets.voice import Said

LONG = 20
"""A table of at least this number of rows can be broken over pages."""
_SHADES: Mapping[str, Shade] = {"draws": "dark", "natural": "light", "head": "head", "stands": "", "words": ""}


def printed(context: Context, name: str, *, words: bool = False) -> tuple[TableBlock, ...]:
    """Return a table of the game as blocks, one or several by the table's layout; empty if the game does not have it.

    Args:
        context: The game, the language and the citations.
        name: Its name in the game's file.
        words: Whether to keep the column that repeats each row in words, which needs a whole page's width.
    """
    part = tables.parts(context)
    if name not in part or name not in tables.PROVIDERS:
        return ()
    return tuple(_block(block, words=words) for block in tables.PROVIDERS[name].build(context, part))


def every(context: Context) -> Iterator[Block]:
    """Yield every table of the game with its legend and notes, for a whole page's width."""
    for drawn in tables.tables(context):
        block = _block(drawn, words=True)
        yield attrs.evolve(block, whole=len(block.rows) < LONG)
        below = [*drawn.legend, *([drawn.note] if drawn.note else [])]
        if below:
            yield Paragraph(context.voice.join(below, " · "), "small")


def _block(drawn: DrawnTable, *, words: bool) -> TableBlock:
    kept = [at for at in range(len(drawn.columns)) if words or not any(row[at].kind == "words" for row in drawn.rows)]
    over = next((text for text, _ in drawn.over if text), Said(""))
    title = Said(f"{drawn.title}: {over.lower()}" if over else drawn.title, drawn.title.lang)
    return TableBlock(
        head=tuple(cell(drawn.columns[at], shade="head") for at in kept),
        rows=tuple(tuple(_cell(row[at]) for at in kept) for row in drawn.rows),
        title=line(title),
        align=("left", "center") if drawn.grid else (),
        style="grid" if drawn.grid else "ruled",
        whole=True,
    )


def _cell(drawn: Drawn) -> TableCell:
    return cell(drawn.text, shade=_SHADES.get(drawn.kind, ""), states=drawn.states)
