"""A walk that asks questions: they are put and answered at the same prompt as acts, and each answer gets a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dealerkit.cli.walk.outlets import Outlet
from dealerkit.felt import Act
from dealerkit.files import screen_text
from dealerkit.training.action.lesson import Lesson
from dealerkit.training.replies import Unclear
from dealerkit.training.walk import commentary
from dealerkit.training.walk.session import Session
from dealerkit.training.walk.talk import NO_ANSWER


class TaughtTalk(Protocol):
    """The part of a conversation that a lesson uses.

    Attributes:
        session: The session.
        out: The output.
        mode: The help mode: `learn`, `guided`, `practice` or `exam`.
        at_once: Whether wrong answers are shown at once, or at the end.
        unclear: Number of lines that had to be repeated or confirmed.
    """

    session: Session
    out: Outlet
    mode: str
    at_once: bool
    unclear: int

    def acts(self, acts: Sequence[Act], *, goes_on: bool = False) -> None:
        """Carry out the acts of a line and show their results.

        Args:
            acts: The acts, in order.
            goes_on: Whether the rest of the same line comes next.
        """


def answered(talk: TaughtTalk, lesson: Lesson, line: str) -> str | None:
    """Take a line, or the first part of it, as the answer to the open question, and carry it out.

    Args:
        talk: The conversation.
        lesson: The questions asked at this table; one may be open.
        line: The typed line.

    Returns:
        The part of the line that does not answer: all of it if it answers nothing; None if nothing is left, or the answer was
            not understood.
    """
    while lesson.open is not None:
        try:
            talk_ = lesson.hear(line, talk.session.table)
        except Unclear as error:
            talk.unclear += talk.mode == "exam"
            talk.out.say(screen_text.line(str(error)[:1].upper() + str(error)[1:]))
            return None
        if talk_ is None:
            return line
        acts, line = talk_
        talk.acts(acts, goes_on=bool(line))
        if not line:
            return None
    return line


def tell(talk: TaughtTalk, lesson: Lesson) -> None:
    """Print the right answer, if the last answer was wrong and slips are shown at once.

    Args:
        talk: The conversation.
        lesson: The questions asked at this table.
    """
    came = lesson.taken()
    if came is not None and came.right is not True and talk.at_once:
        talk.out.say(screen_text.line(came.question.answer, 4, "correct answer: "))


def ask(talk: TaughtTalk, lesson: Lesson) -> None:
    """Print the open question, if there is one; the conversation calls this again until it is answered or the game moves on.

    Args:
        talk: The conversation.
        lesson: The questions asked at this table.
    """
    if lesson.open is not None:
        talk.out.say(screen_text.line(lesson.open.asks, 2, "? "))


def again(talk: TaughtTalk) -> None:
    """Print that the line was not an answer; this costs nothing."""
    talk.out.say(screen_text.line(NO_ANSWER))


def hint(talk: TaughtTalk, lesson: Lesson, *, unasked: bool = False) -> bool:
    """Print the answer to the open question, and its rules; return whether a question is open.

    Args:
        talk: The conversation.
        lesson: The questions asked at this table.
        unasked: Whether the dealer did not ask for it, so that the first line of the rules is enough.
    """
    if lesson.open is None:
        return False
    talk.out.say(screen_text.line(lesson.open.answer, 2, "next, say: " if unasked else "say: "))
    rules = list(commentary.rules(talk.session.table, lesson.open.cite))
    for row in rules[:1] if unasked else rules:
        talk.out.say(row)
    return True
