"""A reply of several parts, each of its own kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.training.replies.reply import SEPARATOR, Reply, Unclear
from dealerkit.training.replies.slips import NAMED


@attrs.frozen
class PartsReply(Reply):
    """A reply of several answers, one after the other.

    Attributes:
        parts: Title and kind of reply of each part.
        weights: The marks for each part, in the same order; equal if empty. An answer is right only if all parts are right.
    """

    kind: ClassVar[str] = "parts"
    parts: tuple[tuple[str, Reply], ...] = attrs.field(validator=attrs.validators.min_len(1))
    weights: tuple[int, ...] = attrs.field(default=(), validator=attrs.validators.deep_iterable(attrs.validators.ge(1)))

    @weights.validator
    def _one_for_each(self, _: object, weights: tuple[int, ...]) -> None:
        if weights and len(weights) != len(self.parts):
            msg = f"{count_of(len(self.parts), 'part')}, and {count_of(len(weights), 'weight')}"
            raise ValueError(msg)

    @property
    def hint(self) -> str:
        """The hint at what can be typed: the names of the parts in order, or only their number if there are many."""
        if len(self.parts) > NAMED:
            return f"{count_of(len(self.parts), 'answer')}, one after the other"
        return ", then ".join(label for label, _ in self.parts)

    def read(self, typed: str) -> str:
        """Return the answers to all parts in the form in which they are saved; when typed, too, they have `|` between them.

        Raises:
            Unclear: If it has another number of parts, or a part cannot be read.
        """
        given = typed.split("|")
        if len(given) != len(self.parts):
            msg = f"type {count_of(len(self.parts), 'answer')} with | between them: {self.hint}"
            raise Unclear(msg)
        return self.join(reply.read(part) for (_, reply), part in zip(self.parts, given, strict=True))

    @staticmethod
    def join(answers: Iterable[str]) -> str:
        """Return the answers to the parts as one text, in the form in which it is saved."""
        return SEPARATOR.join(answers)

    def say(self, answer: str) -> str:
        """Return the answers to all parts in words, each after the name of its part."""
        given = answer.split(SEPARATOR)
        return "; ".join(f"{label}: {reply.say(part)}" for (label, reply), part in zip(self.parts, given, strict=False))
