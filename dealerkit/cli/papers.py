"""Documents written to files, in the format of the file's name."""

from __future__ import annotations

from pathlib import Path

from dealerkit.cli.common import bad_value, echo, echo_bytes, note
from dealerkit.files.output import write_output
from dealerkit.sheets.document import Document
from dealerkit.sheets.formats import ENDINGS, FORMATS, render


def form_of(form: str | None, out: Path | None) -> str | None:
    """Return the format for a document.

    Args:
        form: The requested format, as `pdf`; None to go by the file's suffix.
        out: The file to write; None for standard output.

    Returns:
        The format; `md` for a file without a suffix, None if neither format nor file is given.

    Raises:
        BadParameter: If the suffix is not that of a format for documents.
    """
    if form is not None or out is None:
        return form
    if out.suffix and out.suffix.lower() not in ENDINGS:
        named = out.with_suffix(".html").name
        bad_value(f"a paper is one of {', '.join(FORMATS)}, not {out.suffix}; write --out {named}", "--out")
    return ENDINGS.get(out.suffix.lower(), "md")


def give(document: Document, out: Path | None, form: str | None = None, *, force: bool = False, private: bool = False) -> None:
    """Print a document, as Markdown by default, or write it to a file and print the file's name.

    Args:
        document: The document.
        out: The file to write; None to print it on standard output.
        form: The format, as `md`, `pdf` or `png`; None for that of the file's suffix.
        force: Whether to replace an existing file.
        private: Whether only its owner may read the file.

    Raises:
        BadParameter: If pictures are asked for without a file, or the suffix is not that of a format for papers.
    """
    if out is not None:
        for file in write_document(document, out, form, force=force, private=private):
            note(f"Wrote {file}.")
        return
    if form == "png":
        bad_value("a picture has to be saved as a file: add --out NAME.png", "--format")
    (parts,) = render(document, form or "md")
    if form == "pdf":
        echo_bytes(parts)
    else:
        echo(parts.decode(), nl=False)


def write_document(
    document: Document, out: Path, form: str | None = None, *, force: bool = False, private: bool = False
) -> list[Path]:
    """Write a document as Markdown, HTML or PDF, or as a picture for each page.

    Args:
        document: The document.
        out: The file.
        form: The format; None for that of the file's suffix.
        force: Whether another program's file is replaced.
        private: Whether only its owner may read it.

    Returns:
        The files written: one, or a picture for each page.

    Raises:
        BadParameter: If the suffix is not that of a format for papers.
    """
    parts = render(document, form_of(form, out) or "md")
    files = pages_of(out, len(parts))
    for file, part in zip(files, parts, strict=True):
        write_output(file, part, force=force, private=private)
    return files


def pages_of(out: Path, count: int) -> list[Path]:
    """Return the names of the files to write for a document: the given name for one page, a numbered one for each of several.

    Args:
        out: The file as named by the user.
        count: The number of pages.

    >>> [path.name for path in pages_of(Path("card.png"), 2)]
    ['card-1.png', 'card-2.png']
    """
    return [out] if count == 1 else [out.with_stem(f"{out.stem}-{page}") for page in range(1, count + 1)]
