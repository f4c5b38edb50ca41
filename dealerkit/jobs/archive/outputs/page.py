"""The findings of an archive as one page of HTML: totals, plots, the worst hands and how to look at them again.

It asks for nothing outside itself, and prints on paper.
"""

from __future__ import annotations

import functools
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO

import jinja2
from markupsafe import Markup

from dealerkit import __version__
from dealerkit.files.printable import printable
from dealerkit.hands.listing import OtherFiles
from dealerkit.jobs.archive.outputs.rows import CheckedRow, FindingRow
from dealerkit.jobs.archive.outputs.tallies import OTHERS, UNTOLD, HandsShare, Tallies
from dealerkit.jobs.archive.values import NotJudged
from dealerkit.rules.data import data_dir
from dealerkit.sheets.drawings.bars import Bar, bars

_SHOWN = 30
"""Dealers, tables and games that are shown, those with most findings a hundred hands first."""

_FEWEST = 20
"""Hands from which on a rate says something; below it a dealer is told, behind the others."""


class ReportPage:
    """Counts as hands come, and writes the page at the end.

    Args:
        stream: Where to.
        title: What was checked.
    """

    def __init__(self, stream: BinaryIO, title: str) -> None:
        self._stream, self._title = stream, title
        self._tallies = Tallies()

    def hand(self, hand: CheckedRow | None, found: Sequence[FindingRow]) -> None:
        """Count one hand and its findings."""
        self._tallies.hand(hand, found)

    def end(self, left: Mapping[NotJudged, int], passed: OtherFiles) -> None:
        """Write the page, with what was not judged, and what is no record."""
        tallies = self._tallies
        hours = [(f"{hour:02}", tallies.hours.get(hour, HandsShare())) for hour in range(24)]
        told = any(share.hands for _, share in hours)
        text = (
            _pages()
            .get_template("report.html")
            .render(
                title=self._title,
                version=__version__,
                whole=tallies.whole,
                unread=tallies.unread,
                no_records=passed.told() if passed.files else "",
                not_judged=[(what.told(records), what.why) for what, records in left.items()],
                codes=tallies.by_code(),
                code_plot=_plot("Findings by code", [(one.code, one.count, one.severity) for one in tallies.by_code()[:12]]),
                hour_plot=_plot(
                    "Findings in a hundred hands, by hour of the day", [(hour, share.rate, "") for hour, share in hours]
                )
                if told
                else None,
                groups=[
                    ("Dealers", "dealer", ranked(tallies.dealers)),
                    ("Tables", "table", ranked(tallies.tables)),
                    ("Games", "game", ranked(tallies.games)),
                    ("Hours", "hour", [(f"{hour}:00 to {hour}:59", share) for hour, share in hours if share.hands]),
                ],
                worst=tallies.worst,
                replay=replay_line,
            )
        )
        self._stream.write(text.encode("utf-8", "backslashreplace"))


def ranked(shares: Mapping[str, HandsShare]) -> list[tuple[str, HandsShare]]:
    """Return who is shown: those with the highest rates first, those with few hands behind, what nobody told last.

    Args:
        shares: Name -> what there was of it.
    """
    if set(shares) <= {UNTOLD}:
        return []
    order = sorted(shares.items(), key=lambda one: (one[0] in (UNTOLD, OTHERS), one[1].hands < _FEWEST, -one[1].rate, one[0]))
    return order[:_SHOWN]


def replay_line(row: FindingRow) -> str:
    """Return the command that shows the felt when it happened; empty where nothing can be replayed.

    Args:
        row: The finding.
    """
    if not row.hand or not row.act or row.file in ("", "-"):
        return ""
    return f"dealerkit replay {shlex.quote(row.file)} --hand {shlex.quote(row.hand)} --at {row.act}"


def _plot(title: str, rows: Iterable[tuple[str, float, str]]) -> Markup | None:
    found = [Bar(label, value, severity) for label, value, severity in rows]
    if not any(bar.value for bar in found):
        return None
    return Markup(bars(title, found).svg)  # noqa: S704 - a drawing escapes what stands in it


@functools.cache
def _pages() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_dir("templates") / "archive"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value,
    )
    made.filters["thousands"] = lambda number: f"{number:,}".replace(",", "\u202f")
    return made
