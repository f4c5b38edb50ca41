"""`dealerkit drill`: exercises without end, with keys computed from the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, json_option, misused, rules_option, set_option
from dealerkit.cli.trainee import YOURSELF, trainee_option
from dealerkit.training.help_modes import MODES

_NOT_OF_A_FILE = {"drill_id": "ID", "level": "--level", "game": "--game", "settings": "--set", "since": "--since"}
"""Parameters that do not go with exercises from a file, each with its option."""


@click.command()
@click.argument("drill_id", metavar="[ID]", required=False)
@click.option("--list", "listed", is_flag=True, help="List the drills: what each is for, and how you are doing.")
@click.option("--level", type=click.IntRange(1, 9), help="1 is the easiest. Default: the highest level open to you.")
@click.option("--help-mode", "mode", type=click.Choice(MODES), default="guided", show_default=True, help="How much help you get.")
@click.option("--game", metavar="GAME|PATH", help="The game to ask about, where a drill covers several.")
@rules_option
@set_option
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same exercises.")
@click.option("--items", type=click.IntRange(1), help="Stop after this many questions.")
@trainee_option(YOURSELF)
@click.option("--no-clock", is_flag=True, help="Practise without the clock.")
@click.option("--no-record", is_flag=True, help="Save no answers.")
@click.option(
    "--since", metavar="NAME|PATH", help="Ask only the questions whose answer was different under this earlier rule set."
)
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Ask about your room's own slips and disputes, from records, `check --json` output, or a journal.",
)
@click.option(
    "--sheet", type=click.IntRange(1, 500), metavar="N", help="Print N exercises on paper instead, with a separate answer key."
)
@click.option("--out", type=click.Path(path_type=Path), help=f"With --sheet: the file to write: {PAPER_ENDINGS}.")
@json_option
@click.pass_context
def drill(
    ctx: click.Context,
    drill_id: str | None,
    listed: bool,
    level: int | None,
    mode: str,
    game: str | None,
    rules: str | None,
    settings: Mapping[str, str],
    seed: int | None,
    items: int | None,
    trainee: str,
    no_clock: bool,
    no_record: bool,
    since: str | None,
    source: Path | None,
    sheet: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Practise with endless exercises, marked by the rules in force.

    Without ID, choose the game with one key; the questions start at once. `?` shows the rule, and the item counts as helped; `q`
    quits. Your answers are saved and missed items are asked again: `dealerkit progress` shows how you are doing.

    With --from you are asked about your room's own slips and disputes: the table just before each slip, or the facts of a
    dispute. Names of people in the file are left out.

    \b
    dealerkit drill
    dealerkit drill third-card-flash --level 3
    dealerkit drill poker/side-pots --sheet 40 --seed 7
    dealerkit drill --from monday.txt
    """
    from dealerkit.cli.drill import sitting
    from dealerkit.cli.drill.request import Request

    request = Request(
        drill_id,
        level,
        mode,
        game,
        rules,
        settings,
        seed,
        items,
        trainee,
        clocked=not no_clock,
        kept=not no_record,
        as_json=as_json,
    )
    if as_json and drill_id is None and not listed and since is None and source is None:
        misused("--json needs a drill, as in: dealerkit drill third-card-flash --json; --list --json lists them")
    if listed:
        sitting.show_list(request)
    elif source is not None:
        from dealerkit.cli.drill import refresher

        usual = click.core.ParameterSource.DEFAULT
        if given := [label for name, label in _NOT_OF_A_FILE.items() if ctx.get_parameter_source(name) is not usual]:
            misused(f"--from takes its questions from the file; leave out {', '.join(given)}")
        named = rules if ctx.get_parameter_source("rules") is not usual else None  # otherwise each record's own
        refresher_ = refresher.own(source, named)
        if sheet is not None:
            refresher.print_refresher(refresher_, seed, sheet, out)
        else:
            refresher.practise_refresher(refresher_, request)
    elif since is not None:
        sitting.practise_changes(request, since)
    elif sheet is not None:
        sitting.print_paper(request, sheet, out)
    elif out is not None:
        misused("--out saves a paper: add --sheet N")
    else:
        sitting.practise(request)
