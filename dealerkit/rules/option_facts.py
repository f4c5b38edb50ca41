"""Options of games as facts that rulings can test: a house's choice is known at the table and need not be asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from dealerkit.files.late_modules import late_imports
from dealerkit.rules import data
from dealerkit.rules.files import Stamp, remembered
from dealerkit.rules.sets import once_a_moment
from dealerkit.rules.texts import shown, text


class _Known(TypedDict):
    """The options of our games as facts, and the form of each game that has one."""

    options: dict[str, FactEntry]
    forms: dict[str, str]


if TYPE_CHECKING:
    from dealerkit.rules.entries import FactEntry, Literal
    from dealerkit.rules.games import Game
    from dealerkit.rules.options import Option, Value

with late_imports():  # not needed to read from the cache
    from dealerkit.rules import games


def option_facts() -> Mapping[str, FactEntry]:
    """Return every option of dealerkit's games by name, in the form of an entry of `facts.yaml`.

    `assume` is the value for an unknown game, if every game has the same default; if defaults differ, `assume_by_form` has them
    by form of game.

    Raises:
        RuleFileError: If a game's file cannot be used.

    >>> option_facts()["cuts"]["type"], option_facts()["cuts"]["assume"]
    ('int', 1)
    >>> option_facts()["odd_chips"]["assume_by_form"]["stud7"]
    'card_by_suit'
    """
    return once_a_moment(_NAME, _known)["options"]


def forms_of_games() -> Mapping[str, str]:
    """Return the form (such as `stud7`, as in the fact `form`) of each of dealerkit's games that has one, by the game's id.

    >>> forms_of_games()["holdem-short-deck"], "golf" in forms_of_games()
    ('holdem', False)
    """
    return once_a_moment(_NAME, _known)["forms"]


def _known() -> _Known:
    def make() -> tuple[list[Stamp], _Known]:
        dealt = [games.game(name) for name in games.games()]
        files = list(dict.fromkeys(file for game in dealt for file in game.files))
        return files, _Known(options=declared(dealt), forms={game.id: game.form for game in dealt if game.form})

    known: _Known = remembered(f"{_NAME} {data.data_dir('procedures')}", make, lambda known: known)
    return known


_NAME = "options as facts"
"""Name of the cache entry."""


def declared(dealt: Iterable[Game]) -> dict[str, FactEntry]:
    """Return the options of some games, in the form of entries of `facts.yaml`, by name.

    Options with the same name are one fact, with the values of all of them.

    Args:
        dealt: The games.
    """
    having: dict[str, list[Game]] = {}
    for game in dealt:
        for name in game.choices:
            having.setdefault(name, []).append(game)
    return {name: _spec(name, of) for name, of in having.items()}


def fact_of(*options: Option) -> FactEntry:
    """Return one fact, in the form of an entry of `facts.yaml`, for options with the same name; it has only type, title and
    values.

    It is used for games that do not come with dealerkit, and for games that are not complete yet.
    """
    kind, values = _kind([*options])
    fact_entry: FactEntry = {"type": kind, "title": text(options[0].title) or options[0].name}
    return {**fact_entry, "values": values} if values else fact_entry


def _spec(name: str, having: list[Game]) -> FactEntry:
    options = [game.choices[name] for game in having]
    kind, values = _kind(options)
    answers: dict[str, Any] = {}
    for having_game in having:
        answers |= {
            value: answer
            for value, answer in having_game.data["options"][name].get("answers", {}).items()
            if value not in answers
        }
    fact_entry: FactEntry = {"type": kind, "title": text(options[0].title) or name, "of_game": True, "of_option": True}
    if values:
        fact_entry["values"] = values
    if kind == "bool":
        answers = {{"yes": "true", "no": "false"}.get(value, value): answer for value, answer in answers.items()}
    if answers:
        fact_entry["answers"] = answers
    if with_others := next((option.default_with for option in options if option.default_with), None):
        fact_entry["default_with"] = with_others
    defaults = [
        (game.form, _plain(kind, game.choices[name].read(game.choices[name].default))) for game in _namesakes_last(having)
    ]
    if len({str(value) for _, value in defaults}) == 1:
        fact_entry["assume"] = defaults[0][1]
    else:
        fact_entry["assume_by_form"] = {form: value for form, value in defaults if form}
    return fact_entry


def _namesakes_last(having: list[Game]) -> list[Game]:
    """Return games in such an order that the deciding default comes last: for each form that of the game with the form's name,
    else of its first game.
    """
    backwards = list(reversed(having))
    return sorted(backwards, key=lambda game_name: game_name.id.replace("-", "_") == game_name.form)


def _kind(options: list[Option]) -> tuple[str, list[Literal] | str]:
    """Return type and values, as in `facts.yaml`, of the fact for all options with the same name."""
    if any(option.kind == "odds" for option in options):
        return "text", []
    if any(option.kind == "number" for option in options):
        return "amount", []
    values = list(dict.fromkeys(value for option in options for value in option.values))
    if values and all(isinstance(value, bool) for value in values):
        return "bool", []
    numbers = [value for value in values if type(value) is int]
    if len(numbers) == len(values):
        ends = [*numbers, *(int(end) for option in options if option.kind == "whole" for end in (option.low, option.high))]
        return "int", f"{min(ends)}-{max(ends)}"
    return "choice", [shown(value) for value in values]


def _plain(kind: str, value: Value) -> Literal:
    return shown(value) if kind == "choice" else value
