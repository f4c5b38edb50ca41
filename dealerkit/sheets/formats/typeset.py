"""A document as PDF, tagged for screen readers, or as pictures of its pages: typeset by typst."""

from __future__ import annotations

import struct
import tempfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

from dealerkit.errors import DealerkitError
from dealerkit.files.extras import install
from dealerkit.files.late_modules import late_imports
from dealerkit.files.printable import printable
from dealerkit.sheets import fonts
from dealerkit.sheets.document import Document, Line, TableBlock, plain
from dealerkit.sheets.formats.imposition import sides
from dealerkit.sheets.formats.press import PRINTED, Press, stays_whole, surely_fits
from dealerkit.sheets.identity import mark

with late_imports():  # an extra
    import typst

PIXELS = 144.0
"""Number of pixels for an inch of a picture."""
PAGES = "pages.pdf"
COUNT = "#context [#metadata(counter(page).final().first()) <pages>]"
"""Typst code for the number of pages of a document."""
TOGETHER = 3
"""Number of rows that are kept together at the beginning and at the end of a table."""


class Raw(str):
    """Text that is typst code already."""

    __slots__ = ()


class NotTypeset(DealerkitError):
    """Typesetting failed: the typesetter is not installed, or reports an error."""


class Typst(Press):
    """The press (printer of documents in one format) for code of the typesetter typst."""

    form: ClassVar[str] = "typ"

    def syntax(self) -> Mapping[str, object]:
        """Return template delimiters other than Jinja's, which occur in typst; all output of a template becomes a string
        literal.
        """
        return {
            "variable_start_string": "<<",
            "variable_end_string": ">>",
            "block_start_string": "<%",
            "block_end_string": "%>",
            "comment_start_string": "<#",
            "comment_end_string": "#>",
            "finalize": _written,
        }

    def filters(self) -> Mapping[str, Callable[..., object]]:
        """Return template filters that make typst literals for arguments of functions."""
        return {
            "lit": literal,
            "raw": Raw,
            "tuple": lambda several: Raw("(" + "".join(f"{literal(picture)}, " for picture in several) + ")"),
        }

    def markup(self, text: str) -> str:
        """Return a text as typst code."""
        return Raw(text)

    def runs(self, words: Line, lang: str) -> str:
        """Return a line with its languages, links and emphasis."""
        pieces = []
        for run in words:
            text = f"#{literal(run.text)}"
            if run.strong:
                text = f"#strong[{text}]"
            if run.goes_to:
                text = f"#link(label({literal(run.goes_to)}))[{text}]"
            if run.file:
                text = f"#link({literal(quote(run.file))})[{text}]"
            if run.second:
                code, region = _language(run.lang)
                text = f"#second({literal(code)}, {literal(region) if region else 'none'})[{text}]"
            elif run.lang and run.lang != lang:
                code, region = _language(run.lang)
                text = f"#in-language({literal(code)}, {literal(region) if region else 'none'})[{text}]"
            pieces.append(text)
        return Raw("".join(pieces))

    def table(self, block: TableBlock, document: Document) -> Mapping[str, object]:
        """Return the template variables for a table: widths of its columns, their alignment, and the rows to keep on one page."""
        large = document.paper.large
        widths = [f"{width}fr" for width in block.widths]
        usual = "auto" if block.style == "grid" else "1fr" if not widths else "auto"
        columns = widths + [usual] * (block.columns - len(widths))
        if not block.widths and block.style != "grid" and block.columns > 1:
            columns = ["auto"] * (block.columns - 1) + ["1fr"]
        align = [*block.align, *[(block.align or ("left",))[-1]] * block.columns][: block.columns]
        return {
            "columns": Raw(", ".join(columns)),
            "align": Raw(", ".join(align)),
            "keep": ("#block(width: 100%, breakable: false)[" if surely_fits(block) and not large else "#together[")
            if (block.whole if large else stays_whole(block))
            else "",
            "room": 20 if block.rows else 0,
            "seams": (1,) * len(block.rows) if large else seams(block),  # three rows of large print can be taller than a page
        }

    def whole(self, document: Document) -> Mapping[str, object]:
        """Return the template variables for a document: its fonts and sizes, its language, and the house's logo."""
        code, region = _language(document.lang)
        control = document.control
        logo = Raw(f"bytes({literal(control.logo.decode('utf-8', 'replace'))})")
        if control.logo and control.logo_type == "png":
            logo = Raw("bytes((" + ",".join(map(str, control.logo)) + ",))")
        return {
            "families": fonts.families(document.second or document.lang),
            "lang": {"code": code, "region": region},
            "logo": logo,
        }


def literal(value: object) -> Raw:
    r"""Return a text as a string literal of typst.

    >>> print(literal('5" \\ #x'))
    "5\" \\ #x"
    """
    text = printable(str(value)).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ")
    return Raw(f'"{text}"')


def _written(value: object) -> Raw:
    if isinstance(value, Raw):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Raw(value)
    return Raw("" if value is None or value == "" else f"#{literal(value)}")


def _language(tag: str) -> tuple[str, str]:
    """Return the language and region of a tag for typst, which selects the script of Chinese by region."""
    code, _, script = tag.partition("-")
    return code or "en", {"Hans": "CN", "Hant": "HK"}.get(script, "")


