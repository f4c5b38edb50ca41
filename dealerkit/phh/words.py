"""How our records say what happens at a poker table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "ante": "{seat} post ante {amount}",
    "post": "{seat} post {amount}",
    "late": "{seat} post live {amount}",
    "deal": "d deal {seat} {cards}",
    "board": "d deal board {cards} together",
    "card": "d deal board {cards}",
    "burn": "d burn ??",
    "tap": "d tap",
    "sweep": "d sweep",
    "check": "{seat} check",
    "call": "{seat} call",
    "fold": "{seat} fold",
    "bet": "{seat} bet {amount}",
    "raise": "{seat} raise {amount}",
    "bring_in": "{seat} bringin {amount}",
    "discard": "{seat} draw {count} {cards}",
    "draw": "{seat} draw {count}",
    "pat": "{seat} pat",
    "show": "{seat} show {cards}",
    "muck": "{seat} muck",
    "return": "d return {seat} bet {amount}",
    "award": "d award {seat} {amount}",
}
"""How our records say what happens, by what happens."""
