"""`dealerkit play`: hands dealt unattended by a perfect dealer, or by one who slips as often as you say."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from dealerkit.cli import commentary
from dealerkit.cli.common import json_option, note, rules_option, set_option, show
from dealerkit.cli.solution import can_be_solved, check_deck, read_deck, solution_json, solution_lines
from dealerkit.facts.ending import game_over, winners
from dealerkit.facts.partners import members, sides
from dealerkit.felt import is_seat, sentence, spoken
from dealerkit.files.screen_text import heading, line
from dealerkit.files.screen_text import table as columns
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.table.bots import Solver, players_named
from dealerkit.table.bots.piles import Solution
from dealerkit.table.record import RecordLine, Writer
from dealerkit.table.rounds import round_section
from dealerkit.table.table import Table
from dealerkit.training.walk import wording
from dealerkit.training.walk.ending import last_with_chips, pot_name
from dealerkit.training.walk.hands import Dealing, WalkedHand


@click.command()
@click.argument("game")
@click.option("--seed", type=click.IntRange(0), help="Cards and choices come from it; drawn at random and shown if left out.")
@click.option("--seats", type=click.IntRange(1), help="Players at the table; left out, as many as the game takes, up to 6.")
@click.option(
    "--hands",
    "--coups",
    "hands",
    type=click.IntRange(1, 10_000),
    help="How many; left out, a game that has an end is played to it.",
)
@click.option(
    "--bots", type=click.Choice(["sensible", "random"]), default="sensible", show_default=True, help="How the players choose."
)
@click.option("--slips", type=click.IntRange(0, 1000), default=0, help="Plant so many slips of the dealer; show what is found.")
@click.option("--deck", metavar="CARDS|FILE", help="The order in which the cards come out of the first shuffle.")
@click.option("--solve", is_flag=True, help="Solve each deal of a solitaire: can it be cleared, how often, or how well.")
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
    """Deal hands of GAME unattended: a perfect dealer, players who choose by themselves.

    Prints how each hand ended and what each seat won; where one player has all the chips, or the score that wins, the game is
    over. A game without such an end is played for five hands. With --slips the dealer errs now and then, and each slip is shown
    with what was found, or that nothing was; it leaves with 1 then, as with any finding.

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
        msg = f"--solve is for a solitaire, as golf; {table.game.title} is none"
        raise click.UsageError(msg)
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
        note(f"note: it cannot go on after that: {dealing.stuck}")
    elif len(dealt) < hands and last_with_chips(table):
        note(f"note: the game is over after {_many(len(dealt))}: only seat {last_with_chips(table)} has chips")
    elif len(dealt) < hands and not game_over(table.now):
        note(f"note: the procedure of this game ends here, after {_many(len(dealt))}")
    if dealing.slips:
        note(f"note: {dealing.slips} of {slips} slips found no place; deal more hands")
    planted, missed = sum(len(hand.planted) for hand in dealt), sum(len(hand.missed) for hand in dealt)
    if missed:
        note(f"note: nothing was found in {missed} of {planted} slips")
    solutions = players.solutions if isinstance(players, Solver) else []
    made = _document(table, "solver" if solve else bots, dealt)
    if solve:
        made["solved"] = [solution_json(one) for one in solutions]
    show(made, as_json, lambda document: [*_solved(solutions), *_lines(document, table, dealt, record)])
    if table.findings or missed or dealing.stuck:
        raise click.exceptions.Exit(1 if table.findings or missed else 2)


def _solved(solutions: Sequence[Solution]) -> Iterator[str]:
    for number, one in enumerate(solutions, 1):
        yield from solution_lines(number, one)
        yield ""


_USUAL, _MOST = 5, 10_000


def ends_by_itself(game: Game) -> bool:
    """Return whether a game comes to an end that its rules, or its options, set: a score, somebody out, a number of hands."""
    ends = [name for name in game.data.get("ends", ()) if name != "hands_played"]
    return bool(ends) or bool(game.options.get("hands"))


def _many(hands: int) -> str:
    return "one hand" if hands == 1 else f"{hands} hands"


