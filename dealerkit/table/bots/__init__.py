"""Players who need no player: they choose among what `table.ask` allows, and know only what their seat has seen.

What they do hangs on the seed and on where the table stands, and on nothing else: after an act has been taken back, or a
record resumed, they choose as they would have chosen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dealerkit.felt import Act
from dealerkit.table.bots import pots
from dealerkit.table.bots.chance import random_legal
from dealerkit.table.bots.choices import choice, discard
from dealerkit.table.bots.draws import draw
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.layout import auction, cut, tricks, wager
from dealerkit.table.bots.partners import exchange
from dealerkit.table.bots.piles import Solver, advise, build_pile
from dealerkit.table.bots.players import NOBODY, Bots, Chooser, Moves, Players
from dealerkit.table.bots.poker import betting, openers, show, straddle
from dealerkit.table.bots.pots import declare, pot_wager
from dealerkit.table.bots.rows import build_rows
from dealerkit.table.bots.runs import build_runs, keep_or_exchange, open_auction
from dealerkit.table.bots.script import Script
from dealerkit.table.bots.turns import turns

if TYPE_CHECKING:
    from dealerkit.table.table import Table

__all__ = [
    "CHOOSERS",
    "NOBODY",
    "Bots",
    "Players",
    "Script",
    "Solver",
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
    how = SENSE.get(players.mechanic.name) if players is not None else None
    if how is None:
        return None
    return how(table, seat, moves, rng)


def _answers(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Answer whatever is asked: about trumps, or about a hand on the table."""
    return choice(table, seat, moves, rng) or keep_or_exchange(table, seat, moves, rng)


def bets(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Bet by the strength of the hand where there is a showdown, else by how the hands stand that lie open."""
    how = betting if "showdown" in table.game.data else pots.betting
    return how(table, seat, moves, rng)


SENSE: Mapping[str, Chooser] = {
    "wager": wager,
    "bettor_cuts": cut,
    "player_cuts": cut,
    "auction": auction,
    "tricks": tricks,
    "turns": turns,
    "choice": _answers,
    "open_auction": open_auction,
    "build_runs": build_runs,
    "discard": discard,
    "exchange": exchange,
    "betting": bets,
    "draw": draw,
    "show": show,
    "show_openers": openers,
    "straddle": straddle,
    "build_pile": build_pile,
    "pot_wager": pot_wager,
    "build_rows": build_rows,
    "declare": declare,
}
"""How a sensible player plays each mechanic; in those that are not here there is nothing to choose."""

ADVICE: Mapping[str, Callable[[Table, str], tuple[Act, str] | None]] = {"build_pile": advise}
"""Who is asked for a hint at each mechanic: what looks best to a seat, and why."""


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
