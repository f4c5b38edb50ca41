"""Shared by the commands about decks: choosing a pack, and reading lists of cards from a file, a pipe or the command line."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from dealerkit.cards import Face
from dealerkit.cli.common import misused
from dealerkit.jobs.deck.listing import ListedCard, as_text, read_list, read_list_file
from dealerkit.jobs.deck.packs import Pack, made_up, pack_named, pack_of, with_backs
from dealerkit.rules.games import game as game_named

PIPE = "-"
STANDARD = "standard"
_LONGEST = 250
"""Most characters of a file name; a whole deck, typed, may be longer."""


@attrs.frozen
class PackChoice:
    """The pack that was chosen by options.

    Attributes:
        pack: The name of a pack; None if a game says it.
        game: The game whose pack is meant; None if a pack is named.
        seats: The number of players; None for the most that can play.
        decks: The number of decks; None for no change.
        jokers: The number of jokers in each deck; None for no change.
        ranks: The letters of the ranks; None leaves them as they are.
    """

    pack: str | None
    game: str | None
    seats: int | None
    decks: int | None
    jokers: int | None
    ranks: str | None

    def meant(self, rules: str | None, settings: dict[str, str], backs: Sequence[str] = ()) -> Pack:
        """Return the pack.

        Args:
            rules: The rule set of the game; None for its own. Without a game it says nothing.
            settings: Options of the game, by name.
            backs: The names of the backs; none if nobody looks at them.

        Raises:
            UnknownName: If there is no such pack or game, or it cannot be made up so.
            UsageError: If two packs are named at once.
        """
        if self.pack and self.game:
            misused("--pack and --game both name a pack; leave one out")
        if (settings or self.seats) and not self.game:
            misused("--set and --seats need --game")
        meant = pack_named(self.pack or STANDARD)
        if self.game:
            meant = pack_of(game_named(self.game, rules, settings), self.seats or 0)
        changes = self.decks, self.jokers, self.ranks
        return with_backs(meant if changes == (None, None, None) else made_up(meant, *changes), backs)


def pack_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that choose a pack; the command gets `choice`, a `PackChoice`."""

    @functools.wraps(command)
    def called(**typed: Any) -> None:
        command(choice=PackChoice(**{field.name: typed.pop(field.name) for field in attrs.fields(PackChoice)}), **typed)

    for option in (
        click.option("--ranks", metavar="RANKS", help="The ranks of each deck, such as AKQJT9."),
        click.option("--jokers", type=int, metavar="N", help="Jokers in each deck."),
        click.option("--decks", type=int, metavar="N", help="Decks in the pack."),
        click.option("--seats", type=click.IntRange(1, 100), help="With --game: number of players, if the pack depends on it."),
        click.option("--game", metavar="GAME", help="Use this game's pack, under --rules and --set."),
        click.option("--pack", metavar="NAME", help=f"A pack by its name or its number of cards. Default: {STANDARD}, 52."),
    ):
        called = option(called)
    return called


def pieces_of(given: Sequence[str]) -> list[ListedCard]:
    """Read a list of cards: from a file, from a pipe, or typed.

    Args:
        given: One file name, `-` for a pipe, or cards as typed.

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
    """Return the order of a deck, top card first; None stands for a card that could not be read.

    Args:
        given: The order as for `pieces_of`; empty for that of a new deck.
        meant: The pack, whose new order is used if none is given.
    """
    return [piece.face for piece in pieces_of(given)] if given else list(meant.composition.faces())
