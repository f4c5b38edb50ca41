"""The findings of an archive as one HTML page: totals, plots, the worst hands and the commands that replay them.

The page loads nothing from elsewhere, and can be printed.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO

from dealerkit.hands.listing import OtherFiles
from dealerkit.jobs.archive.outputs.rows import GRAVITY, CheckedRow, FindingRow
from dealerkit.jobs.archive.outputs.tallies import OTHERS, UNTOLD, HandsShare, Tallies, WorstHand
from dealerkit.jobs.archive.values import NotJudged
from dealerkit.sheets.document import (
    Block,
    Box,
    Document,
    Heading,
    Listing,
    Paper,
    Paragraph,
    TableBlock,
    TableCell,
    Words,
    cell,
    strong,
)
from dealerkit.sheets.drawings.bars import Bar, bars
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.formats import render

_SHOWN = 30
"""Dealers, tables and games that are shown, those with most findings a hundred hands first."""

_FEWEST = 20
"""Fewest hands for a meaningful rate; dealers with fewer come last."""

_PLOT = 150
"""How wide a plot is, in millimetres."""

_CODES = 12
"""Codes that are plotted, the gravest and most frequent first."""

_SEVERITIES = tuple(sorted(GRAVITY, key=GRAVITY.__getitem__, reverse=True))


class ReportPage:
    """A page of counts, filled hand by hand and written at the end.

    Args:
        stream: The output.
        title: The title of the check.
    """

    def __init__(self, stream: BinaryIO, title: str) -> None:
        self._stream, self._title = stream, title
        self._tallies = Tallies()

    def hand(self, hand: CheckedRow | None, finding_rows: Sequence[FindingRow]) -> None:
        """Count a hand and its findings; the arguments are those of `FindingWriter.hand`."""
        self._tallies.hand(hand, finding_rows)

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:
        """Write the page, with the number of records that were not judged and the files that are not records."""
        blocks = _blocks(self._tallies, left, passed)
        document = Document("findings", f"{self._title}: findings", blocks, paper=Paper(landscape=True))
        self._stream.writelines(render(document, "html"))


def _blocks(tallies: Tallies, left: Mapping[NotJudged, int], passed: OtherFiles) -> Iterator[Block]:
    whole = tallies.whole
    totals = [(whole.hands, f"hands in {_many(whole.records)} records"), (whole.bad, "records with findings")]
    totals += [(tallies.unread, "files or records that cannot be read")] if tallies.unread else []
    totals += [(whole.found, "findings"), *((whole.findings[severity], severity) for severity in _SEVERITIES)]
    rows = [([strong(_many(count))], what) for count, what in totals]
    yield TableBlock((), rows, widths=(1, 12), align=("right", "left"), style="open")
    if passed.files:
        yield Paragraph(passed.told(), "small")
    if left:
        yield Heading("Not judged")
        yield Listing([[strong(what.told(records)), f": {what.why}"] for what, records in left.items()])
    if not whole.found:
        yield Paragraph("Nothing to report.")
        return
    codes = tallies.by_code()
    yield Heading("Findings")
    yield from _plot("Findings by code", [(code.code, code.count, code.severity) for code in codes[:_CODES]])
    yield TableBlock(
        ("count", "code", "severity", "what it means"),
        [(_many(code.count), code.code, _severity(code.severity), code.title) for code in codes],
        widths=(1.2, 4.5, 1.5, 10),
        align=("right", "left"),
        row_heads=False,
    )
    for what, shares in (("dealer", tallies.dealers), ("table", tallies.tables), ("game", tallies.games)):
        yield from _group(what, ranked(shares))
    hours = [(f"{hour:02}", tallies.hours.get(hour, HandsShare())) for hour in range(24)]
    by_hour = _plot("Findings per 100 hands, by hour of the day", [(hour, share.rate, "") for hour, share in hours])
    yield from _group("hour", [(f"{hour}:00 to {hour}:59", share) for hour, share in hours if share.hands], by_hour)
    yield Heading("The worst hands")
    yield Paragraph("A critical finding weighs as ten major ones, a major one as ten minor ones.", "small")
    yield from map(_worst, tallies.worst)


def _group(what: str, rows: Sequence[tuple[str, HandsShare]], plot: Iterable[Block] = ()) -> Iterator[Block]:
    """Yield the findings by dealer, table, game or hour; nothing if the records name none."""
    if not rows:
        return
    yield Heading(f"{what.capitalize()}s")
    yield from plot
    yield TableBlock(
        (what, "hands", "records with findings", "findings", *_SEVERITIES, "findings per 100 hands"),
        [
            (
                name, _many(share.hands), _many(share.bad), _many(share.found),
                *(_many(share.findings[severity]) for severity in _SEVERITIES), f"{share.rate:.2f}",
            )
            for name, share in rows
        ],
        widths=(4.5, 1.5, 2, 1.6, 1.5, 1.5, 1.5, 2),
        align=("left", "right"),
    )  # fmt: skip


def _worst(worst_hand: WorstHand) -> Box:
    """Return a hand that is shown, with the command that shows each of its findings."""
    hand = worst_hand.hand
    parts = (hand.game, hand.table and f"table {hand.table}", hand.dealer and f"dealer {hand.dealer}", hand.time)
    heads = ("severity", "code", "where", "what")
    table_block = TableBlock(heads, map(_finding_cells, worst_hand.found), widths=(1.7, 4.5, 2.6, 10), row_heads=False)
    blocks: list[Block] = [Paragraph("; ".join(filter(None, parts)), "small"), table_block]
    if worst_hand.more:
        blocks.append(Paragraph(f"and {_many(worst_hand.more)} more", "small"))
    return Box(blocks, f"{hand.file}, hand {hand.hand}" if hand.hand else hand.file, "open")


def _finding_cells(row: FindingRow) -> Iterator[TableCell | Words]:
    places = (f"line {row.line}" if row.line else "", f"act {row.act}" if row.act and row.hand else "")
    text = ": ".join(filter(None, (row.title, row.said))) + (f"; due: {row.due}" if row.due else "")
    yield from (_severity(row.severity), row.code, ", ".join(filter(None, places)))
    yield cell(text, *filter(None, [replay_line(row)]))


def _severity(name: str) -> Words:
    return [strong(name)] if GRAVITY.get(name, 0) > GRAVITY["minor"] else name


def _many(count: int) -> str:
    return f"{count:,}".replace(",", "\u202f")


def _plot(title: str, rows: Iterable[tuple[str, float, str]]) -> Iterator[Block]:
    drawn = [Bar(label, value, severity) for label, value, severity in rows]
    if any(bar.value for bar in drawn):
        yield figure(bars(title, drawn), _PLOT)


def ranked(shares: Mapping[str, HandsShare]) -> list[tuple[str, HandsShare]]:
    """Return the shares in the order shown: highest rates first, those with few hands after them, the unnamed last.

    Args:
        shares: The counts by name of a dealer, table or game.
    """
    if set(shares) <= {UNTOLD}:
        return []
    order = sorted(
        shares.items(), key=lambda item: (item[0] in (UNTOLD, OTHERS), item[1].hands < _FEWEST, -item[1].rate, item[0])
    )
    return order[:_SHOWN]


def replay_line(row: FindingRow) -> str:
    """Return the command that shows the felt at a finding; empty if it cannot be replayed.

    Args:
        row: The finding.
    """
    if not row.hand or not row.act or row.file in ("", "-"):
        return ""
    return f"dealerkit replay {shlex.quote(row.file)} --hand {shlex.quote(row.hand)} --at {row.act}"
