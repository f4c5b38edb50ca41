"""Progress as a page: for paper, for a browser, for whoever reads it aloud. The figures are those of the screen."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import jinja2
from markupsafe import Markup

from dealerkit import __version__
from dealerkit.journal.clock import said_time
from dealerkit.rules.data import data_dir
from dealerkit.sheets.render import readable

PAGES: Final = ("trainee", "class", "signoff")
_WIDE: Final = 240
_HIGH: Final = 60


def render(page: str, document: Mapping[str, Any], title_of: Callable[[str], str], slip_title: Callable[[str], str]) -> str:
    """Return a page as HTML that needs nothing besides.

    Args:
        page: One of `PAGES`.
        document: What `progress.progress`, `progress.class_progress` or the sign-off of a version returned.
        title_of: Returns what a drill is called.
        slip_title: Returns what a finding is called.
    """
    template = _environment().get_template("progress.html.j2")
    made = template.render(
        page=page,
        it=document,
        title_of=title_of,
        slip_title=slip_title,
        said_time=said_time,
        program=f"dealerkit {__version__}",
        curve=curve,
    )
    return made.rstrip("\n") + "\n"


def curve(shares: Sequence[Mapping[str, Any]]) -> Markup:
    """Draw shares as a curve, with the interval of each as a line; nothing of fewer than two.

    Args:
        shares: Count, number and interval of each, in their order.
    """
    if len(shares) < 2:
        return Markup()
    step = _WIDE / (len(shares) - 1)
    points, lines = [], []
    for number, share in enumerate(shares):
        x, y = number * step, _y(100 * share["count"] / max(share["of"], 1))
        points.append(f"{x:.1f},{y:.1f}")
        lines.append(
            Markup('<line x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>').format(f"{x:.1f}", _y(share["low"]), _y(share["high"]))
        )
    said = ", ".join(f"{round(100 * share['count'] / max(share['of'], 1))} %" for share in shares)
    picture = Markup(
        '<svg class="curve" viewBox="-4 -4 {} {}" role="img" aria-label="{}">'
        '<path d="M0 {} H {}"/>{}<polyline points="{}"/></svg>'
    )
    label = f"right, oldest first: {said}"
    return picture.format(_WIDE + 8, _HIGH + 8, label, _y(90), _WIDE, Markup().join(lines), " ".join(points))


def _y(per_cent: float) -> float:
    return round(_HIGH * (1 - per_cent / 100), 1)


@functools.cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_dir("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
        finalize=readable,
    )
