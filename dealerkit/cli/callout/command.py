"""`dealerkit callout`: the program plays the patrons aloud, a trainee deals real cards, a person marks."""

from __future__ import annotations

from collections.abc import Mapping

import click

from dealerkit.cli.common import json_option, rules_option, set_option
from dealerkit.cli.trainee import trainee_option


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--level", type=click.IntRange(1, 9), default=1, show_default=True, help="1 is the easiest.")
@click.option("--hands", type=click.IntRange(1), help="Number of hands or coups.")
@trainee_option("The dealer.")
@click.option("--by", "instructor", metavar="NAME", default="", help="Who marks the dealer. Default: the dealer.")
@rules_option
@set_option
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same patrons.")
@click.option("--no-record", is_flag=True, help="Save no marks.")
@json_option
def callout(
    game: str,
    level: int,
    hands: int | None,
    trainee: str,
    instructor: str,
    rules: str | None,
    settings: Mapping[str, str],
    seed: int | None,
    no_record: bool,
    as_json: bool,
) -> None:
    """Deal real cards while the program calls what the players say and do; one key shows the right answer.

    Someone reads the players' lines aloud, or you read them yourself, and you deal on your own table. Space shows what a dealer
    should have said and done under the rules in force; then press Enter to mark yourself right, `w` for wrong, or the letter of a
    slip. Backspace undoes the last mark, `q` ends the session. The lines do not depend on your cards; your own cards decide who
    wins. Your marks are saved apart from the program's own figures.

    \b
    dealerkit callout holdem --level 3 --as "Ann Lee" --by "Bo Ray"
    dealerkit callout mini-baccarat --hands 5
    """
    from dealerkit.cli.callout import conversation

    conversation.call_out(
        conversation.setting(game, level, rules, settings),
        hands=hands,
        trainee=trainee,
        instructor=instructor,
        seed=seed,
        kept=not no_record,
        as_json=as_json,
    )
