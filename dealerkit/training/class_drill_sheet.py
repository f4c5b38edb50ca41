"""A class that answers the same questions: each trainee's answers beside the right ones, as values and on paper.

Nobody is ranked: the order is that of arrival.
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
    """A trainee of a class that drills.

    Attributes:
        name: The name, made unique in the class.
        answered: The number of questions answered.
        right: Share answered right without help, in words; empty before the first answer.
        pace: The median time of the first key against its target, in words; empty if nothing was timed.
        weakest: The cell missed most, in words; empty if there is none.
        note: A remark, such as `left at 14:10`; may be empty.
    """

    name: str
    answered: int = 0
    right: str = ""
    pace: str = ""
    weakest: str = ""
    note: str = ""


@attrs.frozen
class AskedOfAll:
    """A question with the answers of a class.

    Attributes:
        number: From 1.
        show: The material, line by line.
        ask: The question.
        right: The right answer in words.
        why: Working and rule.
        count: Number of trainees with the right answer without help.
        of: The number of trainees who answered.
        wrong: The wrong answers in words, each with its frequency, most frequent first.
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
    """Return a trainee's result.

    Args:
        name: The name, unique in the class.
        standing: The trainee's figures in the drill so far.
        weakest: The title of the cell missed most; empty if there is none.
        note: A remark; may be empty.
    """
    share = standing.right
    pace = "" if standing.median_ms is None else f"{standing.median_ms / 1000:.1f} s (target {in_seconds(standing.target_ms)})"
    return DrilledPupil(name, share.of, in_all(share) if share.of else "", pace, weakest, note)


def asked_of_all(taken: Iterable[Sequence[TakenExercise]], why: Sequence[Sequence[str]]) -> list[AskedOfAll]:
    """Return each question that anybody answered, with the answers of the class.

    Args:
        taken: The answers of each trainee in order, to the same questions.
        why: Working and rule of each question, in the same order.
    """
    rows = [list(answers_) for answers_ in taken]
    questions = []
    for at in range(max(map(len, rows), default=0)):
        given = [row[at] for row in rows if len(row) > at]
        item = given[0].item
        in_words = item.question.reply.say
        wrong = Counter(in_words(answer_.answer) if answer_.answer else "no answer" for answer_ in given if not answer_.right)
        questions.append(
            AskedOfAll(
                number=at + 1,
                show=item.question.show,
                ask=item.question.ask,
                right=item.right,
                why=tuple(why[at]) if at < len(why) else (),
                count=sum(answer_.right and not answer_.helped for answer_ in given),
                of=len(given),
                wrong=tuple(wrong.most_common()),
            )
        )
    return questions


def drill_sheet(
    title: str, facts: Sequence[tuple[str, str]], pupils: Sequence[DrilledPupil], questions: Sequence[AskedOfAll]
) -> Document:
    """Return the report of a class that drilled.

    Args:
        title: The title of the drill.
        facts: Further facts for the head.
        pupils: Everybody, in order of arrival.
        questions: Every question that anybody answered.
    """
    head = ["Name", "Answered", "Right", "Time", "Missed most", "Note"]
    rows: list[list[TableCell | Words]] = [
        [pupil.name, f"{pupil.answered}", pupil.right or "no answers", pupil.pace, pupil.weakest, pupil.note] for pupil in pupils
    ]
    blocks: list[Block] = [class_table(head, rows, (3, 1.3, 1.6, 2.4, 3, 2.4))]
    if questions:
        blocks += [
            Heading("The questions, and the right answers"),
            *(NumberedBlock(question.number, _asked(question)) for question in questions),
        ]
    return class_document(title, facts, blocks, "No one is ranked. Answers looked up do not count as right.")


def _asked(question: AskedOfAll) -> Iterator[Block]:
    if question.show:
        yield Paragraph("\n".join(question.show), "given")
    yield Paragraph(question.ask)
    yield Paragraph(["Correct answer: ", strong(question.right), f" · {question.count} of {question.of} got it right"])
    if question.wrong:
        wrong = "; ".join(answer + (f" ({times} times)" if times > 1 else "") for answer, times in question.wrong)
        yield Paragraph(f"Other answers: {wrong}")
    yield from (Paragraph(row, "small") for row in question.why)
