"""Reports of `dealerkit journal papers`: papers (printed rules) in force, and their copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal import summary
from dealerkit.jobs.journal.entries import KINDS, JournalEntry
from dealerkit.jobs.journal.papers import Adopted, Copy, FoundPaper, of_paper
from dealerkit.rules.games import game_doc, games
from dealerkit.rules.texts import text
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.editions import EDITIONS
from dealerkit.sheets.house import printed_day
from dealerkit.sheets.identity import Identity
from dealerkit.sheets.report import DocumentReport


class PapersLog(DocumentReport[Data]):
    """The entries on papers: put in force, posted, collected; and the copies that are out."""

    def told(self) -> Iterator[Block]:
        """Yield the report line by line."""
        if not self.data["entries"]:
            yield Remark("No paper was put in force yet: dealerkit sheet GAME --house FILE --out FILE --adopt", inset=0)
        for entry in self.data["entries"]:
            by = "; ".join(summary.person(person) for person in entry.get("people") or ())
            yield Remark(
                f"{entry['at'][:16].replace('T', ' ')}  {KINDS[entry['what']]}{(f': {by}' if by else '')}",
                f"{entry['entry']:>3}  ",
            )
            if "version" not in entry:
                yield Remark("removed for good", inset=7)
                continue
            for label, value in of_paper(entry["what"], entry):
                yield Remark(value, f"{label}: ", inset=7)
        if self.data["out"]:
            yield Heading("Copies posted", 2)
            yield TableBlock(
                ("place", "copy", "edition"), [(copy["place"], copy["copy"], copy["version"]) for copy in self.data["out"]]
            )


@attrs.frozen
class KnownFile(DocumentReport[Path]):
    """The version of a paper that a file holds, found by the file's hash.

    Attributes:
        data: The file.
        sha256: Its hash.
        found: The paper that the journal knows it as, and its state.
    """

    json_names = (
        "file=data sha256 state=found.state in_force not_yet=found.not_yet paper=found.paper newer=found.newer says=found.says"
    )
    sha256: str
    found: FoundPaper

    @property
    def in_force(self) -> bool:
        """Whether this very file was put in force, and still is in force."""
        return self.found.state == "adopted" and self.found.newer is None and not self.found.not_yet

    def told(self) -> Iterator[Block]:
        """Yield the state of the paper, and the next step."""
        path, result = self.data, self.found
        paper, says = result.paper, result.says
        if result.state == "foreign":
            yield Remark(
                f"{path} is not one of our papers: it is not marked as one, and the journal has no record of it", "! ", inset=0
            )
            return
        if paper is None:
            assert says is not None
            yield Remark(f"{path} says it is {_claim(says)}; the journal has no record of it", "! ", inset=0)
            yield Remark("the paper is a draft, from another house, or printed without --adopt", "> ", inset=4)
            return
        when = f"put in force on {paper.entry.at:%Y-%m-%d} (entry {paper.entry.seq})"
        if result.not_yet:
            when = f"adopted on {paper.entry.at:%Y-%m-%d} (entry {paper.entry.seq}), in force from {printed_day(paper.effective)}"
        if result.state == "adopted" and result.not_yet:
            yield Remark(f"not yet in force: {path} is {_named(paper)}, {when}", "! ", inset=0)
        elif result.state == "adopted":
            yield Remark(f"{path} is {_named(paper)}, {when}", "ok  ", inset=0)
        elif result.state == "reprinted":
            yield Remark(
                f"{path} says it has the text of {_named(paper)}, {when}, but it is not the file that was put in force",
                "! ",
                inset=0,
            )
            yield Remark("the paper was reprinted or altered: print the edition again and compare", "> ", inset=4)
        else:
            yield Remark(f"{path} says it is {_named(paper)}, {when}, but its text was altered", "! ", inset=0)
            yield Remark("take the paper down, and print the edition again", "> ", inset=4)
        if result.newer is not None:
            day = result.newer.effective or f"{result.newer.entry.at:%Y-%m-%d}"
            yield Remark(
                f"superseded by edition {result.newer.version}{in_brackets(result.newer.words)} from {day}: collect it",
                "! ",
                inset=0,
            )


@attrs.frozen
class PostedCopy(DocumentReport[JournalEntry]):
    """A copy of a paper that was posted.

    Attributes:
        data: The entry of the journal.
        of: The paper.
        said: The entry's content with names instead of pseudonyms; it includes `copy` and `place`.
    """

    json_names = "entry=data.seq version=of.version words=of.words copy=said.copy place=said.place"
    of: Adopted
    said: Mapping[str, Any]

    def told(self) -> Iterator[Block]:
        """Yield the report in one line."""
        yield Remark(f"copy {self.said['copy']} of {_named(self.of)}: {self.said['place']}; entry {self.data.seq}", inset=0)


class CollectedCopies(DocumentReport[Data]):
    """Copies of a paper that were collected, and how many are still out."""

    def told(self) -> Iterator[Block]:
        """Yield each copy, and how many are out."""
        for row in self.data["collected"]:
            yield Remark(
                f"copy {row['copy']} of edition {row['version']} is back from {row['place']}; entry {row['entry']}", inset=0
            )
        left = self.data["out"]
        yield Remark(f"{count_of(left, 'copy')} still out", inset=0)


@attrs.frozen
class CopiesOut(DocumentReport[str]):
    """The copies of a version to collect.

    Attributes:
        data: The version.
        copies: The copies that are out.
    """

    json_names = "version=data copies"
    copies: Sequence[Copy]

    def told(self) -> Iterator[Block]:
        """Yield the report as a table."""
        version, copies_ = self.data, self.copies
        if not copies_:
            yield Remark(f"No copy of edition {version} is out.", inset=0)
            return
        yield Remark(f"Collect {count_of(len(copies_), 'copy')} of edition {version}:", inset=0)
        yield TableBlock(("place", "copy", "posted", "words", "paper"), map(copy_row, copies_))
        yield Remark(f"when a copy is back: dealerkit sheet --recall {version} --collected COPY", "> ", inset=0)


def copy_row(copy: Copy) -> tuple[str, str, str, str, str]:
    """Return a copy's cells for a table: place, number, day of posting, the two words on it, and title."""
    return copy.place, copy.number, f"{copy.entry.at:%Y-%m-%d}", copy.of.words, f"{_title(copy.of.doc)}, {_games(copy.of.games)}"


def in_brackets(words: object) -> str:
    """Return the two words on a paper's copies in brackets, with a space before; empty if it has none."""
    return f" ({words})" if words else ""


def _title(doc: str) -> str:
    return EDITIONS[doc].title if doc in EDITIONS else doc


def _games(ids: Sequence[str]) -> str:
    """Return games by their titles."""
    return ", ".join(
        text(game_doc(game_id)[0].data.get("title")) or game_id if game_id in games() else game_id for game_id in ids
    )


def _named(paper: Adopted) -> str:
    of = ", ".join(part for part in (_title(paper.doc), _games(paper.games), paper.house, paper.number) if part)
    return f"edition {paper.version}{in_brackets(paper.words)} of {of}"


def _claim(says: Identity) -> str:
    of = ", ".join(part for part in (_title(says.doc), says.title, says.number) if part)
    return f"edition {says.version or 'without a number'}{in_brackets(says.words)} of {of}"
