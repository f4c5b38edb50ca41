"""A trainee's shares drawn as a curve, oldest first, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealerkit.sheets.document import Figure
from dealerkit.training.figures import Share

_WIDE: Final = 240
_HIGH: Final = 60


def curve(shares: Sequence[Share]) -> Figure | None:
    """Draw shares as a curve, with a line for the interval of each; None for fewer than two.

    Args:
        shares: The shares, oldest first.
    """
    if len(shares) < 2:
        return None
    step = _WIDE / (len(shares) - 1)
    points, lines = [], []
    for number, share in enumerate(shares):
        x, y = number * step, _y(100 * share.count / max(share.of, 1))
        points.append(f"{x:.1f},{y:.1f}")
        lines.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_y(share.low)}" y2="{_y(share.high)}" stroke="#c8c8c8" stroke-width="5"/>'
        )
    spoken = ", ".join(f"{share.per_cent} %" for share in shares)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {_WIDE + 8} {_HIGH + 8}" '
        f'width="{_WIDE + 8}" height="{_HIGH + 8}" role="img">'
        f'<path d="M0 {_y(90)} H {_WIDE}" stroke="#666" stroke-dasharray="3 3"/>{"".join(lines)}'
        f'<polyline points="{" ".join(points)}" fill="none" stroke="#111" stroke-width="2"/></svg>'
    )
    return Figure(svg, f"right, oldest first: {spoken}", 64, 64 * (_HIGH + 8) / (_WIDE + 8))


def _y(per_cent: float) -> float:
    return round(_HIGH * (1 - per_cent / 100), 1)
