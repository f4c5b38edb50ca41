"""Shared by the commands about decks: choosing a pack, and reading lists of cards from a file, a pipe or the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from dealerkit.cards import Face
from dealerkit.cli.common import misused
from dealerkit.jobs.deck.listing import ListedCard, as_text, read_list, read_list_file
from dealerkit.jobs.deck.packs import Pack, made_up, pack_named, pack_of, with_backs
from dealerkit.rules.games import game as game_named

F = TypeVar("F", bound=Callable[..., object])
PIPE = "-"
STANDARD = "standard"
_LONGEST = 250
"""Most characters of a file name; a whole deck, typed, may be longer."""


def pack_options(command: F) -> F:
    """Add the options that choose a pack; the command gets `pack`, `game`, `seats`, `decks`, `jokers`, `ranks`."""
    for option in (
        click.option("--ranks", metavar="RANKS", help="The ranks of each deck, as AKQJT9."),
        click.option("--jokers", type=int, metavar="N", help="Jokers in each deck."),
        click.option("--decks", type=int, metavar="N", help="Decks in the pack."),
        click.option("--seats", type=click.IntRange(1, 100), help="With --game: players, where the pack goes by that."),
        click.option("--game", metavar="GAME", help="The pack of this game, under --rules and --set."),
        click.option("--pack", metavar="NAME", help=f"A pack by its name or its number of cards. Default: {STANDARD}, 52."),
    ):
        command = option(command)
    return command


def pack_meant(
    pack: str | None,
    game: str | None,
    seats: int | None,
    decks: int | None,
    jokers: int | None,
    ranks: str | None,
    *,
    backs: Sequence[str] = (),
    rules: str | None = None,
    settings: dict[str, str] | None = None,
) -> Pack:
    """Return the pack chosen by the options.

    Args:
        pack: The name of a pack; None if a game decides it.
        game: The game whose pack is meant; None if a pack is named.
        seats: The number of players; None for the most that can play.
        decks: The number of decks; None for no change.
        jokers: The number of jokers in each deck; None for no change.
        ranks: The letters of the ranks; None leaves them as they are.
        backs: The names of the expected backs; empty if backs are not checked.
        rules: The rule set of the game; None for its own.
        settings: Options of the game, by name.

    Raises:
        UnknownName: If there is no such pack or game, or it has no such size.
        UsageError: If both a pack and a game are named.
    """
    if pack and game:
        misused("--pack and --game name two packs; one of them will do")
    if (settings or seats) and not game:
        misused("--set and --seats belong to --game")
    meant = pack_of(game_named(game, rules, settings or {}), seats or 0) if game else pack_named(pack or STANDARD)
    if (decks, jokers, ranks) != (None, None, None):
        meant = made_up(meant, decks, jokers, ranks)
    return with_backs(meant, backs)


def pieces_of(given: Sequence[str]) -> list[ListedCard]:
    """Read a list of cards: from a file, from a pipe (`-`), or typed.

    Raises:
        RuleFileError: If something in it is not a card.
        OSError: If the file cannot be read.
    """
    if len(given) == 1 and given[0] == PIPE:
        name = "standard input"
        return read_list(as_text(sys.stdin.buffer.read(), name), name)
    if len(given) == 1 and _is_file(given[0]):
        return read_list_file(Path(given[0]))
    return read_list(" ".join(given), "what was typed")


def _is_file(word: str) -> bool:
    """Return whether a word names a file: an existing one, or by its look."""
    return len(word) < _LONGEST and (Path(word).exists() or "/" in word or "\\" in word or "." in word)


def order_of(given: Sequence[str], meant: Pack) -> list[Face | None]:
    """Return the order of a deck from the top: the given one, or that of a new deck."""
    return [piece.face for piece in pieces_of(given)] if given else list(meant.composition.faces())
