"""What a command answers above the room of papers is a document, told once for the screen, for paper, for a page and for JSON."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dealerkit

PACKAGE = Path(dealerkit.__file__).parent
ROOMS = ("jobs", "training", "web", "cli")
RECORDS_AND_FILES = {"PlantReport", "Written", "HousePapers"}
"""The record itself, line by line as a file has it; and papers that were written, of which a note has told already."""


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_tells_a_report_line_by_line(room):
    """Whoever has `as_json` and `lines` of its own tells the same thing twice; a page or a paper would be a third time."""
    classes = (node for path in (PACKAGE / room).rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    told = {
        node.name
        for node in classes
        if isinstance(node, ast.ClassDef)
        and {"as_json", "lines"} <= {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    }
    assert told - RECORDS_AND_FILES == set()
