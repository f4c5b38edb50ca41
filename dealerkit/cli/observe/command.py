"""`dealerkit observe`: an instructor watches a dealer at real cards and marks slips by one key."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, force_option, json_option, rules_option, set_option
from dealerkit.cli.trainee import trainee_option


@click.command()
@click.argument("what", metavar="GAME|DRILL")
@trainee_option("The dealer.")
@click.option("--by", "instructor", metavar="NAME", default="", help="The observer.")
@click.option("--level", type=click.IntRange(1, 9), default=1, show_default=True, help="The level of a drill.")
@rules_option
@set_option
@click.option("--no-marks", is_flag=True, help="Don't ask for marks from 1 to 5 at the end.")
@click.option("--out", type=click.Path(path_type=Path), help=f"Write a sheet for signature: {PAPER_ENDINGS}.")
@force_option
@json_option
def observe(
    what: str,
    trainee: str,
    instructor: str,
    level: int,
    rules: str | None,
    settings: dict[str, str],
    no_marks: bool,
    out: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Watch a dealer at a live table: one key per slip, Enter when a hand is over.

    With a game the commonest slips have a key each, `/` finds any other by words; backspace takes the last mark back, space stops
    the clock for shuffles and buy-ins, `q` ends it. At the end you give marks from 1 to 5, and you both sign the sheet. With a
    drill on chips or cards (chips/run-down) space starts and stops the clock. Marks given by a person are kept apart from the
    program's own figures.

    \b
    dealerkit observe mini-baccarat --as "Ann Lee" --by "Bo Ray" --out ann.html
    dealerkit observe chips/run-down --as "Ann Lee" --level 2
    """
    from dealerkit.cli.observe import conversation

    if "/" in what:
        conversation.timed(what, level, trainee, instructor, rules, as_json=as_json)
        return
    conversation.watch(what, trainee, instructor, rules, settings, marks=not no_marks, out=out, force=force, as_json=as_json)
