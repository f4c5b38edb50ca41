"""Drawings as blocks: as large as the place that they are given."""

from __future__ import annotations

from dealerkit.sheets.document import Figure, Words
from dealerkit.sheets.drawings.drawing import Drawing


def figure(drawing: Drawing, width: float, height: float = float("inf"), caption: Words = ()) -> Figure:
    """Return a drawing as large as it can be printed.

    Args:
        drawing: The drawing.
        width: The width there is, in millimetres.
        height: The height there is, in millimetres.
        caption: What stands below it.
    """
    share = min(width / drawing.width, height / drawing.height)
    return Figure(drawing.svg, drawing.alt, drawing.width * share, drawing.height * share, caption)
