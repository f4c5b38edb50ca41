"""`dealerkit calibrate report`: the agreement of the floor, by dispute and by rule."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, force_option, json_option, note, report


@click.command("report")
@click.argument("sealed", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("sheets", nargs=-1, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--out", type=click.Path(path_type=Path), help=f"Save the report as a file: {PAPER_ENDINGS}.")
@force_option
@json_option
def report_(sealed: Path, sheets: tuple[Path, ...], out: Path | None, force: bool, as_json: bool) -> None:
    """Show how far the floors agree, by dispute and by rule, and where rulings differ most.

    SEALED is the manager's file; without SHEETS, those in the same folder are counted. Nobody is named or ranked. With fewer
    than three sheets nothing is shown, because the figures would give away who answered what.
    """
    from dealerkit.cli.papers import give
    from dealerkit.training.calibration.agreement import agreement
    from dealerkit.training.calibration.paper import sealed_paper
    from dealerkit.training.calibration.reports import AgreementReport
    from dealerkit.training.calibration.sheets import found_beside, read_sheets

    paper = sealed_paper(sealed)
    paths = list(sheets) or found_beside(sealed, paper.id, paper.commitment)
    answered, copies = read_sheets(paths, paper.id, paper.commitment)
    for copy in copies:
        note(f"note: {copy} is a copy of another sheet; the two count as one")
    agreement_ = AgreementReport(agreement(paper, answered))
    if out is not None:
        give(agreement_.document(), out, force=force)
    report(agreement_, as_json)
