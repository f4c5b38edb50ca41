"""The page of an exam question, for exams drawn by a syllabus and practice exams; it never shows the right answer."""

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
        number: Number of the question, from 1.
        of: The number of questions.
        title: The exam's title.
        to: The address to which the answer is sent.
        back: The address of the exam's page.
        answered: Number of answered questions; None if not shown.
        later: The address of the next open question; empty if questions come in a fixed order.
        first: The address that records the first key of an answer; empty if times are not measured.
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
        left: The time left; None without a time limit.
        problem: Reason why an answer could not be read; empty if there is none.
        given: The fields as filled in; None before an answer.
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
