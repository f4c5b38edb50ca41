"""The house's journal as a help in rulings: the game of the shift as default, and earlier rulings on the same facts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from dealerkit.cli.common import F, note
from dealerkit.errors import DealerkitError
from dealerkit.jobs.journal.places import JournalPlace, journal_place

if TYPE_CHECKING:
    from dealerkit.jobs.journal.store import Journal
    from dealerkit.rules.games import Game
    from dealerkit.rulings import Ruling

T = TypeVar("T")

GAME = "DEALERKIT_GAME"
SETTING = "game"
"""Setting of the journal with the game of the shift."""


def game_of_the_shift(where: JournalPlace | None = None) -> str:
    """Return the name of the game that the shift deals; empty if none is set.

    The environment names it, or else the settings of the journal do.

    Args:
        where: The journal; None for the default one.
    """
    name_ = os.environ.get(GAME, "").strip()
    from dealerkit.jobs.journal.store import Journal

    if name_ or not Journal.is_there(where):
        return name_
    with Journal.open(where) as journal:
        return journal.settings.get(SETTING, "")


def game_by_default() -> str | None:
    """Return the game of the shift for a command that needs no journal; None if none is set or the journal cannot be read."""
    name_ = os.environ.get(GAME, "").strip()
    return name_ or from_the_journal(lambda journal: journal.settings.get(SETTING, ""), "") or None


def game_option(command: F) -> F:
    """Add `--game GAME`, the game being dealt; the command gets `game`, its name or path, or None."""
    return click.option(
        "--game",
        metavar="GAME",
        default=game_by_default,
        help=f"The game; only its disputes are offered. Default: {GAME}, or the game of the shift in the journal.",
    )(command)


def game_played(named: str, rules: str | None = None) -> Game | None:
    """Return the game with a given name; None if there is no such game, since a journal may contain any spelling.

    Args:
        named: The game's name or file; empty for none.
        rules: The rule set it is dealt under; None for its own.
    """
    from dealerkit.rules.files import is_path
    from dealerkit.rules.games import game, games

    return game(named, rules) if named and (named in games() or is_path(named)) else None


def from_the_journal(read: Callable[[Journal], T], nothing: T) -> T:
    """Return a value read from the house's journal; if it cannot be read, print a note, once, and return a default.

    Args:
        read: Reads the value from the open journal.
        nothing: The default, also if there is no journal.
    """
    place = journal_place()
    if isinstance(place, Path) and not os.path.exists(place):  # noqa: PTH110 - never raises, even if the folder cannot be read
        return nothing
    from dealerkit.jobs.journal.store import Journal

    try:
        if not Journal.is_there(place):
            return nothing
        with Journal.open(place) as journal:
            return read(journal)
    except (DealerkitError, OSError, LookupError, TypeError, ValueError, AttributeError) as error:
        _say_once(f"(the journal cannot be read and is not used: {error})")
        return nothing


def ruled_here(faults: list[str], ruling: Ruling) -> dict[str, object]:
    """Return this house's earlier rulings on the same facts, as plain data; empty if there are none.

    The key `say` has them as a line of text.

    Args:
        faults: The names of the faults.
        ruling: The present ruling; while a fact is missing, no earlier ruling counts as the same.
    """

    def read(journal: Journal) -> dict[str, object]:
        from dealerkit.jobs.journal.clock import now
        from dealerkit.jobs.journal.earlier_decisions import in_words, practice

        practice_ = practice(journal, faults, ruling.as_json())
        return {**practice_.as_json(), "say": in_words(practice_, now(journal.settings["zone"]))} if practice_.earlier else {}

    return from_the_journal(read, {}) if ruling.decided else {}


def _say_once(text: str) -> None:
    seen = click.get_current_context().meta.setdefault(f"{__name__}.said", set())
    if text not in seen:
        seen.add(text)
        note(text)
