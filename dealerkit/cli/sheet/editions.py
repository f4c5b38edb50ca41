"""Editions on the command line: their list, one of them made, and its files."""

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
"""The game in the commands of the list."""
LISTED_AS = {
    "score": "mini-baccarat --doc score",
    "changes": "holdem --rules tda --doc changes --since rrop",
    "control": "holdem --doc control --regulator florida",
}
"""Example arguments of an edition that this game has not, or that takes more."""


def listed() -> Iterator[dict[str, Any]]:
    """Yield every edition: reader, purpose, length, and the command that prints it."""
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
    """The editions by reader, and other papers."""

    def told(self) -> Iterator[Block]:
        """Yield the editions by reader."""
        reader = ""
        for edition_ in self.data["editions"]:
            if edition_["reader"] != reader:
                yield Heading(f"For {edition_['reader']}", 1 if reader else 2)
                reader = edition_["reader"]
            pages = count_of(edition_["pages"], "page") if edition_["pages"] else "as long as needed"
            yield Remark(f"{edition_['title']} ({pages}, {edition_['paper'].upper()}): {edition_['purpose']}", hang=2)
            yield Remark(edition_["command"], inset=4)
        yield Heading("Of your own")
        words = (
            "Instead of the game any other of `dealerkit games`, or --house FILE for your own house; --out NAME.pdf, .html, "
            ".md or .png chooses the format. Home games have no card for a dealer, no poster and no incident report."
        )
        yield Remark(words)


@attrs.frozen
class Wish:
    """The requested print settings; None leaves one to the house or the edition.

    Attributes:
        form: The format.
        out: The destination: a file, or a folder for all papers of a house.
        force: Whether somebody else's file is replaced.
        quiet: Whether nothing is printed and no file is told of, since somebody else does.
        templates: The folder of templates that go before ours.
        lang: The language.
        paper: The size of paper.
        landscape: Whether it lies on its side.
        large: Whether large print is wanted.
        sources: The file with the sources.
        regulator: The regulator whose fields are answered, for a regulator's paper; empty for none.
        since: Since which version what is new is told.
        where: The journal's file.
        beside: Other rule sets, told of beside the one in force.
        booklet: Whether a PDF is to be folded.
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
        """Return the paper that is asked for, on which everything else is as on an edition's own."""
        lies = own.landscape if self.landscape is None else self.landscape
        return attrs.evolve(own, size=self.paper or own.size, landscape=lies, large=self.large or own.large)


def document_of(name: str, asked: EditionOrder) -> tuple[Edition, Document]:
    """Make an edition.

    Raises:
        UnknownName: If there is no such edition, or none of this game.
    """
    edition_ = edition(name)
    if not edition_.offered(asked.game):
        known = [each.name for each in EDITIONS.values() if each.offered(asked.game)]
        raise UnknownName(kind=f"edition of {asked.game.id}", name=name, known=known)
    return edition_, make(edition_, asked)


def form_of(form: str | None, out: Path | None) -> str:
    """Return the format: the requested one, that of the file's suffix, or a format that suits the destination.

    Raises:
        BadParameter: If the file's ending is a kind of file that no edition is.
    """
    asked = papers.form_of(form, out)
    if asked is not None:
        return asked
    return typeset_or_page() if sys.stdout.isatty() else "md"


def typeset_or_page() -> str:
    """Return the format that is printed best here: PDF if the typesetter is installed, else HTML."""
    return "pdf" if importlib.util.find_spec("typst") else "html"


