"""Replies by choice: one of several, or any number of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

import attrs

from dealerkit.training.replies.reply import Choice, Reply, Unclear


@attrs.frozen
class OneOfReply(Reply):
    """A reply that picks one of a few choices by a single key."""

    kind: ClassVar[str] = "one_of"
    one_key = True
    choices: tuple[Choice, ...]

    @property
    def hint(self) -> str:
        """The keys and their meanings."""
        return "   ".join(map(_keyed, self.choices))

    def read(self, typed: str) -> str:
        """Return the choice that a typed key, word or label picks, in the form in which it is saved.

        Raises:
            Unclear: If it is not one of the choices.
        """
        chosen = _choice(self.choices, typed)
        if chosen is None:
            msg = f"'{typed.strip()}' is not one of the choices; type one key: {', '.join(choice.key for choice in self.choices)}"
            raise Unclear(msg)
        return chosen.word

    def say(self, answer: str) -> str:
        """Return the label of the choice that an answer picks."""
        return next((choice.title for choice in self.choices if choice.word == answer), answer)


@attrs.frozen
class AnyOfReply(Reply):
    """A reply that picks any number of choices, in any order, or none."""

    kind: ClassVar[str] = "any_of"
    choices: tuple[Choice, ...]

    NONE: ClassVar[str] = "none"

    @property
    def hint(self) -> str:
        """The keys and their meanings."""
        return "   ".join(map(_keyed, self.choices)) + "   - none; type the keys of all that apply"

    def read(self, typed: str) -> str:
        """Return the choices that typed keys or words pick, in the form in which they are saved; keys may be written together.

        Raises:
            Unclear: If something in it is not one of the choices.
        """
        text = typed.strip()
        if text.lower() in ("-", "0", self.NONE) or not text:
            return self.NONE
        signs = re.split(r"[\s,;]+", text)
        chosen = [_choice(self.choices, sign) for sign in signs]
        if None in chosen and len(signs) == 1:
            chosen = [_choice(self.choices, sign) for sign in text]
        words = {choice.word for choice in chosen if choice is not None}
        if None in chosen:
            msg = f"not everything in '{text}' is a choice; type the keys of all that apply, or -"
            raise Unclear(msg)
        return " ".join(choice.word for choice in self.choices if choice.word in words)

    def say(self, answer: str) -> str:
        """Return the labels of the choices that an answer picks."""
        words = answer.split(" ")
        titles = [choice.title for choice in self.choices if choice.word in words]
        return (" " if all(title.endswith(".") for title in titles) else ", ").join(titles) or self.NONE


def _keyed(choice: Choice) -> str:
    """Return a choice with its key in front; a digit is its own key."""
    return choice.key if choice.key == choice.title else f"{choice.key} {choice.title}"


def _choice(among: Sequence[Choice], typed: str) -> Choice | None:
    text = " ".join(typed.split()).casefold()
    for choice in among:
        if text in (choice.key.casefold(), choice.word.casefold(), choice.title.casefold(), *map(str.casefold, choice.also)):
            return choice
    return None
