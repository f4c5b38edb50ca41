"""A bar chart: a horizontal bar for each value, with its figure beside it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.sheets.drawings.drawing import Canvas, Drawing
from dealerkit.sheets.drawings.inks import USUAL, data, ink


@attrs.frozen
class Bar:
    """One bar.

    Attributes:
        label: Its label.
        value: Its value, 0 or more.
        kind: Its colour, one of `kinds` in the drawing's file; empty for the default.
    """

    label: str
    value: float
    kind: str = ""


def bars(title: str, rows: Sequence[Bar], ink_name: str = USUAL) -> Drawing:
    """Draw bars, one below the other, on one scale.

    Args:
        title: The title of the drawing.
        rows: The bars.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.
    """
    spec, colours = data("bars"), ink(ink_name)
    left, wide, each, size = (float(spec[name]) for name in ("left", "width", "row", "label"))
    top = float(spec["top"])
    most = max((bar.value for bar in rows), default=0.0) or 1.0
    canvas = Canvas(left + wide + float(spec["right"]), top + each * len(rows) + 2)
    canvas.text(0, top * 0.55, title, spec["title"], bold=True, fill=colours["line"])
    for number, bar in enumerate(rows):
        y = top + each * number
        long = wide * bar.value / most
        canvas.text(left - 2, y + each * 0.68, bar.label, size, anchor="end", fill=colours["line"])
        canvas.rect(left, y + each * 0.15, max(long, 0.2), each * 0.7, fill=colours[spec["kinds"][bar.kind or "usual"]])
        canvas.text(left + long + 1.5, y + each * 0.68, figure(bar.value), size, fill=colours["line"])
    text = "; ".join(f"{bar.label} {figure(bar.value)}" for bar in rows)
    return canvas.drawing(f"{title}: {text}")


def figure(value: float) -> str:
    """Return a number in the form printed beside a bar.

    >>> figure(12345), figure(0.034), figure(0)
    ('12 345', '0.034', '0')
    """
    return f"{value:,.0f}".replace(",", " ") if value == int(value) else f"{value:.3g}"
