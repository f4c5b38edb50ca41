"""Exams in a browser: a paper drawn by a syllabus, taken against the clock, marked and proved as `dealerkit exam` does it.

Each exam has a folder with the very files that the commands write: sealed, for the candidate, answers, result. The pages of a
candidate are made of the candidate's file alone, in which there is no key.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.files.folders import make_folders
from dealerkit.files.output import write_output
from dealerkit.jobs.journal.people import clean_name
from dealerkit.rules.games import game as load
from dealerkit.rules.games import game_title
from dealerkit.table.table import Table
from dealerkit.training.drills import drill
from dealerkit.training.exams.answer_sheet import AnswerSheet, GivenAnswer, read_answers
from dealerkit.training.exams.exam import Walk, draw, read_exam, sealed_exam
from dealerkit.training.exams.pages import certificate
from dealerkit.training.exams.result import file_text, mark, read_result, signature, verify
from dealerkit.training.exams.secret import has_secret, secret
from dealerkit.training.exams.syllabus import syllabus, syllabuses
from dealerkit.training.replies import Unclear
from dealerkit.training.walk import wording
from dealerkit.training.walk.code import Plan
from dealerkit.web.drills.exam_question import question_page
from dealerkit.web.drills.pages import house_rules, printed
from dealerkit.web.drills.question import answer_of, in_short
from dealerkit.web.exam_folders import WRITING, ExamFolder, folder, said_time, write_hands
from dealerkit.web.people import OVERSEE, PRACTISE, TEACH
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import now
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.trainees import browser_of
from dealerkit.web.visit import Visit, get, post, whole


def index(visit: Visit) -> Response:
    """Show the syllabuses, and to whoever teaches the exams that were drawn."""
    teaches = visit.person.may(TEACH)
    made = []
    papers = folder().glob("*/exam.paper.json") if teaches else ()
    for path in sorted(papers, key=lambda path: path.stat().st_mtime, reverse=True):
        with contextlib.suppress(DealerkitError):  # a damaged one hides none of the others
            made.append(ExamFolder.find(path.parent.name))
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
    write_output(path / "exam.paper.json", file_text(made.for_candidate().as_data()))
    return visit.go("exam", id=made.id)


def cover(visit: Visit) -> Response:
    """Show an exam: what it is, and how it stands."""
    found = ExamFolder.find(visit.path("id"))
    sheet = found.sheet() if found.begun else None
    return visit.page(
        "drills/exam.html",
        exam=found,
        left=said_time(found.left(sheet)) if sheet else "",
        late=sheet is not None and not found.left(sheet),
        open=found.open(sheet) if sheet else [],
        hands=list(_hands(visit, found, sheet)) if sheet else [],
        mine=found.is_of(browser_of(visit)),
        reads=_reads(visit, found),
        teaches=visit.person.may(TEACH),
    )


def _hands(visit: Visit, found: ExamFolder, sheet: AnswerSheet) -> Iterator[dict[str, object]]:
    """Yield the hands that are to be dealt: their names, what is dealt, how they stand."""
    for walk in found.own.walks:
        live = found.table(visit.site.tables, walk.name)
        given = sheet.given.get((0, walk.name))
        if live is not None and not live.dealt:
            stands = "open"
        elif live is not None:
            stands = "dealt"
        else:
            stands = "elsewhere" if given is not None else "new"
        word = wording.round_word(live.session.table if live is not None else Table(walk.game))
        yield {
            "name": walk.name,
            "title": load(walk.game).title,
            "rounds": wording.many(walk.rounds, word),
            "stands": stands,
            "table": live.id if live is not None else "",
            "done": len(live.session.times) if live is not None else 0,
        }


def begin(visit: Visit) -> Response:
    """Begin an exam: from now on its clock runs, whatever happens to page and server."""
    found = ExamFolder.find(visit.path("id"))
    with WRITING:
        found.bind(browser_of(visit))
        rest = found.open(found.sheet()) if not found.marked else []
    return visit.go("exam.question", id=found.own.id, number=rest[0]) if rest else visit.go("exam", id=found.own.id)


def _place(visit: Visit) -> tuple[ExamFolder, AnswerSheet, int] | None:
    """Return an exam that goes on, and the number of a question that is open; None where there is nothing to answer."""
    found = ExamFolder.find(visit.path("id"))
    number = whole(visit.path("number"), 5) or 0
    if not found.begun or found.marked:
        return None
    found.check_is_of(browser_of(visit))
    sheet = found.sheet()
    return (found, sheet, number) if found.left(sheet) and number in found.open(sheet) else None


def _next(visit: Visit, found: ExamFolder, sheet: AnswerSheet, number: int) -> Response:
    """Go on with the next question that is open, the first again after the last."""
    rest = found.open(sheet)
    if not rest or not found.left(sheet):
        return visit.go("exam", id=found.own.id)
    return visit.go("exam.question", id=found.own.id, number=next((one for one in rest if one > number), rest[0]))


def question(visit: Visit) -> Response:
    """Show a question."""
    place = _place(visit)
    if place is None:
        found = ExamFolder.find(visit.path("id"))
        if not found.begun or found.marked:
            return visit.go("exam", id=found.own.id)
        return _next(visit, found, found.sheet(), 0)
    return _asked(visit, *place)


def _asked(
    visit: Visit, found: ExamFolder, sheet: AnswerSheet, number: int, problem: str = "", given: dict[str, str] | None = None
) -> Response:
    rest, own = found.open(sheet), found.own.id
    return question_page(
        visit,
        found.asked[number - 1],
        found.left(sheet),
        problem,
        given,
        number=number,
        title=found.own.title,
        of=len(found.asked),
        to=visit.url("exam.answer", id=own, number=number),
        back=visit.url("exam", id=own),
        answered=len(found.asked) - len(rest),
        later=visit.url("exam.question", id=own, number=next((one for one in rest if one > number), rest[0])),
        first="",
    )


def answer(visit: Visit) -> Response:
    """Write an answer down; when this answers it is on the disk. The first to a question is the one."""
    with WRITING:
        return _answer(visit)


def _answer(visit: Visit) -> Response:
    place = _place(visit)
    if place is None:
        found = ExamFolder.find(visit.path("id"))
        if not found.begun:
            return visit.go("exam", id=found.own.id)
        return _next(visit, found, found.sheet(), 0)
    found, sheet, number = place
    asked = found.asked[number - 1]
    said, given = answer_of(visit, asked)
    try:
        written = asked.reply.read(said)
    except Unclear as why:
        return _asked(visit, found, sheet, number, str(why), given)
    sheet.put(GivenAnswer(number, given=said, answer=written))
    return _next(visit, found, sheet, number)


def deal(visit: Visit) -> Response:
    """Open the table at which some of the exam's hands are dealt, or go on at it; whoever opens it has seen the cards."""
    found = ExamFolder.find(visit.path("id"))
    if not found.begun or found.marked:
        return visit.go("exam", id=found.own.id)
    found.check_is_of(browser_of(visit))
    name = visit.field("name")
    exam = sealed_exam(found.sealed)
    walk = next((one for one in exam.walks if one.name == name), None)
    if walk is None:
        raise Refused(404, "no such hands belong to this exam; go back to it")
    with WRITING:
        sheet = found.sheet()
        live = found.table(visit.site.tables, name)
        if live is None:
            if not found.left(sheet):
                return visit.go("exam", id=found.own.id)
            if (0, name) in sheet.given:
                raise Refused(409, "these hands were begun at the terminal; an examiner lets them be dealt again there")
            live = visit.site.tables.open(plan_of(walk), visit.person, TableTask(rounds=walk.rounds, exam=exam.id, part=name))
            found.write_table(name, live.id)
        if (0, name) not in sheet.given:
            sheet.put(GivenAnswer(0, name))
    return visit.go("deal.table", id=live.id)


