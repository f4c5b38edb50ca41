"""Players who need no player: they choose among what `table.ask` allows, and know only what their seat has seen.

What they do hangs on the seed and on where the table stands, and on nothing else: after an act has been taken back, or a
record resumed, they choose as they would have chosen.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dealerkit.felt import Act
from dealerkit.rules.registries import import_modules
from dealerkit.table.bots.chance import random_legal
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import NOBODY, Bots, Chooser, Moves, Players
from dealerkit.table.bots.registry import ADVICE, SENSE, sense_of
from dealerkit.table.bots.script import Script

if TYPE_CHECKING:
    from dealerkit.table.table import Table

__all__ = [
    "ADVICE",
    "CHOOSERS",
    "NOBODY",
    "SENSE",
    "Bots",
    "Players",
    "Script",
    "advice",
    "hand_of",
    "open_cards",
    "players_named",
    "random_legal",
    "sensible",
]


def sensible(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Choose what a player with some sense does: bet within the limits, on strength, follow, win cheaply, fold what is weak."""
    players = table.players
    how = sense_of(players.mechanic.name, table.now.game.family) if players is not None else None
    return None if how is None else how(table, seat, moves, rng)


def advice(table: Table, seat: str) -> tuple[Act, str] | None:
    """Return what looks best to a seat that is to act, and why; None where nobody can tell."""
    ask = ADVICE.get(table.players.mechanic.name) if table.players is not None else None
    return None if ask is None else ask(table, seat)


CHOOSERS: Mapping[str, Chooser] = {"sensible": sensible, "random": random_legal}


def players_named(word: str) -> Players:
    """Return the players that a word on the command line means: `bots`, `sensible`, `random`, `none`, or a file of acts.

    Raises:
        RecordError: If the file cannot be used.
    """
    if word in ("bots", *CHOOSERS):
        return Bots(CHOOSERS.get(word, sensible))
    return NOBODY if word == "none" else Script.read(Path(word))


import_modules(__name__)
