"""`dealerkit progress show`: a trainee, a class, or the sign-offs of a version, on the screen or as a page."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, echo, force_option, json_option, misused, report
from dealerkit.cli.trainee import open_store
from dealerkit.training import progress
from dealerkit.training.reports.progress import ClassReport, SignoffReport, TraineeReport
from dealerkit.training.signoff import signoffs


@click.command("show")
@click.argument("name", required=False)
@click.option("--drill", metavar="ID", help="Only this drill.")
@click.option("--class", "whole", is_flag=True, help="List everyone with a name, in name order.")
@click.option(
    "--signoff", metavar="VERSION", help="List who has passed the drill on changes since VERSION of the rules, and when."
)
@click.option(
    "--out", "--html", "page", metavar="FILE", type=click.Path(path_type=Path),
    help=f"Write a file for print or browser: {PAPER_ENDINGS}.",
)  # fmt: skip
@force_option
@json_option
def show_(
    name: str | None, drill: str | None, whole: bool, signoff: str | None, page: Path | None, force: bool, as_json: bool
) -> None:
    """Show a trainee's progress: right answers with their margin of error, times against target, the weakest skill.

    Without NAME: people who drilled without a name. An answer with help does not count as right, and marks given by a
    person are shown separately.
    """
    if (whole or signoff is not None) and (name is not None or drill is not None):
        misused("--class and --signoff cover everyone: leave out NAME and --drill")
    if whole and signoff is not None:
        misused("--class or --signoff, not both")
    answer: TraineeReport | ClassReport | SignoffReport
    with open_store() as store:
        if signoff is not None:
            now = store.now().isoformat(timespec="seconds")
            answer = SignoffReport(progress.Signoffs(signoff, now, signoffs(store, signoff)))
        elif whole:
            answer = ClassReport(progress.class_progress(store))
        else:
            who = progress.whose(store, name)
            answer = TraineeReport(progress.progress(store, who, _known(drill)))
    if page is not None:
        from dealerkit.cli.papers import write_document

        files = write_document(answer.document(), page, private=True, force=force)
        if not as_json:
            echo(f"Wrote {' and '.join(map(str, files))}.")
            return
    report(answer, as_json)


def _known(drill: str | None) -> str | None:
    """Return a drill's whole id from its second part."""
    if drill is None or "/" in drill:
        return drill
    from dealerkit.training import drills

    return drills.drill(drill).id
