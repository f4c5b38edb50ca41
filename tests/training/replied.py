"""What the exercises of the tests are answered with, as the kind of reply that the drill gives."""

from __future__ import annotations

from dealerkit.training.items import Item
from dealerkit.training.replies import AnyOfReply, Choice, OneOfReply, PartsReply, Reply


def choices(reply: Reply) -> tuple[Choice, ...]:
    """What can be chosen; a reply without choices fails the test."""
    assert isinstance(reply, OneOfReply | AnyOfReply), reply
    return reply.choices


def parts(item: Item) -> tuple[tuple[str, Reply], ...]:
    """What is asked together, by name; a reply of one part fails the test."""
    assert isinstance(item.question.reply, PartsReply), item.question.reply
    return item.question.reply.parts
