"""A finished drawing, and the canvas to make one: SVG that web pages and PDF show alike.

A drawing refers to nothing outside itself: no script, style sheet, font file, image or name of another element. Its labels are
set in `FONT`, which each paper replaces by its own font; cards, suits and their letters are outlines and need none.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

import attrs

from dealerkit.files.printable import printable

FONT: Final = "sans-serif"
"""Font family of all labels: a generic name, which a document replaces by its own font."""

Point = tuple[float, float]
"""A point, in millimetres from the left and from the top."""

_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML cannot contain."""


@attrs.frozen
class Drawing:
    """A finished drawing.

    Attributes:
        svg: The SVG document, an `<svg>` element that can be put into a page of HTML unchanged.
        alt: A description in plain words, for readers who cannot see it.
        width: Its width in millimetres.
        height: Its height in millimetres.
    """

    svg: str
    alt: str
    width: float
    height: float


def number(value: float) -> str:
    """Return a number in the form used in a drawing, with at most three decimals.

    >>> number(3.0), number(-0.0001), number(1 / 3)
    ('3', '0', '0.333')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def safe(text: object) -> str:
    """Return a text in a form that is safe in SVG: on one line, control characters made visible, markup escaped.

    >>> safe("Queen's <Head> & Co")
    'Queen&#x27;s &lt;Head&gt; &amp; Co'
    """
    return escape(said(text))


def said(text: object) -> str:
    """Return a text on one line, with control characters made visible."""
    return _FORBIDDEN.sub("\ufffd", printable(" ".join(str(text).split())))


class Canvas:
    """A canvas to draw on, in millimetres from its upper left corner.

    Colours and lines are given by SVG's own attributes, with `_` for `-`: `fill`, `stroke`, `stroke_width`.

    Args:
        width: Its width.
        height: Its height.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def add(self, name: str, **attributes: object) -> None:
        """Add an SVG element without content.

        Args:
            name: The element's name.
            **attributes: Its attributes, `_` for `-`.
        """
        self._parts.append(f"<{name}{_written(attributes)}/>")

    def rect(self, x: float, y: float, width: float, height: float, *, r: float = 0, **paint: object) -> None:
        """Draw a rectangle.

        Args:
            x: The left edge.
            y: The top edge.
            width: Its width.
            height: Its height.
            r: The radius of its corners; 0 for sharp ones.
            **paint: Attributes of SVG, `_` for `-`, such as `stroke_width`.
        """
        round_it = {"rx": r} if r else {}
        self.add("rect", x=x, y=y, width=width, height=height, **round_it, **paint)

    def circle(self, x: float, y: float, r: float, **paint: object) -> None:
        """Draw a circle.

        Args:
            x: Its middle, from the left.
            y: Its middle, from the top.
            r: Its radius.
            **paint: Attributes of SVG, `_` for `-`.
        """
        self.add("circle", cx=x, cy=y, r=r, **paint)

    def line(self, start: Point, end: Point, **paint: object) -> None:
        """Draw a straight line.

        Args:
            start: Its beginning, as (x, y).
            end: Its end, as (x, y).
            **paint: Attributes of SVG, `_` for `-`.
        """
        self.add("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **paint)

    def path(self, d: str, **paint: object) -> None:
        """Draw an outline written in SVG's path language."""
        self.add("path", d=d, **paint)

    def polygon(self, points: Iterable[Point], **paint: object) -> None:
        """Draw a closed shape with straight edges."""
        self.add("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **paint)

    def text(
        self,
        x: float,
        y: float,
        words: object,
        size: float,
        *,
        anchor: str = "start",
        bold: bool = False,
        turn: float = 0,
        lang: str = "",
        **paint: object,
    ) -> None:
        """Write a line of text.

        Args:
            x: Its beginning, middle or end, by `anchor`.
            y: Its baseline.
            words: The text.
            size: The height of the font.
            anchor: `start`, `middle` or `end`.
            bold: Whether it is set bold.
            turn: Degrees of rotation about (x, y), clockwise.
            lang: Its language, if known.
            paint: Attributes of SVG, `_` for `-`.
        """
        attributes: dict[str, object] = {"x": x, "y": y, "font_size": size}
        if anchor != "start":
            attributes["text_anchor"] = anchor
        if bold:
            attributes["font_weight"] = "bold"
        if turn:
            attributes["transform"] = f"rotate({number(turn)} {number(x)} {number(y)})"
        if lang:
            attributes["xml:lang"] = lang
        self._parts.append(f"<text{_written({**attributes, **paint})}>{safe(words)}</text>")

    @contextlib.contextmanager
    def moved(self, x: float, y: float, *, turn: float = 0, scale: float = 1, **paint: object) -> Iterator[None]:
        """Context in which everything is drawn at another place, turned and scaled.

        Args:
            x: The origin, from the left.
            y: The origin, from the top.
            turn: Degrees of rotation, clockwise.
            scale: Scale factor.
            **paint: Attributes of SVG for all of it, `_` for `-`.
        """
        steps = [f"translate({number(x)} {number(y)})"]
        if turn:
            steps.append(f"rotate({number(turn)})")
        if scale != 1:
            steps.append(f"scale({number(scale)})")
        self._parts.append(f"<g{_written({'transform': ' '.join(steps), **paint})}>")
        yield
        self._parts.append("</g>")

    def drawing(self, alt: str) -> Drawing:
        """Return the finished drawing, with its description."""
        plain = said(alt)
        head = _written(
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "role": "img",
                "width": f"{number(self.width)}mm",
                "height": f"{number(self.height)}mm",
                "viewBox": f"0 0 {number(self.width)} {number(self.height)}",
                "font_family": FONT,
            }
        )
        return Drawing(f"<svg{head}><title>{safe(plain)}</title>{''.join(self._parts)}</svg>", plain, self.width, self.height)


def _written(attributes: dict[str, object]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{number(value) if isinstance(value, int | float) else escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
