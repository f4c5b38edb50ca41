"""A dealer's typed answer as words, seats and amounts. A line that is not understood does not count."""

from __future__ import annotations

import re
from collections.abc import Collection

import attrs

from dealerkit.felt.acts import is_seat
from dealerkit.felt.numbers import is_whole
from dealerkit.table.table import Table
from dealerkit.training.walk.talk import Talk

_KEPT = ("it's", "that's")
_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")


@attrs.frozen
class KeyedLine:
    """A line as it was typed, and its words.

    Attributes:
        text: The line as typed.
        words: Its words in lower case, seats as `s3`, numbers in digits; articles and the like are left out.
    """

    text: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str, talk: Talk) -> KeyedLine:
        """Read a line in the language of a table.

        >>> from dealerkit.rules.games import game
        >>> from dealerkit.training.walk.talk import Talk
        >>> KeyedLine.of("Raise to 1,200, seat three!", Talk.of(game("holdem"))).words
        ('raise', '1200', 's3')
        """
        return cls(text, tuple(talk.words(text)))

    @property
    def seats(self) -> list[str]:
        """The seats named in the line, each once."""
        return list(dict.fromkeys(word for word in self.words if is_seat(word)))

    @property
    def amounts(self) -> list[str]:
        """The numbers in the line."""
        return [f"0{word}" if word[0] == "." else word for word in self.words if _AMOUNT.fullmatch(word)]

    @property
    def others(self) -> list[str]:
        """The words that are neither seats nor numbers, without a possessive 's."""
        plain = (word for word in self.words if not is_seat(word) and not _AMOUNT.fullmatch(word))
        return [word if word in _KEPT else word.removesuffix("'s").removesuffix("\u2019s") for word in plain]

    def only(self, words: Collection[str]) -> bool:
        """Return whether all words but seats and numbers are among given ones.

        Args:
            words: The allowed words.
        """
        return all(word in words for word in self.others)

    def has(self, *words: str) -> bool:
        """Return whether the line has at least one of these words; articles and the like can be found too.

        Args:
            words: The words, in lower case.
        """
        return not set(words).isdisjoint(re.findall(r"[a-z']+", self.text.lower()))


def one_seat(line: KeyedLine, words: Collection[str], table: Table) -> str | None:
    """Return the one seat in a line: `seat 3`, `to seat 3`, `action on 3`, `3`; None if there is not exactly one.

    Args:
        line: The typed line, read into words, amounts and seats.
        words: The words that may stand beside the seat.
        table: The table, which says how many seats there are.

    Returns:
        The seat, as `s3`.
    """
    numbers = [f"s{word}" for word in line.amounts if is_whole(word) and int(word) <= table.seats]
    seats = list(dict.fromkeys([*line.seats, *numbers]))
    if len(seats) != 1 or len(numbers) != len(line.amounts) or not line.only(words):
        return None
    return seats[0]


def one_amount(line: KeyedLine, words: Collection[str]) -> str | None:
    """Return the one amount in a line: `30`, `30 more`, `it is 30 to seat 3`; None if there is not exactly one.

    Args:
        line: The typed line.
        words: The words that may stand beside the amount; with any other, the line is no answer.
    """
    amounts = line.amounts
    return amounts[0] if len(amounts) == 1 and line.only(words) else None


def several_seats(line: KeyedLine, words: Collection[str], table: Table) -> tuple[str, ...] | None:
    """Return the seats that a line names: `1 2 4`, `124`, `seats 1, 2 and 4`; None if it names none.

    Args:
        line: The typed line, read into words, amounts and seats.
        words: The words that may stand beside the seats.
        table: The table, which says how many seats there are.

    Returns:
        The seats in order, each once, as `s1`.
    """
    seat_words: list[str] = list(line.seats)
    for word in line.amounts:
        if is_whole(word) and 0 < int(word) <= table.seats:
            seat_words.append(f"s{word}")
        elif is_whole(word) and len(word) <= table.seats and all(0 < int(sign) <= table.seats for sign in word):
            seat_words += [f"s{sign}" for sign in word]
        else:
            return None
    if not seat_words or not line.only(words):
        return None
    return tuple(sorted(set(seat_words), key=lambda seat: int(seat[1:])))
