"""What each verb does to the felt.

An effect checks everything before it changes anything, always ends, and refuses only what physics refuses (`Impossible`). What it
notices by the way it returns as a word: `boxed`, `duplicate`, `foreign`, `out-of-order` (the card named was in the stock
but not on top),
`flawed` (foreign, damaged or with a wrong back), `elsewhere` (it came from another source), `cut-card` (the cut card
came out with it). Nothing to remark is None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealerkit.felt.effects.chips import (
    award,
    bet,
    close,
    collect,
    give_back,
    mark,
    match,
    pay,
    pay_player,
    restore,
    sweep,
    take,
    to_amount,
)
from dealerkit.felt.effects.pack import cut, cut_card, insert, load, roll, shuffle
from dealerkit.felt.effects.places import button, clear, discard, fold, gather, hold, move, play, put_back, take_down, turn
from dealerkit.felt.effects.stock import burn, deal
from dealerkit.felt.felt import Felt

if TYPE_CHECKING:
    from dealerkit.felt.acts import Act

__all__ = [
    "award",
    "bet",
    "burn",
    "button",
    "clear",
    "close",
    "collect",
    "cut",
    "cut_card",
    "deal",
    "discard",
    "fold",
    "gather",
    "give_back",
    "handed_over",
    "hold",
    "insert",
    "load",
    "mark",
    "match",
    "move",
    "nothing",
    "pay",
    "pay_player",
    "play",
    "put_back",
    "restore",
    "roll",
    "shuffle",
    "sweep",
    "take",
    "take_down",
    "to_amount",
    "turn",
]


def handed_over(felt: Felt, act: Act) -> str | None:
    """Another dealer takes over."""
    felt.moved = ()
    return "dealer-change"


def nothing(felt: Felt, act: Act) -> str | None:
    """Words and gestures: the felt stays as it is."""
    felt.moved = ()
    return None
