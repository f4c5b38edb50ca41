"""Trial hands for lint: whether a game can be dealt, and whether a perfect dealer has no finding in it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from dealerkit.errors import DealerkitError, Problem, RuleFileError
from dealerkit.felt import Act
from dealerkit.files.screen_text import count_of, either
from dealerkit.games.poker.facts.showdown import form_of
from dealerkit.procedure.compiled_game import CompiledGame, compiled_game
from dealerkit.procedure.setup import most_seats
from dealerkit.rules.coups import dead_lines, has_coups
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Place, value_at
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.sheets.house import house
from dealerkit.table.bots import Bots
from dealerkit.table.bots.chance import random_legal
from dealerkit.table.bots.players import Moves
from dealerkit.table.table import Table
from dealerkit.training.walk.hands import Dealing

_CANNOT = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""Python errors caused by impossible data; they are blamed on the file."""


def lint_compiled(game: Game) -> Iterator[Problem]:
    """Yield problems of a game that appear while a table is set up, before the first card.

    They include lines of a pay table that settle no coup.

    Args:
        game: The game, with its rule set and options in force.
    """
    try:
        compiled_game(game)
        if has_coups(game):
            yield from dead_lines(game)
    except RuleFileError as error:
        yield from error.problems


def lint_house(path: Path) -> Iterator[Problem]:
    """Yield problems of a house's file; if there are none, problems of a game dealt under it.

    Args:
        path: The file.
    """
    try:
        dealt = house(path).games
    except RuleFileError as error:
        yield from error.problems
        return
    doc = read_file(path)
    for game_ in dealt:
        for flaw in [*lint_compiled(game_)] or [*lint_dealt(game_)]:
            message = flaw.message if flaw.path == "game" else f"{flaw.path}: {flaw.message}"
            yield flaw if _in_a_file_of_the_user(flaw) else doc.problem(("games", game_.id), message, flaw.hint, of_key=True)


def _in_a_file_of_the_user(problem: Problem) -> bool:
    """Return whether a problem is in a file that the reader can change."""
    file = Path(problem.file).absolute()
    return not any(file.is_relative_to(data_dir(kind).absolute()) for kind in ("procedures", "rulings"))


def lint_dealt(game: Game) -> Iterator[Problem]:
    """Deal two hands of a game, and yield the first problem.

    One hand has the fewest players, who stay in; the other the most, who choose at random.

    Args:
        game: The game, with its rule set and options in force; it must compile.
    """
    house = compiled_game(game)
    players = game.data["players"]
    least, step = int(players["min"]), int(players.get("step", 1))
    asked = not _is_ours(game, ("players", "max"))  # our games state the places; a small pack seats fewer
    most = int(players["max"]) if asked else most_seats(game, house.program)
    for seats in dict.fromkeys((least, most - (most - least) % step)):
        if (wrong := _wrong_in_a_hand(game, house, seats)) is not None:
            yield wrong
            return


def _wrong_in_a_hand(game: Game, house: CompiledGame, seats: int) -> Problem | None:
    """Deal a hand, and return its problem; None if there is none."""
    at, enough = f"at a table of {seats}", most_seats(game, house.program)
    if seats > enough:
        return game.doc.problem(("players", "max"), f"the pack has cards for {count_of(enough, 'player')}, not for {seats}")
    try:
        table = Table(game, seats=seats, seed=seats)
    except (DealerkitError, *_CANNOT) as error:
        return game.doc.problem(("game",), f"the game can't be dealt {at}: {_words(error)}")
    dealing = Dealing(table, Bots(_stays_in if seats == game.data["players"]["min"] else random_legal))
    try:
        next(dealing.hands(1), None)
    except (DealerkitError, *_CANNOT) as error:
        dealing.stuck = _words(error)
    if dealing.stuck:
        place = _place_of(game, house, _open_step(table))
        return game.doc.problem(place, f"the game can't be dealt {at}: {dealing.stuck}", of_key=True)
    if (kept := _shown_with(table)) and kept not in (ranked := form_of(table.now).deals):
        many, cards = either([str(number) for number in ranked]), f"{count_of(kept, 'card')}"
        what = f"{at}, a hand is shown down with {cards}, but {form_of(table.now).title} ranks hands of {many}"
        hint = "change how many cards are dealt or discarded, or name a `form` under `showdown` that ranks this many"
        found_at = table.findings[0].step if table.findings else ""
        return game.doc.problem(_place_of(game, house, found_at), what, hint, of_key=True)
    if table.findings:
        finding_ = table.findings[0]
        what = (
            f"{at}, a dealer who follows these steps gets the finding {finding_.code}, at `{finding_.got or finding_.expected}`"
        )
        hint = "the steps contradict each other; `dealerkit play` and `check` show more"
        return game.doc.problem(_place_of(game, house, finding_.step), what, hint, of_key=True)
    return None


def _stays_in(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return a check or call, or a show, so that hands reach a showdown; without such a choice, any legal move."""
    staying = next((verb for verb in ("check", "call", "show") if verb in moves), "") if "showdown" in table.game.data else ""
    return Act.make(seat, staying) if staying else random_legal(table, seat, moves, rng)


def _shown_with(table: Table) -> int:
    """Return the number of cards of the first hand shown in a finished hand; 0 if there is none."""
    if "showdown" not in table.game.data:
        return 0
    held: Counter[str] = Counter()
    for act in table.log:
        if act.verb == "gather":  # the cards drawn for the first dealer
            held.clear()
        elif act.verb == "deal" and act.to:
            held[act.to[0]] += act.count
        elif act.verb in ("discard", "draw"):
            held[act.who] -= act.count
        elif act.verb == "show" and act.seat:
            return held[act.who]
    return 0


def _words(error: Exception) -> str:
    """Return an error in words: one of ours unchanged, one of Python's with its type."""
    return str(error) if isinstance(error, DealerkitError) else f"{type(error).__name__}: {error}"


def _open_step(table: Table) -> str:
    """Return the id of the table's present step; empty if there is none."""
    place, players = table.agenda.place, table.players
    return place.step.id if place is not None else players.id if players is not None else ""


def _place_of(game: Game, house: CompiledGame, name: str) -> Place:
    """Return the place that the author of a game should look at: the faulty step; or, if that comes from a game of ours, the
    last of the author's own steps before it.
    """
    place_: Place = ()
    for step in house.program.walk():
        place = _place_of_step(step.path)
        spec = value_at(game.data, place)
        lines = [(*place, key) for key in spec if key != "steps"] if isinstance(spec, dict) else []
        place_ = next((candidate for candidate in (place, *lines) if not _is_ours(game, candidate)), place_)
        if step.id == name:
            return place_ or place
    return place_ or ("game",)


def _place_of_step(path: str) -> Place:
    """Return the place of a step in its game's file.

    >>> _place_of_step("hand.pitch")
    ('procedure', 'hand', 'steps', 'pitch')
    """
    first, *rest = path.split(".")
    return ("procedure", first, *(key for part in rest for key in ("steps", part)))


def _is_ours(game: Game, place: Place) -> bool:
    """Return whether a place is in a file that comes with dealerkit."""
    return Path(game.doc.origin(place, of_key=True).file).absolute().is_relative_to(data_dir("procedures").absolute())
