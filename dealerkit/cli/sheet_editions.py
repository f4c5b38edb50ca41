"""Editions on the command line: the list of them, one of them made, and the files it is written to."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from dealerkit.cli.common import echo, heading, line, note
from dealerkit.errors import UnknownName
from dealerkit.output import write_output
from dealerkit.rules.games import Game
from dealerkit.sheets.document import SIZES, Block, Document
from dealerkit.sheets.editions import EDITIONS, Edition, Order, edition
from dealerkit.sheets.formats import ENDINGS, FORMATS, render

LISTED_FOR = "holdem"
"""The game that stands in the commands of the list."""


def listed() -> Iterator[dict[str, Any]]:
    """Yield every edition: for whom, what for, how long, and the command that prints it."""
    for name, one in EDITIONS.items():
        yield {
            "edition": name,
            "title": one.title,
            "reader": one.reader,
            "purpose": one.purpose,
            "pages": one.pages,
            "paper": one.paper.size,
            "command": f"dealerkit sheet {LISTED_FOR} --doc {name}",
        }


def list_of_editions() -> Iterator[str]:
    """Yield the list in words, by reader, with what else can be printed."""
    reader = ""
    for one in listed():
        if one["reader"] != reader:
            reader = one["reader"]
            yield heading(f"For {reader}")
        pages = f"{one['pages']} pages" if (one["pages"] or 0) > 1 else "1 page" if one["pages"] else "as long as it must be"
        yield line(f"{one['title']} ({pages}, {one['paper'].upper()}): {one['purpose']}", 2, hang=2)
        yield line(one["command"], 4)
    yield ""
    yield line("In the place of holdem any game of `dealerkit games`; --out NAME.pdf, .html, .md or .png chooses the format.", 0)


def order(game: Game, lang: str, paper: str | None, *, landscape: bool | None, large: bool, sources: str, name: str) -> Order:
    """Return what is asked for, with the edition's own paper where none is.

    Args:
        game: The game with its rule set and options.
        lang: The language.
        paper: A size; None for the edition's own.
        landscape: Whether the paper lies on its side; None for as the edition lays it.
        large: Whether large print is wanted.
        sources: Where sources are told.
        name: The edition.
    """
    own = edition(name).paper
    wanted = attrs.evolve(
        own, size=paper or own.size, landscape=own.landscape if landscape is None else landscape, large=large or own.large
    )
    return Order((game,), lang, wanted if wanted != own else None, sources=sources)


def made(name: str, asked: Order) -> tuple[Edition, Document]:
    """Make an edition.

    Raises:
        UnknownName: If there is no such edition, or none of this game.
    """
    found = edition(name)
    if not found.offered(asked.game):
        kind = f"edition of {asked.game.id}"
        raise UnknownName(kind, name, [one.name for one in EDITIONS.values() if one.offered(asked.game)])
    return found, found.make(asked)


def form_of(form: str | None, out: Path | None) -> str:
    """Return the format: as asked for, as the file is called, or whatever suits the place that it goes to.

    Raises:
        BadParameter: If the file's ending is a kind of file that no edition is.
    """
    if form is not None:
        return form
    if out is not None:
        if out.suffix.lower() in ENDINGS:
            return ENDINGS[out.suffix.lower()]
        if out.suffix:
            msg = f"an edition is one of {', '.join(FORMATS)}, not {out.suffix}; add --format to write it under that name"
            raise click.BadParameter(msg, param_hint="--out")
        return "md"
    if not sys.stdout.isatty():
        return "md"
    return "pdf" if importlib.util.find_spec("typst") else "html"


def print_edition(name: str, asked: Order, form: str | None, out: Path | None, *, force: bool, quiet: bool) -> dict[str, Any]:
    """Make an edition and write it: to a file, to a file of its own name where a person looks on, or into a pipe.

    Args:
        name: The edition.
        asked: What is asked for.
        form: The format, or None.
        out: The file, or None.
        force: Whether somebody else's file is replaced.
        quiet: Whether nothing is said, since the answer is JSON.

    Returns:
        The document as plain values, and the files with their hashes.
    """
    _, document = made(name, asked)
    form = form_of(form, out)
    parts = render(document, form)
    if out is None and (sys.stdout.isatty() or form == "png") and not quiet:
        out = Path(f"{asked.game.id}-{name}.{form}")
    files = []
    if out is not None:
        for path, part in zip(pages_of(out, len(parts)), parts, strict=True):
            write_output(path, part, force=force)
            files.append({"file": str(path), "sha256": hashlib.sha256(part).hexdigest()})
            note(f"Wrote {path}.")
    elif not quiet:
        for part in parts:
            if form in ("md", "html"):
                echo(part.decode(), nl=False)
            else:
                click.echo(part, nl=False)
    return {"game": asked.game.id, "format": form, "files": files, **as_values(document)}


def pages_of(out: Path, count: int) -> list[Path]:
    """Return the files of so many pictures: the one asked for, or one a page.

    >>> [path.name for path in pages_of(Path("card.png"), 2)]
    ['card-1.png', 'card-2.png']
    """
    return [out] if count == 1 else [out.with_stem(f"{out.stem}-{page}") for page in range(1, count + 1)]


def as_values(document: Document) -> dict[str, Any]:
    """Return a document as plain values; each block says of which kind it is."""
    return {
        "edition": document.edition,
        "lang": document.lang,
        "title": "".join(run.text for run in document.title),
        "paper": attrs.asdict(document.paper),
        "blocks": [_values(block) for block in document.blocks],
    }


def _values(value: object) -> object:
    if isinstance(value, tuple):
        return [_values(one) for one in value]
    if isinstance(value, Block):
        return {"kind": value.kind, **_fields(value)}
    return _fields(value) if attrs.has(type(value)) else value


def _fields(value: Any) -> dict[str, object]:
    return {field.name: _values(getattr(value, field.name)) for field in attrs.fields(type(value))}


PAPERS = tuple(SIZES)