def plan_of(walk: Walk) -> Plan:
    """Return the hands of an exam as a table is opened for them: the very cards and players of `exam take`."""
    return Plan(
        game=walk.game,
        rules=walk.rules or None,
        settings=dict(walk.options),
        seats=walk.seats,
        seed=walk.seed,
        mode="exam",
        step=walk.at,
    )


def release(visit: Visit) -> Response:
    """Take an exam from its browser; the next browser that opens it gets it."""
    found = ExamFolder.find(visit.path("id"))
    with WRITING:
        found.release()
    return visit.go("exam", id=found.own.id)


def mark_it(visit: Visit) -> Response:
    """Mark an exam; its keys and seed are told from now on.

    Raises:
        Refused: If nobody has begun the exam (422).
    """
    found = ExamFolder.find(visit.path("id"))
    if not found.begun:
        raise Refused(422, "nobody has begun this exam")
    tables = [live for walk in found.own.walks if (live := found.table(visit.site.tables, walk.name)) is not None]
    for live in tables:
        write_hands(live)
    with WRITING:
        _mark(visit, found)
    for live in tables:
        live.hand_in()  # from now on everything is told of it
    return visit.go("exam.result", id=found.own.id)


def _mark(visit: Visit, found: ExamFolder) -> None:
    if not found.marked:
        exam = sealed_exam(found.sealed)
        given = read_answers(found.answers, exam.id, exam.commitment)
        examiner = clean_name(visit.field("examiner"))[:80]
        made = mark(exam, given, examiner=examiner, marked=now().isoformat(timespec="seconds"))
        write_output(found.result, file_text(made.in_file(secret())), force=True)


