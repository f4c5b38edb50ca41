"""Exams in a browser: a paper drawn by a syllabus, taken against the clock, marked and proved as `dealerkit exam` does it.

Each exam has a folder with the very files that the commands write: sealed, for the candidate, answers, result. The pages of a
candidate are made of the candidate's file alone, in which there is no key.
"""

from __future__ import annotations

import re
import shlex
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.files.folders import data_folder, make_folders
from dealerkit.files.output import write_output
from dealerkit.jobs.journal.people import clean_name
from dealerkit.sheets.formats import render
from dealerkit.training.drills import drill
from dealerkit.training.exams.answer_sheet import AnswerSheet, GivenAnswer, read_answers
from dealerkit.training.exams.exam import draw, questions, read_exam, sealed_exam
from dealerkit.training.exams.pages import certificate
from dealerkit.training.exams.result import file_text, mark, read_result, signature, verify
from dealerkit.training.exams.secret import has_secret, secret
from dealerkit.training.exams.syllabus import syllabus, syllabuses
from dealerkit.training.items import Question
from dealerkit.training.replies import Unclear
from dealerkit.web.drills.pages import PAPER_POLICY, house_rules
from dealerkit.web.drills.question import shown, typed
from dealerkit.web.people import PRACTISE, TEACH
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import now
from dealerkit.web.visit import Visit, get, post

_ID: Final = re.compile(r"[0-9a-f]{12}")
_writing = threading.Lock()
"""Held from the look at an exam's files to what is written: a button touched twice begins no second clock and answers once."""


def folder() -> Path:
    """Return where the exams lie: a folder each, in the user's data folder."""
    return data_folder() / "exams"


@attrs.frozen
class ExamFolder:
    """An exam's folder.

    Attributes:
        path: The folder.
        own: What the candidate may have: questions, no key.
        asked: The questions.
    """

    path: Path
    own: dict[str, Any]
    asked: tuple[Question, ...]

    @classmethod
    def find(cls, name: str) -> ExamFolder:
        """Return an exam.

        Raises:
            Refused: If there is none.
        """
        path = folder() / name
        if not _ID.fullmatch(name) or not (path / "exam.paper.json").is_file():
            raise Refused(404, "there is no such exam here; ask for its address")
        own: dict[str, Any] = read_exam(path / "exam.paper.json")
        return cls(path, own, tuple(questions(own, path / "exam.paper.json")))

    @property
    def sealed(self) -> Path:
        """The school's file, with keys and seed."""
        return self.path / "exam.sealed.json"

    @property
    def answers(self) -> Path:
        """What was answered."""
        return self.path / "exam.answers.jsonl"

    @property
    def result(self) -> Path:
        """What it came to."""
        return self.path / "exam.result.json"

    @property
    def begun(self) -> bool:
        """Whether its clock runs."""
        return self.answers.is_file()

    @property
    def marked(self) -> bool:
        """Whether it has a result."""
        return self.result.is_file()

    def sheet(self) -> AnswerSheet:
        """Open the answers; where there are none the clock begins."""
        return AnswerSheet(self.answers, str(self.own["id"]), str(self.own["commitment"]), now)

    def left(self, sheet: AnswerSheet) -> timedelta:
        """Return how much time is left."""
        return max(timedelta(), timedelta(minutes=int(self.own["minutes"])) - sheet.elapsed)

    def open(self, sheet: AnswerSheet) -> list[int]:
        """Return the numbers of the questions that have no answer."""
        return [number for number in range(1, len(self.asked) + 1) if (number, "") not in sheet.given]


def index(visit: Visit) -> Response:
    """Show the syllabuses, and to whoever teaches the exams that were drawn."""
    teaches = visit.person.may(TEACH)
    made = []
    for path in (
        sorted(folder().glob("*/exam.paper.json"), key=lambda path: path.stat().st_mtime, reverse=True) if teaches else ()
    ):
        try:
            made.append(ExamFolder.find(path.parent.name))
        except DealerkitError:  # a damaged one hides none of the others
            continue
    plans = [(name, syllabus(name)) for name in syllabuses()]
    return visit.page("drills/exams.html", plans=plans, made=made, teaches=teaches)


