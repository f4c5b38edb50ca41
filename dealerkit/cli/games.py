"""`dealerkit games`: the games, and their options."""

from __future__ import annotations

import click

from dealerkit.cli.common import json_option, misused, report, rules_option, set_option
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games as known
from dealerkit.rules.reports.lists import GameList, GameReport


@click.command()
@click.argument("game", required=False)
@rules_option
@set_option
@json_option
@click.pass_context
def games(ctx: click.Context, game: str | None, rules: str | None, settings: dict[str, str], as_json: bool) -> None:
    """List the games, or one game with its options.

    With GAME: every option with its value in force, the values a house may choose, and its rule. --rules and --set show the
    values of your own house.
    """
    if game:
        report(GameReport(load(game, rules, settings)), as_json)
    elif settings or (rules and ctx.get_parameter_source("rules") is not click.core.ParameterSource.DEFAULT):
        misused("--rules and --set need one game, as in: dealerkit games mini-baccarat --set decks=6")
    else:
        report(GameList([GameReport(load(name)) for name in known()]), as_json)
