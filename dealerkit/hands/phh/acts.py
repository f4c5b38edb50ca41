"""The actions of a hand as tuples of whole numbers. Each text is parsed once and remembered."""

from __future__ import annotations

import re
from typing import Final

from dealerkit.cards import RANKS, SUITS

HOLE: Final = 0
BOARD: Final = 1
FOLD: Final = 2
CALL: Final = 3
RAISE: Final = 4
BRING_IN: Final = 5
DRAW: Final = 6
SHOW: Final = 7
MUCK: Final = 8
REMARK: Final = 9
BAD: Final = 10
"""Kinds of action. `MUCK` is a hand that is not shown; a `REMARK` does nothing; a `BAD` action cannot be read."""

Cards = tuple[int, ...]
"""Cards numbered as for ranking, 0 to 51; -1 for an unknown card."""
Deed = tuple[int, int, int, Cards, int]
"""An action: kind, seat (0 for the dealer), amount in smallest chips, cards, and the bits of the known cards.

The amount of a `SHOW` of all cards, `-`, is -1; that of a `BAD` action is an index of `WRONG`, the problem.
"""

UNKNOWN: Final = -1
UNLIMITED: Final = 1 << 60
"""Size of an unlimited stack."""
MOST_DECIMALS: Final = 9
WRONG: Final = ("not an action", "not a card", "a card appears twice", "not an amount", "an empty action")
DUE: Final = (
    "an action such as 'p1 cbr 40'",
    "cards such as 'Ah7d' or '????'",
    "each card once",
    "an amount such as '40'",
    "an action",
)

_CARDS: Final = {f"{rank}{suit}": place * 4 + at for place, rank in enumerate(RANKS) for at, suit in enumerate(SUITS)} | {
    "??": UNKNOWN
}
_REMEMBERED: Final = 60_000
_AMOUNT: Final = re.compile(r"(?=.{1,18}$)[0-9]+(?:\.[0-9]+)?")
_SEAT: Final = re.compile(r"p[1-9][0-9]?")


def scaled(text: str, decimals: int) -> int:
    """Return a written amount as a whole number of the smallest units, which are given as decimal places.

    Args:
        text: The amount as the file has it; `inf` is a very large number.
        decimals: Decimal places of the smallest unit: 2 for cents.

    >>> scaled("-0.25", 2), scaled("10162.5", 1), scaled("7", 2)
    (-25, 101625, 700)
    """
    if text[-1] == "f":
        return -UNLIMITED if text[0] == "-" else UNLIMITED
    whole, _, part = text.partition(".")
    return int(whole + part.ljust(decimals, "0"))


def amount_text(units: int, decimals: int) -> str:
    """Return an amount in the notation of PHH.

    Args:
        units: The amount in smallest units.
        decimals: Decimal places of the smallest unit: 2 for cents.

    >>> amount_text(101625, 1), amount_text(700, 2), amount_text(-25, 2)
    ('10162.5', '7', '-0.25')
    """
    if abs(units) > UNLIMITED // 2:
        return "inf" if units > 0 else "-inf"
    if not decimals:
        return str(units)
    whole, part = divmod(abs(units), 10**decimals)
    return ("-" if units < 0 else "") + str(whole) + f".{part:0{decimals}d}".rstrip("0").rstrip(".")


def card_text(cards: Cards) -> str:
    """Return cards in the notation of PHH, such as `Ah7d??`."""
    return "".join("??" if card < 0 else RANKS[card >> 2] + SUITS[card & 3] for card in cards)


class Deeds(dict[str, Deed]):
    """Parsed actions by their text in PHH; a missing text is parsed when it is looked up, and remembered.

    Args:
        decimals: Decimal places of the amounts.
    """

    def __init__(self, decimals: int) -> None:
        super().__init__()
        self.decimals = decimals

    def __missing__(self, text: str) -> Deed:
        deed = self._read(text)
        if len(self) < _REMEMBERED:
            self[text] = deed
        return deed

    def _read(self, text: str) -> Deed:
        words = text.partition("#")[0].split()
        if not words:
            return (REMARK if "#" in text else BAD, 0, 4, (), 0)
        who, *rest = words
        if who == "d":
            return _dealt(rest)
        if not _SEAT.fullmatch(who) or not rest:
            return (BAD, 0, 0, (), 0)
        seat, what, more = int(who[1:]), rest[0], rest[1:]
        if what == "cbr" and len(more) == 1:
            amount = more[0]
            if not _AMOUNT.fullmatch(amount) or len(amount.partition(".")[2]) > self.decimals:
                return (BAD, seat, 3, (), 0)
            return (RAISE, seat, scaled(amount, self.decimals), (), 0)
        if not more:
            kind = {"f": FOLD, "cc": CALL, "pb": BRING_IN, "sd": DRAW, "sm": MUCK}.get(what, BAD)
            return (kind, seat, 0, (), 0)
        if what in {"sd", "sm"} and len(more) == 1:
            if what == "sm" and more[0] == "-":
                return (SHOW, seat, -1, (), 0)
            return _with_cards(DRAW if what == "sd" else SHOW, seat, more[0])
        return (BAD, seat, 0, (), 0)


def _dealt(words: list[str]) -> Deed:
    """Return the action of a deal: `db CARDS` or `dh SEAT CARDS`."""
    if len(words) == 2 and words[0] == "db":
        return _with_cards(BOARD, 0, words[1])
    if len(words) == 3 and words[0] == "dh" and _SEAT.fullmatch(words[1]):
        return _with_cards(HOLE, int(words[1][1:]), words[2])
    return (BAD, 0, 0, (), 0)


def _with_cards(kind: int, seat: int, text: str) -> Deed:
    """Return an action that names cards.

    Args:
        kind: Kind of action.
        seat: The seat, from 1; 0 for the dealer.
        text: The cards in the notation of PHH.
    """
    mask, cards = 0, []
    for at in range(0, len(text), 2):
        card = _CARDS.get(text[at : at + 2])
        if card is None:
            return (BAD, seat, 1, (), 0)
        if card >= 0:
            if mask >> card & 1:
                return (BAD, seat, 2, (card,), 0)
            mask |= 1 << card
        cards.append(card)
    return (kind, seat, 0, tuple(cards), mask)


_DEEDS: dict[int, Deeds] = {}


def deeds(decimals: int) -> Deeds:
    """Return the parsed actions by their text, for amounts with the given number of decimal places. Equal numbers share one
    map.
    """
    deed = _DEEDS.get(decimals)
    if deed is None:
        deed = _DEEDS[decimals] = Deeds(decimals)
    return deed
