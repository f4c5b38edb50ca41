"""`dealerkit sheet` and the journal: papers put in force, copies posted, called back and collected, a file known again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from dealerkit.cli.common import note, show
from dealerkit.cli.sheet.editions import Written, form_of
from dealerkit.cli.sheet.house import Before
from dealerkit.errors import JournalError, UnknownName
from dealerkit.files.output import write_output
from dealerkit.files.screen_text import line, table
from dealerkit.jobs.journal import papers
from dealerkit.jobs.journal.papers import Adopted, Copy, FoundPaper, Printed
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.games import game_doc, games
from dealerkit.rules.texts import text
from dealerkit.sheets.document import Document, TableBlock, cell
from dealerkit.sheets.editions import EDITIONS
from dealerkit.sheets.formats import render
from dealerkit.sheets.house import House
from dealerkit.sheets.identity import Identity, identity, read_mark

LARGEST = 256 * 1024 * 1024
"""No paper is larger, in bytes."""


def before(house: House, lang: str, where: JournalPlace | None) -> Before:
    """Return what the house has had in force, as the journal has it; nothing where there is no journal, or it cannot be read.

    Args:
        house: The house.
        lang: The language in which days are written.
        where: The journal's file; None for the usual one.
    """
    if not Journal.is_there(where):
        return Before()
    try:
        with Journal.open(where) as journal:
            history = papers.revisions(journal, house.name, house.games, lang=lang, now=house.edition)
            return Before(history, papers.numbers_of(journal, house.name))
    except JournalError as error:
        note(f"note: earlier versions are left out: {error}")
        return Before()


def may_adopt(house: House | None) -> None:
    """Look whether what a house prints can be put in force.

    Raises:
        UsageError: If there is no house, it has no edition, or its file says that it is a draft.
    """
    if house is None:
        msg = "--adopt puts a paper of a house in force: add --house FILE; `dealerkit sheet --new-house FILE` writes one"
        raise click.UsageError(msg)
    if not house.edition:
        msg = f'{house.path}: what is put in force has an edition; write document: {{edition: "1"}}'
        raise click.UsageError(msg)
    if house.status in ("draft", "superseded"):
        msg = f"{house.path}: the house says that this is {'a draft' if house.status == 'draft' else 'superseded'}; "
        raise click.UsageError(msg + "write document: {status: in_force}")


def adopt(house: House, written: Sequence[Written], by: str, where: JournalPlace | None) -> list[dict[str, Any]]:
    """Put what was written into the journal.

    Args:
        house: The house.
        written: What was printed.
        by: Who puts it in force; may be empty.
        where: The journal's file; None for the usual one.

    Returns:
        Edition, version, words and entry of each.
    """
    printed = [
        Printed(
            identity=identity(one.document),
            house=house.name,
            form=one.form,
            files=tuple((path.name, sha256) for path, sha256 in one.files),
            games=one.games,
            effective=house.effective,
            numbers=one.numbers,
        )
        for one in written
    ]
    with Journal.begin(where, anew=False, house=house.name) as journal:
        entries = papers.adopt_papers(journal, printed, by=by)
    rows = [
        {
            "edition": one.identity.doc, "title": one.identity.title, "version": one.identity.version,
            "words": one.identity.words or None, "entry": entry.seq,
        }
        for one, entry in zip(printed, entries, strict=True)
    ]  # fmt: skip
    for row in rows:
        note(f"Put in force: {row['title']}, edition {row['version']}{_in_brackets(row['words'])}; entry {row['entry']}.")
    return rows


def _in_brackets(words: object) -> str:
    return f" ({words})" if words else ""


# -- a file known again -----------------------------------------------------------------------------------------------------


def _read(path: Path) -> bytes:
    """Read a file.

    Raises:
        BadParameter: If it is no file, or larger than any paper.
    """
    if not path.is_file() or path.stat().st_size > LARGEST:
        msg = f"{path} is not there" if not path.exists() else f"{path} is no paper"
        raise click.BadParameter(msg)
    return path.read_bytes()


def _known(path: Path, where: JournalPlace | None) -> tuple[str, FoundPaper]:
    raw = _read(path)
    sha256 = hashlib.sha256(raw).hexdigest()
    says = read_mark(raw)
    if not Journal.is_there(where):
        if where is not None:
            raise JournalError(str(where), "there is no journal here", "name the one in which papers are put in force")
        return sha256, papers.known_paper(None, sha256, says)
    with Journal.open(where) as journal:
        return sha256, papers.known_paper(journal, sha256, says)


def verify(path: Path, where: JournalPlace | None, *, as_json: bool) -> None:
    """Say which version a paper is; leave with 1 unless it is the very file that was put in force, and still is.

    Args:
        path: The paper's file.
        where: The journal's file; None for the usual one.
        as_json: Whether to say it as JSON.
    """
    sha256, found = _known(path, where)
    document = {
        "file": str(path), "sha256": sha256, "state": found.state, "in_force": found.state == "adopted" and found.newer is None,
        "paper": _as_json(found.paper), "newer": _as_json(found.newer), "says": attrs.asdict(found.says) if found.says else None,
    }  # fmt: skip
    show(document, as_json, lambda _: _told(path, found))
    if not document["in_force"]:
        raise click.exceptions.Exit(1)


def _as_json(one: Adopted | None) -> dict[str, object] | None:
    if one is None:
        return None
    return {
        "house": one.house, "edition": one.doc, "games": list(one.games), "number": one.number, "version": one.version,
        "words": one.words, "lang": one.lang, "effective": one.effective, "at": one.entry.at.isoformat(), "entry": one.entry.seq,
    }  # fmt: skip


def _title(doc: str) -> str:
    return EDITIONS[doc].title if doc in EDITIONS else doc


def _games(ids: Sequence[str]) -> str:
    """Return games by their titles."""
    return ", ".join(text(game_doc(one)[0].data.get("title")) or one if one in games() else one for one in ids)


def _named(one: Adopted) -> str:
    of = ", ".join(part for part in (_title(one.doc), _games(one.games), one.house, one.number) if part)
    return f"edition {one.version}{_in_brackets(one.words)} of {of}"


def _claim(says: Identity) -> str:
    of = ", ".join(part for part in (_title(says.doc), says.title, says.number) if part)
    return f"edition {says.version or 'without a number'}{_in_brackets(says.words)} of {of}"


def _told(path: Path, found: FoundPaper) -> Iterator[str]:
    paper, says = found.paper, found.says
    if found.state == "foreign":
        yield line(f"{path} is no paper of ours: nothing in it says so, and the journal does not know it", 0, "! ")
        return
    if paper is None:
        assert says is not None
        yield line(f"{path} says that it is {_claim(says)}; the journal does not know it", 0, "! ")
        yield line("it is a draft, or another house's, or was printed without --adopt", 4, "> ")
        return
    when = f"put in force on {paper.entry.at:%Y-%m-%d} (entry {paper.entry.seq})"
    if found.state == "adopted":
        yield line(f"{path} is {_named(paper)}, {when}", 0, "ok  ")
    elif found.state == "reprinted":
        yield line(
            f"{path} says that it has the text of {_named(paper)}, {when}, but it is not the file that was put in force", 0, "! "
        )
        yield line("it was printed again in another way, or changed by another hand: print it anew and compare", 4, "> ")
    else:
        yield line(f"{path} says that it is {_named(paper)}, {when}, but it has another text: altered", 0, "! ")
        yield line("take it down, and print the edition anew", 4, "> ")
    if found.newer is not None:
        day = found.newer.effective or f"{found.newer.entry.at:%Y-%m-%d}"
        yield line(
            f"superseded by edition {found.newer.version}{_in_brackets(found.newer.words)} from {day}: collect it", 0, "! "
        )


# -- copies -----------------------------------------------------------------------------------------------------------------


def post(what: str, place: str, number: str, by: str, where: JournalPlace | None, *, as_json: bool) -> None:
    """Write down that a copy was posted.

    Args:
        what: The file of the paper, or its two words.
        place: Where.
        number: The copy's number; the next one if empty.
        by: Who posted it.
        where: The journal.
        as_json: Whether the answer is JSON.
    """
    with Journal.open(where, write=True) as journal:
        of = _paper_of(journal, what)
        entry = papers.post(journal, of, place, number=number, by=by)
        said = journal.named(dict(entry.said))
    document = {"entry": entry.seq, "version": of.version, "words": of.words, "copy": said["copy"], "place": said["place"]}
    show(document, as_json, lambda one: line(f"copy {one['copy']} of {_named(of)}: {one['place']}; entry {one['entry']}", 0))


def _paper_of(journal: Journal, what: str) -> Adopted:
    """Return the paper that a file is, or that bears two words.

    Raises:
        UnknownName: If none was put in force that is it.
    """
    path = Path(what)
    if path.is_file():
        raw = _read(path)
        found = papers.known_paper(journal, hashlib.sha256(raw).hexdigest(), read_mark(raw))
        if found.paper is not None and found.state in ("adopted", "reprinted"):
            return found.paper
        kind = "paper in the journal"
        raise UnknownName(kind, what, allowed="a file that was put in force with --adopt; --verify says what this one is")
    return papers.paper_with(journal, what)


def collected(version: str, numbers: Sequence[str], by: str, where: JournalPlace | None, *, as_json: bool) -> None:
    """Write down that copies of a version were collected.

    Args:
        version: The version.
        numbers: The numbers of the copies.
        by: Who collected them; may be empty.
        where: The journal's file; None for the usual one.
        as_json: Whether to say it as JSON.
    """
    with Journal.open(where, write=True) as journal:
        entries = [entry for number in numbers for entry in papers.collect(journal, version, number, by=by)]
        rows = [{"entry": one.seq, **{key: one.said[key] for key in ("version", "copy", "place")}} for one in entries]
        left = len(papers.recalled(journal, version))
        collected = journal.named(rows)
        document = {"collected": collected, "out": left}

    def lines(_: object) -> Iterator[str]:
        for row in collected:
            yield line(f"copy {row['copy']} of edition {row['version']} is back from {row['place']}; entry {row['entry']}", 0)
        yield line(f"{left} cop{'y is' if left == 1 else 'ies are'} still out", 0)

    show(document, as_json, lines)


def recall(version: str, out: Path | None, form: str | None, where: JournalPlace | None, *, force: bool, as_json: bool) -> None:
    """Print the copies of a version that are to be collected, on the screen or as a list to tick off.

    Args:
        version: The version.
        out: The file for the list; None prints it here.
        form: The format of the list; None lets the file's ending say it.
        where: The journal's file; None for the usual one.
        force: Whether to write over a file that stands there.
        as_json: Whether to say it as JSON.
    """
    with Journal.open(where) as journal:
        found = papers.recalled(journal, version)
    rows = [
        {
            "place": one.place, "copy": one.number, "edition": one.of.doc, "games": list(one.of.games), "house": one.of.house,
            "version": one.of.version, "words": one.of.words, "posted": one.entry.at.isoformat(), "entry": one.entry.seq,
        }
        for one in found
    ]  # fmt: skip
    if out is not None:
        form = form_of(form, out)
        for part in render(recall_list(version, found), form)[:1]:
            write_output(out, part, force=force)
        note(f"Wrote {out}.")
    if out is None or as_json:
        show({"version": version, "copies": rows}, as_json, lambda _: _to_collect(version, found))


def _to_collect(version: str, found: Sequence[Copy]) -> Iterator[str]:
    if not found:
        yield f"No copy of edition {version} is out."
        return
    yield line(f"Collect {len(found)} cop{'y' if len(found) == 1 else 'ies'} of edition {version}:", 0)
    yield table(map(_row, found), header=("place", "copy", "posted", "words", "paper"))
    yield line(f"when one is back: dealerkit sheet --recall {version} --collected COPY", 0, "> ")


def _row(one: Copy) -> tuple[str, str, str, str, str]:
    return one.place, one.number, f"{one.entry.at:%Y-%m-%d}", one.of.words, f"{_title(one.of.doc)}, {_games(one.of.games)}"


def recall_list(version: str, found: Sequence[Copy]) -> Document:
    """Return the list of copies to collect as a paper to tick off."""
    head = ("", "Place", "Copy", "Posted", "Words", "Paper", "Collected by")
    rows = [[cell("☐"), *map(cell, _row(one)), cell("")] for one in found]
    blocks = (TableBlock(head, rows, widths=(1, 5, 2, 3, 4, 6, 5)),)
    return Document("recall", f"Copies of edition {version} to collect: {len(found)}", blocks, running=False)
