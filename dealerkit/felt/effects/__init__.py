"""The effect of each verb on the felt.

An effect checks everything before it changes anything, always ends, and refuses only what physics refuses (`Impossible`). What it
notices by the way it returns as a word: `boxed`, `duplicate`, `foreign`, `out-of-order` (the card named was in the stock
but not on top),
`flawed` (foreign, damaged or with a wrong back), `elsewhere` (it came from another source), `cut-card` (the cut card
came out with it). Nothing to remark is None.
"""

from __future__ import annotations

from dealerkit.felt.act_parts import ActParts
from dealerkit.felt.effects.chips import (
    award,
    bet,
    build,
    close,
    collect,
    give_back,
    mark,
    match,
    pay,
    pay_player,
    restore,
    sell,
    set_aside,
    sweep,
    take,
    tip,
    to_amount,
)
from dealerkit.felt.effects.hands import away, draw, flash, kill, look, merge, rebuild, release, show, stand_pat, turn_next
from dealerkit.felt.effects.laid_cards import buy, lay, take_down
from dealerkit.felt.effects.own_cards import lay_aside, swap
from dealerkit.felt.effects.pack import cut, cut_card, insert, load, roll, shuffle
from dealerkit.felt.effects.places import (
    button,
    clear,
    discard,
    fold,
    gather,
    hold,
    move,
    play,
    put_back,
    turn,
)
from dealerkit.felt.effects.stock import burn, deal
from dealerkit.felt.felt import Felt

__all__ = [
    "award",
    "away",
    "bet",
    "build",
    "burn",
    "button",
    "buy",
    "clear",
    "close",
    "collect",
    "cut",
    "cut_card",
    "deal",
    "discard",
    "draw",
    "flash",
    "fold",
    "gather",
    "give_back",
    "handed_over",
    "hold",
    "insert",
    "kill",
    "lay",
    "lay_aside",
    "load",
    "look",
    "mark",
    "match",
    "merge",
    "move",
    "nothing",
    "pay",
    "pay_player",
    "play",
    "put_back",
    "rebuild",
    "release",
    "restore",
    "roll",
    "sell",
    "set_aside",
    "show",
    "shuffle",
    "stand_pat",
    "swap",
    "sweep",
    "take",
    "take_down",
    "tip",
    "to_amount",
    "turn",
    "turn_next",
]


def handed_over(felt: Felt, act: ActParts) -> str | None:
    """Note that another dealer takes over."""
    felt.moved = ()
    return "dealer-change"


def nothing(felt: Felt, act: ActParts) -> str | None:
    """Leave the felt as it is: words and gestures."""
    felt.moved = ()
    return None
