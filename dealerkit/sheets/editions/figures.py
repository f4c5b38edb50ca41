"""Drawings as blocks of a document, as large as their space allows."""

from __future__ import annotations

from dealerkit.sheets.document import Figure, Words
from dealerkit.sheets.drawings.drawing import Drawing


def figure(drawing: Drawing, width: float, height: float = float("inf"), caption: Words = ()) -> Figure:
    """Return a drawing as large as its space allows.

    Args:
        drawing: The drawing.
        width: The available width, in millimetres.
        height: The available height, in millimetres.
        caption: The caption below it; empty for none.
    """
    share = min(width / drawing.width, height / drawing.height)
    return Figure(drawing.svg, drawing.alt, drawing.width * share, drawing.height * share, caption)
