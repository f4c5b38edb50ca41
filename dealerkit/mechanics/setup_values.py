"""Values given to a mechanic when a table is set up in the middle: each by its name, with its kind.

Kinds are `seat`, `suit`, `rank`, `count`, `amount`, `word`, `flag`, `seats` (a list of seats), `words`, `cards`, `by_seat` (seat
to count) and `words_by_seat`; a kind that ends in `?` may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from dealerkit.cards import RANKS, SUITS, Rank, Suit, read_cards
from dealerkit.errors import ActError, DealerkitError, no_such
from dealerkit.felt import read_number
from dealerkit.felt.acts import seat_number
from dealerkit.felt.numbers import is_whole

SUIT_WORDS = {"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "hearts": Suit.HEARTS, "spades": Suit.SPADES}
"""Suits by the words that players use."""

Kinds = Mapping[str, str]


NO_KINDS: Kinds = MappingProxyType({})
"""The empty map of kinds, for a mechanic without state of its own."""


class NotGiven(DealerkitError):
    """Raised when a value is missing, or is not of its kind.

    Attributes:
        key: Path of the value's name; empty if it concerns no single value.
    """

    def __init__(self, key: tuple[str, ...], message: str) -> None:
        self.key = key
        super().__init__(message)


def read_kinds(kinds: Kinds, values: Mapping[str, object], seats: int) -> dict[str, object]:
    """Return the given values, each converted by its kind.

    Args:
        kinds: Kind of each value, by name; `?` at its end if it may be left out.
        values: Given values, by name.
        seats: Number of seats at the table.

    Raises:
        NotGiven: If a name is unknown, a needed value is missing, or a value is not of its kind.
    """
    for name in values:
        if name not in kinds:
            raise NotGiven((str(name),), no_such("key", str(name), kinds))
    missing = [name for name, kind in kinds.items() if not kind.endswith("?") and name not in values]
    if missing:
        raise NotGiven((), f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    read = {}
    for name, value in values.items():
        try:
            read[name] = _READ[kinds[name].rstrip("?")](value, seats)
        except (ValueError, ActError) as error:
            raise NotGiven((name,), f"{name}: {error}") from None
    return read


def _seat(value: object, seats: int) -> int:
    number = seat_number(str(value))
    if not 1 <= number <= seats:
        msg = f"'{value}' is not a seat of this table; it has s1 to s{seats}"
        raise ValueError(msg)
    return number


def _suit(value: object, _seats: int) -> Suit:
    word = str(value).lower()
    if word in SUIT_WORDS:
        return SUIT_WORDS[word]
    if len(word) == 1 and word in SUITS:
        return Suit(word)
    msg = f"'{value}' is not a suit; known: {', '.join(SUIT_WORDS)}"
    raise ValueError(msg)


def _rank(value: object, _seats: int) -> Rank:
    word = str(value).upper().replace("10", "T")
    if len(word) == 1 and word in RANKS:
        return Rank(word)
    msg = f"'{value}' is not a rank; known: {' '.join(RANKS)}"
    raise ValueError(msg)


def _count(value: object, _seats: int) -> int:
    if isinstance(value, bool) or not is_whole(str(value).removeprefix("-")):
        msg = f"'{value}' is not a whole number"
        raise ValueError(msg)
    return int(str(value))


def _flag(value: object, _seats: int) -> bool:
    if not isinstance(value, bool):
        msg = f"'{value}' is not true or false"
        raise ValueError(msg)
    return value


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else str(value).split()


def _by_seat(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        msg = f"expected one entry for each seat, not '{value}'"
        raise ValueError(msg)
    return value


_READ: Mapping[str, Callable[[object, int], object]] = {
    "seat": _seat,
    "suit": _suit,
    "rank": _rank,
    "count": _count,
    "amount": lambda value, _: read_number(str(value)),
    "word": lambda value, _: str(value),
    "flag": _flag,
    "seats": lambda value, seats: [_seat(seat, seats) for seat in _list(value)],
    "words": lambda value, _: [str(seat) for seat in _list(value)],
    "cards": lambda value, _: read_cards(str(value)),
    "by_seat": lambda value, seats: {_seat(who, seats): _count(n, seats) for who, n in _by_seat(value).items()},
    "words_by_seat": lambda value, seats: {_seat(who, seats): str(word) for who, word in _by_seat(value).items()},
}
"""Readers of values, by kind."""