def draw_paper(visit: Visit) -> Response:
    """Draw a paper, and write the two files of it.

    Raises:
        Refused: If there is no such syllabus, or if nobody is named who takes it (422).
    """
    name = visit.field("syllabus")
    if name not in syllabuses():
        raise Refused(422, "choose one of the syllabuses")
    candidate = clean_name(visit.field("candidate"))
    if not 1 <= len(candidate) <= 80:
        raise Refused(422, "say who takes it: a name or a code, of 80 signs at most")
    letter = (clean_name(visit.field("paper")) or "A")[:4]
    plan = syllabus(name)
    rules = next((house_rules(visit, drill(stratum.drill)) for stratum in plan.strata), "") or None
    at = now().isoformat(timespec="seconds")
    made = draw(plan, secret(begin=True), candidate=candidate, made=at, paper=letter, rules=rules)
    path = folder() / made.id
    make_folders(path)
    write_output(path / "exam.sealed.json", file_text(made.sealed()), private=True)
    write_output(path / "exam.paper.json", file_text(made.for_candidate()))
    return visit.go("exam", id=made.id)


def cover(visit: Visit) -> Response:
    """Show an exam: what it is, and how it stands."""
    found = ExamFolder.find(visit.path("id"))
    sheet = found.sheet() if found.begun else None
    return visit.page(
        "drills/exam.html",
        exam=found,
        left=_said(found.left(sheet)) if sheet else "",
        late=sheet is not None and not found.left(sheet),
        open=found.open(sheet) if sheet else [],
        command=shlex.join(["dealerkit", "exam", "take", str(found.sealed), "--answers", str(found.answers)]),
        teaches=visit.person.may(TEACH),
    )


def _said(time: timedelta) -> str:
    return f"{int(time.total_seconds()) // 60} min {int(time.total_seconds()) % 60:02} s"


def begin(visit: Visit) -> Response:
    """Begin an exam: from now on its clock runs, whatever happens to page and server."""
    found = ExamFolder.find(visit.path("id"))
    with _writing:
        rest = found.open(found.sheet())
    return visit.go("exam.question", id=found.own["id"], number=rest[0]) if rest else visit.go("exam", id=found.own["id"])


def _place(visit: Visit) -> tuple[ExamFolder, AnswerSheet, int] | None:
    """Return an exam that goes on, and the number of a question that is open; None where there is nothing to answer."""
    found = ExamFolder.find(visit.path("id"))
    text = visit.path("number")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if not found.begun or found.marked:
        return None
    sheet = found.sheet()
    return (found, sheet, number) if found.left(sheet) and number in found.open(sheet) else None


def _next(visit: Visit, found: ExamFolder, sheet: AnswerSheet, number: int) -> Response:
    """Go on with the next question that is open, the first again after the last."""
    rest = found.open(sheet)
    if not rest or not found.left(sheet):
        return visit.go("exam", id=found.own["id"])
    return visit.go("exam.question", id=found.own["id"], number=next((one for one in rest if one > number), rest[0]))


def question(visit: Visit) -> Response:
    """Show a question."""
    place = _place(visit)
    if place is None:
        found = ExamFolder.find(visit.path("id"))
        if not found.begun or found.marked:
            return visit.go("exam", id=found.own["id"])
        return _next(visit, found, found.sheet(), 0)
    return _asked(visit, *place)


def _asked(
    visit: Visit, found: ExamFolder, sheet: AnswerSheet, number: int, problem: str = "", given: dict[str, str] | None = None
) -> Response:
    rest = found.open(sheet)
    return visit.page(
        "drills/exam_question.html",
        422 if problem else 200,
        exam=found,
        number=number,
        question=shown(found.asked[number - 1]),
        left_ms=round(found.left(sheet).total_seconds() * 1000),
        left=_said(found.left(sheet)),
        answered=len(found.asked) - len(rest),
        later=next((one for one in rest if one > number), rest[0]),
        problem=problem,
        given=given or {},
    )


