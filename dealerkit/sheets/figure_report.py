"""The report of a game's figures that are computed by counting, such as odds, as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.rules.counted_figures import CountedFigures
from dealerkit.sheets.document import NUMBERS, Block, Heading, Paragraph, TableBlock
from dealerkit.sheets.report import DocumentReport


class FigureReport(DocumentReport[CountedFigures]):
    """The report of a game's counted figures."""

    edition = "odds"

    def as_json(self) -> Mapping[str, object]:
        """Return the figures as plain data."""
        return self.data.data

    def title(self) -> str:
        """Return the title of these figures."""
        return self.data.title

    def told(self) -> Iterator[Block]:
        """Yield table after table."""
        for words in self.data.lead:
            yield Paragraph(words)
        for table in self.data.tables:
            yield Heading(table.title)
            yield TableBlock(table.header, table.rows, align=NUMBERS)
            for words in table.notes:
                yield Paragraph(words)
