"""`dealerkit plant`: a faulty record for instructors, with exactly one slip for `check` to find."""

from __future__ import annotations

import random
from pathlib import Path

import attrs
import click

from dealerkit.catalogue.findings import known_findings
from dealerkit.cli.common import (
    echo_exactly,
    force_option,
    hand_option,
    json_option,
    misused,
    note,
    report,
    rules_option,
    set_option,
)
from dealerkit.files.output import write_output
from dealerkit.judge.severity import line_of
from dealerkit.rules.games import game as load
from dealerkit.rules.texts import text
from dealerkit.table.record import one_record
from dealerkit.training.planted_slips import AskedGame, PlantedRecord, clean_record, plant_in
from dealerkit.training.planted_slips import plant as plant_into
from dealerkit.training.reports.slips import PlantReport, SlipList


@click.command()
@click.argument("record", type=click.Path(path_type=Path), required=False)
@click.option("--fault", "code", metavar="CODE", help="The finding for `check` to report, such as burn/doubled.")
@click.option("--game", "game_id", metavar="GAME", help="Without RECORD: deal a round of this game.")
@click.option(
    "--seed", type=click.IntRange(0), help="Seed for the cards and the place of the slip. Default: random, and printed."
)
@hand_option
@click.option("--out", type=click.Path(path_type=Path), help="Write the record to this file instead of standard output.")
@click.option("--list", "listed", metavar="GAME", help="List what can be planted in this game.")
@rules_option
@set_option
@force_option
@json_option
def plant(
    record: Path | None,
    code: str | None,
    game_id: str | None,
    seed: int | None,
    hand: str | None,
    out: Path | None,
    listed: str | None,
    rules: str | None,
    settings: dict[str, str],
    force: bool,
    as_json: bool,
) -> None:
    """Plant a slip in a clean RECORD, or in a new round, so that `check` finds only that slip.

    The slip is named on standard error, the record on standard output or in the file of --out. The dealer in the record does not
    notice the slip; if the round cannot continue after it, the record ends there.

    \b
    dealerkit plant --list mini-baccarat
    dealerkit plant --game holdem --fault burn/doubled --seed 7 --out faulty.txt
    dealerkit plant played.txt --fault coup/wrong-payout --seed 3
    """
    if listed is not None:
        report(SlipList.of(load(listed, rules, settings)), as_json)
        return
    _wanted(record, code, game_id, settings)
    assert code is not None
    seed = random.randrange(1_000_000) if seed is None else seed
    rng = random.Random(f"{seed}/plant/{code}")
    if record is not None:
        source = one_record(record, hand)
        planted = plant_into(clean_record(source, rules), code, rng)
        written = attrs.evolve(planted.record(), header=attrs.evolve(planted.record().header, notes=source.header.notes))
    else:
        assert game_id is not None
        planted = plant_in(AskedGame(game_id, rules, settings), code, rng)
        written = planted.record()
    _tell(planted, seed)
    if out is not None:
        write_output(out, written.text(), force=force)
    if as_json:
        report(PlantReport(planted, written, seed), as_json)
    elif out is None:
        echo_exactly(written.text())


def _wanted(record: Path | None, code: str | None, game_id: str | None, settings: dict[str, str]) -> None:
    """Refuse options that do not go together.

    Raises:
        UsageError: If the fault, or the record or game for it, is missing, or an option repeats what the record itself states.
    """
    if code is None:
        misused("--fault CODE is missing; `dealerkit plant --list GAME` lists the codes")
    if (record is None) == (game_id is None):
        misused("name a record, or --game to deal a round" + ("" if record is None else "; not both"))
    if record is not None and settings:
        misused("--set needs --game; a record has its own options")


def _tell(planted: PlantedRecord, seed: int) -> None:
    known = text(line_of(known_findings(planted.table.game), planted.code).get("title", ""))
    note(f"planted: act {planted.at}: {planted.code}: {known} (seed {seed})")
    others = [code for code in planted.found if code != planted.code]
    if others:
        note(f"note: the same slip also causes: {', '.join(others)}")
    if not planted.whole:
        note("note: the round can't continue after the slip; the record ends there")
