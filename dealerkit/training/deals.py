"""Rounds for exercises, dealt without a slip by a perfect dealer and bots, all from a seed."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.table.bots import players_named
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table

_MOST = 3000
"""Most acts in an exercise."""


@attrs.frozen
class Seating:
    """A table before the first act.

    Attributes:
        seats: Number of players.
        button: The seat with the button; None if the game has none, or begins without.
        stacks: Stacks of the seats; None for the game's own.
        seed: Seed of the shuffles and the players.
    """

    seats: int
    button: int | None
    stacks: tuple[int, ...] | None
    seed: int


@attrs.frozen(eq=False)
class Deal:
    """A round that was dealt without a slip.

    Attributes:
        game: The game in force.
        seating: The seats with their stacks.
        acts: Every act from the first shuffle on.
        first: Number of acts before the round, such as the opening of a shoe and earlier rounds.
    """

    game: Game
    seating: Seating
    acts: tuple[Act, ...]
    first: int

    def table(self, upto: int | None = None) -> Table:
        """Return the table after some of the acts.

        Args:
            upto: The number of acts; None for all of them.
        """
        table = sit(self.game, self.seating)
        for act in self.acts[:upto]:
            table.push(act)
        return table


def sit(game: Game, seating: Seating, rules: str | None = None, settings: Mapping[str, object] | None = None) -> Table:
    """Return a table at which nothing has happened yet.

    Args:
        game: The game in force.
        seating: The number of players, the button, the stacks and the seed.
        rules: The name or file of the rule set, for the header of the table's record.
        settings: The options as typed, likewise.
    """
    options = settings or {}
    return Table(game, rules, seating.seats, seating.button, seating.seed, options=options, stacks=seating.stacks)


def seating(game: Game, settings: Branch, rng: Random) -> Seating:
    """Draw seats, stacks and button of a table.

    Args:
        game: The game.
        settings: `seats` and `stacks`, each as its least and most, from `with:` of a drill's file.
        rng: The random source.
    """
    people = game.data["players"]
    low, high = settings.get("seats", (3, 6))
    least, most = int(people["min"]), int(people["max"])
    seats = rng.randint(*(min(max(int(wanted), least), most) for wanted in (low, high)))
    stacks = tuple(rng.randint(*settings["stacks"]) for _ in range(seats)) if "stacks" in settings else None
    button = rng.randint(1, seats) if _has_button(game) else None
    return Seating(seats, button, stacks, rng.randrange(1_000_000))


def _has_button(game: Game) -> bool:
    laid = "button" in (game.data.get("felt") or {}) or "showdown" in game.data
    return laid and game.options.get("button_rule") != "none"


def deal(game: Game, seated: Seating, rounds: int = 1, players: str = "sensible") -> Deal | None:
    """Deal rounds at a table; exercises use the last of them.

    Args:
        game: The game.
        seated: The table.
        rounds: The number of rounds.
        players: The kind of players: `sensible` or `random`.

    Returns:
        The rounds; None if they could not be dealt to their end.
    """
    return _deal(game, seated, rounds, players)


@functools.lru_cache(maxsize=64)
def _deal(game: Game, seated: Seating, rounds: int, players: str) -> Deal | None:
    table, choose = sit(game, seated), players_named(players)
    count, ended, first = Rounds(table), 0, 0
    for _ in range(_MOST):
        try:
            acts: Sequence[Act] = choose.acts(table)
            if not acts:
                due = table.next_act()
                if due is None:
                    break
                acts = [due]
            for act in acts:
                table.push(act)
        except Impossible:
            return None
        if not table.ok:
            return None
        if count.look(table):
            ended += 1
            if ended == rounds:
                break
            first = len(table.log)
        elif ended == rounds - 1 and first == 0 and rounds == 1 and count.began(table) is not None:
            first = count.began(table) or 0
    return Deal(game, seated, tuple(table.log), first if len(table.log) > first else 0)
