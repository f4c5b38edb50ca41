"""`dealerkit play`: hands dealt unattended by a perfect dealer, or by one who slips as often as you say."""

from __future__ import annotations

import random
from pathlib import Path

import click

from dealerkit.cli.common import json_option, misused, note, report, rules_option, set_option
from dealerkit.cli.deck_option import check_deck, read_deck
from dealerkit.facts.ending import game_over
from dealerkit.files.screen_text import count_of
from dealerkit.games.social.golf.bots import Solver, can_be_solved
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.table.bots import players_named
from dealerkit.table.record import RecordLine, Writer
from dealerkit.table.table import Table
from dealerkit.training.reports.play import PlayReport, SolvedDeal
from dealerkit.training.walk.ending import last_with_chips
from dealerkit.training.walk.hands import Dealing


@click.command()
@click.argument("game")
@click.option("--seed", type=click.IntRange(0), help="Seed for the cards and the players' choices. Default: random, and printed.")
@click.option("--seats", type=click.IntRange(1), help="Players at the table. Default: as many as the game takes, up to 6.")
@click.option(
    "--hands",
    "--coups",
    "hands",
    type=click.IntRange(1, 10_000),
    help="Number of hands. Default: until the game is over, or five.",
)
@click.option(
    "--bots", type=click.Choice(["sensible", "random"]), default="sensible", show_default=True, help="How the players choose."
)
@click.option("--slips", type=click.IntRange(0, 1000), default=0, help="Plant this many dealer slips, and show which are found.")
@click.option("--deck", metavar="CARDS|FILE", help="The order of the cards after the first shuffle.")
@click.option("--solve", is_flag=True, help="Solve each deal of a solitaire: can it be cleared, how often, how well.")
@click.option("--record", type=click.Path(path_type=Path), help="Write the record to this file.")
@rules_option
@set_option
@json_option
def play(
    game: str,
    seed: int | None,
    seats: int | None,
    hands: int | None,
    bots: str,
    slips: int,
    deck: str | None,
    solve: bool,
    record: Path | None,
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Deal hands of GAME unattended, with a perfect dealer and automatic players.

    Prints how each hand ended and what each seat won. The game is over when one player has all the chips, or the winning score; a
    game without such an end is played for five hands. With --slips the dealer makes mistakes, and each is shown with its
    findings, or with a note that there were none; the exit status is then 1, as with any finding.

    \b
    dealerkit play mini-baccarat --seed 7 --hands 4
    dealerkit play nap --seed 7 --seats 4 --bots random --json
    dealerkit play stud7 --seed 7 --hands 20 --slips 5 --record stud.txt
    dealerkit play golf --solve --seed 7 --set on_king=queen
    """
    if seed is None:
        seed = random.randrange(1_000_000)
    if seats is None:
        people = load(game, rules, settings).data["players"]
        seats = min(int(people["max"]), max(int(people["min"]), 6))
    cards = read_deck(deck) if deck is not None else []
    table = Table(game, rules, seats=seats, seed=seed, options=settings, deck=cards)
    check_deck(cards, table, whole=solve and bool(cards))
    if solve and not can_be_solved(table):
        misused(f"--solve is for a solitaire such as golf; {table.game.title} has several players")
    players = Solver() if solve else players_named(bots)
    if hands is None:
        hands = _MOST if ends_by_itself(table.game) else _USUAL
    dealing = Dealing(table, players, slips)
    dealt = list(dealing.hands(hands))
    if record is not None:
        with Writer.create(record, table.setup.header()) as writer:
            for act in table.log:
                writer.write(RecordLine(act, 0))
    if dealing.stuck:
        note(f"note: the game can't continue after that: {dealing.stuck}")
    elif len(dealt) < hands and last_with_chips(table):
        note(f"note: the game is over after {_many(len(dealt))}: only seat {last_with_chips(table)} has chips")
    elif len(dealt) < hands and not game_over(table.now):
        note(f"note: the procedure of this game ends here, after {_many(len(dealt))}")
    if dealing.slips:
        note(f"note: {dealing.slips} of {count_of(slips, 'slip')} did not fit into these hands; deal more hands")
    planted, missed = sum(len(hand.planted) for hand in dealt), sum(len(hand.missed) for hand in dealt)
    if missed:
        note(f"note: {missed} of {count_of(planted, 'slip')} led to no finding")
    solved = [SolvedDeal(deal_) for deal_ in players.solutions] if isinstance(players, Solver) else None
    report(PlayReport(table, dealt, "solver" if solve else bots, solved, record), as_json)
    if table.findings or missed or dealing.stuck:
        raise click.exceptions.Exit(1 if table.findings or missed else 2)


_USUAL, _MOST = 5, 10_000


def ends_by_itself(game: Game) -> bool:
    """Return whether a game has an end set by its rules or options: a score, a player out of chips, a number of hands."""
    ends = [name for name in game.data.get("ends", ()) if name != "hands_played"]
    return bool(ends) or bool(game.options.get("hands"))


def _many(hands: int) -> str:
    return "one hand" if hands == 1 else f"{hands} hands"
