"""`dealerkit calibrate take` and `enter`: answer the disputes on screen, or type in answers written by hand."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import echo, note
from dealerkit.files.screen_text import count_of, heading, line


@click.command("take")
@click.argument("paper", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--sheet", type=click.Path(path_type=Path, dir_okay=False), help="Continue a sheet that you have started.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder for the sheet. Default: the paper's.")
def take_(paper: Path, sheet: Path | None, out: Path | None) -> None:
    """Answer a PAPER on screen.

    The right answers are not shown, and no name is asked for. `/` leaves a dispute for later, `q` stops; your answers are saved.
    """
    from dealerkit.cli.keyboard import Keyboard, Left, PutOff
    from dealerkit.cli.questions import put
    from dealerkit.training.calibration.paper import handed_out
    from dealerkit.training.calibration.sheets import OpenSheet

    own = handed_out(paper)
    asked = own.questions
    sheet_ = OpenSheet(sheet or _folder(out, paper), own.id, own.commitment)
    echo(heading(f"How do we rule on this? {count_of(len(asked), 'dispute')}, rules {own.title}"))
    echo(line("No answer is marked right or wrong, and no name is saved. / leaves a dispute for later, q stops."))
    keyboard = Keyboard()
    with keyboard.taken():
        try:
            while rest := [number for number in range(1, len(asked) + 1) if number not in sheet_.answers]:
                for number in rest:
                    try:
                        sheet_.put(number, put(keyboard, number, asked[number - 1], help_=None, may_put_off=True).answer)
                    except PutOff:
                        echo()
        except Left:
            pass
    echo()
    left = len(asked) - len(sheet_.answers)
    if not sheet_.answers:
        sheet_.path.unlink()
        note("You answered nothing, so no sheet was saved.")
        return
    echo(line(f"{len(sheet_.answers)} of {len(asked)} answered" + (f"; continue with --sheet {sheet_.path}" if left else ""), 0))
    echo(line(str(sheet_.path), 0, "sheet: "))


def _folder(out: Path | None, paper: Path) -> Path:
    from dealerkit.training.calibration.sheets import new_path

    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    return new_path(paper, out)


@click.command("enter")
@click.argument("paper", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder for the sheets. Default: the paper's.")
def enter_(paper: Path, out: Path | None) -> None:
    """Type in the answers from sheets of a PAPER filled in by hand.

    Type one line a sheet, two letters a dispute, in order, such as `ab ca - db`; `-` for a dispute without an answer. `q` ends.

    \b
    dealerkit calibrate enter calibration-1f2e3d.paper.json
    """
    from dealerkit.cli.keyboard import Keyboard, Left, Peeked
    from dealerkit.training.calibration.paper import handed_out
    from dealerkit.training.calibration.sheets import OpenSheet, from_paper
    from dealerkit.training.replies import Unclear

    own = handed_out(paper)
    asked = own.questions
    echo(heading(f"Calibration {own.id}: {count_of(len(asked), 'dispute')} on each sheet"))
    echo(line("Type two letters a dispute, in order: first the ruling, then the action; - for no answer. q ends."))
    keyboard, kept = Keyboard(), 0
    with keyboard.taken():
        while True:
            echo(f"sheet {kept + 1}> ", nl=False)
            try:
                given = from_paper(keyboard.line().text, asked)
            except Left:
                break
            except Peeked:
                echo(line("for example: ab ca - db"))
                continue
            except Unclear as why:
                echo(line(f"{why}."))
                continue
            if not given:
                echo(line("No answers typed, so nothing was saved."))
                continue
            sheet_ = OpenSheet(_folder(out, paper), own.id, own.commitment)
            for number, answer in given.items():
                sheet_.put(number, answer)
            kept += 1
            echo(line(f"saved, {count_of(len(given), 'answer')}: {sheet_.path}"))
    echo(line(f"{count_of(kept, 'sheet')} saved.", 0))
