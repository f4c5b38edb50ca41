"""Phrases shared by exercises, commands and reports: lists, seats, pots, the note that answers are saved."""

from __future__ import annotations

from collections.abc import Iterable

SAVED = "Saved. See how you are doing: dealerkit progress"
"""Note after a walk or drill whose answers are saved."""


def listed(words: Iterable[object]) -> str:
    """Return words as a list in a sentence.

    >>> listed([1, 2, 5]), listed([4])
    ('1, 2 and 5', '4')
    """
    words_ = [str(word) for word in words]
    return " and ".join([", ".join(words_[:-1]), words_[-1]]) if len(words_) > 1 else "".join(words_)


def seats(numbers: Iterable[int]) -> str:
    """Return seats in words.

    >>> seats([3, 5]), seats([4])
    ('seats 3 and 5', 'seat 4')
    """
    numbers_ = list(numbers)
    return f"{'seat' if len(numbers_) == 1 else 'seats'} {listed(numbers_)}"


def pot_name(number: int) -> str:
    """Return the name of a pot: 0 is the main pot, 1 the first side pot."""
    return f"side pot {number}" if number else "main pot"
