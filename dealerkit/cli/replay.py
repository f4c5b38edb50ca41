"""`dealerkit replay`: a record gone through again, up to any act."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from dealerkit.cli import commentary, roads
from dealerkit.cli.common import json_option, note, rules_option, show
from dealerkit.errors import Impossible
from dealerkit.felt.verbs import sentence
from dealerkit.files.screen_text import heading, line
from dealerkit.judge import Finding
from dealerkit.table.playback import replay as table_after
from dealerkit.table.record import Record, one_record
from dealerkit.table.scene import eyes
from dealerkit.table.scorecard import Scorecard, scorecard
from dealerkit.table.table import Table
from dealerkit.training.walk import table_lines, wording
from dealerkit.training.walk.slips import due

_RECENT = 5


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", "act", type=click.IntRange(0), help="Stop after this act, counted from 1; 0 is before the first.")
@click.option("--hand", metavar="ID", help="Which record of the file: its id, or its number; the last if left out.")
@click.option("--seat", type=click.IntRange(0), help="See only what this seat has seen; 0 for somebody who stands by.")
@click.option(
    "--roads", "with_roads", is_flag=True, help="Show the roads too, as they stand then: bead plate, big road and so on."
)
@rules_option
@json_option
def replay(
    file: Path, act: int | None, hand: str | None, seat: int | None, with_roads: bool, rules: str | None, as_json: bool
) -> None:
    """Show the felt of a record at any act: what lies where, what is due next, what was found so far.

    --rules judges it under another rule set. --roads adds the roads of the shoe that is being dealt, in games whose score is
    kept so; with --json those of every shoe. It leaves with 1 if there were findings up to there.

    \b
    dealerkit replay mini-baccarat-7.txt --at 30
    dealerkit replay mini-baccarat-7.txt --seat 2 --json
    dealerkit replay mini-baccarat-7.txt --at 1200 --roads
    """
    record = one_record(file, hand, act)
    if record.broken is not None:
        note(f"note: the record cannot be read to its end: {record.broken}")
    if record.torn:
        note(f"note: {record.torn_words}")
    if act is not None and act > len(record.lines):
        msg = f"the record has {len(record.lines)} acts; --at {act} is beyond them"
        raise click.UsageError(msg)
    table = table_after(record, act, rules)
    if seat is not None and seat > table.seats:
        msg = f"there is no seat {seat}: the seats are 1 to {table.seats}"
        raise Impossible(msg)
    card = _scorecard(record, table, act, rules) if with_roads else None
    document = _document(record, table, seat)
    if card is not None:
        document["roads"] = roads.document(card.book, card.shoes)
    show(document, as_json, lambda document: _lines(document, record, table, seat, card))
    if table.findings:
        raise click.exceptions.Exit(1)


def _scorecard(record: Record, table: Table, act: int | None, rules: str | None) -> Scorecard:
    """Return the roads as they stand at an act.

    Raises:
        UsageError: If nobody keeps any in this game.
    """
    card = scorecard(record, act, rules)
    if card is None:
        msg = f"--roads is for games whose results are kept in roads, as mini-baccarat; {table.game.title} has none"
        raise click.UsageError(msg)
    return card


def _document(record: Record, table: Table, seat: int | None) -> dict[str, object]:
    view = table.view(seat or 0)
    expected = table.expected
    act = due(table)
    return {
        "game": table.game.id,
        "rules": table.game.rules.name if table.game.rules is not None else None,
        "hand": record.header.name,
        "acts": len(table.log),
        "of": len(record.lines),
        "last": view.log[-1] if view.log else None,
        "felt": {
            "places": {name: list(cards) for name, cards in view.places.items() if view.counts[name]},
            "counts": {name: count for name, count in view.counts.items() if count},
            "chips": {name: row for name, row in view.chips.items() if name == "stack" or any(amount != "0" for amount in row)},
            "marks": {name: row for name, row in view.marks.items() if any(amount != "0" for amount in row)},
            "button": table.felt.button or None,
            "cut_card_out": table.felt.cut_out,
        },
        "expected": {
            "step": expected.step or None,
            "dealer": act.text if act is not None else None,
            "more": [one.text for one in expected.dealer[1:]],
            "any_order": expected.any_order,
            "players": {name: sorted(moves) for name, moves in expected.players.items()},
            "amounts": wording.wagers(expected.players),
            "rules": list(wording.step_rules(table, expected.step)),
        },
        "findings": [
            {
                **wording.finding_json(table, one),
                "line": record.lines[one.act - 1].line if one.act <= len(record.lines) else None,
            }
            for one in _found(table, seat)
        ],
        "rulings": [{"act": one.act, "code": one.code, "ruling": one.ruling.as_json()} for one in table.rulings],
    }


def _found(table: Table, seat: int | None) -> list[Finding]:
    """Return the findings, with what was done as the seat saw it."""
    if seat is None:
        return list(table.findings)
    import attrs

    log = table.view(seat).log
    return [attrs.evolve(one, got=log[one.act - 1]) for one in table.findings]


def _lines(
    document: dict[str, object], record: Record, table: Table, seat: int | None, card: Scorecard | None = None
) -> Iterator[str]:
    under = f", rules {document['rules']}" if document["rules"] else ""
    where = f"after act {len(table.log)} of {len(record.lines)}"
    looks = "" if seat is None else ", as seen by nobody at the table" if seat == 0 else f", as seat {seat} sees it"
    yield heading(f"{table.game.title}{under}: {where}{looks}")
    log = [act.text for act in table.log] if seat is None else table.view(seat).log
    first = max(0, len(table.log) - _RECENT)
    for number in range(first, len(table.log)):
        clock = record.lines[number].clock
        said = sentence(table.log[number].plain) if seat is not None else sentence(table.log[number])
        yield line(f"{log[number]}   {said}", 2, f"{number + 1:>4}  {f'[{clock}] ' if clock else ''}")
    yield ""
    yield commentary.felt(table, None if seat is None else eyes(table, seat), commentary.card_print(), stacks=True)
    if card is not None:
        yield ""
        yield from roads.lines(table.game, card.book, card.shoes[-1], len(card.shoes))
    yield ""
    yield from _due(document, table)
    if table.findings:
        yield ""
        yield heading("Found so far")
        for one in _found(table, seat):
            yield line(f"act {one.act}, line {record.lines[one.act - 1].line}:", 2)
            yield commentary.finding(table, one, indent=4)
    else:
        yield line("nothing is wrong so far", 2, "ok  ")
    for ruled in table.rulings:
        yield from commentary.lines(table_lines.ruling(ruled))


def _due(document: dict[str, Any], table: Table) -> Iterator[str]:
    expected = document["expected"]
    yield from commentary.lines(table_lines.asked(table.expected.players))
    act = due(table)
    if act is not None:
        yield line(f"{act.text}   {sentence(act)}", 2, "due: ")
        yield from commentary.rules(table, expected["rules"])
    elif not expected["players"]:
        yield line("nothing that can be known" if table.agenda.books.may else "nothing", 2, "due: ")
