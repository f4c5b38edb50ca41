"""A report that is a document: told once, and written for a screen, for paper, for a page and for programs."""

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
    """A report whose screen, paper and page are written from the same blocks.

    Attributes:
        data: What it is about: a frozen value, or a map.
    """

    edition: ClassVar[str] = "report"
    """Which edition it is on paper."""
    json_names: ClassVar[str] = ""
    """What stands in its JSON document, as `fields` of `dealerkit.files.plain_data` takes it; empty for `data` alone."""

    data: D

    def title(self) -> str:
        """Return the title; empty for reports of a line or two."""
        return ""

    def told(self) -> Iterator[Block]:
        """Yield the content, if it is the same for every reader."""
        raise NotImplementedError

    def blocks(self, *, paper: bool) -> Iterator[Block]:  # noqa: ARG002 - most say the same to every reader
        """Yield the content.

        Args:
            paper: Whether it is for paper or a page, which have pictures, and room for what is looked up seldom; a screen is
                told the command to type next instead.
        """
        yield from self.told()

    def as_json(self) -> object:
        """Return the report as plain data."""
        return as_plain(self if self.json_names else self.data)

    def lines(self) -> Iterator[str]:
        """Yield the report as lines for a screen."""
        return screen(self.title(), self.blocks(paper=False))

    def document(self, *, paper: bool = True) -> Document:
        """Return the report as a document.

        Args:
            paper: Whether it has what only paper needs, such as lines to sign on.
        """
        return Document(self.edition, self.title(), self.blocks(paper=paper))


class SweptFile(DocumentReport[Mapping[str, bool]]):
    """A file was written again, without anything that was removed earlier."""

    def told(self) -> Iterator[Block]:
        """Yield the report as a line."""
        yield Remark("The file was rewritten.", inset=0)


def told_finding(
    code: str, sentence: str, severity: str = "", *, why: str = "", cite: Iterable[str] = (), remedy: str = "", inset: int = 2
) -> Iterator[Remark]:
    """Yield a finding as every command prints it.

    Args:
        code: Its id, `coup/paid-before-losers-taken`.
        sentence: What was wrong, in words.
        severity: `minor`, `major` or `critical`; may be empty.
        why: Why it matters; may be empty.
        cite: The rule ids it rests on.
        remedy: What to do now; may be empty.
        inset: How many columns in a screen begins it.

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