def _document(table: Table, bots: str, dealt: list[WalkedHand]) -> dict[str, object]:
    money = table.felt.money
    return {
        "game": table.game.id,
        "rules": table.game.rules.name if table.game.rules is not None else None,
        "seed": table.setup.seed,
        "seats": table.seats,
        "bots": bots,
        "hands": [
            {
                "hand": hand.number,
                "acts": [hand.first, hand.last],
                "cards": hand.cards,
                "outcome": [act.text for act in hand.outcome],
                **_ending_json(table, hand),
                "net": _net(table, hand.net),
                **({"scored": scored} if (scored := _scored(table, hand)) else {}),
                "pot": money(hand.pot),
                "slips": [
                    {
                        "act": slip.number,
                        "kind": slip.slip.kind,
                        "made": slip.slip.act.text,
                        "due": slip.due.text,
                        "found": list(hand.found(slip)),
                    }
                    for slip in hand.planted
                ],
                "findings": [wording.finding_json(table, one) for one in hand.findings],
            }
            for hand in dealt
        ],
        "net": _net(table, _total(table, dealt)),
        "over": f"s{last_with_chips(table)}" if last_with_chips(table) else None,
        **_result(table),
        "stacks": {f"s{seat}": money(table.felt.rows["stack"][seat]) for seat in range(1, table.seats + 1)},
    }


def _result(table: Table) -> dict[str, object]:
    """Return the score and who has won, at games that are won by something; nothing elsewhere."""
    if "wins" not in table.game.data:
        return {}
    money, now = table.felt.money, table.now
    played = sides(now) if "partners" in table.game.data else table.seats
    return {
        "score": {box: {f"s{seat}": money(row[seat]) for seat in range(1, played + 1)} for box, row in table.felt.marks.items()},
        "winners": [f"s{seat}" for first in winners(now) for seat in members(now, first)] if game_over(now) else None,
    }


def _ending_json(table: Table, hand: WalkedHand) -> dict[str, object]:
    """Return what was shown and won, at games with pots; nothing elsewhere."""
    ending, money = hand.ending, table.felt.money
    if ending is None or not (ending.won or ending.shown):
        return {}
    return {
        "shown": [
            {
                "seat": f"s{one.seat}",
                "cards": list(one.cards),
                "high": one.high or None,
                "low": one.low or None,
                "whole": one.whole,
            }
            for one in ending.shown.values()
        ],
        "mucked": [f"s{seat}" for seat in ending.mucked],
        "won": [{"seat": f"s{one.seat}", "pot": one.pot, "amount": money(one.amount)} for one in ending.won],
        "taken": {name: money(amount) for name, amount in ending.taken.items()},
    }


def _total(table: Table, dealt: list[WalkedHand]) -> tuple[int, ...]:
    return tuple(sum(hand.net[seat] for hand in dealt) for seat in range(table.seats + 1))


def _net(table: Table, net: tuple[int, ...]) -> dict[str, str]:
    return {("house" if seat == 0 else f"s{seat}"): _signed(table, amount) for seat, amount in enumerate(net) if seat or amount}


def _signed(table: Table, amount: int) -> str:
    return f"-{table.felt.money(-amount)}" if amount < 0 else table.felt.money(amount)


def _lines(document: dict[str, Any], table: Table, dealt: list[WalkedHand], record: Path | None) -> Iterator[str]:
    under = f", rules {document['rules']}" if document["rules"] else ""
    yield heading(
        f"{table.game.title}: {wording.many_seats(table.seats)}{under}, seed {table.setup.seed}, players {document['bots']}"
    )
    section = round_section(table.house.program)
    word = section.id.replace("_", " ") if section is not None else "hand"
    for hand in dealt:
        yield from _hand(table, hand, word)
    if (seat := last_with_chips(table)) and dealt:
        yield line(f"The game is over: seat {seat} has all the chips.")
    elif document.get("winners") and table.seats == 1:
        yield line("The game is over.")
    elif document.get("winners"):
        yield line(f"The game is over: {_who(document['winners'])} won.")
    if any(document.get("score", {}).values()):
        yield ""
        yield heading("Score")
        boxes = document["score"]
        seats = list(next(iter(boxes.values())))
        rows = [(_name(table, int(seat[1:])), *(row[seat] for row in boxes.values())) for seat in seats]
        yield columns(rows, header=("seat", *boxes))
    if with_chips(table):
        yield from _settlement(table, dealt)
    if record is not None:
        yield line(str(record), 2, "record: ")