def _reads(visit: Visit, found: ExamFolder) -> bool:
    """Return whether somebody may read what an exam came to: whoever took it, and who teaches or oversees."""
    return found.took(browser_of(visit)) or visit.person.may(TEACH) or visit.person.may(OVERSEE)


def _check_reads(visit: Visit, found: ExamFolder) -> None:
    """Check that somebody may read what an exam came to.

    Raises:
        Refused: If it is another's (403).
    """
    if not _reads(visit, found):
        raise Refused(403, "what an exam came to is told to whoever took it, in the browser it was taken in, and to examiners")


def result(visit: Visit) -> Response:
    """Show what an exam came to, reckoned again."""
    found = ExamFolder.find(visit.path("id"))
    if not found.marked:
        return visit.go("exam", id=found.own.id)
    _check_reads(visit, found)
    checked = verify(read_exam(found.result), found.result, key=secret() if has_secret() else None)
    made = checked.result
    hands = {walk.name: live.id for walk in made.walks if (live := found.table(visit.site.tables, walk.name)) is not None}
    wrong = [(one, made.exam.items[one.number - 1]) for one in made.questions if one.marks != "1"]
    return visit.page(
        "drills/exam_result.html",
        exam=found,
        made=made,
        wrong=wrong,
        checked=checked,
        hands=hands,
        in_short=in_short,
        title_of=game_title,
    )


def on_paper(visit: Visit) -> Response:
    """Show the certificate.

    Raises:
        Refused: If the exam is not marked yet (404).
    """
    found = ExamFolder.find(visit.path("id"))
    if not found.marked:
        raise Refused(404, "there is no certificate before it is marked")
    _check_reads(visit, found)
    made = read_result(read_exam(found.result), found.result).result
    return printed(certificate(made, signature(made, secret())))


ROUTES = [
    get("/exams", index, name="exams", may=PRACTISE),
    post("/exams/draw", draw_paper, name="exams.draw", may=TEACH),
    get("/exams/{id}", cover, name="exam", may=PRACTISE),
    post("/exams/{id}/begin", begin, name="exam.begin", may=PRACTISE),
    post("/exams/{id}/deal", deal, name="exam.deal", may=PRACTISE),
    post("/exams/{id}/release", release, name="exam.release", may=TEACH),
    post("/exams/{id}/mark", mark_it, name="exam.mark", may=TEACH),
    get("/exams/{id}/result", result, name="exam.result", may=PRACTISE),
    get("/exams/{id}/certificate", on_paper, name="exam.certificate", may=PRACTISE),
    get("/exams/{id}/{number}", question, name="exam.question", may=PRACTISE),
    post("/exams/{id}/{number}", answer, name="exam.answer", may=PRACTISE),
]
