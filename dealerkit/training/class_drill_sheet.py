"""A class that was asked the same questions: how each of them answered, and what was right, as a value and on paper.

Nobody is ranked: the order is that in which they came in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dealerkit.sheets.document import Block, Document, Heading, NumberedBlock, Paragraph, TableCell, Words, strong
from dealerkit.training.class_page import class_document, class_table
from dealerkit.training.drill_run import in_all, in_seconds
from dealerkit.training.sitting import SittingStanding, TakenExercise


@attrs.frozen
class DrilledPupil:
    """Somebody of a class that drills.

    Attributes:
        name: The name, told apart from others who have it.
        answered: How many questions have an answer.
        right: So many of so many right without help, in words; empty before the first.
        pace: The median time of the first key against its target, in words; empty where nothing was timed.
        weakest: What was missed most, in words; empty where nothing was.
        note: What else is to be said, as `left at 14:10`; may be empty.
    """

    name: str
    answered: int = 0
    right: str = ""
    pace: str = ""
    weakest: str = ""
    note: str = ""


@attrs.frozen
class AskedOfAll:
    """A question as a class answered it.

    Attributes:
        number: From 1.
        show: What was given, line by line.
        ask: The question.
        right: The right answer in words.
        why: Working and rule.
        count: How many had it right without help.
        of: How many answered.
        wrong: The wrong answers in words, each with how often it came, the commonest first.
    """

    number: int
    show: tuple[str, ...]
    ask: str
    right: str
    why: tuple[str, ...]
    count: int
    of: int
    wrong: tuple[tuple[str, int], ...]


def drilled(name: str, standing: SittingStanding, weakest: str, note: str = "") -> DrilledPupil:
    """Return how somebody stands.

    Args:
        name: The name.
        standing: The standing of the sitting.
        weakest: What was missed most, in words.
        note: What else is to be said.
    """
    share = standing.right
    pace = "" if standing.median_ms is None else f"{standing.median_ms / 1000:.1f} s (target {in_seconds(standing.target_ms)})"
    return DrilledPupil(name, share.of, in_all(share) if share.of else "", pace, weakest, note)


def asked_of_all(taken: Iterable[Sequence[TakenExercise]], why: Sequence[Sequence[str]]) -> list[AskedOfAll]:
    """Return each question that somebody answered, with how the class answered it.

    Args:
        taken: What each of them answered, in its order; question for question they are the same.
        why: Working and rule of each question, in the same order.
    """
    rows = [list(one) for one in taken]
    found = []
    for at in range(max(map(len, rows), default=0)):
        given = [row[at] for row in rows if len(row) > at]
        item = given[0].item
        said = item.question.reply.say
        wrong = Counter(said(one.answer) if one.answer else "no answer" for one in given if not one.right)
        found.append(
            AskedOfAll(
                number=at + 1,
                show=item.question.show,
                ask=item.question.ask,
                right=item.right,
                why=tuple(why[at]) if at < len(why) else (),
                count=sum(one.right and not one.helped for one in given),
                of=len(given),
                wrong=tuple(wrong.most_common()),
            )
        )
    return found


def drill_sheet(
    title: str, facts: Sequence[tuple[str, str]], pupils: Sequence[DrilledPupil], questions: Sequence[AskedOfAll]
) -> Document:
    """Return the report of a class that drilled.

    Args:
        title: What was asked.
        facts: What else stands at its head.
        pupils: Everybody, in the order in which they came in.
        questions: Every question that somebody answered.
    """
    head = ["Name", "Answered", "Right", "Time", "Missed most", "Note"]
    rows: list[list[TableCell | Words]] = [
        [one.name, f"{one.answered}", one.right or "nothing was answered", one.pace, one.weakest, one.note] for one in pupils
    ]
    blocks: list[Block] = [class_table(head, rows, (3, 1.3, 1.6, 2.4, 3, 2.4))]
    if questions:
        blocks += [Heading("The questions, and what is right"), *(NumberedBlock(one.number, _asked(one)) for one in questions)]
    return class_document(title, facts, blocks, "Nobody is ranked. What was looked up does not count as right.")


def _asked(one: AskedOfAll) -> Iterator[Block]:
    if one.show:
        yield Paragraph("\n".join(one.show), "given")
    yield Paragraph(one.ask)
    yield Paragraph(["Right is: ", strong(one.right), f" · {one.count} of {one.of} had it"])
    if one.wrong:
        wrong = "; ".join(said + (f" ({times} times)" if times > 1 else "") for said, times in one.wrong)
        yield Paragraph(f"Said instead: {wrong}")
    yield from (Paragraph(row, "small") for row in one.why)
