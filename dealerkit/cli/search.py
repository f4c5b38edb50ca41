"""`dealerkit search`: find a rule, finding, remedy, fault, option, game or command by its words."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import Connection
from typing import TYPE_CHECKING

import click

from dealerkit.catalogue.entries import KINDS
from dealerkit.catalogue.lookup import find
from dealerkit.catalogue.reports import COMMAND, SearchReport
from dealerkit.catalogue.store import UNSOUGHT
from dealerkit.cli.common import json_option, report, rules_options
from dealerkit.cli.shift import game_option
from dealerkit.files.fulltext import SMALL, FullText, tokens, write
from dealerkit.rules.cache_database import database
from dealerkit.rules.files import stamp

if TYPE_CHECKING:
    from dealerkit.rules.games import Game

_COMMANDS = 3
"""Most commands that are listed before the other results."""

_SOUGHT = (*(kind for kind in KINDS if kind != UNSOUGHT), COMMAND)


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(_SOUGHT),
    multiple=True,
    help="Only this kind of result; repeatable.",
)
@click.option("--limit", type=click.IntRange(1), default=12, show_default=True, help="Maximum number of results.")
@game_option
@rules_options
@json_option
def search(
    words: tuple[str, ...], kinds: tuple[str, ...], limit: int, game: str | None, rules: tuple[str, ...], as_json: bool
) -> None:
    """Search the rules, findings, remedies, faults, options, games and commands for WORDS.

    Case, plurals and typing mistakes do not matter. The best matches come first; `dealerkit explain ID` says more about each.

    \b
    dealerkit search late bets
    dealerkit search commision rounding --kind option
    dealerkit search wrong pot --game holdem --kind fault
    """
    sought = " ".join(words)
    commands = _commands(sought) if not kinds or COMMAND in kinds else []
    among = [kind for kind in kinds if kind != COMMAND]
    played = _played(game, rules) if game else None
    hits = find(sought, rules, limit=limit, kinds=among, game=played) if among or not kinds else []
    report(SearchReport(sought, commands, hits, limit), as_json)


def _played(named: str, rules: tuple[str, ...]) -> Game:
    from dealerkit.rules.game_cache import kept_game

    return kept_game(named, rules[0] if rules else None)


def _commands(sought: str) -> list[dict[str, object]]:
    """Return the commands that have every word in their name or first line of help."""
    known = database(f"commands {_CODE}", _every_command, lambda: [stamp(path) for path in (_CODE, *sorted(_CODE.rglob("*.py")))])
    index = FullText(known, (4.0, 1.0))
    matches = index.find(sought)
    for word in dict.fromkeys(tokens(sought)) if matches else ():
        having = {hit.number for hit in index.find(word)}
        matches = [hit for hit in matches if hit.number in having or word in SMALL]
    hits = []
    for hit in matches[:_COMMANDS]:
        ((name, help_),) = known.execute("SELECT name, said FROM commands WHERE number = ?", (hit.number,))
        hits.append(
            {
                "id": name, "kind": COMMAND, "title": help_, "severity": "", "game": "", "games": [], "excerpt": "",
                "score": round(hit.score, 2), "where": "",
            }
        )  # fmt: skip
    return hits


_CODE = Path(__file__).parent


def _every_command(empty: Connection) -> None:
    """Index every command with its first line of help in an empty database."""
    from dealerkit.cli import main

    groups = ((group, commands.items()) for group, commands in main.every_command())
    rows = [(f"{group} {name}".strip(), help_) for group, commands in groups for name, help_ in commands]
    empty.execute("CREATE TABLE commands (number INTEGER PRIMARY KEY, name TEXT, said TEXT)")
    empty.executemany("INSERT INTO commands VALUES (?, ?, ?)", [(number, *row) for number, row in enumerate(rows)])
    write(empty, rows, 2)
