"""Social games dealt by a perfect dealer with random legal players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import dealerkit as dk
from dealerkit.errors import RuleFileError
from dealerkit.facts.ending import game_over
from dealerkit.procedure.setup import BadSetup
from dealerkit.rules.games import game, games
from dealerkit.table.bots import Bots, random_legal, sensible
from dealerkit.table.rounds import Rounds

FAMILIES = ("social", "pot")
GAMES = tuple(name for name in games() if game(name).family in FAMILIES)
MOST_ACTS = 6000
"""Greatest number of acts in a hand."""


def sizes(name: str) -> range:
    """Every table size of a game."""
    players = game(name).data["players"]
    return range(int(players["min"]), int(players["max"]) + 1, int(players.get("step", 1)))


def options_of(name: str, rng: random.Random) -> dict[str, Any]:
    """Return a random house: each option with few values is sometimes set; the number of hands is left to the test."""
    found: dict[str, Any] = {}
    for option, spec in game(name).data["options"].items():
        values = spec["values"]
        if option != "hands" and isinstance(values, list) and rng.random() < 0.3:
            found[option] = rng.choice(values)
    return found


def table_of(name: str, seed: object, seats: int | None = None, **options: Any) -> dk.Table:
    """Return a table of a game with random seats, dealer and house."""
    rng = random.Random(f"{name}/{seed}")
    options = {option: value for option, value in options.items() if option in game(name).data["options"]}
    chosen = rng.choice(sizes(name)) if seats is None else seats
    seed, button = rng.randrange(10**9), rng.randint(0, chosen)
    try:
        return dk.Table(name, seats=chosen, seed=seed, button=button, options={**options_of(name, rng), **options})
    except (BadSetup, RuleFileError):  # that house cannot serve so many, or two of its options exclude each other
        return dk.Table(name, seats=chosen, seed=seed, button=button, options=options)


def players_of(seed: int) -> Bots:
    """Return sensible players, or random ones."""
    return Bots(random_legal if seed % 2 else sensible)


def acts_of(table: dk.Table, players: Bots, hands: int) -> Iterator[dk.Act]:
    """Yield the acts of a number of hands, each before it is pushed by the caller; fewer if the game is over.

    Raises:
        AssertionError: If a hand does not end.
    """
    rounds = Rounds(table)
    count = 0
    while rounds.done < hands:
        asked = players.acts(table)
        due = asked[0] if asked else table.next_act()
        if due is None:
            assert game_over(table.now), f"{table.game.id}: nothing is due, and the game is not over"
            return
        yield due
        count += 1
        if rounds.look(table):
            count = 0
        assert count < MOST_ACTS, f"a hand of {table.game.id} does not end"
