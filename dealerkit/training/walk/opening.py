"""The opening of a walk: its table is set up at a level, and dealt up to the step where the person takes over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealerkit.rules.games import Game
from dealerkit.rules.games import game as find_game
from dealerkit.table.bots import Players, players_named
from dealerkit.table.table import Table
from dealerkit.training.action.check import checked
from dealerkit.training.action.lesson import Lesson
from dealerkit.training.action.levels import WalkLevel, as_typed, level, levels, stacks
from dealerkit.training.walk.session import Session


def settings_of(game: Game, number: int, settings: Mapping[str, str]) -> tuple[WalkLevel, dict[str, str]]:
    """Return a level, and the options of its table: options typed at the start override those of the level.

    Args:
        game: The game.
        number: The number of the level.
        settings: The typed options, by name.

    Raises:
        UnknownName: If the game has no such level.
        RuleFileError: If its levels name something unknown.
    """
    checked(game)
    level_ = level(game, number)
    chosen = {name: values[0] for name, values in level_.settings.items() if as_typed(game.options.get(name)) not in values}
    return level_, {**chosen, **settings}


def first_level(name: str, rules: str | None, settings: Mapping[str, str]) -> int | None:
    """Return the lowest level of a game's walk; None if it has none.

    Args:
        name: The name of the game, or the path of its file.
        rules: The rule set; None for the game's own.
        settings: Options of the game, by name.
    """
    return min(levels(find_game(name, rules, settings)), default=None)


def first_step(table: Table, level_: WalkLevel) -> str | None:
    """Return the id of the step at which a level begins; None for the start of the game.

    Args:
        table: The table.
        level_: The level, which may name steps of several games.
    """
    ids = {part for step in table.house.program.walk() for part in step.path.split(".")}
    return next((name for name in level_.at if name in ids), None)


def begin(session: Session, level_: WalkLevel) -> Lesson:
    """Turn a session into a lesson: from now on the level's questions are asked.

    Args:
        session: The session at its table.
        level_: The level.
    """
    lesson = Lesson(level_, session.table, session.players)
    session.players = session.watch = lesson
    return lesson


def going_on(number: str, bettors: Players) -> Callable[[Table], Lesson]:
    """Return a function that makes the lesson of a record that is continued, once its table is set up.

    Args:
        number: The number of the level, as the record's header has it.
        bettors: The players.
    """
    return lambda table: Lesson(level(table.game, int(number)), table, bettors)


def usual_seats(game: Game) -> int:
    """Return the default number of seats: three, within the game's limits."""
    people = game.data["players"]
    return min(int(people["max"]), max(int(people["min"]), 3))


def seated(
    game: str,
    rules: str | None,
    settings: Mapping[str, str],
    *,
    seats: int | None,
    seed: int,
    bettors: str,
    step: str | None,
    level_: WalkLevel | None,
) -> Session:
    """Return a new session at a table, dealt up to the step where the person takes over.

    Args:
        game: The name of the game, or the path of its file.
        rules: The rule set; None for the game's own.
        settings: Options of the game, by name, those of the level among them.
        seats: The number of seats taken; None for the default.
        seed: The seed of shuffles and players.
        bettors: The players: `bots`, `none` or the path of a file.
        step: The step at which it begins; None for the level's own, or the start of the game.
        level_: The level; None for none.

    Raises:
        DealerkitError: If the table cannot be set up, or the step is never reached.
    """
    seats = usual_seats(find_game(game, rules, settings)) if seats is None else seats
    chips = stacks(find_game(game, rules, settings), level_, seats) if level_ is not None else None
    table = Table(game, rules, seats=seats, seed=seed, options=dict(settings), stacks=chips)
    session = Session(table, players_named(bettors))
    if level_ is not None and step is None:
        step = first_step(table, level_)
    if step is not None:
        session.go_to(step)
    if level_ is not None:
        begin(session, level_)
    return session
