"""Tables of every game in random houses, and arbitrary acts."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import dealerkit as dk
from dealerkit.errors import ActError, DealerkitError
from dealerkit.felt import VERBS, Act
from dealerkit.procedure.mid_game import MidGame
from dealerkit.rules.games import game, games
from dealerkit.rules.options import Option, make_option
from dealerkit.table.bots import Bots, random_legal, sensible
from dealerkit.table.rounds import Rounds
from tests.obedience.campaign import rule_sets_of

GAMES = tuple(games())
FACES = ("Ah", "7d", "Kc", "2s", "Th", "9c", "??", "Jk")
COUNTS = (0, 1, 2, 3, 5, 10, 52, 100, 416, 417, 1000)
AMOUNTS = (*COUNTS, "0.5", "1/3", "2.25", 10**6, 10**12)
MOST_ACTS = 4000
"""Greatest number of acts in a round."""


def value_of(option: Option, rng: random.Random) -> str:
    """Return a value that the option allows."""
    if option.kind == "choice":
        return str(rng.choice(option.values))
    high = min(option.high, Decimal(200))
    low = min(option.low, high)
    least = [str(option.low), "1", "2", "5"]
    whole = [str(rng.randint(int(low) + (low % 1 > 0), int(high)))] if high >= low + 1 else []
    part = [str(low + (high - low) * rng.randrange(1, 100) / 100)] if option.kind == "number" else []
    return rng.choice(
        [*(one for one in least if option.low <= int(float(one)) <= option.high or one == str(option.low)), *whole, *part]
    )


def options_of(name: str, rng: random.Random, often: float) -> dict[str, str]:
    """Return a random house: each option is set with a given chance, to any allowed value."""
    found = {}
    for option, spec in game(name).data["options"].items():
        if rng.random() < often:
            found[option] = value_of(make_option(option, spec), rng)
    return found


def table_of(rng: random.Random, often: float = 0.0, name: str = "") -> tuple[dk.Table | None, str]:
    """Return a table of some game in a random house, and its setup; None for a refused house."""
    name = name or rng.choice(GAMES)
    options = options_of(name, rng, often)
    players = game(name).data["players"]
    rules = rng.choice(rule_sets_of(name)) or None
    try:
        most = dk.Table(name, rules, options=options).seats  # as many as the pack serves in that house
    except DealerkitError:
        return None, f"{name} {rules} {options}"
    seats = rng.choice((None, rng.randrange(int(players["min"]), most + 1, int(players.get("step", 1)))))
    known = rng.random() < 0.75
    said: dict[str, Any] = {"rules": rules, "seats": seats, "seed": rng.randrange(10**9) if known else None, "options": options}
    if rng.random() < 0.4 and seats:
        said["stacks"] = [rng.choice((0, 1, 3, "2.5", 10, 60, 300, 10**7)) for _ in range(seats)]
    if rng.random() < 0.5 and seats:
        said["button"] = rng.randint(0, seats)
    try:
        return dk.Table(name, **said), f"{name} {said}"
    except DealerkitError:
        return None, f"{name} {said}"


def in_the_middle(table: dk.Table, rng: random.Random) -> dk.Table | None:
    """Return the same house with some other step open, a random button and random scores, so that a game may be nearly over or
    over; None for a refused table.
    """
    lives = table.game.data.get("lives", {})
    marks = {}
    for box in table.felt.marks:
        most = lives["out_at"] if box == lives.get("box") else rng.choice((1, 5, 100))
        seats = rng.sample(range(1, table.seats + 1), table.seats - rng.choice((0, 1, 1, 2, table.seats)))
        marks[box] = {f"s{seat}": str(most) for seat in seats}
    steps = [step.path for step in table.house.program.walk()]
    given = {"at": rng.choice(steps), "button": f"s{rng.randint(1, table.seats)}", "marks": marks}
    try:
        return dk.Table(table.game, seats=table.seats, seed=rng.randrange(10**9), given=MidGame.read(given))
    except DealerkitError:
        return None


def said_in_a_round(table: dk.Table, rng: random.Random) -> list[Act]:
    """Return the acts of a clean round of the same game, for other moments."""
    other = dk.Table(table.game, seed=rng.randrange(10**9))
    acts = []
    for act in itertools.islice(clean(other, players_of(rng), 1), MOST_ACTS):
        other.push(act)
        acts.append(act)
    return acts


def of_somebody_else(act: Act, rng: random.Random, seats: int) -> Act | None:
    """Return the act with another seat for each one in it, with a given chance; None if the result is not an act."""
    text = re.sub(r"\bs\d+\b", lambda seat: rng.choice((seat[0], f"s{rng.randint(1, seats)}")), act.text)
    try:
        return Act.parse(text)
    except ActError:
        return None


def any_act(table: dk.Table, rng: random.Random) -> Act | None:
    """Return any act, sensible or not; None if it is not an act."""
    role, verb = rng.choice(list(VERBS))
    spec = VERBS[role, verb]
    felt = table.felt
    seats = [f"s{seat}" for seat in range(1, table.seats + 1)]
    words = [*felt.places, *felt.rows, *seats, *seats, "rack", "misdeal", "RM-01", "all", "nowhere"]
    to = [rng.choice(words) for _ in range(rng.randint(*spec.words))]
    numbered = (spec.amount or spec.count) and (spec.needs_number or rng.random() < 0.5)
    n = rng.choice(AMOUNTS if spec.amount else COUNTS) if numbered else ""
    cards = []
    if spec.cards and rng.random() < 0.4:
        there = [felt.faces[card] for card in felt.cards(rng.choice(list(felt.places)))]
        named = [face.name for face in there if face is not None] or list(FACES)
        cards = rng.sample(named * 2, min(rng.choice((1, 1, 2, 3, 7)), len(named))) if rng.random() < 0.5 else [rng.choice(FACES)]
        n = n if rng.random() < 0.1 else ""
    face = rng.choice(("", "up", "down")) if spec.face else ""
    manner = rng.choice(("", "", "", "together", "pitched", "boxed", "damaged", "foreign"))
    who = rng.choice(seats) if role == "s" else role
    try:
        return Act.parse(" ".join(str(part) for part in (who, verb, *to, n, face, *cards, manner) if part != ""))
    except ActError:
        return None


def likely(table: dk.Table, rng: random.Random, players: Bots, often: float) -> Act | None:
    """Return the next act of a table: a due or chosen one, or sometimes any act."""
    if rng.random() < often:
        return any_act(table, rng)
    asked = players.acts(table)
    return asked[0] if asked else table.next_act()


def players_of(rng: random.Random) -> Bots:
    """Return sensible players, or random ones."""
    return Bots(rng.choice((random_legal, sensible)), rng.randrange(10**6))


def clean(table: dk.Table, players: Bots, rounds: int) -> Iterator[Act]:
    """Yield the acts of a perfect dealer and of players who keep to the rules; the caller pushes them.

    Raises:
        AssertionError: If a round does not end.
    """
    counted, acts = Rounds(table), 0
    while counted.done < rounds:
        act = likely(table, random.Random(0), players, 0)
        if act is None:
            return
        yield act
        acts = 0 if counted.look(table) else acts + 1
        assert acts < MOST_ACTS, f"a round of {table.game.id} does not end"


def belongings(table: dk.Table) -> tuple[Counter[int], int]:
    """Return every card and the sum of the chips, which no act can change."""
    return Counter(table.felt.all_cards()), table.felt.chips()
