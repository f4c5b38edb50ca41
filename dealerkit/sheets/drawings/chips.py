"""Chips as a drawing: a sum of money as stacks in the colours of `templates/drawings/chips.yaml`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import attrs

from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml
from dealerkit.sheets.drawings.drawing import Canvas, Drawing

WIDE, THICK, TILT = 10.0, 1.9, 3.2
"""A chip seen from the side and a little from above: its width, its thickness, and the drawn height of its top."""
_LINE: Final = "#10130f"


@attrs.frozen
class ChipColour:
    """A kind of chip, and its colours.

    Attributes:
        worth: Its value, in money; 0 for amounts below one.
        body: The colour of its body.
        spots: The colour of the spots at its edge.
    """

    worth: int
    body: str
    spots: str


@functools.cache
def colours() -> tuple[tuple[ChipColour, ...], int]:
    """Return the chips, largest first, and the most chips drawn in a stack.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    spec = read_yaml(data_dir("templates") / "drawings" / "chips.yaml").data
    chip_colours = tuple(ChipColour(int(str(chip["worth"])), chip["body"], chip["spots"]) for chip in spec["chips"])
    return chip_colours, int(spec["highest"])


def stacked(amount: str, values: Sequence[int] = ()) -> tuple[tuple[ChipColour, int], ...]:
    """Return the chips that make up a sum, largest first, each with its number.

    Args:
        amount: The sum, as text: `12.5`.
        values: Values of the house's chips, in money; empty for all that have a colour.

    >>> [(chip.worth, count) for chip, count in stacked("135.5")]
    [(100, 1), (25, 1), (5, 2), (0, 1)]
    >>> stacked("0"), stacked("-3")
    ((), ())
    """
    left = Fraction(amount)
    chips = []
    for chip in colours()[0]:
        if chip.worth and (not values or chip.worth in values):
            count = max(0, int(left // chip.worth))
            if count:
                chips.append((chip, count))
                left -= count * chip.worth
    if left > 0:
        chips.append((colours()[0][-1], 1))
    return tuple(chips)


def chips(amount: str, values: Sequence[int] = ()) -> Drawing:
    """Draw a sum as one stack for each kind of chip, side by side, at most three, largest at the left.

    Args:
        amount: The sum, as text.
        values: See `stacked`.
    """
    stacks = stacked(amount, values)[:3]
    most = colours()[1]
    high = max((min(count, most) for _, count in stacks), default=1)
    canvas = Canvas(max(1, len(stacks)) * (WIDE + 1) + 1, TILT + high * THICK + 1.5)
    for at, (chip, count) in enumerate(stacks):
        _stack(canvas, 1 + at * (WIDE + 1), canvas.height - 0.6, chip, min(count, most))
    return canvas.drawing(amount)


def _stack(canvas: Canvas, x: float, foot: float, chip: ChipColour, count: int) -> None:
    for number in range(count):
        y = foot - TILT / 2 - number * THICK
        canvas.path(_side(x, y), fill=chip.body, stroke=_LINE, stroke_width=0.25)
        for share in (0.18, 0.5, 0.82):
            canvas.rect(
                x + WIDE * share - 0.7, y - THICK + TILT / 2 * (1 - abs(share - 0.5)) - 0.3, 1.4, THICK * 0.8, fill=chip.spots
            )
    top = foot - TILT / 2 - count * THICK
    canvas.add("ellipse", cx=x + WIDE / 2, cy=top, rx=WIDE / 2, ry=TILT / 2, fill=chip.body, stroke=_LINE, stroke_width=0.25)
    canvas.add("ellipse", cx=x + WIDE / 2, cy=top, rx=WIDE / 3.2, ry=TILT / 3.2, fill="none", stroke=chip.spots, stroke_width=0.5)


def _side(x: float, y: float) -> str:
    r, t = WIDE / 2, TILT / 2
    return f"M{x:.2f} {y - THICK:.2f}A{r} {t} 0 0 0 {x + WIDE:.2f} {y - THICK:.2f}V{y:.2f}A{r} {t} 0 0 1 {x:.2f} {y:.2f}Z"
