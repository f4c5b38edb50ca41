"""The game that goes without saying: the environment's, or the one that the journal has for the shift."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dealerkit.folders import journal_path

if TYPE_CHECKING:
    from dealerkit.rules.games import Game

GAME = "DEALERKIT_GAME"
SETTING = "game"
"""The journal's setting that names the game of the shift."""


def game_of_the_shift(where: Path | None = None) -> str:
    """Return the name of the game that is dealt unless somebody says otherwise; empty if nobody has said.

    Args:
        where: The journal; the default one if None.
    """
    said = os.environ.get(GAME, "").strip()
    path = where or journal_path()
    if said or not path.exists():
        return said
    from dealerkit.journal.store import Journal

    with Journal.open(path) as journal:
        return journal.settings.get(SETTING, "")


def game_played(named: str, rules: str | None = None) -> Game | None:
    """Return the game of a name, which a journal may have in any words; None if no game of ours is called that.

    Args:
        named: What it is called; empty if nobody says.
        rules: The rule set it is dealt under; its own if None.
    """
    from dealerkit.rules.files import is_path
    from dealerkit.rules.games import game, games

    return game(named, rules) if named and (named in games() or is_path(named)) else None
