"""A document as one self-contained page of HTML, for a screen and for printing."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import ClassVar
from urllib.parse import quote

from markupsafe import Markup, escape

from dealerkit.files.printable import printable
from dealerkit.sheets.document import Document, Line, TableBlock, TableCell
from dealerkit.sheets.formats.press import PROGRAM, Press, stays_whole


class Html(Press):
    """The press (printer of documents in one format) for HTML."""

    form: ClassVar[str] = "html"

    def syntax(self) -> Mapping[str, object]:
        """Return the settings for the escaping of all output."""
        return {"autoescape": True, "finalize": _readable}

    def filters(self) -> Mapping[str, Callable[..., object]]:
        """Return template filters that escape texts for CSS and turn drawings into data addresses."""
        return {"css": _css, "picture": _picture}

    def markup(self, text: str) -> str:
        """Return a text as HTML."""
        return Markup(text)  # noqa: S704 - a template has escaped what is in it

    def runs(self, words: Line, lang: str) -> str:
        """Return a line with its languages, links and emphasis."""
        html = Markup()
        for run in words:
            text: str = escape(printable(run.text))
            if run.strong:
                text = Markup("<strong>{}</strong>").format(text)
            if run.goes_to:
                text = Markup('<a href="#{}">{}</a>').format(run.goes_to, text)
            foreign = Markup(' lang="{}"').format(run.lang) if run.lang and run.lang != lang else ""
            if run.file:
                text = Markup('<a href="{}">{}</a>').format(quote(run.file), text)
            if run.second or foreign:
                kind = Markup(' class="second"') if run.second else ""
                text = Markup("<span{}{}>{}</span>").format(kind, foreign, text)
            html += text
        return html

    def table(self, block: TableBlock, document: Document) -> Mapping[str, object]:  # noqa: ARG002 - of any paper
        """Return the template variables for a table: widths of its columns, styles of its cells, whether pages may break it."""
        total = sum(block.widths)
        align = block.align or ("left",)

        def looks(table_cell: TableCell, at: int) -> str:
            side = align[min(at, len(align) - 1)]
            return " ".join(word for word in (table_cell.shade, side if side != "left" else "") if word)

        return {"shares": [100 * width / total for width in block.widths], "looks": looks, "keep": stays_whole(block)}

    def whole(self, document: Document) -> Mapping[str, object]:
        """Return the template variables for a document: the style sheet, and the house's logo."""
        control = document.control
        css = self.environment.get_template("document.css").render()
        kind = "image/png" if control.logo_type == "png" else "image/svg+xml"
        logo = f"data:{kind};base64,{base64.b64encode(control.logo).decode()}" if control.logo else ""
        return {"css": Markup(css), "logo": logo, "generator": PROGRAM}  # noqa: S704 - a file of ours or of the house


def _readable(value: object) -> object:
    if isinstance(value, Markup):
        return Markup(printable(value))  # noqa: S704 - it was markup before
    return printable(value) if isinstance(value, str) else value


def _css(text: str) -> Markup:
    r"""Return a text as a string in CSS, without any character of HTML.

    >>> print(_css('5" <b> \\'))
    "5\22  \3c b> \5c "
    """
    return Markup('"' + "".join(f"\\{ord(sign):x} " if sign in '"\\<&\n' else sign for sign in printable(text)) + '"')  # noqa: S704


def _picture(svg: str) -> str:
    return "data:image/svg+xml," + quote(svg, safe=" =:/',")
