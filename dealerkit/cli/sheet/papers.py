"""`dealerkit sheet` and the journal: papers put in force, copies posted, recalled and collected, and verifying a file."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dealerkit.cli.common import bad_value, misused, note, report
from dealerkit.cli.sheet.editions import ReadyPaper, Wish, Written, form_of
from dealerkit.cli.sheet.house import Before, Deliver, printed_of
from dealerkit.errors import JournalError, UnknownName
from dealerkit.files.output import write_output
from dealerkit.files.plain_data import fields
from dealerkit.jobs.journal import papers
from dealerkit.jobs.journal.papers import Adopted, Copy, FoundPaper
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.papers import CollectedCopies, CopiesOut, KnownFile, PostedCopy, copy_row, in_brackets
from dealerkit.jobs.journal.store import Journal
from dealerkit.sheets.document import Document, TableBlock, cell
from dealerkit.sheets.formats import render
from dealerkit.sheets.house import House, printed_day
from dealerkit.sheets.identity import read_mark

LARGEST = 256 * 1024 * 1024
"""Most bytes of a paper's file."""


def before(house: House, lang: str, where: JournalPlace | None) -> Before:
    """Return the house's earlier editions, from the journal; empty without a journal, or if it cannot be read.

    Args:
        house: The house.
        lang: The language for dates.
        where: The journal's place; None for the default one.
    """
    if not Journal.is_there(where):
        return Before()
    try:
        with Journal.open(where) as journal:
            history = papers.revisions(journal, house.name, house.games, lang=lang, now=house.edition)
            return Before(history, papers.numbers_of(journal, house.name), tuple(papers.adopted(journal)), str(journal.path))
    except JournalError as error:
        note(f"note: earlier versions can't be read and are left out: {error}")
        return Before()


def may_adopt(house: House | None, by: str) -> None:
    """Check that a house's papers can be put in force.

    Args:
        house: The house; None if none is named.
        by: The person who puts it in force; empty for nobody.

    Raises:
        UsageError: If there is no house, it has no edition, its file says that it is a draft, or `by` is empty and the file
            names nobody.
    """
    if house is None:
        misused("--adopt puts a paper of a house in force: add --house FILE; `dealerkit sheet --new-house FILE` writes one")
    if not house.edition:
        misused(f'{house.path}: a paper that is put in force needs an edition; add document: {{edition: "1"}}')
    if house.status in ("draft", "superseded"):
        status_ = "a draft" if house.status == "draft" else house.status
        misused(f"{house.path}: the house file says this is {status_}; write document: {{status: in_force}}")
    if not (by.strip() or house.approved_by.strip()):
        misused(f"the name is missing: add --by NAME, or write in {house.path}: document: {{approved_by: NAME}}")


def adopt(
    house: House, ready: Sequence[ReadyPaper], deliver: Deliver, by: str, where: JournalPlace | None
) -> tuple[list[Written], list[dict[str, Any]]]:
    """Put printed editions into the journal, and write their files once the journal has accepted them: both, or neither.

    Args:
        house: The house.
        ready: The editions, ready to be written.
        deliver: Writes their files.
        by: The person who puts them in force; empty for the person who approved them by the house's file.
        where: The journal's place; None for the default one.

    Returns:
        The written editions, and for each a row: `edition`, `title`, `version`, `entry` (its number in the journal), and
        `words`, the two words printed on it, if any.
    """
    printed = [printed_of(house, paper_.as_written()) for paper_ in ready]
    written: list[Written] = []
    with Journal.begin(where, new=False, house=house.name) as journal:
        entries = papers.adopt_papers(
            journal, printed, by=by.strip() or house.approved_by, accepted=lambda: written.extend(deliver(ready))
        )
    rows = [
        {**fields(paper_.identity, "edition=doc", "title", "version", "words?"), "entry": entry.seq}
        for paper_, entry in zip(printed, entries, strict=True)
    ]
    for row, entry in zip(rows, entries, strict=True):
        coming = house.effective > f"{entry.at:%Y-%m-%d}"
        done = f"Adopted, in force from {printed_day(house.effective)}" if coming else "Put in force"
        note(f"{done}: {row['title']}, edition {row['version']}{in_brackets(row['words'])}; entry {row['entry']}.")
    return written, rows


# -- a file known again -----------------------------------------------------------------------------------------------------


