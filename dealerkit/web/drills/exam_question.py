"""The page of a question in an exam: one for those drawn by a syllabus and those for oneself, and nothing of what is right."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TypedDict, Unpack

from starlette.responses import Response

from dealerkit.training.items import Question
from dealerkit.web.drills.question import shown
from dealerkit.web.exam_folders import said_time
from dealerkit.web.visit import Visit


class PlaceInExam(TypedDict):
    """Where a question stands in its exam, and where the trainee goes from it.

    Attributes:
        number: The question's own number, from 1.
        of: How many questions there are.
        title: What the exam is called.
        to: Where the answer is sent.
        back: The page of the exam.
        answered: How many questions have an answer; None where that is not told.
        later: Where the next open question stands; empty where they come in their order alone.
        first: Where it is noted that an answer was begun; empty where nobody measures it.
    """

    number: int
    of: int
    title: str
    to: str
    back: str
    answered: int | None
    later: str
    first: str


def question_page(
    visit: Visit,
    question: Question,
    left: timedelta | None,
    problem: str,
    given: Mapping[str, str] | None,
    **place: Unpack[PlaceInExam],
) -> Response:
    """Show a question of an exam.

    Args:
        visit: Whose request it answers.
        question: The question.
        left: The time that is left; None where no time runs.
        problem: Why an answer could not be read; empty if none was given.
        given: The fields as they were filled in.
        **place: Where it stands in the exam, and where the trainee goes from it.
    """
    return visit.page(
        "drills/exam_question.html",
        422 if problem else 200,
        question=shown(question),
        left=said_time(left) if left is not None else "",
        left_ms=round(left.total_seconds() * 1000) if left is not None else 0,
        problem=problem,
        given=given or {},
        **place,
    )
