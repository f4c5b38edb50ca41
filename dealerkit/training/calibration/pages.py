"""Calibration on paper: the disputes with letters to tick, and the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealerkit.sheets.document import (
    Block,
    Columns,
    Document,
    Fields,
    Listing,
    NumberedBlock,
    Paragraph,
    strong,
)
from dealerkit.sheets.document import Paper as Sheet
from dealerkit.training.calibration.paper import HandedOut
from dealerkit.training.items import Item, Question
from dealerkit.training.replies import SEPARATOR, PartsReply

TITLE = "How do we rule on this?"
ALONE = (
    "Everyone on the floor answers the same {count} disputes alone, under the house rules. For each, tick one ruling and one "
    "remedy. Do not write your name: the answers are counted together, and no one is graded."
)
PAPER = Sheet(points=9.5)


def paper_sheet(own: HandedOut) -> Document:
    """Return the printed paper that everybody fills in.

    Args:
        own: The disputes as they are handed out, without keys.
    """
    asked = [NumberedBlock(number, tuple(_asked(question))) for number, question in enumerate(own.questions, 1)]
    blocks = [_head(own), Paragraph(ALONE.format(count=len(asked))), *asked]
    return Document("calibration", TITLE, blocks, paper=PAPER)


def key_sheet(own: HandedOut, items: Sequence[Item]) -> Document:
    """Return the printed key, for the manager.

    Args:
        own: The disputes as they are handed out.
        items: The same disputes with their right answers.
    """
    blocks = [_head(own), *(NumberedBlock(number, tuple(_answered(item_))) for number, item_ in enumerate(items, 1))]
    return Document("calibration", f"{TITLE} Key", blocks, paper=PAPER)


def _head(own: HandedOut) -> Fields:
    rules = f"{own.title}, {own.fingerprint[:12]}"
    return Fields([("Rules", rules), ("Calibration", own.id), ("Commitment", own.commitment[:16])], columns=2)


def _asked(question: Question) -> Iterator[Block]:
    yield Paragraph("\n".join(question.show), "given")
    assert isinstance(question.reply, PartsReply)
    yield Columns(
        [
            Paragraph(label, "small"),
            Listing([[strong(choice.key), f" {choice.title}"] for choice in getattr(part, "choices", ())], "boxes"),
        ]
        for label, part in question.reply.parts
    )


def _answered(item: Item) -> Iterator[Block]:
    reply = item.question.reply
    assert isinstance(reply, PartsReply)
    parts = zip(reply.parts, item.key.answers[0].split(SEPARATOR), strict=True)
    letters = [choice.key for (_, part), answer in parts for choice in getattr(part, "choices", ()) if choice.word == answer]
    yield Paragraph([strong(f"{' '.join(letters)}: {item.right}")])
    for line in (" ".join(item.key.working), ", ".join(item.key.rules)):
        yield Paragraph(line, "small")
