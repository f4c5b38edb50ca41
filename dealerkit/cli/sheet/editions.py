"""Editions on the command line: listing them, making one, and writing its files."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit.cli import papers
from dealerkit.cli.common import echo, echo_bytes, note
from dealerkit.errors import UnknownName
from dealerkit.files.output import write_output
from dealerkit.files.plain_data import fields
from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.rules.games import Game
from dealerkit.sheets.document import SIZES, Block, Document, Heading, PageBreak, Paper, Remark
from dealerkit.sheets.editions import EDITIONS, Edition, EditionOrder, edition
from dealerkit.sheets.editions.languages import make
from dealerkit.sheets.formats import render
from dealerkit.sheets.identity import with_copy
from dealerkit.sheets.report import DocumentReport

LISTED_FOR = "holdem"
"""Game of the example commands in the list."""
LISTED_AS = {
    "score": "mini-baccarat --doc score",
    "changes": "holdem --rules tda --doc changes --since rrop",
    "control": "holdem --doc control --regulator florida",
}
"""Arguments of the example command for an edition that this game lacks, or that needs more."""


def listed() -> Iterator[dict[str, Any]]:
    """Yield a map for each edition: its name, title, reader, purpose, pages, paper, and the command that prints it."""
    for name, edition_ in EDITIONS.items():
        yield {
            "edition": name,
            "title": edition_.title,
            "reader": edition_.reader,
            "purpose": edition_.purpose,
            "pages": edition_.pages,
            "paper": edition_.paper.size,
            "command": f"dealerkit sheet {LISTED_AS.get(name, f'{LISTED_FOR} --doc {name}')}",
        }


class EditionList(DocumentReport[Data]):
    """The list of editions by reader (player, dealer, floor, ...), each with the command that prints it."""

    def told(self) -> Iterator[Block]:
        """Yield the editions by reader as blocks of a report."""
        reader = ""
        for edition_ in self.data["editions"]:
            if edition_["reader"] != reader:
                yield Heading(f"For {edition_['reader']}", 1 if reader else 2)
                reader = edition_["reader"]
            pages = count_of(edition_["pages"], "page") if edition_["pages"] else "any length"
            yield Remark(f"{edition_['title']} ({pages}, {edition_['paper'].upper()}): {edition_['purpose']}", hang=2)
            yield Remark(edition_["command"], inset=4)
        yield Heading("Your own")
        words = (
            "Instead of the game, name any other of `dealerkit games`, or --house FILE for your own house; --out NAME.pdf, "
            ".html, .md or .png chooses the format. Home games have no card for a dealer, no poster and no incident report."
        )
        yield Remark(words)


@attrs.frozen
class Wish:
    """The print settings asked for on the command line; None leaves a setting to the house or the edition.

    Attributes:
        form: The format, as `pdf`.
        out: The destination: a file, or a folder for all papers of a house.
        force: Whether another program's file is replaced.
        quiet: Whether to print nothing, not even the names of files, because the caller does.
        templates: Folder of templates that override dealerkit's own.
        lang: The language.
        paper: The size of paper, as `a4`.
        landscape: Whether the paper is printed in landscape.
        large: Whether large print is wanted.
        sources: Where to print sources: nowhere, at the end, or with each rule.
        regulator: The regulator whose fields are answered, for a regulator's paper; empty for none.
        since: The earlier version that the list of changes starts from.
        where: The journal's file or address; None for the default one.
        beside: Other rule sets to print beside the one in force.
        booklet: Whether a PDF is laid out for folding into a booklet.
    """

    form: str | None
    out: Path | None
    force: bool
    quiet: bool
    templates: Path | None
    lang: str | None
    paper: str | None
    landscape: bool | None
    large: bool
    sources: str | None
    regulator: str
    since: str | None
    where: JournalPlace | None
    beside: tuple[str, ...]
    booklet: bool

    def laid(self, own: Paper) -> Paper:
        """Return the page layout to print on: the requested settings, and the edition's own for the rest.

        Args:
            own: The edition's own size and layout.
        """
        lies = own.landscape if self.landscape is None else self.landscape
        return attrs.evolve(own, size=self.paper or own.size, landscape=lies, large=self.large or own.large)


def document_of(name: str, asked: EditionOrder) -> tuple[Edition, Document]:
    """Make an edition, not yet in an output format.

    Args:
        name: The name of the edition.
        asked: The games, language and paper to print it for.

    Returns:
        The edition and its document.

    Raises:
        UnknownName: If there is no such edition, or it is not offered for the game.
    """
    edition_ = edition(name)
    if not edition_.offered(asked.game):
        known = [each.name for each in EDITIONS.values() if each.offered(asked.game)]
        raise UnknownName(kind=f"edition of {asked.game.id}", name=name, known=known)
    return edition_, make(edition_, asked)


def form_of(form: str | None, out: Path | None) -> str:
    """Return the format to print in: the requested one, else that of the file's suffix, else one that suits the destination.

    Args:
        form: The requested format, as `pdf`; None to choose.
        out: The file to write; None for the terminal or a pipe.

    Raises:
        BadParameter: If the suffix is not that of a format for editions.
    """
    asked = papers.form_of(form, out)
    if asked is not None:
        return asked
    return typeset_or_page() if sys.stdout.isatty() else "md"


def typeset_or_page() -> str:
    """Return the best format that can be made here: PDF if the typesetter is installed, else HTML."""
    return "pdf" if importlib.util.find_spec("typst") else "html"


@attrs.frozen
class Written:
    """An edition that was written to files or into a pipe.

    Attributes:
        document: The printed document.
        games: The games that it covers.
        form: The format, as `pdf`.
        files: Each file with its SHA-256; empty for a pipe.
        numbers: Number of lines in the house's file of rule numbers; 0 for an edition without numbers.
        adopted: The rules that were put in force together with it, one map each as the journal saves them; None if none were.
    """

    document: Document
    games: tuple[Game, ...]
    form: str
    files: tuple[tuple[Path, str], ...]
    numbers: int = 0
    adopted: Sequence[Mapping[str, object]] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the printed edition as plain data: its games, files and blocks of text."""
        own = {"game": self.games[0].id} if self.games else {}
        put = {} if self.adopted is None else {"adopted": self.adopted}
        return {**own, **self.listed(), **as_values(self.document), **put}

    def lines(self) -> Iterator[str]:
        """Yield no lines: notes have named the files, and a paper in a pipe must stand alone."""
        yield from ()

    def listed(self) -> dict[str, object]:
        """Return the edition's games, format, and files with their hashes, as plain data."""
        files = [{"file": str(path), "sha256": sha256} for path, sha256 in self.files]
        return {"games": [game.id for game in self.games], "format": self.form, "files": files}


