"""The base of every kind of reply: it reads what a person types, and says what can be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import attrs

from dealerkit.errors import DealerkitError

SEPARATOR = " | "
"""Stands between the parts of an answer that has several."""


class Unclear(DealerkitError):
    """The typed text is not an answer to this question; it is asked again, and costs nothing."""


@attrs.frozen
class Choice:
    """One thing that can be chosen.

    Attributes:
        key: The key that stands for it; one character.
        word: The answer as it is written down.
        label: What it is called on screen and paper; empty for the word itself.
        also: Other words for it.
    """

    key: str
    word: str
    label: str = ""
    also: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name on screen and paper."""
        return self.label or self.word


def choices(titles: Mapping[str, str] | Sequence[str], keys: str = "") -> tuple[Choice, ...]:
    """Make choices, each with a key of its own: `keys` if given, else the first letter that is free, else a number.

    Args:
        titles: Words to labels, or words alone.
        keys: One sign for each, in order.

    >>> [(one.key, one.word) for one in choices(["draw", "stand", "deal", "done"])]
    [('d', 'draw'), ('s', 'stand'), ('e', 'deal'), ('o', 'done')]
    """
    labels = titles if isinstance(titles, Mapping) else dict.fromkeys(titles, "")
    made: list[Choice] = []
    taken: set[str] = {LEAVE, PEEK}
    for number, (word, label) in enumerate(labels.items()):
        wanted = (
            keys[number] if keys else next((sign for sign in (label or word).lower() if sign.isalpha() and sign not in taken), "")
        )
        key = wanted or next(str(digit) for digit in range(1, 10) if str(digit) not in taken)
        taken.add(key)
        made.append(Choice(key, word, label))
    return tuple(made)


LEAVE, PEEK, LATER = "q", "?", "/"
"""Keys that are never an answer: to leave, to look at the rule, to put a question off."""


@attrs.frozen
class Reply:
    """A kind of reply to an exercise."""

    kind: ClassVar[str] = ""

    @property
    def one_key(self) -> bool:
        """Whether a single key answers it."""
        return False

    @property
    def hint(self) -> str:
        """A hint at what can be typed, in a few words."""
        raise NotImplementedError

    def read(self, typed: str) -> str:
        """Return an answer as it is written down.

        Raises:
            Unclear: If it is not an answer to this question.
        """
        raise NotImplementedError

    def say(self, answer: str) -> str:
        """Return a written answer in words."""
        return answer
