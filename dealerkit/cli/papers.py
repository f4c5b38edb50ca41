"""Documents written to files, in the format that the file's name asks for."""

from __future__ import annotations

from pathlib import Path

from dealerkit.cli.common import echo
from dealerkit.output import write_output
from dealerkit.sheets.document import Document
from dealerkit.sheets.formats import ENDINGS, render


def write_document(document: Document, out: Path, *, force: bool = False, private: bool = False) -> list[Path]:
    """Write a document: Markdown, HTML or PDF as the name ends, a picture a page; HTML where the name does not tell.

    Args:
        document: The document.
        out: The file.
        force: Whether somebody else's file is replaced.
        private: Whether only its owner may read it.

    Returns:
        The files: one, or of pictures one a page.
    """
    parts = render(document, ENDINGS.get(out.suffix.lower(), "html"))
    files = pages_of(out, len(parts))
    for file, part in zip(files, parts, strict=True):
        write_output(file, part, force=force, private=private)
    return files


def pages_of(out: Path, count: int) -> list[Path]:
    """Return the files of so many pictures: the one asked for, or one a page.

    >>> [path.name for path in pages_of(Path("card.png"), 2)]
    ['card-1.png', 'card-2.png']
    """
    return [out] if count == 1 else [out.with_stem(f"{out.stem}-{page}") for page in range(1, count + 1)]


def show_document(document: Document) -> None:
    """Print a document as Markdown."""
    echo(render(document, "md")[0].decode(), nl=False)
