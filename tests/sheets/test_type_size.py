"""The size of type that fits: what is estimated holds where blocks are kept together."""

from __future__ import annotations

from dealerkit.sheets.document import Heading, Paragraph
from dealerkit.sheets.editions.type_size import LINE, fits

HEADING, TEXT = 2.6 * LINE, 1.6 * LINE
"""Heights of a heading and of a paragraph of one line, in millimetres, in type of one point."""


def test_a_heading_at_the_foot_of_a_column_moves_on_with_the_line_below_it():
    """Where only the heading fits into the first column, the second one has to have room for it and for all that follows."""
    blocks = [Heading("Bets"), Paragraph("Minimum 10"), Paragraph("Maximum 500")]
    foot, room = HEADING + 0.1, LINE + HEADING + 2 * TEXT + 0.1
    assert fits(blocks, [foot, room], 100, 1)
    assert not fits(blocks, [foot, room - HEADING], 100, 1)
    assert fits(blocks, [HEADING + 2 * TEXT + 0.1], 100, 1)
