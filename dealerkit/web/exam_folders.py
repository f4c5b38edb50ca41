"""Exams in the data folder: the files that the commands write, the browser that has begun an exam, and the tables of its hands.

A candidate's pages are made from the candidate's file alone, which contains no right answers.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Final

import attrs

from dealerkit.errors import TrainingError
from dealerkit.files.folders import data_folder
from dealerkit.files.output import write_output
from dealerkit.training.exams.answer_sheet import UNASKED, AnswerSheet, GivenAnswer, Sitter
from dealerkit.training.exams.exam import CandidatePaper, candidate_paper
from dealerkit.training.files import RESTORE, parsed, read_as
from dealerkit.training.items import Question
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import now
from dealerkit.web.tables import LiveTable, Tables

_ID: Final = re.compile(r"[0-9a-f]{12}")
WRITING: Final = threading.RLock()
"""Lock held from reading an exam's files to writing them, so that a button touched twice acts once. Code that also needs a
table's lock takes that one first.
"""


def folder() -> Path:
    """Return the folder of exams in the user's data folder; it has a folder for each exam."""
    return data_folder() / "exams"


def said_time(time: timedelta) -> str:
    """Return the time left, in words."""
    return f"{int(time.total_seconds()) // 60} min {int(time.total_seconds()) % 60:02} s"


MOST_WRONG: Final = 50
"""Number of wrong codes after which an exam's code expires, so that the examiner gives a new one."""


@attrs.frozen
class ExamPlace:
    """The state of an exam: who may sit it, who sits it, and the tables of its hands.

    Attributes:
        by: Key of the browser or user who has begun it; empty for nobody, or after it was released.
        tables: Id of the table of each part of its hands.
        account: The account it was drawn for, whose owner begins without a code; empty for none.
        code: Hash of the code with which anybody else begins; empty if no code is valid.
        wrong: Number of wrong codes since the code was given.
        sitter: The candidate who began it, as recorded beside the answers.
        handed_in: Time of handing in, ISO 8601; empty before.
    """

    by: str = ""
    tables: Mapping[str, str] = attrs.field(factory=dict)
    account: str = ""
    code: str = ""
    wrong: int = 0
    sitter: Sitter = UNASKED
    handed_in: str = ""


@attrs.frozen
class ExamFolder:
    """An exam's folder.

    Attributes:
        path: The folder.
        own: The candidate's part: questions without right answers.
    """

    path: Path
    own: CandidatePaper

    @property
    def asked(self) -> tuple[Question, ...]:
        """The questions."""
        return self.own.asked

    @classmethod
    def find(cls, name: str) -> ExamFolder:
        """Return an exam by its name.

        Raises:
            Refused: If there is no such exam.
        """
        path = folder() / name
        if not _ID.fullmatch(name) or not (path / "exam.paper.json").is_file():
            raise Refused(404, "there is no such exam here; ask for its address")
        return cls(path, candidate_paper(path / "exam.paper.json"))

    @property
    def sealed(self) -> Path:
        """The path of the school's file, with right answers and seed."""
        return self.path / "exam.sealed.json"

    @property
    def answers(self) -> Path:
        """The path of the file with the answers."""
        return self.path / "exam.answers.jsonl"

    @property
    def result(self) -> Path:
        """The path of the file with the result."""
        return self.path / "exam.result.json"

    @property
    def begun(self) -> bool:
        """Whether its clock is running."""
        return self.answers.is_file()

    @property
    def marked(self) -> bool:
        """Whether it has a result."""
        return self.result.is_file()

    def sheet(self, sitter: Sitter = UNASKED) -> AnswerSheet:
        """Open the answers for adding; the first call starts the clock."""
        return AnswerSheet(self.answers, self.own.id, self.own.commitment, now, sitter)

    def left(self, sheet: AnswerSheet) -> timedelta:
        """Return the time left; zero once the exam is handed in."""
        if self.place.handed_in:
            return timedelta()
        return max(timedelta(), timedelta(minutes=self.own.minutes) - sheet.elapsed)

    def open(self, sheet: AnswerSheet) -> list[int]:
        """Return the numbers of the unanswered questions."""
        return [number for number in range(1, len(self.asked) + 1) if (number, "") not in sheet.given]

    # -- the candidate, and the tables of the hands ------------------------------------------------------------------

    @property
    def _place(self) -> Path:
        return self.path / "exam.place.json"

    @property
    def place(self) -> ExamPlace:
        """The state of the exam: who may sit it, who sits it, and the tables of its hands.

        Raises:
            TrainingError: If its file is damaged.
        """
        try:
            data = parsed(self._place.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return ExamPlace()
        except ValueError as error:
            raise TrainingError(str(self._place), f"this is damaged: {error}", RESTORE) from None
        return read_as(ExamPlace, data, self._place, "the file")

    def write(self, place: ExamPlace) -> None:
        """Save the state of the exam."""
        write_output(self._place, json.dumps(attrs.asdict(place), indent=1) + "\n", force=True, private=True)

    def is_of(self, browser: str) -> bool:
        """Return whether a browser has begun this exam and may continue it."""
        return bool(browser) and self.place.by == browser

    def check_is_of(self, browser: str) -> None:
        """Check that a browser may continue this exam.

        Raises:
            Refused: If it has not begun the exam (403).
        """
        if not self.is_of(browser):
            raise Refused(403, "this exam is open in another browser, or for someone else; the examiner can move it here")

    def table(self, tables: Tables, part: str) -> LiveTable | None:
        """Return the table of a part of the exam's hands; None before it is opened."""
        name = self.place.tables.get(part)
        return tables.find(name) if name else None

    def write_table(self, part: str, table: str) -> None:
        """Save the id of the table of a part of the exam's hands."""
        place = self.place
        self.write(attrs.evolve(place, tables={**place.tables, part: table}))


def may_deal(live: LiveTable) -> None:
    """Check that more hands of an exam may be dealt.

    Raises:
        Refused: If the time is over, or the exam is marked.
    """
    folder_ = ExamFolder.find(live.task.exam)
    if folder_.marked:
        raise Refused(410, "this exam has been marked; it takes no more answers")
    if folder_.place.handed_in:
        raise Refused(410, "this exam has been handed in; it takes no more answers")
    if not folder_.begun or not folder_.left(folder_.sheet()):
        raise Refused(410, "time is up for this exam; finished hands are saved")


def time_left(live: LiveTable) -> float:
    """Return the seconds left of the exam that a table belongs to."""
    folder_ = ExamFolder.find(live.task.exam)
    return folder_.left(folder_.sheet()).total_seconds() if folder_.begun else 0.0


def write_hands(live: LiveTable) -> None:
    """Save the record of an exam's hands among its answers, if the time is not over; the last saved one counts."""
    with live.lock, WRITING:
        folder_ = ExamFolder.find(live.task.exam)
        if folder_.marked or not folder_.begun:
            return
        sheet = folder_.sheet(folder_.place.sitter)
        before = sheet.given.get((0, live.task.part))
        record = live.record()
        new = before is None or before.given != record or before.unclear != live.unclear
        if new and folder_.left(sheet) and live.session.times:
            sheet.put(GivenAnswer(0, live.task.part, given=record, unclear=live.unclear))
