"""A walk with a level: its questions are printed, answers are taken at the same prompt, and each is told right or wrong."""

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
    """The part of a conversation that a lesson can see.

    Attributes:
        session: The session.
        out: Where things are told.
        mode: How much help there is: `learn`, `guided`, `practice` or `exam`.
        at_once: Whether what was wrong is shown at once, or at the end.
        unclear: How many lines had to be said again or confirmed.
    """

    session: Session
    out: Outlet
    mode: str
    at_once: bool
    unclear: int

    def acts(self, acts: Sequence[Act], *, goes_on: bool = False) -> None:
        """Do what was said."""


def answered(talk: TaughtTalk, lesson: Lesson, line: str) -> str | None:
    """Read a line as the answer to the open question, as far as it answers it.

    Args:
        talk: The talk at the table.
        lesson: The lesson, which has the question that is open.
        line: What was typed.

    Returns:
        What is left of the line to be understood otherwise; None if nothing is.
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
    """Tell what was right, where the last question was not answered so."""
    came = lesson.taken()
    if came is not None and came.right is not True and talk.at_once:
        talk.out.say(screen_text.line(came.question.answer, 4, "right was: "))


def ask(talk: TaughtTalk, lesson: Lesson) -> None:
    """Ask what is to be asked; it is asked again until it is answered, or the game goes on."""
    if lesson.open is not None:
        talk.out.say(screen_text.line(lesson.open.asks, 2, "? "))


def again(talk: TaughtTalk) -> None:
    """Say that a line answers nothing, which costs nothing."""
    talk.out.say(screen_text.line(NO_ANSWER))


def hint(talk: TaughtTalk, lesson: Lesson, *, unasked: bool = False) -> bool:
    """Tell the answer to the question that is open, and the rules it rests on; return whether there is one.

    Args:
        talk: The conversation.
        lesson: The lesson.
        unasked: Whether nobody has asked for it: then the first line of the rules is enough.
    """
    if lesson.open is None:
        return False
    talk.out.say(screen_text.line(lesson.open.answer, 2, "next, say: " if unasked else "say: "))
    rules = list(commentary.rules(talk.session.table, lesson.open.cite))
    for row in rules[:1] if unasked else rules:
        talk.out.say(row)
    return True
