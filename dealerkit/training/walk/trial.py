"""Hands dealt on trial: whether a game can be dealt, and nobody is accused who does all that is due."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dealerkit.errors import DealerkitError, Problem, RuleFileError
from dealerkit.procedure.compiled_game import CompiledGame, compiled_game
from dealerkit.procedure.setup import game_data, most_seats
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Place
from dealerkit.rules.games import Game
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table
from dealerkit.training.walk.hands import Dealing

_CANNOT = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""The errors of Python where something is told that cannot be: here it is the file that tells it."""


def lint_tabled(game: Game) -> Iterator[Problem]:
    """Yield what is wrong with the tables of a game, the options in force put in."""
    try:
        game_data(game)
    except RuleFileError as error:
        yield from error.problems


def lint_compiled(game: Game) -> Iterator[Problem]:
    """Yield what is wrong with a game before its first card: everything that a table is made of is put together."""
    try:
        compiled_game(game)
    except RuleFileError as error:
        yield from error.problems


def lint_dealt(game: Game) -> Iterator[Problem]:
    """Deal a hand of a game to the fewest players and one to the most, by a perfect dealer, and yield the first thing that goes
    wrong.

    Args:
        game: The game, with the rule set and the options in force; it can be compiled.
    """
    house = compiled_game(game)
    players = game.data["players"]
    least, step = int(players["min"]), int(players.get("step", 1))
    asked = not _is_ours(game, ("players", "max"))  # ours say for how many there are places; fewer sit down if the pack is short
    most = int(players["max"]) if asked else most_seats(game, house.program)
    for seats in dict.fromkeys((least, most - (most - least) % step)):
        if (wrong := _wrong_in_a_hand(game, house, seats)) is not None:
            yield wrong
            return


def _wrong_in_a_hand(game: Game, house: CompiledGame, seats: int) -> Problem | None:
    """Deal one hand, and return what went wrong; None if nothing did."""
    at = f"at a table of {seats}"
    short = _too_many(game, house, seats)
    try:
        table = Table(game, seats=seats, seed=seats)
    except (DealerkitError, *_CANNOT) as error:
        return short or game.doc.problem(("game",), f"it cannot be dealt {at}: {_words(error)}")
    dealing = Dealing(table, players_named("random"))
    try:
        next(dealing.hands(1), None)
    except (DealerkitError, *_CANNOT) as error:
        dealing.stuck = _words(error)
    if dealing.stuck and short is not None:
        return short
    if dealing.stuck:
        place = _place_of(game, house, _open_step(table))
        return game.doc.problem(place, f"it cannot be dealt {at}: {dealing.stuck}", of_key=True)
    if table.findings:
        found = table.findings[0]
        what = f"who deals it as it stands here is found at fault {at}: {found.code}, at `{found.got or found.expected}`"
        hint = "what a step asks for does not go with the others; `dealerkit play` and `check` tell more"
        return game.doc.problem(_place_of(game, house, found.step), what, hint, of_key=True)
    return None


def _too_many(game: Game, house: CompiledGame, seats: int) -> Problem | None:
    """Return what is wrong with a number of players that the pack does not serve; None if it serves them."""
    enough = most_seats(game, house.program)
    return (
        game.doc.problem(("players", "max"), f"the pack has cards for {enough} players, not for {seats}")
        if seats > enough
        else None
    )


def _words(error: Exception) -> str:
    """Say an error: ours as it is, one of Python's with its kind."""
    return str(error) if isinstance(error, DealerkitError) else f"{type(error).__name__}: {error}"


def _open_step(table: Table) -> str:
    """Return the id of the step that a table stands at; empty if there is none."""
    place, players = table.agenda.place, table.players
    return place.step.id if place is not None else players.id if players is not None else ""


def _place_of(game: Game, house: CompiledGame, name: str) -> Place:
    """Return where the author of a game has to look: at the step where it went wrong, or at the last step before it that is the
    author's own, where that one comes from a game of ours.
    """
    found: Place = ()
    for step in house.program.walk():
        place = _place_of_step(step.path)
        if not _is_ours(game, place):
            found = place
        if step.id == name:
            return found or place
    return found or ("procedure",)


def _place_of_step(path: str) -> Place:
    """Return where a step stands in its game's file.

    >>> _place_of_step("hand.pitch")
    ('procedure', 'hand', 'steps', 'pitch')
    """
    first, *rest = path.split(".")
    return ("procedure", first, *(key for part in rest for key in ("steps", part)))


def _is_ours(game: Game, place: Place) -> bool:
    """Return whether something stands in a file that comes with dealerkit."""
    return Path(game.doc.origin(place, of_key=True).file).is_relative_to(data_dir("procedures"))
