"""Formats of a document: Markdown, HTML, PDF and PNG, each from templates that a house can replace."""

from __future__ import annotations

from pathlib import Path

from dealerkit.errors import check_name
from dealerkit.files.late_modules import late_imports
from dealerkit.sheets.document import Document

with late_imports():  # only PDF and PNG need the fonts and the typesetter
    from dealerkit.sheets.formats import html, markdown, typeset

FORMATS = ("md", "html", "pdf", "png")
ENDINGS = {".md": "md", ".txt": "md", ".html": "html", ".htm": "html", ".pdf": "pdf", ".png": "png"}
"""Formats by the file endings that select them."""


def render(document: Document, form: str, templates: Path | None = None) -> tuple[bytes, ...]:
    """Return a document in a format: one file, or a picture for each page. The same document gives the same bytes.

    Args:
        document: The document.
        form: One of `FORMATS`.
        templates: The folder of a house's templates, which replace those of dealerkit; None for dealerkit's alone.

    Raises:
        UnknownName: If there is no such format.
        RuleFileError: If a template of the house cannot be used; it names file and line.
        NotTypeset: If the format is PDF or PNG, and the typesetter is not installed or cannot set it.
    """
    if form in ("pdf", "png"):
        return (typeset.pdf(document, templates),) if form == "pdf" else typeset.png(document, templates)
    check_name("format of documents", form, FORMATS)
    if form == "html":
        return (f"{html.Html(templates).print(document)}\n".encode(),)
    return (f"{markdown.Markdown(templates).print(document)}\n".encode(),)
