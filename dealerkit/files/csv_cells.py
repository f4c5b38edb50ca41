"""Rows of CSV for a spreadsheet, in which no text can become a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would take for a formula; such a cell gets an apostrophe before it."""
READ_BACK = (*FORMULA, "'")
"""The same, and an apostrophe: a reader can tell ours from one that was there before."""
_END = "\r\n"  # with a line feed alone a carriage return inside a cell would stand without quotes


def csv_row(cells: Iterable[object], *, end: str = "\n", guarded: tuple[str, ...] = FORMULA) -> str:
    r"""Return a row of CSV: a list is one cell, a text that could be a formula gets an apostrophe.

    Args:
        cells: The cells; None is an empty one.
        end: Line end of the row.
        guarded: First characters of a text that gets an apostrophe: `FORMULA`, or `READ_BACK`.

    >>> csv_row([("BA-44", "BA-45"), "=1+1", 7, "Ann, Bo"])
    'BA-44 BA-45,\'=1+1,7,"Ann, Bo"\n'
    """
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=_END).writerow([_cell(cell, guarded) for cell in cells])
    return out.getvalue().removesuffix(_END) + end


def _cell(cell: object, guarded: tuple[str, ...]) -> object:
    if isinstance(cell, tuple | list):
        cell = " ".join(cell)
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(guarded) else cell


def unguarded(cell: str) -> str:
    """Return a cell of a file that is read back as it was before `csv_row` guarded it with `READ_BACK`."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(READ_BACK) else cell