def answer(visit: Visit) -> Response:
    """Write an answer down; when this answers it is on the disk. The first to a question is the one."""
    with _writing:
        return _answer(visit)


def _answer(visit: Visit) -> Response:
    place = _place(visit)
    if place is None:
        found = ExamFolder.find(visit.path("id"))
        if not found.begun:
            return visit.go("exam", id=found.own["id"])
        return _next(visit, found, found.sheet(), 0)
    found, sheet, number = place
    asked = found.asked[number - 1]
    names = [f"a{at}" for at in range(len(getattr(asked.reply, "parts", ())) or 1)]
    values = [visit.fields(name) for name in names]
    said = typed(asked, values)
    try:
        written = asked.reply.read(said)
    except Unclear as why:
        return _asked(
            visit, found, sheet, number, str(why), {name: " ".join(one) for name, one in zip(names, values, strict=True)}
        )
    sheet.put(GivenAnswer(number, given=said, answer=written))
    return _next(visit, found, sheet, number)


def mark_it(visit: Visit) -> Response:
    """Mark an exam; its keys and seed are told from now on.

    Raises:
        Refused: If nobody has begun the exam (422).
    """
    found = ExamFolder.find(visit.path("id"))
    if not found.begun:
        raise Refused(422, "nobody has begun this exam")
    with _writing:
        _mark(visit, found)
    return visit.go("exam.result", id=found.own["id"])


def _mark(visit: Visit, found: ExamFolder) -> None:
    if not found.marked:
        exam = sealed_exam(found.sealed)
        given = read_answers(found.answers, exam.id, exam.commitment)
        examiner = clean_name(visit.field("examiner"))[:80]
        made = mark(exam, given, examiner=examiner, marked=now().isoformat(timespec="seconds"))
        write_output(found.result, file_text(made.in_file(secret())), force=True)


def result(visit: Visit) -> Response:
    """Show what an exam came to, reckoned again."""
    found = ExamFolder.find(visit.path("id"))
    if not found.marked:
        return visit.go("exam", id=found.own["id"])
    checked = verify(read_exam(found.result), found.result, key=secret() if has_secret() else None)
    made = checked.result
    wrong = [(one, made.exam.items[one.number - 1]) for one in made.questions if one.marks != "1"]
    return visit.page("drills/exam_result.html", exam=found, made=made, wrong=wrong, checked=checked)


def on_paper(visit: Visit) -> Response:
    """Show the certificate.

    Raises:
        Refused: If the exam is not marked yet (404).
    """
    found = ExamFolder.find(visit.path("id"))
    if not found.marked:
        raise Refused(404, "there is no certificate before it is marked")
    made = read_result(read_exam(found.result), found.result)
    (page,) = render(certificate(made, signature(made, secret())), "html")
    return Response(page, media_type="text/html", headers={"Content-Security-Policy": PAPER_POLICY})


ROUTES = [
    get("/exams", index, name="exams", may=PRACTISE),
    post("/exams/draw", draw_paper, name="exams.draw", may=TEACH),
    get("/exams/{id}", cover, name="exam", may=PRACTISE),
    post("/exams/{id}/begin", begin, name="exam.begin", may=PRACTISE),
    post("/exams/{id}/mark", mark_it, name="exam.mark", may=TEACH),
    get("/exams/{id}/result", result, name="exam.result", may=PRACTISE),
    get("/exams/{id}/certificate", on_paper, name="exam.certificate", may=PRACTISE),
    get("/exams/{id}/{number}", question, name="exam.question", may=PRACTISE),
    post("/exams/{id}/{number}", answer, name="exam.answer", may=PRACTISE),
]
