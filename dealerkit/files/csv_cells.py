"""Rows of CSV for a spreadsheet; no cell can become a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet take a cell for a formula; such a cell gets an apostrophe in front."""
READ_BACK = (*FORMULA, "'")
"""`FORMULA` and the apostrophe: with these guarded, a reader can tell our apostrophe from one in the text."""
_END = "\r\n"  # after a line feed alone, a carriage return inside a cell would not be quoted


def csv_row(cells: Iterable[object], *, end: str = "\n", guarded: tuple[str, ...] = FORMULA) -> str:
    r"""Return a row of CSV. A list becomes one cell, its items separated by spaces; text that a spreadsheet would take for a
    formula gets an apostrophe in front.

    Args:
        cells: The cells; None is an empty one.
        end: Line end of the row.
        guarded: Characters with which a formula may begin: a text that begins with one gets an apostrophe. `FORMULA`, or
            `READ_BACK` for a file that dealerkit reads again.

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
    """Undo the guarding of a cell that `csv_row` wrote with `READ_BACK`, and return its text."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(READ_BACK) else cell
