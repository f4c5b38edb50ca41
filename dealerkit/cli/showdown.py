"""`dealerkit showdown`: hands, board and pots; the winners, and why."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

import attrs
import click

from dealerkit.cards import read_cards
from dealerkit.cli.common import json_option, misused, report, rules_option, set_option
from dealerkit.errors import UnknownName
from dealerkit.felt.numbers import Number, read_number, written
from dealerkit.files.screen_text import count_of
from dealerkit.rules.files import is_path
from dealerkit.rules.games import game as house_game
from dealerkit.rules.rankings import form, forms
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.showdown import Pot, tied
from dealerkit.showdown import showdowns as show_down
from dealerkit.showdown.reports.showdown import BoardsReport, ShowdownReport, ToldTie


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--board",
    "boards",
    metavar="CARDS",
    multiple=True,
    help="The board, such as 'Ah Kd 7c 7s 2d'; repeatable.",
)
@click.option("--hand", "hands", metavar="NAME=CARDS", multiple=True, help="A player's hole cards; repeat it, in seat order.")
@click.option(
    "--pot", "pots", metavar="AMOUNT[:NAME,NAME]", multiple=True, help="A pot and the players in it; the main pot first."
)
@click.option("--button", metavar="NAME", help="The player with the button. Default: the first hand named is left of the button.")
@click.option("--unit", metavar="N", help="The smallest chip in play. Default: 1, or the smallest decimal place of the pots.")
@click.option("--declare", "declared", metavar="NAME=WORD", multiple=True, help="What a player declared: high, low or both.")
@click.option(
    "--tie", "ties", metavar="[HALF=]NAME,NAME", multiple=True, help="The players who tie, if no hands are given; in seat order."
)
@rules_option
@set_option
@json_option
def showdown(
    game: str,
    boards: tuple[str, ...],
    hands: tuple[str, ...],
    pots: tuple[str, ...],
    button: str | None,
    unit: str | None,
    declared: tuple[str, ...],
    ties: tuple[str, ...],
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Show down the hands of GAME: who wins each pot, how it is split, who gets the odd chip, and why.

    \b
    dealerkit showdown holdem --board "Ah Kd 7c 7s 2d" --hand Ann=AdKc --hand Bo=7h6h --pot 300
    dealerkit showdown omaha-hilo --board "8h 6c 2d Ks Qs" --hand Ann=As3sKhTd --hand Bo=Ac4dQhJh --pot 405 --unit 5
    dealerkit showdown holdem --pot 305 --tie Ann,Bo
    dealerkit showdown omaha-hilo --pot 305 --tie high=Ann --tie low=Ann,Cy
    dealerkit showdown bomb-pot --board "Ah Kd 7c 7s 2d" --board "Qs Jc Td 4h 3h" --hand Ann=AdKc --hand Bo=7h6h --pot 305
    dealerkit showdown draw --hand Ann="Ah Ad 2c 9s 8s" --hand Bo="Kh Kd Kc 4s 5s" --set wild=2
    """
    amounts = [_amount(pot) for pot in pots]
    chip = _chip(unit, [amount for amount, _ in amounts])
    asked = _asked(game, rules, settings)
    game, options = asked.form, asked.options
    if ties:
        if hands or boards or declared:
            misused("--tie needs no cards; leave out --hand, --board and --declare, or leave out --tie")
        if not pots:
            misused("--tie splits a pot; --pot 300 says how much is in it")
        winners = _tied(ties)
        names = tuple(dict.fromkeys(name for names_ in winners.values() for name in names_))
        contested = [Pot(_chips(amount, chip), names if those is None else those) for amount, those in amounts]
        form_, awards = tied(game, _halves_of(game, winners, options), contested, button, options)
        report(ToldTie(form_, awards, chip), as_json)
        return
    cards = {name: read_cards(text) for name, text in _named(hands, "--hand", "Ann=AhKd").items()}
    if not cards:
        misused("no hand given; --hand Ann=AhKd names one")
    _check_hands(asked, {name: len(held) for name, held in cards.items()})
    contested = [Pot(_chips(amount, chip), tuple(cards) if names is None else names) for amount, names in amounts]
    halves = _named(declared, "--declare", "Ann=high", lower=True)
    each = show_down(game, cards, [read_cards(board) for board in boards or ("",)], contested, button, options, halves)
    boards_shown = [ShowdownReport(came, chip) for came in each]
    report(boards_shown[0] if len(each) == 1 else BoardsReport(boards_shown), as_json)


# Reading


@attrs.frozen
class AskedShowdown:
    """The rules for a showdown that was asked for on the command line.

    Attributes:
        form: The name of its form (which cards make a hand, high or low) in the file of rankings.
        options: Options that decide which hand wins and how pots are split, by name.
        cards: Number of cards in a hand, by an option or the game's file; 0 for any.
    """

    form: str
    options: Mapping[str, object]
    cards: int = 0