def _read(path: Path) -> bytes:
    """Return the content of a paper's file.

    Raises:
        BadParameter: If it is not a file, or larger than any paper.
    """
    if not path.is_file() or path.stat().st_size > LARGEST:
        bad_value(f"there is no file {path}" if not path.exists() else f"{path} is not a paper")
    return path.read_bytes()


def _known(path: Path, where: JournalPlace | None) -> tuple[str, FoundPaper]:
    raw = _read(path)
    sha256 = hashlib.sha256(raw).hexdigest()
    says = read_mark(raw)
    if not Journal.is_there(where):
        if where is not None:
            raise JournalError(str(where), "there is no journal here", "name the journal in which papers were put in force")
        return sha256, papers.known_paper(None, sha256, says)
    with Journal.open(where) as journal:
        return sha256, papers.known_paper(journal, sha256, says)


def verify(path: Path, where: JournalPlace | None, *, as_json: bool) -> None:
    """Print which version a file is; exit with status 1 unless it was put in force and still is.

    Args:
        path: The printed file.
        where: The journal's place; None for the default one.
        as_json: Whether to print JSON.
    """
    sha256, known_ = _known(path, where)
    answer = KnownFile(path, sha256, known_)
    report(answer, as_json, failed=not answer.in_force)


# -- copies -----------------------------------------------------------------------------------------------------------------


def post(what: str, place: str, number: str, by: str, where: JournalPlace | None, *, as_json: bool) -> None:
    """Log that a copy was posted.

    Args:
        what: The file of the paper, or the two words printed on it.
        place: The place.
        number: The copy's number; the next one if empty.
        by: The person who posted it.
        where: The journal's place; None for the default one.
        as_json: Whether the answer is JSON.
    """
    with Journal.open(where, write=True) as journal:
        of = _paper_of(journal, what)
        entry = papers.post(journal, of, place, number=number, by=by)
        content = journal.named(dict(entry.said))
    report(PostedCopy(entry, of, content), as_json)


def _paper_of(journal: Journal, what: str) -> Adopted:
    """Return the paper in force that has a file's content, or bears two words.

    Raises:
        UnknownName: If no such paper was put in force.
    """
    path = Path(what)
    if path.is_file():
        raw = _read(path)
        known_ = papers.known_paper(journal, hashlib.sha256(raw).hexdigest(), read_mark(raw))
        if known_.paper is not None and known_.state in ("adopted", "reprinted"):
            return known_.paper
        allowed = "a file put in force with --adopt; --verify identifies this one"
        raise UnknownName(kind="paper in the journal", name=what, allowed=allowed)
    return papers.paper_with(journal, what)


def collected(version: str, numbers: Sequence[str], by: str, where: JournalPlace | None, *, as_json: bool) -> None:
    """Log that copies of a version were collected.

    Args:
        version: The version.
        numbers: The numbers of the copies.
        by: The person who collected them; may be empty.
        where: The journal's place; None for the default one.
        as_json: Whether to print JSON.
    """
    with Journal.open(where, write=True) as journal:
        entries = [entry for number in numbers for entry in papers.collect(journal, version, number, by=by)]
        rows = [fields(entry_, "entry=seq", "version=said.version", "copy=said.copy", "place=said.place") for entry_ in entries]
        left = len(papers.recalled(journal, version))
        answer = CollectedCopies({"collected": journal.named(rows), "out": left})
    report(answer, as_json)


def recall(version: str, wish: Wish) -> None:
    """Print the list of posted copies of a version, to be collected: on the screen, or as a paper to tick off.

    Args:
        version: The version.
        wish: The destination and format of the list; without a file, it is printed on the screen.
    """
    with Journal.open(wish.where) as journal:
        copies_ = papers.recalled(journal, version)
    if wish.out is not None:
        for part in render(recall_list(version, copies_), form_of(wish.form, wish.out))[:1]:
            write_output(wish.out, part, force=wish.force)
        note(f"Wrote {wish.out}.")
    if wish.out is None or wish.quiet:
        report(CopiesOut(version, copies_), wish.quiet)


def recall_list(version: str, copies_: Sequence[Copy]) -> Document:
    """Return the list of copies to collect, as a paper to tick off."""
    head = ("", "Place", "Copy", "Posted", "Words", "Paper", "Collected by")
    rows = [[cell("☐"), *map(cell, copy_row(copy_)), cell("")] for copy_ in copies_]
    blocks = (TableBlock(head, rows, widths=(1, 5, 2, 3, 4, 6, 5)),)
    return Document("recall", f"Copies of edition {version} to collect: {len(copies_)}", blocks, running=False)
