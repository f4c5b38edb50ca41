"""The page of an exam question, for exams drawn by a syllabus and practice exams; it shows no right answer."""

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
    """A question's place in its exam, and the addresses before and after it.

    Attributes:
        number: The question's own number, from 1.
        of: The number of questions.
        title: The exam's title.
        to: The address that the answer is sent to.
        back: The page of the exam.
        answered: The number of questions answered; None where it is not shown.
        later: The address of the next open question; empty where questions come in a fixed order.
        first: The address that records the first key of an answer; empty where times are not measured.
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
        visit: The visit.
        question: The question.
        left: The time that is left; None where no time runs.
        problem: Why an answer could not be read; empty if none was given.
        given: The fields as they were filled in.
        **place: The question's place in its exam: the fields of `PlaceInExam`.
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
