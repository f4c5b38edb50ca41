"""`dealerkit coup`: one coup from the cards as they leave the shoe, with every bet settled."""

from __future__ import annotations

from fractions import Fraction

import click

from dealerkit.arithmetic.coup import Coup, CoupRules, settle
from dealerkit.cards import read_cards
from dealerkit.cli.common import json_option, misused, note, report, rules_option, set_option
from dealerkit.errors import UnknownName
from dealerkit.felt.numbers import read_number, written
from dealerkit.rules.coups import coup_rules, deal_coup
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.reports.coup import CoupReport


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--game", "game_id", metavar="GAME", default="mini-baccarat", show_default=True, help="The game whose tables decide."
)
@click.option(
    "--bet",
    "bets",
    metavar="NAME=AMOUNT",
    multiple=True,
    help="A bet to settle, as banker=100 or player_pair=5; repeat it for more.",
)
@rules_option
@set_option
@json_option
def coup(
    cards: tuple[str, ...], game_id: str, bets: tuple[str, ...], rules: str | None, settings: dict[str, str], as_json: bool
) -> None:
    """Deal one coup from CARDS, in the order they leave the shoe: player, banker, player, banker, then third cards.

    Says who draws and why, who wins, and what each bet gets under the options in force. Cards that the coup does not
    need are left over. Side bets are settled whether or not the house offers them.

    \b
    dealerkit coup 7h Ks Th 6c --bet player=100
    dealerkit coup Kd 2c 6s 2h 3d --bet banker=85 --bet dragon7=5 --set variant=ez
    """
    game = load(game_id, rules, settings)
    under = coup_rules(game)
    read = read_cards(" ".join(cards))
    dealt = deal_coup(read, under)
    faces = [face for face in read if face]
    settled = [_settle(bet, dealt, game, under) for bet in bets]
    report(CoupReport(dealt, faces, under, settled), as_json)


def _settle(text: str, dealt: Coup, game: Game, under: CoupRules) -> dict[str, str]:
    """Read a bet and settle it.

    Raises:
        UnknownName: If there is no such bet.
        ActError: If the amount is not a number.
        UsageError: If the amount cannot be bet.
    """
    name, sign, amount = (part.strip() for part in text.partition("="))
    if not (name and sign and amount):
        misused(f"'{text}' is not NAME=AMOUNT, as in --bet banker=100")
    bet = name.lower().replace("-", "_")
    if bet not in under.pays:
        raise UnknownName(kind="bet", name=name, known=under.bets())
    units = Fraction(read_number(amount.removeprefix("-"))) / under.unit * (-1 if amount.startswith("-") else 1)
    if units <= 0:
        misused(f"--bet {text}: a bet is more than nothing")
    if units.denominator != 1:
        misused(f"--bet {text}: the smallest amount on this table is {_money(1, under)}")
    if game.options.get(bet) is False:
        note(f"note: {bet} is not offered under the options in force; it is settled all the same")
    stake = units.numerator
    settled = settle(bet, stake, dealt, under)
    return {
        "bet": bet,
        "stake": _money(stake, under),
        "result": settled.result,
        "commission": _money(settled.commission, under),
        "net": _money(settled.net, under),
    }


def _money(units: int, under: CoupRules) -> str:
    return written(units * under.unit)
