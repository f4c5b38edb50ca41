"""`dealerkit sheet` for a house: it prints one edition, or all editions with an index, as the house's file says."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from dealerkit.cli.common import misused, note
from dealerkit.cli.sheet.editions import Pressed, ReadyPaper, Wish, Written, press, typeset_or_page
from dealerkit.cli.sheet.versions import asked_for, games_served
from dealerkit.errors import OutputError, UnknownName
from dealerkit.files.output import check_way, is_ours, write_output
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.papers import Adopted, Printed, check_adoption, other_text
from dealerkit.rules.games import Game
from dealerkit.sheets.document import Block, Document, Heading, Revision, TableBlock, TextRun, Words
from dealerkit.sheets.editions import EDITIONS, Edition, EditionOrder, edition
from dealerkit.sheets.editions.edition import fingerprint
from dealerkit.sheets.formats import render
from dealerkit.sheets.house import DRAFT, IN_FORCE, House, house, is_house
from dealerkit.sheets.identity import identity
from dealerkit.sheets.numbers import Numbers, kept_numbers

INDEX = "index.html"


@attrs.frozen
class Before:
    """The editions that a house put in force earlier, as its journal has them.

    Attributes:
        history: The versions that were in force.
        numbers: Number of lines in the file of rule numbers when an edition with numbers was last put in force; 0 for none.
        papers: The printed editions that were put in force, oldest first.
        journal: The journal's name, for messages; empty if there is none.
    """

    history: tuple[Revision, ...] = ()
    numbers: int = 0
    papers: tuple[Adopted, ...] = ()
    journal: str = ""


Deliver = Callable[[Iterable[ReadyPaper]], list[Written]]
"""Function that writes finished papers, and returns them as written."""
Adoption = Callable[[Sequence[ReadyPaper], Deliver], list[Written]]
"""Function that puts finished papers in force, and writes them once the journal has accepted them."""


def chosen(selector: str | None, file: str | None) -> tuple[House | None, str | None]:
    """Return the house that is meant, and the game; a house without a game stands for all its games.

    Args:
        selector: The typed GAME: a game, or a house by its file or the name of its rule set.
        file: The house's file, or the name of its rule set.

    Raises:
        UsageError: If two houses are named.
    """
    itself = selector is not None and is_house(selector)
    if file is not None:
        if itself:
            misused(f"{selector} and --house {file} are two houses; choose one")
        return house(Path(file) if Path(file).exists() else file), selector
    return (house(selector), None) if selector is not None and itself else (None, selector)


def dealt(of: House, name: str, game: str | None) -> tuple[Game, ...]:
    """Return the games of a house that an edition is printed for.

    Args:
        of: The house.
        name: The name of the edition.
        game: The requested game; None for all games of the house.

    Raises:
        UsageError: If the edition covers only one game, and the house deals several.
        UnknownName: If the house does not deal that game, or the edition is not offered for any of its games.
    """
    edition_ = edition(name)
    those = of.games if game is None else (of.game(game),)
    offered = tuple(game_ for game_ in those if edition_.offered(game_))
    if not offered:
        known = [each.name for each in EDITIONS.values() if any(map(each.offered, those))]
        raise UnknownName(kind=f"edition of {', '.join(game_.id for game_ in those)}", name=name, known=known)
    if not edition_.whole and len(offered) > 1:
        listed = "; ".join(f"dealerkit sheet {game_.id} --house {of.path} --doc {name}" for game_ in offered)
        several = f"{of.name or of.path} deals several games, and this edition covers one"
        misused(f"{several}: {listed}; or all at once with --all --out FOLDER")
    return offered


def order_of(
    of: House, name: str, those: tuple[Game, ...], wish: Wish, history: Iterable[Revision] = (), numbers: Numbers | None = None
) -> EditionOrder:
    """Return the order for an edition of a house: the requested print settings, and the house's own for the rest.

    Args:
        of: The house.
        name: The name of the edition.
        those: The games that it covers.
        wish: The print settings of the command line.
        history: The house's earlier versions.
        numbers: The house's rule numbers; None for an edition without numbers.
    """
    edition_ = edition(name)
    lang = wish.lang or of.languages[0]
    mark = fingerprint(those) if edition_.fingerprint else ""
    asked = asked_for(name, those, wish, lang, wish.sources or of.sources, own=of.paper(edition_.paper), of=of.name)
    control = of.control(lang, revisions=history, fingerprint=mark)
    return attrs.evolve(asked, control=control, numbers=numbers, words_of_house=of.words)


@contextlib.contextmanager
def numbered(of: House, edition_: Edition, those: Sequence[Game], lang: str, least: int = 0) -> Iterator[Numbers | None]:
    """Context manager that gives the rule numbers of a house, or None for an edition without numbers; new numbers are saved at
    the end.

    Args:
        of: The house.
        edition_: The edition that is printed.
        those: The games that are printed.
        lang: The language of the print.
        least: Number of lines in the file of numbers when an edition with numbers was last put in force.

    Raises:
        OutputError: If the file of numbers has fewer than `least` lines: lost numbers would be given to other rules.
    """
    path = of.numbers if edition_.numbered else None
    if path is None:
        yield None
        return
    whole, foreign = len(those) == sum(map(edition_.offered, of.games)), _first(lang) != _first(of.languages[0])
    with kept_numbers(path, edition=of.edition, was=of.was, whole=whole, foreign=foreign) as numbers:
        if numbers.kept < least:
            what = f"rule numbers are missing: {count_of(numbers.kept, 'line')} here, {least} in an edition put in force earlier"
            raise OutputError(str(path), what, "restore a copy of this file; without it, rules would be renumbered")
        yield numbers


def _first(lang: str) -> str:
    """Return the first of two languages printed side by side; the language itself if there is one."""
    return lang.partition("+")[0]


def print_one(of: House, name: str, game: str | None, wish: Wish, before: Before, adoption: Adoption | None = None) -> Written:
    """Print one edition of a house.

    Args:
        of: The house.
        name: The name of the edition.
        game: The game; None for all games, or for the only one.
        wish: The print settings.
        before: The editions that the house put in force earlier.
        adoption: Puts the printed edition in force; None to print it only.

    Raises:
        JournalError: If it cannot be put in force; then nothing is written.
    """
    edition_ = edition(name)
    those = games_served(edition_, dealt(of, name, game), wish.since)
    own = attrs.evolve(wish, templates=wish.templates or of.templates)
    ready = _ready_papers(of, edition_, those, own, before, adopting=adoption is not None)
    (written,) = adoption([ready], _written) if adoption is not None else _written([ready])
    return written


def _ready_papers(
    of: House, edition_: Edition, those: tuple[Game, ...], wish: Wish, before: Before, *, adopting: bool
) -> ReadyPaper:
    """Make a paper and save its rule numbers; nothing else is written yet.

    A text that differs from the one put in force as this edition is marked as a draft, whatever the house's file says.

    Args:
        of: The house.
        edition_: The edition.
        those: The games that it covers.
        wish: The print settings.
        before: The house's earlier editions.
        adopting: Whether the paper is to be put in force.

    Raises:
        JournalError: If the paper is to be put in force and cannot be; its numbers are then not saved.
    """
    with numbered(of, edition_, those, wish.lang or of.languages[0], before.numbers) as numbers:

        def press_house(house_: House) -> Pressed:
            return press(edition_.name, order_of(house_, edition_.name, those, wish, before.history, numbers), wish)

        ready = ReadyPaper(press_house(of), wish, _stem(edition_, those))
        printed = printed_of(of, ready.as_written())
        if adopting:
            check_adoption(before.papers, printed, before.journal)
        elif of.status == IN_FORCE and (other := other_text(before.papers, printed)) is not None:
            note_text = f"edition {other.version} was put in force on {other.entry.at:%Y-%m-%d} with another text"
            note(f"note: {note_text}; this is printed as a draft. A changed paper gets a new edition: document: {{edition: ...}}")
            ready = attrs.evolve(ready, pressed=press_house(attrs.evolve(of, status=DRAFT)))
    return ready


def printed_of(of: House, written: Written) -> Printed:
    """Return a printed edition of a house in the form in which the journal saves it.

    Args:
        of: The house.
        written: The edition with its files.
    """
    return Printed(
        identity=identity(written.document),
        house=of.name,
        form=written.form,
        files=tuple((path.name, sha256) for path, sha256 in written.files),
        games=written.games,
        effective=of.effective,
        numbers=written.numbers,
    )


def _written(ready: Iterable[ReadyPaper]) -> list[Written]:
    return [paper_.write() for paper_ in ready]


def _stem(edition_: Edition, those: Sequence[Game]) -> str:
    return edition_.name if edition_.whole else f"{those[0].id}-{edition_.name}"


# -- everything -------------------------------------------------------------------------------------------------------------


@attrs.frozen
class Job:
    """One edition to print for a house.

    Attributes:
        edition: The edition.
        games: The games that it covers.
        lang: Its language.
        file: The name of its file.
    """

    edition: Edition
    games: tuple[Game, ...]
    lang: str
    file: str


def jobs(of: House, form: str, lang: str | None = None, since: str | None = None) -> list[Job]:
    """Return everything to print for a house: the editions for all its games first, then game by game.

    Args:
        of: The house.
        form: The format, which is also the suffix of the files.
        lang: The language; None for every language of the house.
        since: The earlier rule set or version that lists of changes start from; None to print no such lists.
    """
    jobs_ = []
    langs = (lang,) if lang else of.languages
    every = [(edition_, tuple(filter(edition_.offered, of.games))) for edition_ in EDITIONS.values() if edition_.whole]
    every += [
        (edition_, (game,))
        for game in of.games
        for edition_ in EDITIONS.values()
        if not edition_.whole and edition_.offered(game)
    ]
    every = [(edition_, those) for edition_, those in every if edition_.since != "must" or since]
    for edition_, those in every:
        for tongue in langs if those else ():
            stem = _stem(edition_, those) + (f"-{tongue}" if len(langs) > 1 else "")
            jobs_.append(Job(edition_, games_served(edition_, those, since), tongue, f"{stem}.{form}"))
    return jobs_


def print_all(of: House, folder: Path, wish: Wish, before: Before, adoption: Adoption | None = None) -> list[Written]:
    """Print all editions of a house into a folder, with an index.

    If another program's file is in the way, nothing is written. Each file is written whole or not at all, so that the same
    command continues after an interruption. Editions to be put in force are written once the journal has accepted all of
    them.

    Args:
        of: The house.
        folder: The folder of the files.
        wish: The print settings; by default in PDF if the typesetter is installed, else in HTML.
        before: The editions that the house put in force earlier.
        adoption: Puts the printed editions in force; None to print them only.

    Raises:
        OutputError: If another program's file is there.
        UsageError: If there is nothing to print.
        JournalError: If one of them cannot be put in force; then nothing is written.
    """
    wish = attrs.evolve(wish, form=wish.form or typeset_or_page(), templates=wish.templates or of.templates, quiet=True)
    todo = jobs(of, str(wish.form), wish.lang, wish.since)
    if not todo:
        misused("no edition can be printed for this house's games")
    _look_at(folder, [each.file for each in todo], force=wish.force)

    def ready_papers() -> Iterator[ReadyPaper]:
        for at, job in enumerate(todo, 1):
            note(f"[{at}/{len(todo)}] {folder / job.file}")
            own = attrs.evolve(wish, lang=job.lang, out=folder / job.file)
            yield _ready_papers(of, job.edition, job.games, own, before, adopting=adoption is not None)

    def deliver(ready: Iterable[ReadyPaper]) -> list[Written]:
        folder.mkdir(parents=True, exist_ok=True)
        return _written(ready)

    written = adoption(list(ready_papers()), deliver) if adoption is not None else deliver(ready_papers())
    write_output(folder / INDEX, render(index(of, todo, written), "html", wish.templates)[0], force=wish.force)
    note(f"Wrote {folder / INDEX}: {len(todo)} papers.")
    there = {INDEX, *(path.name for paper_ in written for path, _ in paper_.files)}
    left = [path.name for path in sorted(folder.iterdir()) if path.name not in there and path.is_file() and is_ours(path)]
    if left:
        note(f"note: papers from an earlier printing, left as they are: {', '.join(left)}")
    return written


def _look_at(folder: Path, names: Sequence[str], *, force: bool) -> None:
    """Check the places of all files before any is written.

    Raises:
        OutputError: If another program's file is at one of them.
    """
    for name in (*names, INDEX):
        path = folder / name
        check_way(path)
        if path.is_file() and not force and not is_ours(path):
            hint = "choose another folder, or add --force to replace it"
            raise OutputError(str(path), "there is already a file here that dealerkit did not write; nothing was printed", hint)


def index(of: House, todo: Sequence[Job], written: Sequence[Written]) -> Document:
    """Return the page that lists and links everything printed for a house.

    Args:
        of: The house.
        todo: The editions that were to be printed.
        written: The same after printing, in the same order.
    """
    several = len({job.lang for job in todo}) > 1
    groups: dict[str, list[list[Words]]] = {}
    for job, paper_ in zip(todo, written, strict=True):
        names = [path.name for path, _ in paper_.files]
        links = [TextRun(job.edition.title if at == 1 else f" {at}", file=name) for at, name in enumerate(names, 1)]
        row: list[Words] = [links, job.edition.reader, job.edition.purpose, *([job.lang] if several else [])]
        heading = "" if job.edition.whole else job.games[0].title
        groups.setdefault(heading, []).append([*row, paper_.document.control.copy])
    head = ["Paper", "For", "Purpose", *(["Language"] if several else []), "Words"]
    widths = (3, 2, 5, *([2] if several else []), 2)
    blocks: list[Block] = []
    for title, rows in groups.items():
        blocks += [*([Heading(title)] if title else []), TableBlock(head, rows, widths=widths)]
    return Document("papers", "Papers", blocks, lang=_first(of.languages[0]), control=of.control(), running=False)


__all__ = ["INDEX", "Job", "chosen", "index", "jobs", "order_of", "print_all", "print_one"]
