"""A reply of several parts; and every kind of reply written into a file and read from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeVar

import attrs

from dealerkit.rules.entries import Branch
from dealerkit.training.files import json_value
from dealerkit.training.replies.choice import AnyOfReply, OneOfReply
from dealerkit.training.replies.money import AmountReply, AmountsReply, ChipsReply, CountReply
from dealerkit.training.replies.reply import SEPARATOR, Choice, Reply, Unclear
from dealerkit.training.replies.seats import CardsReply, GroupsReply, SeatReply
from dealerkit.training.replies.slips import NAMED, SlipsReply
from dealerkit.training.replies.words import OrderReply, WordsReply


@attrs.frozen
class PartsReply(Reply):
    """Several answers, one after the other.

    Attributes:
        parts: What each is called, and how it is answered.
        weights: The marks for each, in the same order; equal where there are none. Only all of them make an answer right.
    """

    kind: ClassVar[str] = "parts"
    parts: tuple[tuple[str, Reply], ...]
    weights: tuple[int, ...] = ()

    @property
    def hint(self) -> str:
        """The names of the parts to be answered, in order; only how many where they are many."""
        if len(self.parts) > NAMED:
            return f"{len(self.parts)} answers, one after the other"
        return ", then ".join(label for label, _ in self.parts)

    def read(self, typed: str) -> str:
        """Read the parts with a `|` between them, as they are written down.

        Raises:
            Unclear: If it has another number of parts, or a part cannot be read.
        """
        given = typed.split("|")
        if len(given) != len(self.parts):
            msg = f"type {len(self.parts)} answers with | between them: {self.hint}"
            raise Unclear(msg)
        return self.join(reply.read(part) for (_, reply), part in zip(self.parts, given, strict=True))

    @staticmethod
    def join(answers: Iterable[str]) -> str:
        """Write down the answers to all parts as one."""
        return SEPARATOR.join(answers)

    def say(self, answer: str) -> str:
        """Return all parts in words."""
        given = answer.split(SEPARATOR)
        return "; ".join(f"{label}: {reply.say(part)}" for (label, reply), part in zip(self.parts, given, strict=False))


_KINDS: Mapping[str, type[Reply]] = {
    kind.kind: kind
    for kind in (
        OneOfReply,
        AnyOfReply,
        AmountReply,
        AmountsReply,
        ChipsReply,
        CountReply,
        CardsReply,
        SeatReply,
        GroupsReply,
        OrderReply,
        WordsReply,
        SlipsReply,
        PartsReply,
    )
}
T = TypeVar("T")


def to_data(reply: Reply) -> dict[str, object]:
    """Return a reply as plain data, to be written into a file."""
    if isinstance(reply, PartsReply):
        return {
            "kind": reply.kind,
            "parts": [[label, to_data(part)] for label, part in reply.parts],
            "weights": list(reply.weights),
        }
    return {"kind": reply.kind, **json_value(attrs.asdict(reply))}


def from_data(data: Branch) -> Reply:
    """Return a reply that was written by `to_data`.

    Raises:
        KeyError, TypeError, ValueError: If it is none.
    """
    rest = dict(data)
    kind = _KINDS[str(rest.pop("kind"))]
    if kind is PartsReply:
        parts = tuple((str(label), from_data(part)) for label, part in rest["parts"])
        return PartsReply(parts, tuple(int(weight) for weight in rest["weights"]))
    if "choices" in rest:
        rest["choices"] = tuple(Choice(**{**choice, "also": tuple(choice["also"])}) for choice in rest["choices"])
    return kind(**rest)
