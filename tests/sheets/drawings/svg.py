"""The common properties of all drawings."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import typst

from dealerkit.sheets.drawings.drawing import FONT, Drawing
from dealerkit.sheets.fonts import families, folder

SPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "g", "path", "rect", "circle", "line", "polygon", "text"}
ATTRIBUTES = {
    *(
        "role",
        "width",
        "height",
        "viewBox",
        "font-family",
        "transform",
        "d",
        "x",
        "y",
        "rx",
        "cx",
        "cy",
        "r",
        "x1",
        "y1",
        "x2",
        "y2",
    ),
    *("points", "fill", "fill-rule", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray"),
    *("font-size", "font-weight", "text-anchor", "{http://www.w3.org/XML/1998/namespace}lang"),
}


def read(drawing: Drawing) -> ET.Element:
    """Read a drawing as XML, and check that it has only known elements and refers to nothing outside itself."""
    root = ET.fromstring(drawing.svg)
    assert {node.tag.removeprefix(SPACE) for node in root.iter()} <= ELEMENTS
    assert {name for node in root.iter() for name in node.attrib} <= ATTRIBUTES
    assert root.get("role") == "img"
    assert root.get("font-family") == FONT
    assert root[0].tag == f"{SPACE}title"
    assert root[0].text == drawing.alt
    assert drawing.alt.strip()
    assert root.get("viewBox") == f"0 0 {float(root.get('width', '0mm')[:-2]):g} {float(root.get('height', '0mm')[:-2]):g}"
    assert abs(float(root.get("width", "")[:-2]) - drawing.width) < 0.001
    assert abs(float(root.get("height", "")[:-2]) - drawing.height) < 0.001
    assert not any(word in drawing.svg for word in ("url(", "href", "<style", "<script", "onload", "data:"))
    return root


def labels(drawing: Drawing) -> list[str]:
    """Return every line of text in a drawing."""
    return [node.text or "" for node in read(drawing).iter(f"{SPACE}text")]


def compiled(*drawings: Drawing) -> bytes:
    """Put drawings into a PDF as for paper, in the included fonts, each on its own page; typst must report nothing."""
    names = ", ".join(map(_quoted, families("en")))
    pages = "".join(
        f"#page(width: {one.width + 10}mm, height: {one.height + 10}mm, margin: 5mm)[#image({_bytes(one.svg)}, "
        f'format: "svg", width: {one.width}mm, alt: {_quoted(one.alt)})]\n'
        for one in drawings
    )
    return typeset(f"#set text(font: ({names}))\n{pages}")


def typeset(source: str) -> bytes:
    """Set a page of typst code with only the included fonts; a warning fails."""
    fonts: Any = [folder()]
    made: Any
    made, warnings = typst.compile_with_warnings(source.encode(), font_paths=fonts, ignore_system_fonts=True)
    assert warnings == []
    return bytes(made)


def _bytes(svg: str) -> str:
    return f"bytes({_quoted(svg)})"


def _quoted(text: str) -> str:
    said = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{said}"'