def seams(table: TableBlock) -> Sequence[int]:
    """Return for each row of a table how many rows, from it on, must stay on one page; 0 if no such group begins there.

    The first rows stay with the table's head, and some of the last rows stay together, so that a page does not begin with one or
    two.
    """
    count = len(table.rows)
    if count <= 2 * TOGETHER:
        return [count, *[0] * (count - 1)] if count else []
    return [TOGETHER, *[0] * (TOGETHER - 1), *[1] * (count - 2 * TOGETHER), TOGETHER, *[0] * (TOGETHER - 1)]


def source(document: Document, overrides: Path | None = None) -> str:
    """Return a document as typst code.

    Args:
        document: The document.
        overrides: The folder of a house's templates; None for dealerkit's alone.
    """
    return Typst(overrides).print(document)


def pdf(document: Document, overrides: Path | None = None) -> bytes:
    """Return a document as PDF, tagged for screen readers (PDF/UA-1). The same document always gives the same bytes.

    Args:
        document: The document.
        overrides: The folder of a house's templates; None for dealerkit's alone.

    Raises:
        NotTypeset: If typst is not installed, or cannot set it.
        RuleFileError: If a template of the house cannot be used.
    """
    (pdf,) = _set(document, overrides, format="pdf", pdf_standards=["ua-1"])
    return _booklet(document, pdf, overrides) if document.paper.booklet else pdf


def _booklet(document: Document, pages: bytes, overrides: Path | None) -> bytes:
    """Return the pages of a document two a side, in the order of a booklet. Its texts stay texts; their reading order in the
    tags is lost, since no folded sheet has it.
    """
    count = typst.query(  # type: ignore[misc]
        f"{source(document, overrides)}\n{COUNT}".encode(), "<pages>", field="value", one=True,
        font_paths=[str(fonts.folder())], ignore_system_fonts=True,
    )  # fmt: skip
    control = document.control
    width, height = document.paper.measures
    keys = f"title: {literal(plain(document.title))}, author: {literal(control.house)}, description: {literal(PRINTED)}"
    lines = [
        f"#set document({keys}, keywords: ({literal(mark(document))},), date: none)",
        f"#set text(lang: {literal(_language(document.lang)[0])})",
        f"#set page(width: {2 * width}mm, height: {height}mm, margin: 0mm)",
        *(_side(pair, width) for pair in sides(int(count))),
    ]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, PAGES).write_bytes(pages)
        try:
            return bytes(typst.compile("\n".join(lines).encode(), root=folder, format="pdf", timestamp=0))  # type: ignore[call-overload]
        except typst.TypstError as error:
            raise NotTypeset(_complaint(error)) from None


def _side(pages: tuple[int, int], width: float) -> str:
    """Return a side of a sheet as typst code."""
    lines = [
        f'image("{PAGES}", page: {page}, width: {width}mm, alt: "{page}")' if page else f"box(width: {width}mm)" for page in pages
    ]
    return f"#page(grid(columns: 2, {', '.join(lines)}))"


def png(document: Document, overrides: Path | None = None) -> tuple[bytes, ...]:
    """Return each page of a document as a PNG picture; arguments and errors are those of `pdf`."""
    text = mark(document)
    return tuple(_signed(page, text) for page in _set(document, overrides, format="png", ppi=PIXELS))


def _set(document: Document, overrides: Path | None, **form: object) -> tuple[bytes, ...]:
    typeset = _typesetter()
    written = source(document, overrides)
    _has_signs(document, written)
    try:
        pages = typeset(written.encode(), font_paths=[str(fonts.folder())], ignore_system_fonts=True, timestamp=0, **form)
    except typst.TypstError as error:
        raise NotTypeset(_complaint(error)) from None
    return tuple(pages) if isinstance(pages, list) else (pages,)


def _has_signs(document: Document, written: str) -> None:
    """Refuse a document with characters that would be printed as empty boxes.

    Raises:
        NotTypeset: If our fonts lack a character; with all that they lack.
    """
    logo = literal(document.control.logo.decode("utf-8", "replace"))  # a picture of its own, whatever the language of its source
    lacking = fonts.missing(written.replace(logo, ""))
    if lacking:
        msg = f"{fonts.told(lacking)}; use other characters, or use --format html and print the page"
        raise NotTypeset(msg)


def _typesetter() -> Callable[..., Any]:
    """Return the function that typesets a document.

    Raises:
        NotTypeset: If it is not installed.
    """
    try:
        typeset: Callable[..., Any] = typst.compile
    except ImportError:
        msg = f"PDF and PNG need the typesetter; to install it: {install('print')}; or use --format html and print the page"
        raise NotTypeset(msg) from None
    return typeset


def _complaint(error: object) -> str:
    """Return the text of a typesetter's error."""
    text = "; ".join(
        str(getattr(diagnostic, "message", diagnostic)) for diagnostic in getattr(error, "diagnostics", ()) or ()
    ) or str(error)
    return f"the document cannot be typeset: {printable(text)}"


def _signed(picture: bytes, text: str) -> bytes:
    """Return a picture with the name of the program, by which the file is recognised as ours, and the identity of the paper."""
    head = 33  # the signature and the first chunk, of equal length in every picture
    return picture[:head] + _text("Software", PRINTED) + _text("Comment", text) + picture[head:]


def _text(key: str, text: str) -> bytes:
    chunk = b"tEXt" + key.encode() + b"\0" + text.encode()
    return struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
