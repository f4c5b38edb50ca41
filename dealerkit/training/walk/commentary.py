"""A table as lines of text: the felt, findings, rules, rulings."""

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
    """Return the felt as indented lines of text, one for each place.

    Args:
        table: The table.
        mask: The viewer as a bit mask, from `eyes`; None for the dealer.
        show: Prints a card: in letters, or with its suit symbol.
        stacks: Whether to include the chips behind.
    """
    return "\n".join(screen_text.line(row, 4, hang=4) for row in draw(table, mask, show, stacks=stacks))


def finding(table: Table, found_slip: Finding, *, short: bool = False, indent: int = 2, to_you: bool = True) -> str:
    """Return a finding as text, one line for each part: sentence and severity, reason, rules, remedy.

    Args:
        table: The table that found it.
        found_slip: The finding.
        short: Whether to leave out reason, rules and remedy.
        indent: The number of spaces before the first line.
        to_you: Whether the sentence addresses the dealer as "you"; in a report it does not.
    """
    return "\n".join(screen("", finding_blocks(table, found_slip, short=short, indent=indent, to_you=to_you)))


def finding_blocks(
    table: Table, found_slip: Finding, *, short: bool = False, indent: int = 2, to_you: bool = True
) -> Iterator[Remark]:
    """Yield a finding as blocks of a document: its sentence and severity, reason, rules and remedy.

    Args:
        table: The table that found it.
        found_slip: The finding.
        short: Whether to leave out reason, rules and remedy.
        indent: The number of columns before it.
        to_you: Whether the sentence addresses the dealer as "you"; in a report it does not.
    """
    explained = table.explain(found_slip)
    sentence = wording.what_was_wrong(table, found_slip, to_you=to_you)
    if found_slip.self_corrected:
        sentence += "; fixed at once"
    if found_slip.because_of is not None:
        sentence += f"; caused by {found_slip.because_of[0]}, act {found_slip.because_of[1]}"
        indent += 2
    if short:
        return told_finding(found_slip.code, sentence, explained.severity, inset=indent)
    return told_finding(
        found_slip.code,
        sentence,
        explained.severity,
        why=explained.why,
        cite=explained.cite,
        remedy=explained.remedy,
        inset=indent,
    )


def blocks(lines_: Iterable[Line]) -> Iterator[Remark]:
    """Yield lines of text as blocks of a document, each with its label and indent."""
    for line in lines_:
        yield Remark(line.words, line.label, 2 * line.depth)


def lines(lines_: Iterable[Line]) -> Iterator[str]:
    """Yield lines of text as the terminal shows them: labelled, indented and wrapped."""
    return screen("", blocks(lines_))


def rules(table: Table, ids: Sequence[str]) -> Iterator[str]:
    """Yield the named rules, as in the game's rule book; an id without a text is left out.

    Args:
        table: The table, whose game has the rule book.
        ids: The ids of the rules, as `BA-38`.
    """
    return lines(table_lines.rules(table, ids))
