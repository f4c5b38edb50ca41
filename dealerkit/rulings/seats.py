"""Seats and upcards as given in a dispute, and who acts first among them (QU-17, QU-18).

Seats are whole numbers from 1, clockwise. An answer that depends on a fact nobody gave is None.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from dealerkit.errors import ActError
from dealerkit.files.late_modules import late_imports

if TYPE_CHECKING:
    from dealerkit.cards import Face

with late_imports():  # most disputes tell no cards, and rankings are for stud alone
    from dealerkit import cards as card_faces
    from dealerkit.showdown import upcards

MOST_SEATS = 22
_SEATS = re.compile(r"(?:seats?\s*|s)?([0-9]{1,2})(?:\s*-\s*([0-9]{1,2}))?(?:\s*(?:[,;&]|and\b)\s*|\s+|$)")
_SEAT = re.compile(r"(?:seat\s*|s)?([0-9]{1,2})(?:\s*:\s*|\s+)")

Boards = Mapping[int, "tuple[Face, ...]"]
"""The cards that lie face up at each seat."""


def seats(text: str) -> tuple[int, ...] | None:
    """Return the seats that a text names, in the order of their numbers; None if it names none, or one of them twice.

    >>> seats("2, 5-7"), seats("seat 3 and seat 1"), seats("3 3"), seats("all")
    ((2, 5, 6, 7), (1, 3), None, None)
    """
    numbers: list[int] = []
    rest, at = text.strip().casefold(), 0
    while at < len(rest):
        part = _SEATS.match(rest, at)
        if part is None:
            return None
        numbers += range(int(part[1]), int(part[2] or part[1]) + 1)
        at = part.end()
    right = numbers and len(set(numbers)) == len(numbers) and all(1 <= seat <= MOST_SEATS for seat in numbers)
    return tuple(sorted(numbers)) if right else None


def boards(text: str) -> dict[int, tuple[Face, ...]] | None:
    """Return the upcards that a text names, by seat; None if it cannot be read, or a seat or a card is repeated.

    >>> boards("2: Kh, 5: 2c 7d")
    {2: (Face(Kh),), 5: (Face(2c), Face(7d))}
    >>> boards("2: Kh, 5: Kh"), boards("Kh")
    (None, None)
    """
    boards_read: dict[int, tuple[Face, ...]] = {}
    for part in filter(None, map(str.strip, re.split(r"[,;]", text))):
        begins = _SEAT.match(part.casefold())
        cards = part[begins.end() :].split() if begins else []
        seat = seats(begins[1]) if begins else None
        if not cards or seat is None or seat[0] in boards_read:
            return None
        try:
            boards_read[seat[0]] = tuple(map(card_faces.Face.read, cards))
        except ActError:
            return None
    faces = [face for cards in boards_read.values() for face in cards]
    return boards_read if boards_read and len(set(faces)) == len(faces) else None


def written(cards: Boards) -> str:
    """Return upcards as text, in the form that `boards` reads.

    >>> written(boards("5: 2C 7d; 2 kh"))
    '2: Kh, 5: 2c 7d'
    """
    return ", ".join(f"{seat}: {' '.join(map(str, cards[seat]))}" for seat in sorted(cards))


def left_of(seat: int, among: Collection[int]) -> int | None:
    """Return the first of some seats to the left of another seat, which itself comes last; None if there are none.

    Args:
        seat: The seat to start from.
        among: The seats to choose from.

    >>> left_of(5, (2, 5, 7)), left_of(7, (2, 5, 7)), left_of(4, ())
    (7, 2, None)
    """
    return min(among, key=lambda number: (number <= seat, number), default=None)


Who = Callable[[Mapping[str, object]], "int | None"]
"""Finds a seat among facts; None where they do not tell it."""


def _number(facts: Mapping[str, object], name: str) -> int | None:
    value = facts.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _in_hand(facts: Mapping[str, object]) -> tuple[int, ...]:
    fact = facts.get("seats_in")
    return (seats(fact) if isinstance(fact, str) else None) or ()


def _upcards(facts: Mapping[str, object]) -> dict[int, tuple[Face, ...]]:
    fact = facts.get("upcards")
    return (boards(fact) if isinstance(fact, str) else None) or {}


def next_after(fact: str) -> Who:
    """Return a function from facts to the next live seat to the left of the seat that a fact names.

    Args:
        fact: Name of that fact, such as `button`.
    """

    def seat_of(facts: Mapping[str, object]) -> int | None:
        seat = _number(facts, fact)
        return left_of(seat, _in_hand(facts)) if seat is not None else None

    return seat_of


def itself_or_next(fact: str) -> Who:
    """Return a function from facts to the seat that a fact names; if that seat is out of the hand, the next live one to its left.

    Args:
        fact: Name of that fact.
    """

    def seat_of(facts: Mapping[str, object]) -> int | None:
        seat, live = _number(facts, fact), _in_hand(facts)
        return None if seat is None or not live else seat if seat in live else left_of(seat, live)

    return seat_of


def forced_card(*, high: bool) -> Who:
    """Return a function from facts to the seat whose upcard forces it to bet: the lowest card by rank and suit.

    Args:
        high: Whether the highest card has to bet instead; aces are low.
    """

    def seat_of(facts: Mapping[str, object]) -> int | None:
        shown = _upcards(facts)
        if any(face.rank is None for cards in shown.values() for face in cards):
            return None
        return upcards.brings_in({seat: cards[0].index for seat, cards in shown.items()}, high=high) or None

    return seat_of


def best_board(*, low: bool, by_position: bool) -> Who:
    """Return a function from facts to the seat whose board opens.

    If boards tie, it is the one dealt first, from the left of the button, or the one with the highest card by suit. If nobody
    gave the button, the result is None unless it is the same wherever the button is.

    Args:
        low: Whether the lowest board opens, not the highest.
        by_position: Whether tied boards are decided by position, not by suit.
    """

    def seat_of(facts: Mapping[str, object]) -> int | None:
        shown, button = _upcards(facts), _number(facts, "button")
        if any(face.rank is None for cards in shown.values() for face in cards):
            return None
        numbers = {seat: [face.index for face in cards] for seat, cards in shown.items()}
        order = sorted(numbers)
        first = order if button is None else [left_of(button, order)]
        starts = [order.index(seat) for seat in first if seat is not None]
        dealt = [{seat: numbers[seat] for seat in itertools.chain(order[at:], order[:at])} for at in starts]
        opener = {upcards.opens(seat, low=low, by_position=by_position) for seat in dealt}
        return opener.pop() if len(opener) == 1 else None

    return seat_of


def next_to(first: Who) -> Who:
    """Return a function from facts to the seat that acts instead of one without chips: the next live seat to its left.

    Args:
        first: Function from facts to the seat without chips.
    """

    def seat_of(facts: Mapping[str, object]) -> int | None:
        seat = first(facts)
        others = [number for number in _in_hand(facts) or _upcards(facts) if number != seat]
        return left_of(seat, others) if seat is not None else None

    return seat_of


def if_live(fact: str, otherwise: Who) -> Who:
    """Return a function from facts to the seat that a fact names; if that seat is out of the hand, the seat
    that `otherwise` returns.

    Args:
        fact: Name of that fact.
        otherwise: Function from facts to a seat.
    """

    def seat_of(facts: Mapping[str, object]) -> int | None:
        seat, live = _number(facts, fact), _in_hand(facts) or tuple(_upcards(facts))
        return None if seat is None or not live else seat if seat in live else otherwise(facts)

    return seat_of


_HIGH, _LOW = best_board(low=False, by_position=True), best_board(low=True, by_position=True)
_HIGH_BY_SUIT, _LOW_BY_SUIT = best_board(low=False, by_position=False), best_board(low=True, by_position=False)
_CARDS, _PLACES = ("upcards",), ("button", "seats_in")

FIRST: Mapping[str, tuple[Who, tuple[str, ...]]] = {
    "left_of_post": (next_after("last_post"), ("last_post", "seats_in")),
    "left_of_button": (next_after("button"), _PLACES),
    "button_seat": (lambda facts: _number(facts, "button"), ("button",)),
    "opener_or_left": (itself_or_next("opener_seat"), ("opener_seat", "seats_in")),
    "low_upcard": (forced_card(high=False), _CARDS),
    "high_upcard": (forced_card(high=True), _CARDS),
    "left_of_low_upcard": (next_to(forced_card(high=False)), _CARDS),
    "left_of_high_upcard": (next_to(forced_card(high=True)), _CARDS),
    "high_board": (_HIGH, ("upcards", "button")),
    "low_board": (_LOW, ("upcards", "button")),
    "high_board_by_suit": (_HIGH_BY_SUIT, _CARDS),
    "low_board_by_suit": (_LOW_BY_SUIT, _CARDS),
    "left_of_high_board": (next_to(_HIGH), ("upcards", "button")),
    "left_of_low_board": (next_to(_LOW), ("upcards", "button")),
    "left_of_high_board_by_suit": (next_to(_HIGH_BY_SUIT), _CARDS),
    "left_of_low_board_by_suit": (next_to(_LOW_BY_SUIT), _CARDS),
    "first_on_sixth": (if_live("sixth_first", _HIGH), ("sixth_first", "seats_in", "upcards", "button")),
    "last_bettor_seat": (lambda facts: _number(facts, "last_bettor"), ("last_bettor",)),
    "last_all_in_seat": (lambda facts: _number(facts, "last_all_in"), ("last_all_in",)),
}
"""Who acts or shows first, by the name of the sum, with the facts that tell it, in the order to ask for them."""


def seat_named(who: Who) -> Callable[[Mapping[str, object]], str | None]:
    """Return a function from facts to a seat in words, as a ruling names it; None if the seat is unknown.

    Args:
        who: Function from facts to the seat.

    >>> seat_named(next_after("button"))({"button": 3, "seats_in": "1 3 6"})
    'seat 6'
    """

    def seat_text(facts: Mapping[str, object]) -> str | None:
        seat = who(facts)
        return None if seat is None else f"seat {seat}"

    return seat_text
