"""Reports that are documents: one content for screen, paper, web page and programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

import attrs

from dealerkit.files.plain_data import as_plain
from dealerkit.sheets.document import Block, Document, Remark
from dealerkit.sheets.formats.screen import screen

D = TypeVar("D")


@attrs.frozen
class DocumentReport(Generic[D]):
    """A report with one content for screen, paper, web page and JSON. Subclasses define the title and the blocks.

    Attributes:
        data: The reported data: a frozen value, or a map.
    """

    edition: ClassVar[str] = "report"
    """Its edition on paper."""
    json_names: ClassVar[str] = ""
    """The parts of its JSON document, as `fields` of `dealerkit.files.plain_data` takes them; empty for `data` alone."""

    data: D

    def title(self) -> str:
        """Return the title; empty for reports of a line or two."""
        return ""

    def told(self) -> Iterator[Block]:
        """Yield the content, if it is the same on screen and paper; else `blocks` is overridden instead."""
        raise NotImplementedError

    def blocks(self, *, paper: bool) -> Iterator[Block]:  # noqa: ARG002 - most have the same content for all readers
        """Yield the content.

        Args:
            paper: Whether it is for paper or a web page, which have pictures and room for details; a screen has the next
                command to type instead.
        """
        yield from self.told()

    def as_json(self) -> object:
        """Return the report as plain data for JSON."""
        return as_plain(self if self.json_names else self.data)

    def lines(self) -> Iterator[str]:
        """Yield the report as lines for a screen."""
        return screen(self.title(), self.blocks(paper=False))

    def document(self, *, paper: bool = True) -> Document:
        """Return the report as a document.

        Args:
            paper: Whether to include parts for paper, such as lines for signatures.
        """
        return Document(self.edition, self.title(), self.blocks(paper=paper))


class SweptFile(DocumentReport[Mapping[str, bool]]):
    """A report on a file that was rewritten without its removed content."""

    def told(self) -> Iterator[Block]:
        """Yield the report as a line."""
        yield Remark("The file was rewritten.", inset=0)


def told_finding(
    code: str, sentence: str, severity: str = "", *, why: str = "", cite: Iterable[str] = (), remedy: str = "", inset: int = 2
) -> Iterator[Remark]:
    """Yield a finding in the form common to all commands.

    Args:
        code: Its id, `coup/paid-before-losers-taken`.
        sentence: The mistake, in words.
        severity: `minor`, `major` or `critical`; may be empty.
        why: The reason; may be empty.
        cite: The ids of the rules that it rests on.
        remedy: The correction; may be empty.
        inset: Its indent on a screen, in columns.

    >>> from dealerkit.files.screen_text import unstyled
    >>> for row in screen("", told_finding("burn/missed", "no card was burned", "major", cite=["BA-07"], remedy="burn now")):
    ...     print(unstyled(row))
      ! burn/missed   no card was burned (major)
        rule: BA-07
        > burn now
    """
    yield Remark(f"{code}   {sentence}" + (f" ({severity})" if severity else ""), "! ", inset, severity=severity)
    for sign, text in (("why: ", why), ("rule: ", ", ".join(cite)), ("> ", remedy)):
        if text:
            yield Remark(text, sign, inset + 2)
