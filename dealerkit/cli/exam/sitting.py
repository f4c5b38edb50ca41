"""`dealerkit exam take`: questions and hands against the clock; each answer is saved as it is given."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealerkit.cli.common import echo, note
from dealerkit.files.screen_text import count_of, heading, line

if TYPE_CHECKING:
    from dealerkit.cli.keyboard import Keyboard
    from dealerkit.training.exams.answer_sheet import AnswerSheet
    from dealerkit.training.exams.exam import CandidatePaper, Exam, Walk


@click.command("take")
@click.argument("paper", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--answers", type=click.Path(path_type=Path, dir_okay=False), help="Where to write the answers. Default: beside the paper."
)
@click.option("--again", metavar="HANDS", help="For an examiner: allow these interrupted hands, by name, to be dealt again.")
def take_(paper: Path, answers: Path | None, again: str | None) -> None:
    """Take an exam against the clock.

    With the candidate's file the questions are asked; with the school's sealed file, at the school's machine, the hands are dealt
    too. `/` leaves a question for later. `q` stops: your answers are saved, but the clock keeps running. The right answers are
    not shown.
    """
    from dealerkit.cli.keyboard import Keyboard
    from dealerkit.training.exams.answer_sheet import AnswerSheet
    from dealerkit.training.exams.exam import SEALED, candidate_paper, read_exam, sealed_exam

    sealed = sealed_exam(paper) if read_exam(paper)["what"] == SEALED else None
    own = sealed.for_candidate() if sealed is not None else candidate_paper(paper)
    target = answers or paper.with_name(f"{paper.name.split('.')[0]}.answers.jsonl")
    sheet = AnswerSheet(target, own.id, own.commitment, lambda: datetime.now().astimezone())
    with sheet.alone():
        keyboard = Keyboard()
        room = _Room(own, sheet, keyboard)
        with keyboard.taken():
            stopped = not room.questions()
        if sealed is not None and not stopped:
            room.hands(sealed, again)
        elif own.walks and not stopped:
            note("The hands are dealt on the school's machine, from the sealed file.")
        room.over(target)


class _Room:
    """An examination: one candidate, one paper, one clock."""

    def __init__(self, own: CandidatePaper, sheet: AnswerSheet, keyboard: Keyboard) -> None:
        self.asked, self.sheet, self.keyboard, self.time = own.asked, sheet, keyboard, timedelta(minutes=own.minutes)
        echo(heading(f"{own.title}, paper {own.paper}, for {own.candidate}"))
        echo(line(f"{count_of(len(self.asked), 'question')}; {self._left()} left. / leaves a question for later, q stops."))

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self.sheet.elapsed >= self.time

    def _left(self) -> str:
        rest = max(timedelta(), self.time - self.sheet.elapsed)
        return f"{int(rest.total_seconds()) // 60} min {int(rest.total_seconds()) % 60:02} s"

    def _open(self) -> list[int]:
        return [number for number in range(1, len(self.asked) + 1) if (number, "") not in self.sheet.given]

    def questions(self) -> bool:
        """Ask the open questions; return whether to go on to the hands."""
        from dealerkit.cli.keyboard import Left, PutOff

        while (rest := self._open()) and not self.late:
            for number in rest:
                if self.late:
                    break
                try:
                    self._ask(number)
                except PutOff:
                    echo()
                except Left:
                    return False
        if self._open():
            echo(line("Time is up.", 0))
        return True

    def _ask(self, number: int) -> None:
        from dealerkit.cli.questions import put
        from dealerkit.training.exams.answer_sheet import GivenAnswer

        answer_ = put(self.keyboard, number, self.asked[number - 1], help_=None, may_put_off=True)
        if not self.late:
            self.sheet.put(
                GivenAnswer(
                    number, given=answer_.typed, answer=answer_.answer, first_ms=answer_.first_ms, unclear=answer_.unclear
                )
            )

    def hands(self, exam: Exam, again: str | None) -> None:
        """Let the candidate deal those parts of the exam that are not dealt yet.

        Args:
            exam: The exam, from the school's sealed file.
            again: Name of a broken-off part to be dealt again; None for none.
        """
        from dealerkit.training.exams.answer_sheet import GivenAnswer

        for walk in exam.walks:
            begun = (0, walk.name) in self.sheet.given and walk.name != again
            if begun or self.late:
                if begun:
                    note(f"{walk.name} was already started; an examiner can allow a redeal: --again {walk.name}")
                continue
            self.sheet.put(GivenAnswer(0, walk.name))  # a candidate who breaks off has seen the cards
            self._deal(walk)

    def _deal(self, walk: Walk) -> None:
        from dealerkit.cli.screen_signs import card_print
        from dealerkit.cli.walk.conversation import Conversation
        from dealerkit.training.exams.answer_sheet import GivenAnswer
        from dealerkit.training.exams.result import seated

        echo()
        session = seated(walk)
        echo(heading(f"{session.table.game.title}: deal {walk.rounds} to the end"))
        show = card_print(plain=True)
        talk = Conversation(session, at_once=False, menus=False, show=show, hands=walk.rounds, mode="exam")
        talk.run()
        self.sheet.put(GivenAnswer(0, walk.name, given=session.table.record(), unclear=talk.unclear))

    def over(self, target: Path) -> None:
        """Print that the exam is over, and the file with the answers."""
        echo()
        rest = len(self._open())
        echo(line(f"{len(self.asked) - rest} of {len(self.asked)} answered; {self._left()} left.", 0))
        echo(line(str(target), 0, "answers: "))
