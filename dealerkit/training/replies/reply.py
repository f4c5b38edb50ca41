"""The base of every kind of reply: it reads typed text, and has a hint at what can be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import attrs

from dealerkit.errors import DealerkitError

SEPARATOR = " | "
"""Separator of the parts of an answer."""


class Unclear(DealerkitError):
    """The typed text is not an answer to this question, which is asked again without cost."""


@attrs.frozen
class Choice:
    """One of the choices of a reply.

    Attributes:
        key: The key that picks it, one character.
        word: The answer in the form in which it is saved.
        label: Its label on screen and paper; empty for the word itself.
        also: Other words accepted for it.
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
    """Make choices, each with a key of its own: from `keys`, or the first free letter, or else a digit.

    Args:
        titles: Words to labels, or words alone.
        keys: One character for each choice, in order.

    >>> [(one.key, one.word) for one in choices(["draw", "stand", "deal", "done"])]
    [('d', 'draw'), ('s', 'stand'), ('e', 'deal'), ('o', 'done')]
    """
    labels = titles if isinstance(titles, Mapping) else dict.fromkeys(titles, "")
    choices_: list[Choice] = []
    taken: set[str] = {LEAVE, PEEK}
    for number, (word, label) in enumerate(labels.items()):
        wanted = (
            keys[number] if keys else next((sign for sign in (label or word).lower() if sign.isalpha() and sign not in taken), "")
        )
        key = wanted or next(str(digit) for digit in range(1, 10) if str(digit) not in taken)
        taken.add(key)
        choices_.append(Choice(key, word, label))
    return tuple(choices_)


LEAVE, PEEK, LATER = "q", "?", "/"
"""Keys that are never an answer: for leaving, for looking at the rule, for putting a question off."""


@attrs.frozen
class Reply:
    """A kind of reply to an exercise: it reads typed text, and has a hint at what can be typed."""

    kind: ClassVar[str] = ""
    one_key: ClassVar[bool] = False
    """Whether a single key answers it."""

    @property
    def hint(self) -> str:
        """A hint at what can be typed, in a few words."""
        raise NotImplementedError

    def read(self, typed: str) -> str:
        """Return the answer that was typed, in its canonical form: the form in which answers are compared and saved.

        Args:
            typed: The text as typed.

        Raises:
            Unclear: If it is not an answer to this question.
        """
        raise NotImplementedError

    def say(self, answer: str) -> str:
        """Return an answer in words for people to read.

        Args:
            answer: The answer in its canonical form, from `read`.
        """
        return answer
