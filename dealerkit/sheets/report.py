"""A report that is a document: told once, and written for a screen, for paper, for a page and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Generic, TypeVar, cast

import attrs

from dealerkit.sheets.document import Block, Document
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
