"""Calibration on paper: the disputes with letters to tick, the key, and the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealerkit.sheets.document import (
    Block,
    Columns,
    Document,
    Fields,
    Heading,
    Listing,
    NumberedBlock,
    Paragraph,
    TableBlock,
    Words,
    strong,
)
from dealerkit.sheets.document import Paper as Sheet
from dealerkit.training.calibration.agreement import Agreement, Answered
from dealerkit.training.calibration.paper import HandedOut
from dealerkit.training.items import Item, Question
from dealerkit.training.replies import SEPARATOR, PartsReply

TITLE = "How do we rule on this?"
ALONE = (
    "Everybody on the floor answers the same {count} disputes by the house's rules, alone. For each, tick one ruling and one "
    "thing to be done. Do not write your name on it: nobody is marked, the answers are counted together."
)
TOO_FEW = (
    "{sheets} is too few to be anonymous: the figures would tell who has answered what. They are shown from {least} sheets on."
)
NOTE = "Nobody is named in it and nobody is ranked. A share has the interval in which the true one lies 19 times in 20."
PAPER = Sheet(points=9.5)


def paper_sheet(own: HandedOut) -> Document:
    """Return the paper that everybody fills in."""
    asked = [NumberedBlock(number, tuple(_asked(one))) for number, one in enumerate(own.questions, 1)]
    blocks = [_head(own), Paragraph(ALONE.format(count=len(asked))), *asked]
    return Document("calibration", TITLE, blocks, paper=PAPER)


def key_sheet(own: HandedOut, items: Sequence[Item]) -> Document:
    """Return the manager's key.

    Args:
        own: The paper as it is handed out.
        items: Its disputes with their keys.
    """
    blocks = [_head(own), *(NumberedBlock(number, tuple(_answered(one))) for number, one in enumerate(items, 1))]
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
            Listing([[strong(one.key), f" {one.title}"] for one in getattr(part, "choices", ())], "boxes"),
        ]
        for label, part in question.reply.parts
    )


def _answered(item: Item) -> Iterator[Block]:
    reply = item.question.reply
    assert isinstance(reply, PartsReply)
    parts = zip(reply.parts, item.key.answers[0].split(SEPARATOR), strict=True)
    letters = [one.key for (_, part), answer in parts for one in getattr(part, "choices", ()) if one.word == answer]
    yield Paragraph([strong(f"{' '.join(letters)}: {item.right}")])
    for said in (" ".join(item.key.working), ", ".join(item.key.rules)):
        yield Paragraph(said, "small")


def report_sheet(found: Agreement) -> Document:
    """Return the report: where the floor parts, by dispute and by rule; of too few sheets it says no more than that."""
    return Document("agreement", f"Calibration {found.paper.id}: do we rule alike?", [*_report(found), Paragraph(NOTE, "small")])


def _report(found: Agreement) -> Iterator[Block]:
    paper = found.paper
    facts: list[tuple[str, Words]] = [
        ("Rules in force", f"{paper.title}, {paper.fingerprint[:16]}"),
        ("Drawn", paper.made),
        ("Disputes", str(len(paper.items))),
        ("Sheets", str(found.sheets)),
        *([] if found.too_few else [("As the rules in force", [strong(str(found.whole))])]),
        ("Commitment", paper.commitment),
    ]
    yield TableBlock([], facts, widths=(1, 3))
    if found.too_few:
        yield Paragraph(TOO_FEW.format(sheets=found.sheets, least=found.least))
        return
    alike = [one for one in found.rest if one.right.count]
    yield from _disputes("Where the floor parts, most first", found.apart)
    yield from _disputes("All alike, and not as the rules", found.together_against)
    yield Heading("By rule")
    rows = [[rule, str(of), paper.words.get(rule, "")] for rule, of in found.by_rule]
    yield TableBlock(["Rule", "As it says", "What it says"], rows, widths=(1, 2, 5))
    yield from _disputes("All alike, as the rules", alike)
    if found.withheld:
        withheld = ", ".join(map(str, found.withheld))
        yield Paragraph(f"Answered by fewer than {found.least}, and not shown: {withheld}.", "small")


def _disputes(title: str, those: Sequence[Answered]) -> Iterator[Block]:
    if those:
        yield Heading(title)
        yield from (NumberedBlock(one.number, tuple(_dispute(one))) for one in those)


def _dispute(one: Answered) -> Iterator[Block]:
    yield Paragraph("\n".join(one.item.question.show), "given")
    rows: list[list[Words]] = []
    for given in one.answers:
        as_told = (" ", strong("as the rules")) if given.right else ()
        rows.append([(given.words, *as_told), f"{given.count} of {one.right.of}"])
    yield TableBlock(["Answered", "By how many"], rows, widths=(4, 1), align=("left", "right"))
    parted = f"Two of them rule otherwise than each other {round(100 * one.parted)} times in 100."
    yield Paragraph(f"As the rules in force: {one.right}. {parted}" + ("" if one.right.count else f" The rules: {one.expected}."))
    yield Paragraph(f"{' '.join(one.item.key.working)} ({', '.join(one.item.key.rules)})", "small")
