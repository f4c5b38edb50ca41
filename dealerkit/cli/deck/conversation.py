"""The guided check of a deck as a conversation: instructions and questions, one after another."""

from __future__ import annotations

from dealerkit.cli.common import echo, misused
from dealerkit.cli.rule.conversation import BACK, Stopped, hear
from dealerkit.errors import ActError
from dealerkit.files.screen_text import count_of, heading, line
from dealerkit.jobs.deck.check import DeckReport
from dealerkit.jobs.deck.guide import Check, GuideQuestion
from dealerkit.jobs.deck.packs import Pack

HELP = "type the cards, such as Ah 10d; Enter for none; back undoes the last answer; quit stops"


def conversation(pack: Pack, *, used: bool, err: bool = False) -> DeckReport:
    """Lead through the check of a deck, and return its report.

    Args:
        pack: The expected pack.
        used: Whether it has been played with.
        err: Whether to print on standard error.

    Raises:
        UsageError: If the answers stop before the end; nothing is reported then.
    """
    check = Check(pack, used=used)
    echo(heading(f"{pack.title}: {count_of(len(pack), 'card')}"), err=err)
    echo(line(f"({HELP})", 2), err=err)
    shown: tuple[str, int] = ("", -1)
    while (question := check.question) is not None:
        if (question.step, question.deck) != shown:
            shown = (question.step, question.deck)
            _step(check, question, err=err)
        try:
            reply = hear(f"   {question.text or 'Done? (enter)'} > ", err=err)
        except Stopped:
            misused(f"you stopped with {count_of(check.left, 'question')} left, so nothing was reported or saved")
        if reply.casefold() in BACK:
            if not check.back():
                echo(line("No answer to undo yet.", 5), err=err)
            shown = ("", -1)
            continue
        try:
            check.answer(reply)
        except ActError as error:
            echo(line(str(error), 5), err=err)
    echo(err=err)
    return check.report()


def _step(check: Check, question: GuideQuestion, *, err: bool) -> None:
    step = check.step(question.step)
    which = f"deck {question.deck} of {check.pack.composition.decks}: " if question.deck else ""
    echo(err=err)
    echo(line(f"{which}{step.do}", 2, "> "), err=err)
    echo(line(f"{step.why} ({', '.join(step.cite)})", 4), err=err)
