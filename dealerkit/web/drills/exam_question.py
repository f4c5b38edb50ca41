"""The page of a question in an exam: one for those drawn by a syllabus and those for oneself, and nothing of what is right."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from starlette.responses import Response

from dealerkit.training.items import Question
from dealerkit.web.drills.question import shown
from dealerkit.web.exam_folders import said_time
from dealerkit.web.visit import Visit


def question_page(
    visit: Visit,
    number: int,
    question: Question,
    *,
    title: str,
    of: int,
    left: timedelta | None,
    to: str,
    back: str,
    problem: str = "",
    given: Mapping[str, str] | None = None,
    answered: int | None = None,
    later: str = "",
    first: str = "",
) -> Response:
    """Show a question of an exam.

    Args:
        visit: Whose request it answers.
        number: Its number, from 1.
        question: The question.
        title: What the exam is called.
        of: How many questions it has.
        left: The time that is left; None where no time runs.
        to: Where the answer is sent.
        back: The page of the exam.
        problem: Why an answer could not be read; empty if none was given.
        given: The fields as they were filled in.
        answered: How many questions have an answer; None where that is not told.
        later: Where the next open question stands; empty where they come in their order alone.
        first: Where it is noted that an answer was begun; empty where nobody measures it.
    """
    return visit.page(
        "drills/exam_question.html",
        422 if problem else 200,
        number=number,
        question=shown(question),
        title=title,
        of=of,
        left=said_time(left) if left is not None else "",
        left_ms=round(left.total_seconds() * 1000) if left is not None else 0,
        to=to,
        back=back,
        problem=problem,
        given=given or {},
        answered=answered,
        later=later,
        first=first,
    )
