"""`dealerkit calibrate new` and `sheet`: draw disputes for the whole floor to answer, and print them."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, force_option, json_option, note, report, rules_option
from dealerkit.files.output import write_output


@click.command("new")
@rules_option
@click.option(
    "--from", "source", metavar="JOURNAL", type=click.Path(path_type=Path), help="Take the disputes from your own journal."
)
@click.option("--items", type=click.IntRange(1, 100), help="Number of disputes. Default: 20.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path(), help="The folder for both files.")
@json_option
def new_(rules: str | None, source: Path | None, items: int | None, out: Path, as_json: bool) -> None:
    """Draw a test paper of disputes for all floors.

    The disputes are cases of the rule set, spread over its faults; with --from, they come from your own journal, without names.
    The right answers are the rulings of the rule set in force. The paper (.paper.json) is for everyone; the sealed file
    (.sealed.json) has the answers and stays with the manager.
    """
    from dealerkit.cli.trainee import now
    from dealerkit.training.calibration.paper import draw, of_rulings
    from dealerkit.training.calibration.reports import DrawnCalibration
    from dealerkit.training.exams.result import file_text
    from dealerkit.training.exams.secret import has_secret, secret, secret_path

    begun = not has_secret()
    if source is None:
        from dealerkit.rules.sets import rule_set

        under = rule_set(rules or _usual())
        cases = of_rulings(under)
    else:
        from dealerkit.training.journal_exercises import for_calibration

        under, cases = for_calibration(source, rules)
    paper = draw(
        under,
        secret(begin=True),
        cases,
        items,
        created=now().date().isoformat(),
        source="rulings" if source is None else "journal",
    )
    if begun:
        note(f"New secret key of the house: {secret_path()}. Keep a copy that no participant can reach.")
    out.mkdir(parents=True, exist_ok=True)
    own, sealed = out / f"calibration-{paper.id}.paper.json", out / f"calibration-{paper.id}.sealed.json"
    write_output(sealed, file_text(paper.sealed()), private=True)
    write_output(own, file_text(paper.handed_out().as_data()))
    report(DrawnCalibration(paper, own, sealed), as_json)


def _usual() -> str:
    """Return the default rule set: that of the first poker game of the courses."""
    from dealerkit.rules.games import game
    from dealerkit.training.drills import courses

    rules = next(rules_ for course in courses() if (rules_ := game(course.game).rules) is not None and rules_.family == "poker")
    return rules.name


@click.command("sheet")
@click.argument("paper", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--key", is_flag=True, help="Print the key; needs the sealed file.")
@click.option("--out", type=click.Path(path_type=Path), help=f"Save it as a file: {PAPER_ENDINGS}. Default: print it here.")
@force_option
def sheet_(paper: Path, key: bool, out: Path | None, force: bool) -> None:
    """Print a PAPER to be filled in by hand, or its key.

    There is no line for a name. Type the answers in with `calibrate enter`.
    """
    from dealerkit.cli.papers import give
    from dealerkit.training.calibration.pages import key_sheet, paper_sheet
    from dealerkit.training.calibration.paper import handed_out, sealed_paper

    own = handed_out(paper)
    give(key_sheet(own, sealed_paper(paper).items) if key else paper_sheet(own), out, force=force)
