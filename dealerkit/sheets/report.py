"""A report that is a document: told once, and written for a screen, for paper, for a page and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

import attrs

from dealerkit.sheets.document import Block, Document
from dealerkit.sheets.formats.screen import screen

D = TypeVar("D", bound=attrs.AttrsInstance)


@attrs.frozen
class DocumentReport(Generic[D]):
    """A report whose screen, paper and page are written from the same blocks.

    Attributes:
        data: A frozen value; its fields are the names of the JSON document.
    """

    edition: ClassVar[str]
    """Which edition it is on paper."""

    data: D

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

    def as_json(self) -> dict[str, object]:
        """Return the data as plain data."""
        return attrs.asdict(self.data)

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        return screen(self.title(), self.blocks(paper=False))

    def document(self, *, paper: bool = True) -> Document:
        """Return it as a document.

        Args:
            paper: Whether it has what only paper needs, such as lines to sign on.
        """
        return Document(self.edition, self.title(), self.blocks(paper=paper))
