"""Documents written to files, in the format that the file's name asks for."""

from __future__ import annotations

from pathlib import Path

from dealerkit.cli.common import bad_value, echo, echo_bytes, note
from dealerkit.files.output import write_output
from dealerkit.sheets.document import Document
from dealerkit.sheets.formats import ENDINGS, FORMATS, render


def form_of(form: str | None, out: Path | None) -> str | None:
    """Return the format: the requested one, or that of the file's suffix; Markdown for a file without one, None without a file.

    Raises:
        BadParameter: If the file's ending is a kind of file that no paper is.
    """
    if form is not None or out is None:
        return form
    if out.suffix and out.suffix.lower() not in ENDINGS:
        named = out.with_suffix(".html").name
        bad_value(f"a paper is one of {', '.join(FORMATS)}, not {out.suffix}; write --out {named}", "--out")
    return ENDINGS.get(out.suffix.lower(), "md")


def give(document: Document, out: Path | None, form: str | None = None, *, force: bool = False, private: bool = False) -> None:
    """Print a document, as Markdown by default, or write it to a file and say where.

    Args:
        document: The document.
        out: The file to write; None prints it here.
        form: The format, as `md`, `pdf` or `png`; None lets the file's ending say it.
        force: Whether to write over a file that stands there.
        private: Whether only its owner may read the file.

    Raises:
        BadParameter: If pictures are asked for and no file, or the file's ending is a kind of file that no paper is.
    """
    if out is not None:
        for file in write_document(document, out, form, force=force, private=private):
            note(f"Wrote {file}.")
        return
    if form == "png":
        bad_value("pictures go into files: add --out NAME.png", "--format")
    (parts,) = render(document, form or "md")
    if form == "pdf":
        echo_bytes(parts)
    else:
        echo(parts.decode(), nl=False)


def write_document(
    document: Document, out: Path, form: str | None = None, *, force: bool = False, private: bool = False
) -> list[Path]:
    """Write a document: Markdown, HTML or PDF as the name ends, a picture a page.

    Args:
        document: The document.
        out: The file.
        form: The format; None for as the file is called.
        force: Whether somebody else's file is replaced.
        private: Whether only its owner may read it.

    Returns:
        The files: one, or of pictures one a page.

    Raises:
        BadParameter: If the file's ending is a kind of file that no paper is.
    """
    parts = render(document, form_of(form, out) or "md")
    files = pages_of(out, len(parts))
    for file, part in zip(files, parts, strict=True):
        write_output(file, part, force=force, private=private)
    return files


def pages_of(out: Path, count: int) -> list[Path]:
    """Return the files of a number of pictures: the requested one, or one a page.

    >>> [path.name for path in pages_of(Path("card.png"), 2)]
    ['card-1.png', 'card-2.png']
    """
    return [out] if count == 1 else [out.with_stem(f"{out.stem}-{page}") for page in range(1, count + 1)]
