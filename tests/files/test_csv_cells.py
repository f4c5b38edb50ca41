"""One writer for every table that a spreadsheet reads, with one guard."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

import dealerkit
from dealerkit.files.csv_cells import READ_BACK, csv_row, unguarded

CELLS = ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "'=1", "''", "", "plain", 'with "quotes", and a comma', "two\r\nlines", "a\0b"]


def read_back(row: str) -> list[str]:
    """Read one row."""
    return next(csv.reader(io.StringIO(row, newline=""), strict=True))


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_no_text_is_a_formula(end):
    """Whatever somebody wrote, no cell begins as a formula does, and the row ends as it was asked to."""
    row = csv_row([*CELLS, 7, -7, None, ("a", "b")], end=end)
    assert row.endswith(end)
    cells = read_back(row)
    assert not [cell for cell in cells[: len(CELLS)] if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert cells[len(CELLS) :] == ["7", "-7", "", "a b"]


def test_a_row_that_is_read_back():
    """With the apostrophe guarded too every text comes back as it was."""
    assert [unguarded(cell) for cell in read_back(csv_row(CELLS, end="\r\n", guarded=READ_BACK))] == CELLS


def test_no_other_writer():
    """No other module writes CSV, with a guard of its own or none."""
    package = Path(dealerkit.__file__).parent
    writers = [path.name for path in package.rglob("*.py") if re.search(r"csv\.writer|DictWriter", path.read_text("utf-8"))]
    assert writers == ["csv_cells.py"]