@attrs.frozen
class Written:
    """An edition as it was written.

    Attributes:
        document: The printed document.
        games: The games that it is about.
        form: The format.
        files: Each file with its SHA-256; none where it went into a pipe.
        numbers: The number of lines in the file of the house's numbers; 0 for an edition without numbers.
        adopted: The rules put in force with it, in the journal's form; None if not asked for.
    """

    document: Document
    games: tuple[Game, ...]
    form: str
    files: tuple[tuple[Path, str], ...]
    numbers: int = 0
    adopted: Sequence[Mapping[str, object]] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the printed papers as plain values."""
        own = {"game": self.games[0].id} if self.games else {}
        put = {} if self.adopted is None else {"adopted": self.adopted}
        return {**own, **self.listed(), **as_values(self.document), **put}

    def lines(self) -> Iterator[str]:
        """Yield nothing: a note has named each file, and a paper in a pipe stands alone."""
        yield from ()

    def listed(self) -> dict[str, object]:
        """Return its games, its format and its files as plain values."""
        files = [{"file": str(path), "sha256": sha256} for path, sha256 in self.files]
        return {"games": [game.id for game in self.games], "format": self.form, "files": files}


@attrs.frozen
class HousePapers:
    """All papers of a house, as they were written.

    Attributes:
        house: The name of the house.
        index: The page that lists the papers.
        papers: The papers, in the order in which they were printed.
        adopted: The rules put in force with them, in the journal's form.
    """

    house: str
    index: Path
    papers: Sequence[Written]
    adopted: Sequence[Mapping[str, object]]

    def as_json(self) -> dict[str, object]:
        """Return the printed papers as plain values."""
        files = [{"edition": paper_.document.edition, "lang": paper_.document.lang, **paper_.listed()} for paper_ in self.papers]
        return {"house": self.house, "index": str(self.index), "papers": files, "adopted": self.adopted}

    def lines(self) -> Iterator[str]:
        """Yield nothing: a note has named each file."""
        yield from ()


@attrs.frozen
class Pressed:
    """An edition in a format, not yet written.

    Attributes:
        document: The document.
        games: The games that it is about.
        form: The format.
        parts: The files; of pictures one for each page.
        numbers: As in `Written`.
    """

    document: Document
    games: tuple[Game, ...]
    form: str
    parts: tuple[bytes, ...]
    numbers: int = 0

    def write(self, wish: Wish, stem: str = "") -> Written:
        """Write the paper: to a file, to a file of its own name if a person looks on, or into a pipe.

        Args:
            wish: The print settings.
            stem: The name of an automatic file, without its suffix; empty for game and edition.
        """
        return ReadyPaper(self, wish, stem).write()


@attrs.frozen
class ReadyPaper:
    """A paper that is made and not yet written.

    Attributes:
        pressed: The paper in its format.
        wish: The print settings.
        stem: The name of an automatic file, without its suffix; empty for game and edition.
    """

    pressed: Pressed
    wish: Wish
    stem: str = ""

    @property
    def places(self) -> tuple[Path, ...]:
        """The files of the parts; empty for a pipe."""
        out, pressed_ = self.wish.out, self.pressed
        if out is None and (sys.stdout.isatty() or pressed_.form == "png") and not self.wish.quiet:
            out = Path(f"{self.stem or f'{pressed_.games[0].id}-{pressed_.document.edition}'}.{pressed_.form}")
        return tuple(papers.pages_of(out, len(pressed_.parts))) if out is not None else ()

    def as_written(self) -> Written:
        """Return the paper as if written; nothing is written."""
        pressed_ = self.pressed
        files = tuple((path, hashlib.sha256(part).hexdigest()) for path, part in zip(self.places, pressed_.parts, strict=False))
        return Written(pressed_.document, pressed_.games, pressed_.form, files, pressed_.numbers)

    def write(self) -> Written:
        """Write the paper."""
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
    """Make an edition, and put it into a format.

    Args:
        name: The edition.
        asked: The order.
        wish: The print settings.
    """
    form = form_of(wish.form, wish.out)
    edition_, document = document_of(name, asked)
    document = with_copy(document)
    if edition_.halves and document.second and any(isinstance(block, PageBreak) for block in document.blocks):
        room = f"beside each other their type would be under {count_of(edition_.halves, 'point')}"
        note(f"note: each language has a page of its own: {room}; --paper {edition_.paper.size} has room for both")
    numbers = asked.numbers.lines if asked.numbers is not None else 0
    games = {
        game_.id: game_ for game_ in reversed(asked.games)
    }  # those of the house come first, and others of the same id beside them
    return Pressed(document, tuple(reversed(games.values())), form, render(document, form, wish.templates), numbers)


def press_document(document: Document, wish: Wish) -> Pressed:
    """Put a document that is not an edition of a game into a format.

    Args:
        document: The document.
        wish: The print settings.
    """
    form = form_of(wish.form, wish.out)
    return Pressed(document, (), form, render(document, form, wish.templates))


def as_values(document: Document) -> dict[str, object]:
    """Return a document as plain values; each block has its kind."""
    return {
        "edition": document.edition,
        "lang": document.lang,
        "title": "".join(run.text for run in document.title),
        "paper": attrs.asdict(document.paper),
        "blocks": [_values(block) for block in document.blocks],
    }


def _values(value: object) -> object:
    if isinstance(value, tuple):
        return [_values(item) for item in value]
    if isinstance(value, Block):
        return {"kind": value.kind, **_fields(value)}
    return _fields(value) if attrs.has(type(value)) else value


def _fields(value: Any) -> dict[str, object]:
    return {field.name: _values(getattr(value, field.name)) for field in attrs.fields(type(value))}


PAPERS = tuple(SIZES)