def with_chips(table: Table) -> bool:
    """Return whether there are chips on this table at all."""
    return any(any(row) for row in table.felt.rows.values())


def _settlement(table: Table, dealt: list[WalkedHand]) -> Iterator[str]:
    yield ""
    yield heading("Settlement")
    rows = [
        (f"s{seat}" if seat else "house", _signed(table, amount), table.felt.money(table.felt.rows["stack"][seat]))
        for seat, amount in enumerate(_total(table, dealt))
        if seat or amount
    ]
    yield columns(rows, header=("seat", "won", "has"))


def _scored(table: Table, hand: WalkedHand) -> dict[str, dict[str, str]]:
    """Return what was marked for whom, at games that are won by something: box to seat to points."""
    if "wins" not in table.game.data:
        return {}
    marked = {box: {_name(table, seat): _signed(table, n) for seat, n in enumerate(row) if n} for box, row in hand.scored.items()}
    return {box: row for box, row in marked.items() if row}


def _name(table: Table, seat: int) -> str:
    """Return a seat, or the side whose score is kept there: `s1+s3`."""
    return "+".join(f"s{one}" for one in members(table.now, seat)) if "partners" in table.game.data else f"s{seat}"


def _who(seats: list[str]) -> str:
    *some, last = [seat[1:] for seat in seats]
    return f"seats {', '.join(some)} and {last} have" if some else f"seat {last} has"


def _hand(table: Table, hand: WalkedHand, word: str) -> Iterator[str]:
    cards = "; ".join(f"{name if is_seat(name) else spoken(name)} {' '.join(faces)}" for name, faces in hand.cards.items())
    ending = list(_ending(table, hand))
    told = "" if ending else ", ".join(sentence(act).removeprefix("the dealer ") for act in hand.outcome)
    net = ", ".join(f"{name} {amount}" for name, amount in _net(table, hand.net).items() if amount != "0")
    pot = f"pot {table.felt.money(hand.pot)}" if hand.pot else ""
    scores = _scored(table, hand)
    scored = "; ".join(f"{box} {', '.join(f'{seat} {n}' for seat, n in row.items())}" for box, row in scores.items())
    nothing = "" if scores or not with_chips(table) else "nothing won or lost"
    parts = [part for part in (cards, told, scored, net or nothing, pot) if part] or ["nothing to count"]
    yield line("; ".join(parts), 2, f"{word} {hand.number}: ")
    yield from ending
    for slip in hand.planted:
        due = sentence(slip.due).removeprefix("the dealer ")
        yield line(f"act {slip.number}: {sentence(slip.slip.act)}; due was this: {due}", 4, "planted: ")
        if slip in hand.missed:
            yield line("in this slip nothing was found", 4)
    for one in hand.findings:
        yield commentary.finding(table, one, indent=6, short=True)


def _ending(table: Table, hand: WalkedHand) -> Iterator[str]:
    """Yield who showed what, which pot went to whom, what the house took."""
    ending = hand.ending
    if ending is None or not (ending.won or ending.shown):
        return
    for one in ending.shown.values():
        said = one.name if one.whole else "not the whole hand" if ending.contested else "as openers"
        yield line(f"seat {one.seat} shows {' '.join(one.cards)}{f': {said}' if said else ''}", 4)
    if ending.mucked:
        *some, last = map(str, ending.mucked)
        who = f"seats {', '.join(some)} and {last} throw" if some else f"seat {last} throws"
        yield line(f"{who} in without showing", 4)
    alone = all(one.pot == "pot" for one in ending.won)
    for pot in dict.fromkeys(one.pot for one in ending.won):
        got = [f"seat {one.seat} {table.felt.money(one.amount)}" for one in ending.won if one.pot == pot]
        uncalled = "" if ending.contested else ", everybody else has folded"
        yield line(f"{', '.join(got)}{uncalled}", 4, f"{pot_name(pot, alone=alone)}: ")
    if ending.taken:
        yield line(", ".join(f"{name} {table.felt.money(amount)}" for name, amount in ending.taken.items()), 4)
