"""`dealerkit games`: what can be dealt, and what a house may choose about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from dealerkit.cli.common import json_option, rules_option, set_option, show
from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games as known
from dealerkit.rules.texts import shown

if TYPE_CHECKING:
    from dealerkit.rules.games import Game
    from dealerkit.rules.options import Option, Value


@click.command()
@click.argument("game", required=False)
@rules_option
@set_option
@json_option
@click.pass_context
def games(ctx: click.Context, game: str | None, rules: str | None, settings: dict[str, str], as_json: bool) -> None:
    """List the games, or one game with its options.

    With GAME: every option with its value in force, the values a house may choose and the rule that speaks of it.
    --rules and --set show what your own house has in force.
    """
    if game:
        show(_row(load(game, rules, settings)), as_json, _one)
    elif settings or (rules and ctx.get_parameter_source("rules") is not click.core.ParameterSource.DEFAULT):
        msg = "--rules and --set belong to one game; name it, as in: dealerkit games mini-baccarat --set decks=6"
        raise click.UsageError(msg)
    else:
        show([_row(load(name)) for name in known()], as_json, _list)


def _row(game: Game) -> dict[str, object]:
    players = game.data["players"]
    return {
        "id": game.id,
        "title": game.title,
        "family": game.family,
        "players": [players["min"], players["max"]],
        "groups": {name: _sentence(game, title) for name, title in game.data.get("groups", {}).items()},
        "options": {name: _option(game, option, game.options[name]) for name, option in game.choices.items()},
        "summary": _sentence(game, game.data.get("summary")),
    }


def _values(option: Option) -> object:
    """Return a list of values, the range of a number by its kind, or the word `odds`."""
    if option.kind == "choice":
        return list(option.values)
    return option.kind if option.kind == "odds" else {option.kind: [str(option.low), str(option.high)]}


def _option(game: Game, option: Option, value: Value) -> dict[str, object]:
    return {
        "title": _sentence(game, option.title),
        "value": value,
        "default": option.read(option.default),
        "values": _values(option),
        "allowed": option.allowed,
        "rule": option.rule or None,
        "help": _sentence(game, option.help),
        "group": option.group or None,
        "answers": {
            name: words
            for name, said in (game.data["options"][option.name].get("answers") or {}).items()
            if (words := _sentence(game, said)) != name.replace("_", " ")
        }
        | ({shown(one): option.words(one) for one in option.values} if option.unit else {}),
    }


def _sentence(game: Game, value: object) -> str:
    return " ".join(game.say(value).split())


def _people(players: list[int]) -> str:
    low, high = players
    return f"{low}" if low == high else f"{low} to {high}"


def _list(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield table(
        [(row["id"], row["family"], _people(row["players"]), row["title"]) for row in rows],
        header=("game", "family", "players", "title"),
    )
    yield ""
    yield "dealerkit games GAME shows one game's options."


def _one(row: Mapping[str, Any]) -> Iterator[str]:
    yield heading(f"{row['title']} ({row['id']})")
    if row["summary"]:
        yield line(row["summary"])
    yield f"  family {row['family']}, {_people(row['players'])} players"
    yield ""
    options: Mapping[str, Mapping[str, Any]] = row["options"]
    yield heading("Options" if options else "No options")
    groups: Mapping[str, str] = row["groups"]
    for group in [*groups, ""]:
        mine = {
            name: option for name, option in options.items() if (option["group"] if option["group"] in groups else "") == group
        }
        if mine and groups:
            yield heading(f"  {groups.get(group, 'And')}")
        for name, option in mine.items():
            yield from _one_option(name, option)


def _one_option(name: str, option: Mapping[str, Any]) -> Iterator[str]:
    rule = f" [{option['rule']}]" if option["rule"] else ""
    yield line(f"{name} = {shown(option['value'])}   {option['title']}{rule}", hang=4)
    standard = "" if option["value"] == option["default"] else f"; default {shown(option['default'])}"
    told = [
        f"{word} ({said})" if (said := option["answers"].get(word)) and not word.isdecimal() else word
        for word in option["allowed"]
    ]
    yield line(f"{', '.join(told)}{standard}", 6, "allowed: ")
    if option["help"]:
        yield line(option["help"], 6)
