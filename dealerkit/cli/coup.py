"""`dealerkit coup`: one coup from the cards as they leave the shoe, with every bet settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import click

from dealerkit.arithmetic.coup import SIDES, Coup, CoupRules, settle
from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import json_option, note, rules_option, set_option, show
from dealerkit.errors import UnknownName
from dealerkit.felt.numbers import read_number, written
from dealerkit.files.screen_text import heading, line, table
from dealerkit.rules.coups import coup_rules, deal_coup
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load


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
    show({**_told(dealt, faces), "bets": settled}, as_json, lambda document: _lines(document, dealt, faces, under))


def _settle(text: str, dealt: Coup, game: Game, under: CoupRules) -> dict[str, str]:
    """Read a bet and settle it.

    Raises:
        UnknownName: If there is no such bet.
        ActError: If the amount is no number.
        UsageError: If the amount cannot be bet.
    """
    name, sign, amount = (part.strip() for part in text.partition("="))
    if not (name and sign and amount):
        msg = f"'{text}' is not NAME=AMOUNT, as in --bet banker=100"
        raise click.UsageError(msg)
    bet = name.lower().replace("-", "_")
    if bet not in under.pays:
        kind = "bet"
        raise UnknownName(kind, name, under.bets())
    units = Fraction(read_number(amount.removeprefix("-"))) / under.unit * (-1 if amount.startswith("-") else 1)
    if units <= 0:
        msg = f"--bet {text}: a bet is more than nothing"
        raise click.UsageError(msg)
    if units.denominator != 1:
        msg = f"--bet {text}: the smallest amount on this table is {_money(1, under)}"
        raise click.UsageError(msg)
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


def _hands(dealt: Coup, faces: list[Face]) -> tuple[list[Face], list[Face]]:
    """Say which card went to which hand: the first four in turn, then the player hand's third, then the banker hand's."""
    player, banker = [faces[0], faces[2]], [faces[1], faces[3]]
    rest = faces[4 : dealt.cards_used]
    if dealt.player_cards == 3:
        player.append(rest.pop(0))
    return player, banker + rest


def _told(dealt: Coup, faces: list[Face]) -> dict[str, object]:
    """Return the coup as the JSON document has it."""
    player, banker = _hands(dealt, faces)
    return {
        "player": {"cards": [str(face) for face in player], "initial": dealt.player_initial, "total": dealt.player_total},
        "banker": {"cards": [str(face) for face in banker], "initial": dealt.banker_initial, "total": dealt.banker_total},
        "natural": dealt.natural,
        "draws": {"player": dealt.player_cards == 3, "banker": dealt.banker_cards == 3},
        "winner": dealt.winner,
        "cards_used": dealt.cards_used,
    }


def _why(dealt: Coup, faces: list[Face], under: CoupRules) -> Iterator[str]:
    """Say of each hand what it does and why, as a dealer calls it."""
    if max(dealt.player_initial, dealt.banker_initial) >= under.natural:
        yield "natural: no more cards"
        yield "natural: no more cards"
        return
    third = under.points[_hands(dealt, faces)[0][2].letter] if dealt.player_cards == 3 else None
    yield f"{'stands' if third is None else 'draws'} on {dealt.player_initial}"
    against = "the player hand stood" if third is None else f"against a third card of {third}"
    yield f"{'draws' if dealt.banker_cards == 3 else 'stands'} on {dealt.banker_initial}, {against}"


def _lines(document: Mapping[str, Any], dealt: Coup, faces: list[Face], under: CoupRules) -> Iterator[str]:
    """Yield the coup and its bets as text."""
    rows = []
    for side, why in zip(SIDES, _why(dealt, faces, under), strict=True):
        hand = document[side]
        rows.append((side, " ".join(hand["cards"]), hand["total"], why))
    yield table(rows, header=("hand", "cards", "total", "what it does"))
    yield ""
    high, low = max(dealt.player_total, dealt.banker_total), min(dealt.player_total, dealt.banker_total)
    natural = " with a natural" if dealt.natural in {dealt.winner, "both"} else ""
    yield heading(
        f"Tie at {high}{natural}" if dealt.winner == "tie" else f"{dealt.winner.title()} wins{natural}, {high} to {low}"
    )
    left = len(faces) - dealt.cards_used
    yield line(
        f"{dealt.cards_used} cards used"
        + (f", {left} left over: {' '.join(map(str, faces[dealt.cards_used :]))}" if left else "")
    )
    if document["bets"]:
        yield ""
        columns = ("bet", "stake", "result", "commission", "net")
        yield table([[bet[column] for column in columns] for bet in document["bets"]], header=columns)
        if not under.deducts and any(bet["commission"] != "0" for bet in document["bets"]):
            yield line("The bet is paid in full and the commission is marked; net is what is left once it has been collected.")
