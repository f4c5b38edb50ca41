"""The possible answers to exercises in tests, by the kind of the drill's reply."""

from __future__ import annotations

from dealerkit.training.items import Item
from dealerkit.training.replies import AnyOfReply, Choice, OneOfReply, PartsReply, Reply


def choices(reply: Reply) -> tuple[Choice, ...]:
    """Return the choices of a reply; a reply without choices fails the test."""
    assert isinstance(reply, OneOfReply | AnyOfReply), reply
    return reply.choices


def parts(item: Item) -> tuple[tuple[str, Reply], ...]:
    """Return the parts of an exercise, by name; a reply of one part fails the test."""
    assert isinstance(item.question.reply, PartsReply), item.question.reply
    return item.question.reply.parts
