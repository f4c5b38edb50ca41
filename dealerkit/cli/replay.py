"""`dealerkit replay`: going through a record again, up to any act."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import hand_option, json_option, misused, note, report, rules_option
from dealerkit.cli.screen_signs import card_print
from dealerkit.errors import Impossible
from dealerkit.files.screen_text import count_of
from dealerkit.games.baccarat.scorecard import Scorecard, scorecard
from dealerkit.hands.phh.one_hand import hand_dealt_again, is_hands
from dealerkit.table.playback import replay as table_after
from dealerkit.table.record import Record, one_record
from dealerkit.table.reports import RoadsReport
from dealerkit.table.table import Table
from dealerkit.training.reports.replay import ReplayReport


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", "act", type=click.IntRange(0), help="Stop after this act, counted from 1; 0 is before the first.")
@hand_option
@click.option("--seat", type=click.IntRange(0), help="Show only what this seat has seen; 0 for an onlooker.")
@click.option("--roads", "with_roads", is_flag=True, help="Show the roads at that point too: bead plate, big road and so on.")
@rules_option
@json_option
def replay(
    file: Path, act: int | None, hand: str | None, seat: int | None, with_roads: bool, rules: str | None, as_json: bool
) -> None:
    """Show the felt at any act of a record: the layout, the next step, the findings so far.

    A hand in PHH, or in another program's format, is dealt again up to its first fault; --at counts its own actions. --rules
    judges it under another rule set. --roads adds the roads of the current shoe, in games that keep score by roads; with --json
    those of every shoe. Exit status 1 if there were findings up to there.

    \b
    dealerkit replay mini-baccarat-7.txt --at 30
    dealerkit replay mini-baccarat-7.txt --seat 2 --json
    dealerkit replay mini-baccarat-7.txt --at 1200 --roads
    """
    flaw = None
    if is_hands(file):
        dealt = hand_dealt_again(file, hand, act)
        record, act, flaw = dealt.record, dealt.act, dealt.flaw
        if dealt.trouble:
            note(f"note: the hand can't be dealt to the end: {dealt.trouble}")
    else:
        record = one_record(file, hand, act)
    if record.broken is not None:
        note(f"note: the record can't be read to the end: {record.broken}")
    if record.torn:
        note(f"note: {record.torn_words}")
    if act is not None and act > len(record.lines):
        misused(f"the record has {count_of(len(record.lines), 'act')}; --at {act} is past the end")
    table = table_after(record, act, rules)
    if seat is not None and seat > table.seats:
        msg = f"there is no seat {seat}: the seats are 1 to {table.seats}"
        raise Impossible(msg)
    card = _scorecard(record, table, act, rules) if with_roads else None
    shoes = RoadsReport(table.game, card.book, card.shoes) if card is not None else None
    replayed = ReplayReport(record, table, seat, shoes, card_print(), flaw=None if table.findings else flaw)
    report(replayed, as_json, failed=replayed.is_wrong)


def _scorecard(record: Record, table: Table, act: int | None, rules: str | None) -> Scorecard:
    """Return the roads of the shoes up to an act.

    Args:
        record: The record.
        table: The table, with the record dealt up to the act.
        act: Number of the act, from 1; None for the last.
        rules: The rule set; None for the record's own.

    Raises:
        UsageError: If the game keeps no roads.
    """
    card = scorecard(record, act, rules)
    if card is None:
        misused(f"--roads is for games with roads, such as mini-baccarat; {table.game.title} has none")
    return card
