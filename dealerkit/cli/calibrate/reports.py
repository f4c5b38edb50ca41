"""`dealerkit calibrate report`: how far the floor rules alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealerkit.cli.common import PAPER_ENDINGS, echo, echo_json, force_option, json_option, note
from dealerkit.files.screen_text import heading, line

if TYPE_CHECKING:
    from dealerkit.training.calibration.agreement import Agreement, Answered

_FIRST = 5
"""So many disputes on which they part are told on the screen in full."""


@click.command("report")
@click.argument("sealed", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("sheets", nargs=-1, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--out", type=click.Path(path_type=Path), help=f"Write it: {PAPER_ENDINGS}.")
@force_option
@json_option
def report_(sealed: Path, sheets: tuple[Path, ...], out: Path | None, force: bool, as_json: bool) -> None:
    """Show how far the floor rules alike, by dispute and by rule, and where it parts first.

    SEALED is the manager's file; without SHEETS those that lie beside it are counted. Nobody is named and nobody is ranked; of
    fewer than three sheets nothing is shown, because the figures would tell who has answered what.
    """
    from dealerkit.cli.papers import give
    from dealerkit.training.calibration.agreement import agreement
    from dealerkit.training.calibration.pages import report_sheet
    from dealerkit.training.calibration.paper import sealed_paper
    from dealerkit.training.calibration.sheets import found_beside, read_sheets

    paper = sealed_paper(sealed)
    paths = list(sheets) or found_beside(sealed, paper.id, paper.commitment)
    answered, copies = read_sheets(paths, paper.id, paper.commitment)
    for copy in copies:
        note(f"note: {copy} is a copy of another sheet, and counts once")
    found = agreement(paper, answered)
    if out is not None:
        give(report_sheet(found), out, force=force)
    if as_json:
        echo_json(found.as_json())
        return
    for row in _told(found):
        echo(row)


def _told(found: Agreement) -> Iterator[str]:
    paper = found.paper
    yield heading(f"Calibration {paper.id}: {len(paper.items)} disputes, rules {paper.rules}")
    yield line(str(found.sheets), 2, "sheets: ")
    if found.too_few:
        yield line(f"too few to be anonymous: figures would tell who has answered what; from {found.least} sheets on", 2, "! ")
        return
    yield line(str(found.whole), 2, "as the rules in force: ")
    if found.apart:
        yield ""
        yield heading("Where the floor parts first")
        for one in found.apart[:_FIRST]:
            yield from _dispute(one)
        if rest := found.apart[_FIRST:]:
            yield line("then on " + ", ".join(str(one.number) for one in rest), 2)
    if found.together_against:
        yield ""
        yield heading("All alike, and not as the rules")
        for one in found.together_against:
            yield from _dispute(one)
    yield ""
    yield heading("By rule")
    for rule, share in found.by_rule:
        yield line(str(share), 2, f"{rule:<8} ")
    if found.withheld:
        yield line(f"answered by fewer than {found.least}, and not shown: {', '.join(map(str, found.withheld))}", 2)


def _dispute(one: Answered) -> Iterator[str]:
    shown = one.item.question.show
    yield line(shown[0], 2, f"{one.number}. ")
    for row in shown[1:]:
        yield line(row, 5)
    for given in one.answers:
        yield line(given.words + ("  (as the rules)" if given.right else ""), 5, f"{given.count} ")
    if not one.right.count:
        yield line(one.expected, 5, "the rules: ")
    yield line(f"as the rules {one.right}; two of them part {round(100 * one.parted)} times in 100", 5)
    yield line(", ".join(one.item.key.rules), 5, "rule: ")
