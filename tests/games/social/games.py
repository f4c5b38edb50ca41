"""Games of the house dealt by a perfect dealer with players who choose among what is allowed."""

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
"""So many acts and no more in one hand."""


def sizes(name: str) -> range:
    """Every table size of a game."""
    players = game(name).data["players"]
    return range(int(players["min"]), int(players["max"]) + 1, int(players.get("step", 1)))


def options_of(name: str, rng: random.Random) -> dict[str, Any]:
    """A house at random: each option of a few values is set now and then; the number of hands is left to the test."""
    found: dict[str, Any] = {}
    for option, spec in game(name).data["options"].items():
        values = spec["values"]
        if option != "hands" and isinstance(values, list) and rng.random() < 0.3:
            found[option] = rng.choice(values)
    return found


def table_of(name: str, seed: object, seats: int | None = None, **options: Any) -> dk.Table:
    """A table of a game with seats, dealer and house at random."""
    rng = random.Random(f"{name}/{seed}")
    options = {option: value for option, value in options.items() if option in game(name).data["options"]}
    chosen = rng.choice(sizes(name)) if seats is None else seats
    seed, button = rng.randrange(10**9), rng.randint(0, chosen)
    try:
        return dk.Table(name, seats=chosen, seed=seed, button=button, options={**options_of(name, rng), **options})
    except (BadSetup, RuleFileError):  # so many cannot be served in that house, or two of its options exclude each other
        return dk.Table(name, seats=chosen, seed=seed, button=button, options=options)


def players_of(seed: int) -> Bots:
    """Sensible players, or such as do anything that is allowed."""
    return Bots(random_legal if seed % 2 else sensible)


def acts_of(table: dk.Table, players: Bots, hands: int) -> Iterator[dk.Act]:
    """The acts of so many hands, each before it happens; fewer if the game is over. The caller lets them happen.

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
