"""A class that deals the same cards: each trainee's result and the most frequent slips, as values and on paper.

Nobody is ranked: the order is that of arrival.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from dealerkit.sheets.document import Block, Document, Heading, TableBlock, TableCell, Words
from dealerkit.training.class_page import class_document, class_table
from dealerkit.training.walk import wording
from dealerkit.training.walk.session import Session

MOST_SLIPS = 20
"""Most slips listed, the commonest first."""


@attrs.frozen
class Dealings:
    """A trainee's result in a class.

    Attributes:
        steps: Acts of the dealer.
        rounds: Hands or coups dealt to their end.
        severities: Number of slips by severity, including slips taken back.
        codes: Number of slips by code, counted as in `severities`.
        score: Score in words, as at the end of a walk.
        passed: Whether the score is a pass; None while there is nothing to mark.
        pace: Rounds an hour; None if the time was too short for a rate.
        taken_back: The number of acts taken back.
    """

    steps: int = 0
    rounds: int = 0
    severities: Mapping[str, int] = attrs.field(factory=dict)
    codes: Mapping[str, int] = attrs.field(factory=dict)
    score: str = ""
    passed: bool | None = None
    pace: int | None = None
    taken_back: int = 0


@attrs.frozen
class Pupil:
    """A trainee of the class.

    Attributes:
        name: The name, made unique in the class.
        dealt: The result.
        note: A remark, such as `left at 14:10`; may be empty.
    """

    name: str
    dealt: Dealings
    note: str = ""


def dealt(session: Session) -> Dealings:
    """Return a trainee's result so far.

    Args:
        session: The table at which the trainee deals.
    """
    score = session.score()
    every = [*session.findings(), *(finding for _, finding in session.taken_back)]
    return Dealings(
        steps=score.steps,
        rounds=score.complete,
        severities=dict(score.severities),
        codes=dict(Counter(finding.code for finding in every).most_common()),
        score=wording.score_words(score),
        passed=score.passed if score.steps and session.markable else None,
        pace=None if session.pace is None else round(session.pace),
        taken_back=session.undone,
    )


def commonest(pupils: Iterable[Pupil]) -> list[tuple[str, int, int]]:
    """Return the slips of a class, the most frequent first: code, number of times, number of trainees.

    >>> ann = Pupil("Ann", Dealings(codes={"burn/missed": 2}))
    >>> bo = Pupil("Bo", Dealings(codes={"burn/missed": 1, "pot/short": 1}))
    >>> commonest([ann, bo])
    [('burn/missed', 3, 2), ('pot/short', 1, 1)]
    """
    times, whose = Counter[str](), Counter[str]()
    for pupil in pupils:
        times.update(pupil.dealt.codes)
        whose.update(pupil.dealt.codes.keys())
    return [(code, count, whose[code]) for code, count in sorted(times.items(), key=lambda item: (-item[1], item[0]))]


def class_sheet(
    title: str, facts: Sequence[tuple[str, str]], pupils: Sequence[Pupil], slip_title: Callable[[str], str], word: str = "hand"
) -> Document:
    """Return the report of a class.

    Args:
        title: The title of the game.
        facts: Further facts for the head: the day, the teacher, the code that deals the same cards again.
        pupils: Everybody, in order of arrival.
        slip_title: Returns the title of a finding.
        word: The word for a round: `hand`, `coup`.
    """
    rows: list[list[TableCell | Words]] = [
        [
            pupil.name,
            f"{pupil.dealt.rounds}",
            "" if pupil.dealt.pace is None else f"{pupil.dealt.pace}",
            wording.severities(pupil.dealt.severities),
            pupil.dealt.score or "nothing was dealt",
            pupil.note,
        ]
        for pupil in pupils
    ]
    head = ["Name", f"{word.capitalize()}s", "Per hour", "Slips", "Score", "Note"]
    blocks: list[Block] = [class_table(head, rows, (3, 1.1, 1.2, 3, 3.4, 3))]
    if slips := commonest(pupils):
        slip_rows: list[list[TableCell | Words]] = [
            [str(times), f"{whose} of {len(pupils)}", slip_title(code)] for code, times, whose in slips[:MOST_SLIPS]
        ]
        blocks += [
            Heading("Most common slips"),
            TableBlock(["Times", "Trainees", "What"], slip_rows, align=("right", "right", "left"), widths=(1, 1.4, 8)),
        ]
    return class_document(title, facts, blocks, "No one is ranked. Slips that were taken back still count.")
