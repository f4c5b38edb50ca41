"""`dealerkit round`: one round of a game against the house from the cards as they leave the shoe, settled to the cent."""

from __future__ import annotations

import click

from dealerkit.cards import read_cards
from dealerkit.cli.common import json_option, report, rules_option, set_option
from dealerkit.cli.coup import tell_coup
from dealerkit.cli.deck_option import check_dealt
from dealerkit.errors import UnknownName
from dealerkit.rules.coups import has_coups
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.table.settled_rounds import LINE, ROUND_DEALERS, read_seats


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--seat",
    "seats",
    metavar="'N: BET AMOUNT, ...; WORD, ...'",
    multiple=True,
    required=True,
    help=f"A seat, its bets and what the player says, as '{LINE}'; repeat it for more.",
)
@rules_option
@set_option
@json_option
def round(  # noqa: A001 - the command's name
    game: str, cards: tuple[str, ...], seats: tuple[str, ...], rules: str | None, settings: dict[str, str], as_json: bool
) -> None:
    """Deal one round of GAME from CARDS, in shoe order, and settle it.

    For every game against the house. The dealer makes no slip. After its bets, a seat's words are the player's decisions, in
    order. A word that puts chips down takes an amount, such as double 5; without one, it is the maximum. A bet that is offered
    later, such as insurance, is named among the words. Cards that the round does not need stay unused.

    \b
    dealerkit round blackjack 9h 6c 2d Tc Kd 8s --seat "1: main 10; double"
    dealerkit round blackjack 8s 6h 8d Tc 3d Ks 9c 5d --seat "1: main 10; split, double, stand" --set soft17=hit
    dealerkit round mini-baccarat 7h Ks Th 6c --seat "1: player 100" --seat "2: banker 50, tie 5"
    """
    played = load(game, rules, settings)
    lines, faces = read_seats(seats), read_cards(" ".join(cards))
    coups = has_coups(played)
    if not coups and played.family not in ROUND_DEALERS:
        known = [name for name in games() if load(name).family in ROUND_DEALERS or has_coups(load(name))]
        raise UnknownName(kind="game against the house", name=played.id, known=known)
    check_dealt(faces, played)
    report(tell_coup(played, faces, lines) if coups else ROUND_DEALERS[played.family](played, faces, lines), as_json)