def _asked(game: str, rules: str | None, settings: Mapping[str, str]) -> AskedShowdown:
    """Return the showdown of a game with its options, or of a form without a game.

    Args:
        game: The game's name, or the path of its file.
        rules: The named rule set; None for the game's own.
        settings: The typed options: those of a showdown, and those that `dealerkit games` lists for the game.

    Raises:
        UnknownName: If there is no such game or rule set, or the game has no showdown.
    """
    if not is_path(game) and game not in forms():
        return AskedShowdown(game, settings)
    ranked = ranking_options()
    house = house_game(game, rules)
    of_game = {name: value for name, value in settings.items() if name in house.choices and name not in ranked}
    if of_game:
        house = house_game(game, rules, of_game)
    shown = house.data.get("showdown")
    if not shown:
        raise UnknownName(kind="game with a showdown", name=game, known=forms())
    in_force = {name: value for name, value in house.options.items() if name in ranked}
    own = {name: value for name, value in settings.items() if name not in of_game}
    hand = shown.get("hand") if of_game or is_path(game) else None
    return AskedShowdown(
        form=str(shown["form"]) if is_path(game) else game,
        options={**in_force, **own},
        cards=hand if isinstance(hand, int) else 0,
    )


def _check_hands(asked: AskedShowdown, counts: Mapping[str, int]) -> None:
    """Refuse a hand whose number of cards differs from the number dealt under a typed option."""
    wrong = next((name for name, count in counts.items() if asked.cards and count != asked.cards), None)
    if wrong is not None:
        misused(f"{wrong} has {count_of(counts[wrong], 'card')}; under these options a hand has {asked.cards}")


def _tied(given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the players who tie, by half of the pot; a pot that is not split in halves has an empty name."""
    ties: dict[str, tuple[str, ...]] = {}
    for text_ in given:
        half, sign, names_text = text_.rpartition("=")
        names = tuple(dict.fromkeys(name.strip() for name in names_text.split(",") if name.strip()))
        if not names or (sign and not half.strip()):
            misused(f"'{text_}' is not of the form --tie Ann,Bo or --tie low=Ann,Bo")
        if half.strip().lower() in ties:
            misused(f"--tie {text_}: a tie is given twice; put commas between the names")
        ties[half.strip().lower()] = names
    return ties


def _halves_of(game: str, winners: Mapping[str, tuple[str, ...]], options: Mapping[str, object]) -> Mapping[str, tuple[str, ...]]:
    """Return the winners by half, with the name filled in for a pot that has only one."""
    if "" not in winners:
        return winners
    form_ = form(game, options)
    halves = [half for half, part in (("high", form_.high), ("low", form_.low)) if part]
    if len(halves) > 1 or len(winners) > 1:
        misused(f"{form_.title} has {' and '.join(halves)}: say which half, as in --tie high=Ann,Bo")
    return {halves[0]: winners[""]}


def _named(pairs: tuple[str, ...], option: str, example: str, *, lower: bool = False) -> dict[str, str]:
    """Read NAME=VALUE pairs; a repeated name is refused.

    Args:
        pairs: The typed pairs.
        option: The option, for messages.
        example: An example of a pair, for messages.
        lower: Whether names are put in lower case.
    """
    values: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not (name and sign and value):
            misused(f"'{pair}' is not of the form {option} {example}")
        if name in values:
            misused(f"{option}: {name} is named twice")
        if set(name) & set(",:"):
            misused(f"{option}: '{name}' cannot be a name; --pot puts commas between names")
        values[name] = value.lower() if lower else value
    return values


def _amount(text: str) -> tuple[Number, tuple[str, ...] | None]:
    """Return the amount of a pot and its contestants, or None for all."""
    amount_text, sign, names = text.partition(":")
    if amount_text.strip().startswith("-"):
        misused(f"--pot {text}: a pot can't be below zero")
    who = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if sign and not who:
        misused(f"--pot {text}: name the players after the colon")
    return read_number(amount_text.strip()), who if sign else None


def _chip(unit: str | None, amounts: list[Number]) -> Number:
    """Return the smallest chip: the given one, or 1, or the smallest decimal place in the pots."""
    if unit is not None:
        if unit.strip().startswith("-") or not read_number(unit.strip()):
            misused(f"--unit {unit}: the smallest chip must be worth more than zero")
        return read_number(unit.strip())
    places = max((-int(Decimal(written(amount)).as_tuple().exponent) for amount in amounts), default=0)
    return Fraction(1, 10 ** max(places, 2)) if places > 0 else 1


def _chips(amount: Number, chip: Number) -> int:
    chips = Fraction(amount) / chip
    if chips.denominator != 1:
        why = f"a pot of {written(amount)} is not a whole number of chips of {written(chip)}; --unit names the smallest chip"
        misused(why)
    return chips.numerator
