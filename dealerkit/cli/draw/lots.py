"""The commands of `dealerkit draw`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import json_option, misused, report
from dealerkit.cli.deck.common import pieces_of
from dealerkit.felt.numbers import is_whole
from dealerkit.jobs.deck import lots
from dealerkit.jobs.deck.reports.lots import CardDraw, JackDraw, SeatDraw, TurnList

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")
_LARGEST = 2**32


def _seed_option(command: F) -> F:
    return click.option("--seed", type=int, metavar="N", help="The seed for the cards. Default: random, and printed.")(command)


def _who_wins(command: F) -> F:
    for option in (
        click.option("--by-suit", is_flag=True, help="Suits break ties: clubs lowest, then diamonds, hearts, spades."),
        click.option("--low", is_flag=True, help="The lowest card wins; the ace is still high."),
    ):
        command = option(command)
    return command


def _seed(seed: int | None) -> int:
    return random.SystemRandom().randrange(_LARGEST) if seed is None else seed


def _pairs(given: Sequence[str], read: Callable[[str], T], what: str) -> dict[str, list[T]]:
    """Read `Ann=Kd` and `Ann=Kd,3c`; return the values by name.

    Args:
        given: The typed words.
        read: Reads one value.
        what: Noun for a value, for messages.
    """
    cards_by_player: dict[str, list[T]] = {}
    for pair in given:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not (name and sign and value):
            misused(f"'{pair}' is not NAME={what}")
        if name.casefold() in map(str.casefold, cards_by_player):
            misused(f"{name} is named twice; put cards of later rounds after a comma, such as {name}={what},{what}")
        cards_by_player[name] = [read(item.strip()) for item in value.split(",")]
    return cards_by_player


def _face(text: str) -> Face:
    cards = read_cards(text)
    if len(cards) != 1 or cards[0] is None:
        misused(f"'{text}' is not a card; type one, such as Kd")
    return cards[0]


def _lift(text: str) -> int:
    if not (is_whole(text) and len(text) < 6):
        misused(f"'{text}' is not a number of cards")
    return int(text)


@click.command("jack")
@click.argument("players", nargs=-1, required=True)
@click.option("--cards", metavar="CARDS|FILE", help="The cards in the order dealt, the first player's first.")
@click.option("--rank", metavar="RANK", default="", help="Use another rank instead of the jack.")
@click.option(
    "--from", "start", metavar="NAME", default="", help="The player dealt the first card. Default: the first player named."
)
@_seed_option
@json_option
def jack_(players: tuple[str, ...], cards: str | None, rank: str, start: str, seed: int | None, as_json: bool) -> None:
    """Deal cards around face up until a jack appears: that player deals.

    PLAYERS are named in seat order, clockwise. Exit status 1 if no jack has appeared yet.

    \b
    dealerkit draw jack Ann Bo Cy --cards "4h Kd 9c Js"
    """
    named = lots.check_players(players)
    if cards:
        order, chosen = [piece.face for piece in pieces_of([cards])], None
        if None in order:
            misused("a card in --cards is unknown (??); name every card")
    else:
        chosen = _seed(seed)
        order = [*lots.shuffled(chosen)]
    came = lots.first_of(named, [face for face in order if face is not None], rank, start)
    after = [face for face in order[len(came.cards) :] if face is not None] if cards else []
    answer = JackDraw(came, named, (rank or lots.first_rank()).upper(), chosen, after)
    report(answer, as_json, failed=not came.winner)


@click.command("high")
@click.argument("players", nargs=-1, required=True, metavar="NAME=CARD...|NAME...")
@_who_wins
@_seed_option
@json_option
def high_(players: tuple[str, ...], low: bool, by_suit: bool, seed: int | None, as_json: bool) -> None:
    """Draw for the highest card; players who tie draw again.

    Name the cards that were drawn, those of a second round after a comma: Ann=Kd,3c. Without cards, a seed draws them. For the
    button many houses let the suit decide: --by-suit. Exit status 1 while there is a tie.

    \b
    dealerkit draw high Ann=Kd,3c Bo=Kh,9d Cy=9c
    dealerkit draw high Ann Bo Cy --by-suit --seed 7
    """
    chosen = None
    if any("=" in player for player in players):
        drawn = lots.high_card(_pairs(players, _face, "CARD"), low=low, by_suit=by_suit)
    else:
        chosen = _seed(seed)
        drawn = lots.draw_from(lots.shuffled(chosen), players, low=low, by_suit=by_suit)
    report(CardDraw(drawn, chosen, "low" if low else "high"), as_json, failed=not drawn.winner)


@click.command("cut")
@click.argument("players", nargs=-1, required=True, metavar="NAME=N...")
@click.option("--deck", "order", metavar="CARDS|FILE", help="The deck, from the top. Default: shuffled by the seed.")
@_who_wins
@_seed_option
@json_option
def cut_(players: tuple[str, ...], order: str | None, low: bool, by_suit: bool, seed: int | None, as_json: bool) -> None:
    """Cut for the highest card: each player lifts a packet and shows its bottom card.

    The packet is replaced each time, so the deck order stays the same. Players who tie cut again: Ann=20,31. Exit status 1
    while there is a tie.

    \b
    dealerkit draw cut Ann=20 Bo=33 Cy=8 --seed 7
    """
    chosen = None if order else _seed(seed)
    cards = [piece.face for piece in pieces_of([order])] if order else [*lots.shuffled(chosen or 0)]
    if None in cards:
        misused("a card in --deck is unknown (??); name every card")
    faces = [face for face in cards if face is not None]
    drawn = lots.cut_for_high(faces, _pairs(players, _lift, "N"), low=low, by_suit=by_suit)
    report(CardDraw(drawn, chosen, "low" if low else "high"), as_json, failed=not drawn.winner)


@click.command("seats")
@click.argument("players", nargs=-1, required=True, metavar="NAME...|NAME=CARD...")
@_seed_option
@json_option
def seats_(players: tuple[str, ...], seed: int | None, as_json: bool) -> None:
    """Draw for the seats.

    One card stands for each seat: the ace of spades for the first, the two for the second, and so on. Name the cards that were
    drawn, or let a seed draw them.

    \b
    dealerkit draw seats Ann Bo Cy Di --seed 7
    dealerkit draw seats Ann=3s Bo=As Cy=2s
    """
    chosen = None
    if any("=" in player for player in players):
        cards = {name: mine[0] for name, mine in _pairs(players, _face, "CARD").items()}
    else:
        chosen = _seed(seed)
        named = lots.check_players(players)
        drawn = lots.seat_cards(len(named))
        random.Random(chosen).shuffle(drawn)
        cards = dict(zip(named, drawn, strict=True))
    report(SeatDraw(lots.seats_drawn(cards), cards, chosen), as_json)


@click.command("turns")
@click.argument("players", nargs=-1, required=True)
@click.option("--dealer", metavar="NAME", help="The dealer of the next hand. Default: the first player named.")
@click.option("--hands", type=click.IntRange(1, 1000), help="How many hands. Default: once around the table.")
@json_option
def turns_(players: tuple[str, ...], dealer: str | None, hands: int | None, as_json: bool) -> None:
    """Show who deals, who cuts and who gets the first card in the next hands.

    PLAYERS are named in seat order, clockwise. The deal moves one player to the left; the player on the dealer's right is
    offered the cut, and the player on the left gets the first card.

    \b
    dealerkit draw turns Ann Bo Cy --dealer Cy
    """
    schedule = lots.turns(players, dealer or players[0], hands or len(players))
    report(TurnList(schedule), as_json)
