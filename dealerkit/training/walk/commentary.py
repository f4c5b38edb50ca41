"""A table told in lines of text: the felt, findings, rules, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dealerkit.files import screen_text
from dealerkit.judge import Finding
from dealerkit.sheets.document import Remark
from dealerkit.sheets.formats.screen import screen
from dealerkit.sheets.report import told_finding
from dealerkit.table.table import Table
from dealerkit.training.walk import table_lines, wording
from dealerkit.training.walk.felt_text import Print, draw, letters
from dealerkit.training.walk.table_lines import Line


def felt(table: Table, mask: int | None = None, show: Print = letters, *, stacks: bool = False) -> str:
    """Return the felt as text, indented.

    Args:
        table: The table.
        mask: Who looks; the dealer if None.
        show: Prints a card.
        stacks: Whether the chips behind are told too.
    """
    return "\n".join(screen_text.line(row, 4, hang=4) for row in draw(table, mask, show, stacks=stacks))


def finding(table: Table, found: Finding, *, short: bool = False, indent: int = 2) -> str:
    """Return a finding with its sentence, severity, reason, rules and remedy, as lines of text; `finding_blocks`."""
    return "\n".join(screen("", finding_blocks(table, found, short=short, indent=indent)))


def finding_blocks(table: Table, found: Finding, *, short: bool = False, indent: int = 2) -> Iterator[Remark]:
    """Yield a finding with its sentence, severity, reason, rules and remedy.

    Args:
        table: The table that found it.
        found: The finding.
        short: Whether to leave out reason, rules and remedy.
        indent: How many columns in it begins.
    """
    told = table.explain(found)
    said = wording.what_was_wrong(table, found)
    if found.self_corrected:
        said += "; fixed at once"
    if found.because_of is not None:
        said += f"; it follows from {found.because_of[0]}, act {found.because_of[1]}"
        indent += 2
    if short:
        return told_finding(found.code, said, told.severity, inset=indent)
    return told_finding(found.code, said, told.severity, why=told.why, cite=told.cite, remedy=told.remedy, inset=indent)


def blocks(told: Iterable[Line]) -> Iterator[Remark]:
    """Yield lines that are told as blocks of a document, indented and labelled."""
    for one in told:
        yield Remark(one.words, one.label, 2 * one.depth)


def lines(told: Iterable[Line]) -> Iterator[str]:
    """Yield lines for the terminal, indented and labelled."""
    return screen("", blocks(told))


def rules(table: Table, ids: Sequence[str]) -> Iterator[str]:
    """Yield the rules named, as the game's rule book prints them; an id of which the book says nothing is left out.

    Args:
        table: The table, whose game has the rule book.
        ids: The ids of the rules, as `BA-38`.
    """
    return lines(table_lines.rules(table, ids))
