"""The commands of `dealerkit progress` for its data: export, import, backup, forget."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import confirm, echo, echo_exactly, force_option, json_option, misused, report
from dealerkit.cli.trainee import now, open_store
from dealerkit.errors import TrainingError, check_name
from dealerkit.files.output import write_output
from dealerkit.files.sqlite_file import MAGIC
from dealerkit.sheets.report import SweptFile
from dealerkit.training import exchange, progress
from dealerkit.training.reports.progress import ForgottenTrainee, TakenIn
from dealerkit.training.store import TrainingStore


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.argument("name", required=False)
@click.option("--format", "form", type=click.Choice(exchange.FORMATS), help="The format. Default: from the ending of FILE.")
@force_option
def export_(file: Path, name: str | None, form: str | None, force: bool) -> None:
    """Write everyone's answers, or NAME's, to FILE; `-` is standard output.

    `progress import` reads the file again, on this machine or another.

    \b
    dealerkit progress export answers.csv
    dealerkit progress export ann.json "Ann Lee"
    dealerkit progress export - --format csv
    """
    form = form or file.suffix.removeprefix(".").lower()
    check_name("format of answers", form, exchange.FORMATS, "csv or json; choose with --format")
    with open_store() as store:
        who = None if name is None else progress.whose(store, name)
        text = exchange.as_csv(store, who) if form == "csv" else exchange.as_json(store, who)
    if str(file) == "-":
        echo_exactly(text)
        return
    write_output(file, text, private=True, force=force)
    echo(f"Wrote {file}.")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@json_option
def import_(file: Path, as_json: bool) -> None:
    """Import the answers in FILE: an export in CSV or JSON, or a backup.

    All of it is imported, or nothing. Answers that are already here are not counted twice, so the same export can be imported
    again and again.
    """
    with file.open("rb") as stream:
        is_backup = stream.read(len(MAGIC)) == MAGIC
    with open_store(strict=True) as store:
        if is_backup:
            with TrainingStore.read(file, now=now) as other:
                sessions, answers = other.sessions(), list(other.answers())
        else:
            sessions, answers = exchange.read(file.read_bytes().decode("utf-8-sig"), str(file))
        added = store.take_in(sessions, answers)
    document = {
        "file": str(file),
        "answers": len(answers),
        "new": added,
        "trainees": sorted({session_.trainee for session_ in sessions}),
    }

    report(TakenIn(document), as_json)


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace an existing file.")
def backup_(file: Path, force: bool) -> None:
    """Write a copy of the whole training file to FILE; drills may go on meanwhile.

    `dealerkit progress import FILE` reads it again.
    """
    if file.exists() and not force:
        raise TrainingError(
            str(file), "a file with this name already exists", "choose another name, or add --force to replace it"
        )
    with open_store(strict=True) as store:
        if file.exists() and file.samefile(store.path):
            raise TrainingError(str(file), "this is the training file itself", "name another file for the copy")
        store.copy_to(file)
    echo(f"Wrote {file}.")


@click.command("forget")
@click.argument("name", required=False)
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@click.option("--sweep", is_flag=True, help="Only rewrite the file, so that no trace of earlier removals is left in it.")
@json_option
def forget_(name: str | None, yes: bool, sweep: bool, as_json: bool) -> None:
    """Remove NAME permanently: name, sessions, every answer, schedule.

    The file is rewritten so that no trace of the trainee is left in it. For answers without a name, NAME is ''. Delete exports,
    backups, printed reports and damaged files yourself.
    """
    if name is None and not sweep:
        misused("name the trainee to remove; `dealerkit progress --class` lists them")
    with open_store(strict=True) as store:
        if name is None:
            store.sweep()
            report(SweptFile({"swept": True}), as_json)
            return
        who = progress.whose(store, name)
        if not yes and not confirm(
            f"Remove {who or 'people who drilled without a name'} and all answers from {store.path} permanently?"
        ):
            echo("Nothing was removed.", err=True)
            return
        gone = store.forget(who)
    report(ForgottenTrainee(gone), as_json)