@attrs.frozen
class HousePapers:
    """All printed editions of a house, after they were written.

    Attributes:
        house: The name of the house.
        index: The file of the page that lists them.
        papers: The editions, in the order in which they were printed.
        adopted: The rules that were put in force together with them, one map each as the journal saves them.
    """

    house: str
    index: Path
    papers: Sequence[Written]
    adopted: Sequence[Mapping[str, object]]

    def as_json(self) -> dict[str, object]:
        """Return the list of printed editions as plain data."""
        files = [{"edition": paper_.document.edition, "lang": paper_.document.lang, **paper_.listed()} for paper_ in self.papers]
        return {"house": self.house, "index": str(self.index), "papers": files, "adopted": self.adopted}

    def lines(self) -> Iterator[str]:
        """Yield no lines: notes have named the files."""
        yield from ()


@attrs.frozen
class Pressed:
    """An edition rendered in its output format, not yet written to a file.

    Attributes:
        document: The document.
        games: The games that it covers.
        form: The format, as `pdf`.
        parts: The content of each file; for pictures, one for each page.
        numbers: As for `Written`.
    """

    document: Document
    games: tuple[Game, ...]
    form: str
    parts: tuple[bytes, ...]
    numbers: int = 0

    def write(self, wish: Wish, stem: str = "") -> Written:
        """Write the edition to the requested file; without one, to a file with an automatic name at a terminal, else into the
        pipe.

        Args:
            wish: The print settings.
            stem: The automatic name without its suffix; empty to make it of game and edition.
        """
        return ReadyPaper(self, wish, stem).write()


@attrs.frozen
class ReadyPaper:
    """A rendered edition with the settings for writing it.

    Attributes:
        pressed: The rendered edition.
        wish: The print settings.
        stem: The automatic name of its file without the suffix; empty to make it of game and edition.
    """

    pressed: Pressed
    wish: Wish
    stem: str = ""

    @property
    def places(self) -> tuple[Path, ...]:
        """The files that the edition will be written to; empty for a pipe."""
        out, pressed_ = self.wish.out, self.pressed
        if out is None and (sys.stdout.isatty() or pressed_.form == "png") and not self.wish.quiet:
            out = Path(f"{self.stem or f'{pressed_.games[0].id}-{pressed_.document.edition}'}.{pressed_.form}")
        return tuple(papers.pages_of(out, len(pressed_.parts))) if out is not None else ()

    def as_written(self) -> Written:
        """Return the result of writing the edition, files and hashes included, without writing anything."""
        pressed_ = self.pressed
        files = tuple((path, hashlib.sha256(part).hexdigest()) for path, part in zip(self.places, pressed_.parts, strict=False))
        return Written(pressed_.document, pressed_.games, pressed_.form, files, pressed_.numbers)

    def write(self) -> Written:
        """Write the edition to its files or into the pipe."""
        places, quiet = self.places, self.wish.quiet
        for path, part in zip(places, self.pressed.parts, strict=False):
            write_output(path, part, force=self.wish.force)
            if not quiet:
                note(f"Wrote {path}.")
        for part in self.pressed.parts if not (places or quiet) else ():
            if self.pressed.form in ("md", "html"):
                echo(part.decode(), nl=False)
            else:
                echo_bytes(part)
        return self.as_written()


def press(name: str, asked: EditionOrder, wish: Wish) -> Pressed:
    """Make an edition and render it in its output format.

    Args:
        name: The name of the edition.
        asked: The games, language and paper to print it for.
        wish: The print settings.
    """
    form = form_of(wish.form, wish.out)
    edition_, document = document_of(name, asked)
    document = with_copy(document)
    if edition_.halves and document.second and any(isinstance(block, PageBreak) for block in document.blocks):
        room = f"side by side, the type would be smaller than {count_of(edition_.halves, 'point')}"
        note(f"note: each language is on its own page: {room}; --paper {edition_.paper.size} has room for both")
    numbers = asked.numbers.lines if asked.numbers is not None else 0
    games = {game_.id: game_ for game_ in reversed(asked.games)}  # those of the house come first, beside others with the same id
    return Pressed(document, tuple(reversed(games.values())), form, render(document, form, wish.templates), numbers)


def press_document(document: Document, wish: Wish) -> Pressed:
    """Render a document that is not an edition of a game, such as a promotion's policy, in its output format.

    Args:
        document: The document.
        wish: The print settings.
    """
    form = form_of(wish.form, wish.out)
    return Pressed(document, (), form, render(document, form, wish.templates))


def as_values(document: Document) -> dict[str, object]:
    """Return a document as plain data for JSON: its title, edition, language, paper and blocks."""
    title = "".join(run.text for run in document.title)
    return {"title": title, **fields(document, "edition", "lang", "paper", "blocks")}


PAPERS = tuple(SIZES)
