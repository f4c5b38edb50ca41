"""A report that is a document: told once, and written for a screen, for paper, for a page and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Generic, TypeVar, cast

import attrs

from dealerkit.sheets.document import Block, Document, Remark
from dealerkit.sheets.formats.screen import screen

D = TypeVar("D")


class WrittenReport:
    """A report whose screen, paper and page are written from the same blocks."""

    edition: ClassVar[str]
    """Which edition it is on paper."""

    def title(self) -> str:
        """Return what stands above it."""
        raise NotImplementedError

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield what it says.

        Args:
            paper: Whether it is for paper or a page, which have pictures, and room for what is looked up seldom; a screen is
                told the command to type next instead.
        """
        raise NotImplementedError

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        return screen(self.title(), self.blocks(paper=False))

    def document(self, *, paper: bool = True) -> Document:
        """Return it as a document.

        Args:
            paper: Whether it has what only paper needs, such as lines to sign on.
        """
        return Document(self.edition, self.title(), self.blocks(paper=paper))


@attrs.frozen
class DocumentReport(WrittenReport, Generic[D]):
    """A report on data that programs get as they are.

    Attributes:
        data: A frozen value whose fields are the names of the JSON document, or a map of these.
    """

    data: D

    def as_json(self) -> object:
        """Return the data as plain data."""
        return self.data if isinstance(self.data, Mapping) else attrs.asdict(cast("attrs.AttrsInstance", self.data))


class PlainReport(WrittenReport):
    """A report that says the same to every reader: a few lines, a table."""

    edition: ClassVar[str] = "report"

    def title(self) -> str:
        """Return nothing: a line or two stand for themselves."""
        return ""

    def told(self) -> Iterator[Block]:
        """Yield what it says."""
        raise NotImplementedError

    def blocks(self, *, paper: bool) -> Iterator[Block]:  # noqa: ARG002 - the same for every reader
        """Yield what it says."""
        yield from self.told()


def told_finding(code: str, sentence: str, *, why: str = "", cite: Iterable[str] = (), remedy: str = "") -> Iterator[Remark]:
    """Yield a finding as every command prints it.

    Args:
        code: Its id, `coup/paid-before-losers-taken`.
        sentence: What was wrong, in words.
        why: Why it matters; may be empty.
        cite: The rule ids it rests on.
        remedy: What to do now; may be empty.
    """
    yield Remark(f"{code}   {sentence}", "! ")
    for sign, text in (("why: ", why), ("rule: ", ", ".join(cite)), ("> ", remedy)):
        if text:
            yield Remark(text, sign, 4)
