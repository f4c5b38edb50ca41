"""Drills that are dealt: the table at a level, dealt up to its first step, and the end of the drill."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from dealerkit.rules.games import game as load
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table
from dealerkit.training.action.levels import WalkLevel, as_typed, level, stacks
from dealerkit.training.generators import Setting
from dealerkit.training.walk import opening
from dealerkit.training.walk.session import Session


def rounds_of(where: Setting, asked: int = 0) -> int:
    """Return the number of rounds after which a drill ends; 0 if it ends at a step instead.

    Args:
        where: The drill at a level.
        asked: Number of rounds that the dealer requested; 0 for the level's own.
    """
    return asked or int(where.told("rounds", 0))


def until_of(where: Setting) -> str:
    """Return the id of the step before which a drill ends, once a round was dealt; empty if it does not end at a step."""
    return str(where.told("until", ""))


def mode_of(where: Setting) -> str:
    """Return the help mode in which a drill is dealt by default: `learn`, `guided`, `practice` or `exam`."""
    return str(where.told("mode", "guided"))


def is_paced(where: Setting) -> bool:
    """Return whether a round of the drill must also be dealt fast enough to count as right."""
    return bool(where.told("paced"))


def settings_at(where: Setting, game: str, rules: str | None, settings: Mapping[str, object]) -> dict[str, str]:
    """Return the options of a drill's table, by name: requested ones override those of its level.

    Args:
        where: The drill at a level.
        game: The name or file of the game.
        rules: The rule set; None for the game's own.
        settings: The requested options.
    """
    chosen = {**_plain(where.level.settings), **{name: str(value) for name, value in settings.items()}}
    number = where.told("walk")
    return opening.settings_of(load(game, rules, chosen), int(number), chosen)[1] if number else chosen


def seats_at(where: Setting, game: str) -> int:
    """Return the number of seats to fill at a drill's table.

    Args:
        where: The drill at a level.
        game: The name or file of the game, whose limits apply.
    """
    people = load(game).data["players"]
    return max(int(people["min"]), min(int(people["max"]), int(where.told("seats", 3))))


def step_of(where: Setting, game: str) -> str:
    """Return the id of the step at which a drill begins; empty for the start of the game.

    Args:
        where: The drill at a level.
        game: The id of the game, for a drill that begins differently in each.
    """
    step = where.told("at", "")
    return str(step.get(game, "")) if isinstance(step, Mapping) else str(step)


def lesson_level(where: Setting, table: Table, rounds: int) -> WalkLevel | None:
    """Return the walk level that a drill deals, with the drill's own questions and rounds; None if the drill asks no questions.

    Args:
        where: The drill at a level.
        table: The table.
        rounds: Number of rounds to deal; 0 for no end.
    """
    number = where.told("walk")
    if not number:
        return None
    level_ = level(table.game, int(number))
    asks, patrons = where.told("asks", {}), where.told("patrons", {})
    return attrs.evolve(level_, asks={**level_.asks, **asks}, patrons={**level_.patrons, **patrons}, rounds=rounds)


def seated(
    where: Setting,
    game: str,
    rules: str | None,
    settings: Mapping[str, object],
    seed: int,
    *,
    seats: int = 0,
    rounds: int = 0,
    at: str = "",
    clock: Callable[[], float] | None = None,
) -> Session:
    """Return a session at a table of a game, dealt up to the step at which the drill begins.

    Args:
        where: The drill at a level.
        game: The game.
        rules: The rule set; None for the game's own.
        settings: Options of the game, over those of the level.
        seed: The seed of the cards, the players and their mistakes.
        seats: The number of seats taken; 0 for the drill's own.
        rounds: Number of rounds to deal; 0 for no end.
        at: The step; empty for the drill's own.
        clock: Returns seconds since any moment; None for the machine's clock.

    Raises:
        DealerkitError: If the table cannot be set up, or the step is never reached.
    """
    chosen, seats, chips = settings_at(where, game, rules, settings), seats or seats_at(where, game), None
    if number := where.told("walk"):
        game_ = load(game, rules, chosen)
        chips = stacks(game_, level(game_, int(number)), seats)
    table = Table(game, rules, seats=seats, seed=seed, options=chosen, stacks=chips)
    session = Session(table, players_named("bots"), clock=clock)
    if step := at or step_of(where, game):
        session.go_to(step)
    return begun(session, where, rounds)


def begun(session: Session, where: Setting, rounds: int) -> Session:
    """Give a session the drill's own questions and limit of major slips from now on; return the session.

    Args:
        session: The session.
        where: The drill at a level.
        rounds: Number of rounds to deal; 0 for no end.
    """
    session.majors = where.told("majors")
    level_ = lesson_level(where, session.table, rounds)
    if level_ is not None:
        opening.begin(session, level_)
    return session


def _plain(settings: Mapping[str, object]) -> dict[str, str]:
    """Return the options of a level in typed form; of several values, the first."""
    return {name: as_typed(value[0] if isinstance(value, list) else value) for name, value in settings.items()}
