"""Bots for the seats: they choose among the moves in `table.ask`, and know only the cards that their seat has seen.

Their choices depend only on the seed and the state of the table: after an act is taken back, or a record resumed, they choose the
same again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from dealerkit.felt import Act
from dealerkit.rules.registries import import_modules
from dealerkit.table.bots.chance import random_legal
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import NOBODY, Bots, Chooser, Moves, Players
from dealerkit.table.bots.registry import ADVICE, SENSE, sense_of
from dealerkit.table.bots.script import Script
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
    """Choose the act of a player with some sense, who bets according to strength and within the limits, follows suit, wins
    cheaply and folds weak hands.

    Args:
        table: The table; only cards seen by the seat are used.
        seat: The seat, such as `s3`.
        moves: Its open moves, each with its allowed values.
        rng: Random generator for close decisions.

    Returns:
        The act; None if the player does nothing now, or if nobody has written such a player for the open mechanic (the part of
        the game that asks the players).
    """
    players = table.players
    how = sense_of(players.mechanic.name, table.now.game.family) if players is not None else None
    return None if how is None else how(table, seat, moves, rng)


def advice(table: Table, seat: str) -> tuple[Act, str] | None:
    """Return the act that looks best for a seat to act, and the reason in words; None if no adviser is registered for the open
    mechanic.

    Args:
        table: The table.
        seat: The seat to act, such as `s3`.
    """
    ask = ADVICE.get(table.players.mechanic.name) if table.players is not None else None
    return None if ask is None else ask(table, seat)


CHOOSERS: Mapping[str, Chooser] = {"sensible": sensible, "random": random_legal}


def players_named(word: str) -> Players:
    """Return the players for the empty seats that a word of the command line names.

    Args:
        word: `bots` or `sensible` for bots with some sense, `random`, `none`, or the path of a file of acts (see `Script`).

    Raises:
        RecordError: If the file cannot be used.
    """
    if word in ("bots", *CHOOSERS):
        return Bots(CHOOSERS.get(word, sensible))
    return NOBODY if word == "none" else Script.read(Path(word))


import_modules(__name__)
