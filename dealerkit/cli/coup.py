"""`dealerkit coup`: one coup from the cards as they leave the shoe, with every bet settled."""

from __future__ import annotations

from collections.abc import Sequence

import click

from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import json_option, misused, note, report, rules_option, set_option
from dealerkit.cli.deck_option import check_dealt
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.reports.coup import CoupReport
from dealerkit.table.settled_rounds import SeatLine, SeatWord, settled_coup, signed


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--game",
    "game_id",
    metavar="GAME",
    default="mini-baccarat",
    show_default=True,
    help="The game whose drawing rules and payouts apply.",
)
@click.option(
    "--bet",
    "bets",
    metavar="NAME=AMOUNT",
    multiple=True,
    help="A bet to settle, such as banker=100 or player_pair=5; repeatable.",
)
@rules_option
@set_option
@json_option
def coup(
    cards: tuple[str, ...], game_id: str, bets: tuple[str, ...], rules: str | None, settings: dict[str, str], as_json: bool
) -> None:
    """Deal one coup from CARDS, in shoe order: player, banker, player, banker, then third cards.

    Shows who draws and why, who wins, and what each bet is paid under the options in force. Cards that the coup does not need
    stay unused. Side bets are settled whether or not the house offers them. `dealerkit round` takes the bets seat by seat.

    \b
    dealerkit coup 7h Ks Th 6c --bet player=100
    dealerkit coup Kd 2c 6s 2h 3d --bet banker=85 --bet dragon7=5 --set variant=ez
    """
    lines = [SeatLine(0, [_bet(text) for text in bets])]
    game, faces = load(game_id, rules, settings), read_cards(" ".join(cards))
    check_dealt(faces, game)
    report(tell_coup(game, faces, lines), as_json)


def tell_coup(game: Game, faces: Sequence[Face | None], lines: Sequence[SeatLine]) -> CoupReport:
    """Deal a coup from known cards, settle its bets, and print a note on standard error about bets that the house does not
    offer.

    Args:
        game: The game with its options in force.
        faces: The cards in shoe order; None for an unknown card.
        lines: The bets, seat by seat.
    """
    answer = settled_coup(game, faces, lines)
    for name in dict.fromkeys(bet.name for line in lines for bet in line.bets if game.options.get(bet.name) is False):
        note(f"note: {name} is not offered under the options in force; it is settled anyway")
    return answer


def _bet(text: str) -> SeatWord:
    """Read a bet, typed as `NAME=AMOUNT`.

    Raises:
        UsageError: If it is not a name and an amount.
        ActError: If the amount is not a number.
    """
    name, sign, amount = (part.strip() for part in text.partition("="))
    if not (name and sign and amount):
        misused(f"'{text}' is not NAME=AMOUNT, as in --bet banker=100")
    return SeatWord(name.lower().replace("-", "_"), signed(amount), text, len(name) + 2)
