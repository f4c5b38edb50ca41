"""Exams in a browser: a paper drawn by a syllabus, taken against the clock, marked and verified as with `dealerkit exam`.

Each exam has a folder with the files that the commands write: the school's sealed file, the candidate's paper, the answers and
the result. A candidate's pages are made from the candidate's file alone, which contains no right answers.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.files.folders import make_folders
from dealerkit.files.output import write_output
from dealerkit.files.printable import printable
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.people import clean_name
from dealerkit.rules.games import game as load
from dealerkit.table.table import Table
from dealerkit.training.drills import drill
from dealerkit.training.exams.answer_sheet import AnswerSheet, GivenAnswer, Sitter, read_answers
from dealerkit.training.exams.exam import Walk, draw, read_exam, sealed_exam
from dealerkit.training.exams.pages import certificate
from dealerkit.training.exams.reports import ProvedExam
from dealerkit.training.exams.result import file_text, mark, read_result, signature, verify
from dealerkit.training.exams.secret import has_secret, secret
from dealerkit.training.exams.syllabus import syllabus, syllabuses
from dealerkit.training.replies import Unclear
from dealerkit.training.walk import wording
from dealerkit.training.walk.code import Plan
from dealerkit.web.classroom.codes import new_code, read_code
from dealerkit.web.drills.exam_question import question_page
from dealerkit.web.drills.pages import house_rules, printed
from dealerkit.web.drills.question import answer_of
from dealerkit.web.exam_folders import MOST_WRONG, WRITING, ExamFolder, ExamPlace, folder, said_time, write_hands
from dealerkit.web.pages import fragment
from dealerkit.web.people import OVERSEE, PRACTISE, TEACH
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import now
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.trainees import browser_of
from dealerkit.web.users import passwords
from dealerkit.web.users.people import address_of
from dealerkit.web.users.trail import DONE, REFUSED, Actor
from dealerkit.web.visit import Visit, get, post, whole

TOO_MANY: Final = "too many wrong codes here; wait a minute, then try again"
MOST_OF_BROWSER: Final = 200


def index(visit: Visit) -> Response:
    """Show the syllabuses, and to instructors the exams drawn."""
    teaches = visit.person.may(TEACH)
    folders = []
    papers = folder().glob("*/exam.paper.json") if teaches else ()
    for path in sorted(papers, key=lambda path: path.stat().st_mtime, reverse=True):
        with contextlib.suppress(DealerkitError):  # a damaged exam does not hide the others
            folders.append(ExamFolder.find(path.parent.name))
    plans = [(name, syllabus(name)) for name in syllabuses()]
    return visit.page("drills/exams.html", plans=plans, made=folders, teaches=teaches)


def draw_paper(visit: Visit) -> Response:
    """Draw an exam paper, and write its two files: the school's with the right answers, and the candidate's.

    Raises:
        Refused: If the syllabus is unknown, or no candidate is named (422).
    """
    name = visit.field("syllabus")
    if name not in syllabuses():
        raise Refused(422, "choose one of the syllabuses")
    candidate = clean_name(visit.field("candidate"))
    if not 1 <= len(candidate) <= 80:
        raise Refused(422, "enter the candidate: a name or a code, at most 80 characters")
    user = visit.site.people.accounts.known(candidate)[0]
    candidate = user.name if user is not None else candidate
    letter = (clean_name(visit.field("paper")) or "A")[:4]
    plan = syllabus(name)
    rules = next((house_rules(visit, drill(stratum.drill)) for stratum in plan.strata), "") or None
    at = now().isoformat(timespec="seconds")
    exam = draw(plan, secret(begin=True), candidate=candidate, created=at, paper=letter, rules=rules)
    path = folder() / exam.id
    make_folders(path)
    write_output(path / "exam.sealed.json", file_text(exam.sealed()), private=True)
    write_output(path / "exam.paper.json", file_text(exam.for_candidate().as_data()))
    folder_ = ExamFolder.find(exam.id)
    folder_.write(ExamPlace(account=user.id if user is not None else ""))
    return visit.go("exam", id=exam.id)


def cover(visit: Visit, status: int = 200, wrong: str = "") -> Response:
    """Show an exam and its state; to a visitor who is not its candidate, only the field for its code."""
    folder_ = ExamFolder.find(visit.path("id"))
    place = folder_.place
    mine, holds = folder_.is_of(browser_of(visit)), _holds(visit, place)
    if not (mine or holds or _oversees(visit)):
        return visit.page("drills/exam_code.html", status, exam=folder_, place=place, holds=False, wrong=wrong)
    sheet = folder_.sheet() if folder_.begun else None
    return visit.page(
        "drills/exam.html",
        status,
        exam=folder_,
        place=place,
        holds=holds,
        wrong=wrong,
        left=said_time(folder_.left(sheet)) if sheet else "",
        late=sheet is not None and not folder_.left(sheet),
        open=folder_.open(sheet) if sheet else [],
        hands=list(_hands(visit, folder_, sheet)) if sheet else [],
        mine=mine,
        reads=_reads(visit, folder_),
        teaches=visit.person.may(TEACH),
    )


def _hands(visit: Visit, folder_: ExamFolder, sheet: AnswerSheet) -> Iterator[dict[str, object]]:
    """Yield the parts of an exam to be dealt: name, game, state."""
    for walk in folder_.own.walks:
        live = folder_.table(visit.site.tables, walk.name)
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
            "rounds": count_of(walk.rounds, word),
            "stands": stands,
            "table": live.id if live is not None else "",
            "done": len(live.session.times) if live is not None else 0,
        }


def _holds(visit: Visit, place: ExamPlace) -> bool:
    """Return whether an exam was drawn for the visitor's account."""
    return bool(place.account) and visit.person.user == place.account


def _oversees(visit: Visit) -> bool:
    return visit.person.may(TEACH) or visit.person.may(OVERSEE)


def _sitter(visit: Visit) -> Sitter:
    """Return the sitter to record with an answer: an account, a guest, or the person at this machine."""
    if visit.person.session:
        by = visit.person.name
    else:
        by = f"guest {visit.person.key[-8:]}" if visit.person.key else "someone at the server's own machine"
    return Sitter(by, address_of(visit.request), printable(visit.request.headers.get("user-agent", ""))[:MOST_OF_BROWSER])


def _note(visit: Visit, folder_: ExamFolder, did: str, what: str = "", came: str = DONE) -> None:
    """Write an act in an exam into the audit, even on a server without sign-in."""
    sitter = _sitter(visit)
    by = Actor(sitter.by, visit.person.role, sitter.address)
    visit.site.people.trail.note(by, did, f"/exams/{folder_.own.id}{what}", may=PRACTISE, came=came)


def begin(visit: Visit) -> Response:
    """Begin or continue an exam: its clock runs from the beginning, whatever happens to page and server."""
    folder_ = ExamFolder.find(visit.path("id"))
    refused = None if folder_.marked else _let_in(visit, folder_)
    if refused is not None:
        return refused
    with WRITING:
        rest = folder_.open(folder_.sheet()) if folder_.is_of(browser_of(visit)) and not folder_.marked else []
    return visit.go("exam.question", id=folder_.own.id, number=rest[0]) if rest else visit.go("exam", id=folder_.own.id)


def _let_in(visit: Visit, folder_: ExamFolder) -> Response | None:
    """Admit a candidate to an exam: the visitor who began it, the account it was drawn for, or the holder of its code.

    Returns:
        None; for anybody else, the page that says so.

    Raises:
        Refused: If somebody else has begun it (403), or too many wrong codes were typed (429).
    """
    browser, place = browser_of(visit), folder_.place
    if place.by == browser:
        return None
    if place.by:
        folder_.check_is_of(browser)
    if not _holds(visit, place):
        wrong = _code_refused(visit, folder_, place)
        if wrong:
            return cover(visit, 422, wrong)
    with WRITING:
        fresh = folder_.place
        if fresh.by == browser:
            return None
        if (fresh.by, fresh.code) != (place.by, place.code):  # somebody else was quicker
            raise Refused(403, "someone else has just started this exam; ask the examiner")
        sitter = _sitter(visit)
        folder_.write(attrs.evolve(fresh, by=browser, code="", wrong=0, sitter=sitter))
        folder_.sheet(sitter)
    for name in fresh.tables.values():
        visit.site.tables.give(name, visit.person)
    _note(visit, folder_, "exam.begin")
    return None


def _code_refused(visit: Visit, folder_: ExamFolder, place: ExamPlace) -> str:
    """Return the reason why a typed code is refused; empty if it is right.

    Raises:
        Refused: If so many wrong codes came from this browser or address that it must wait (429).
    """
    typed, counted, address = read_code(visit.field("code")), visit.site.wrong_exam_codes, address_of(visit.request)
    if counted.address_waits(address):
        raise Refused(429, TOO_MANY)
    if not visit.field("code").strip():
        return "Enter the code from your examiner."
    if passwords.fits(place.code, typed or "none"):
        return ""
    waits = counted.note(browser_of(visit), address)
    with WRITING:
        fresh = folder_.place
        spent = fresh.wrong + 1 >= MOST_WRONG
        folder_.write(attrs.evolve(fresh, wrong=fresh.wrong + 1, code="" if spent else fresh.code))
    _note(visit, folder_, "exam.begin", " a wrong code", REFUSED)
    if waits:
        raise Refused(429, TOO_MANY)
    return "That is not the code of this exam. Ask the examiner for it."


def give_code(visit: Visit) -> Response:
    """Show the examiner a new code, once; said aloud in the room, it lets one browser begin.

    Raises:
        Refused: If a candidate is sitting the exam (409).
    """
    folder_ = ExamFolder.find(visit.path("id"))
    if folder_.place.by:
        raise Refused(409, "someone is taking this exam; move it to another browser first")
    return _code_shown(visit, folder_)


def _code_shown(visit: Visit, folder_: ExamFolder) -> Response:
    code = new_code()
    kept = passwords.hashed(code)
    with WRITING:
        folder_.write(attrs.evolve(folder_.place, by="", code=kept, wrong=0))
    return visit.page("drills/exam_code_given.html", exam=folder_, code=code)


def _place(visit: Visit) -> tuple[ExamFolder, AnswerSheet, int] | None:
    """Return a running exam, its answers and the number of an open question; None if nothing can be answered."""
    folder_ = ExamFolder.find(visit.path("id"))
    number = whole(visit.path("number"), 5) or 0
    if not folder_.begun or folder_.marked:
        return None
    folder_.check_is_of(browser_of(visit))
    sheet = folder_.sheet(_sitter(visit))
    return (folder_, sheet, number) if folder_.left(sheet) and number in folder_.open(sheet) else None


def _next(visit: Visit, folder_: ExamFolder, sheet: AnswerSheet, number: int) -> Response:
    """Go to the next open question; after the last one, to the first."""
    rest = folder_.open(sheet)
    if not rest or not folder_.left(sheet):
        return visit.go("exam", id=folder_.own.id)
    return visit.go("exam.question", id=folder_.own.id, number=next((number_ for number_ in rest if number_ > number), rest[0]))


def question(visit: Visit) -> Response:
    """Show a question."""
    place = _place(visit)
    if place is None:
        folder_ = ExamFolder.find(visit.path("id"))
        if not folder_.begun or folder_.marked:
            return visit.go("exam", id=folder_.own.id)
        return _next(visit, folder_, folder_.sheet(), 0)
    return _asked(visit, *place)


def _asked(
    visit: Visit, folder_: ExamFolder, sheet: AnswerSheet, number: int, problem: str = "", given: dict[str, str] | None = None
) -> Response:
    rest, own = folder_.open(sheet), folder_.own.id
    return question_page(
        visit,
        folder_.asked[number - 1],
        folder_.left(sheet),
        problem,
        given,
        number=number,
        title=folder_.own.title,
        of=len(folder_.asked),
        to=visit.url("exam.answer", id=own, number=number),
        back=visit.url("exam", id=own),
        answered=len(folder_.asked) - len(rest),
        later=visit.url("exam.question", id=own, number=next((number_ for number_ in rest if number_ > number), rest[0])),
        first="",
    )


def answer(visit: Visit) -> Response:
    """Save an answer on disk before responding. Only the first answer to a question counts."""
    with WRITING:
        return _answer(visit)


def _answer(visit: Visit) -> Response:
    place = _place(visit)
    if place is None:
        folder_ = ExamFolder.find(visit.path("id"))
        if not folder_.begun:
            return visit.go("exam", id=folder_.own.id)
        return _next(visit, folder_, folder_.sheet(), 0)
    folder_, sheet, number = place
    asked = folder_.asked[number - 1]
    text, given = answer_of(visit, asked)
    try:
        written = asked.reply.read(text)
    except Unclear as why:
        return _asked(visit, folder_, sheet, number, str(why), given)
    sheet.put(GivenAnswer(number, given=text, answer=written))
    _note(visit, folder_, "exam.answer", f"/{number}")
    return _next(visit, folder_, sheet, number)


def deal(visit: Visit) -> Response:
    """Open or continue the table for an exam's hands; opening it shows the cards."""
    folder_ = ExamFolder.find(visit.path("id"))
    if not folder_.begun or folder_.marked:
        return visit.go("exam", id=folder_.own.id)
    folder_.check_is_of(browser_of(visit))
    name = visit.field("name")
    exam = sealed_exam(folder_.sealed)
    walk = next((walk_ for walk_ in exam.walks if walk_.name == name), None)
    if walk is None:
        raise Refused(404, "those hands are not in this exam; go back to the exam")
    with WRITING:
        sheet = folder_.sheet(_sitter(visit))
        live = folder_.table(visit.site.tables, name)
        if live is None:
            if not folder_.left(sheet):
                return visit.go("exam", id=folder_.own.id)
            if (0, name) in sheet.given:
                raise Refused(409, "these hands were started at the terminal; an examiner can let you deal them again there")
            live = visit.site.tables.open(plan_of(walk), visit.person, TableTask(rounds=walk.rounds, exam=exam.id, part=name))
            folder_.write_table(name, live.id)
        if (0, name) not in sheet.given:
            sheet.put(GivenAnswer(0, name))
            _note(visit, folder_, "exam.deal", f" {name}")
    return visit.go("deal.table", id=live.id)


def plan_of(walk: Walk) -> Plan:
    """Return the plan of the table for the hands of an exam: the same cards and players as in `exam take`."""
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
    """Release an exam from its browser; it continues with the code shown now, or for its candidate."""
    return _code_shown(visit, ExamFolder.find(visit.path("id")))


def _mine(visit: Visit) -> ExamFolder:
    """Return an exam that the visitor is taking.

    Raises:
        Refused: If it is another person's (403), or is over (409).
    """
    folder_ = ExamFolder.find(visit.path("id"))
    folder_.check_is_of(browser_of(visit))
    if folder_.marked or not folder_.left(folder_.sheet()):
        raise Refused(409, "this exam is already over; go back to the exam")
    return folder_


def ask_to_hand_in(visit: Visit) -> Response:
    """Ask whether to hand in an exam, and list its open parts."""
    folder_ = _mine(visit)
    sheet = folder_.sheet()
    left = len(folder_.open(sheet))
    still = [f"{count_of(left, 'question')} {'is' if left == 1 else 'are'} not answered."] if left else []
    for hand in _hands(visit, folder_, sheet):
        if hand["stands"] != "dealt":
            still.append(f"{hand['title']}: {hand['done']} of {hand['rounds']} dealt.")
    to, back = (visit.url(name, id=folder_.own.id) for name in ("exam.handed_in", "exam"))
    return visit.page(
        "hand_in.html", title=folder_.own.title, open=still, to=to, back=back, then="Then an examiner marks the exam."
    )


def hand_in(visit: Visit) -> Response:
    """Hand an exam in: no further answer is accepted."""
    folder_ = _mine(visit)
    for live in [folder_.table(visit.site.tables, walk.name) for walk in folder_.own.walks]:
        if live is not None:
            write_hands(live)
    with WRITING:
        folder_.write(attrs.evolve(folder_.place, handed_in=now().isoformat(timespec="seconds")))
    _note(visit, folder_, "exam.handed_in")
    return visit.go("exam", id=folder_.own.id)


def mark_it(visit: Visit) -> Response:
    """Mark an exam, which makes its right answers and its seed public.

    Raises:
        Refused: If nobody has begun the exam (422).
    """
    folder_ = ExamFolder.find(visit.path("id"))
    if not folder_.begun:
        raise Refused(422, "no one has started this exam")
    tables = [live for walk in folder_.own.walks if (live := folder_.table(visit.site.tables, walk.name)) is not None]
    for live in tables:
        write_hands(live)
    with WRITING:
        _mark(visit, folder_)
    for live in tables:
        live.hand_in()  # from now on nothing of it is secret
    return visit.go("exam.result", id=folder_.own.id)


def _mark(visit: Visit, folder_: ExamFolder) -> None:
    if not folder_.marked:
        exam = sealed_exam(folder_.sealed)
        given = read_answers(folder_.answers, exam.id, exam.commitment)
        examiner = clean_name(visit.field("examiner"))[:80]
        result_ = mark(exam, given, examiner=examiner, marked=now().isoformat(timespec="seconds"))
        write_output(folder_.result, file_text(result_.in_file(secret())), force=True)


def _reads(visit: Visit, folder_: ExamFolder) -> bool:
    """Return whether the visitor may read the result of an exam: its candidate, instructors and overseers may."""
    return folder_.is_of(browser_of(visit)) or _holds(visit, folder_.place) or _oversees(visit)


def _check_reads(visit: Visit, folder_: ExamFolder) -> None:
    """Check that the visitor may read the result of an exam.

    Raises:
        Refused: If the visitor may not (403).
    """
    if not _reads(visit, folder_):
        raise Refused(403, "an exam result is shown to examiners, and to the candidate in the browser used for the exam")


def result(visit: Visit) -> Response:
    """Show the result of an exam, computed again."""
    folder_ = ExamFolder.find(visit.path("id"))
    if not folder_.marked:
        return visit.go("exam", id=folder_.own.id)
    _check_reads(visit, folder_)
    checked = verify(read_exam(folder_.result), folder_.result, key=secret() if has_secret() else None)
    result_ = checked.result
    hands = {walk.name: live.id for walk in result_.walks if (live := folder_.table(visit.site.tables, walk.name)) is not None}
    fragment_ = fragment(ProvedExam(checked).document())
    return visit.page("drills/exam_result.html", exam=folder_, made=result_, hands=hands, told=fragment_)


def on_paper(visit: Visit) -> Response:
    """Show the certificate.

    Raises:
        Refused: If the exam is not marked yet (404).
    """
    folder_ = ExamFolder.find(visit.path("id"))
    if not folder_.marked:
        raise Refused(404, "the certificate is ready once the exam is marked")
    _check_reads(visit, folder_)
    result_ = read_result(read_exam(folder_.result), folder_.result).result
    return printed(certificate(result_, signature(result_, secret())))


ROUTES = [
    get("/exams", index, name="exams", may=PRACTISE),
    post("/exams/draw", draw_paper, name="exams.draw", may=TEACH),
    get("/exams/{id}", cover, name="exam", may=PRACTISE),
    post("/exams/{id}/begin", begin, name="exam.begin", may=PRACTISE),
    post("/exams/{id}/deal", deal, name="exam.deal", may=PRACTISE),
    post("/exams/{id}/code", give_code, name="exam.code", may=TEACH),
    post("/exams/{id}/release", release, name="exam.release", may=TEACH),
    get("/exams/{id}/hand-in", ask_to_hand_in, name="exam.hand_in", may=PRACTISE),
    post("/exams/{id}/hand-in", hand_in, name="exam.handed_in", may=PRACTISE),
    post("/exams/{id}/mark", mark_it, name="exam.mark", may=TEACH),
    get("/exams/{id}/result", result, name="exam.result", may=PRACTISE),
    get("/exams/{id}/certificate", on_paper, name="exam.certificate", may=PRACTISE),
    get("/exams/{id}/{number}", question, name="exam.question", may=PRACTISE),
    post("/exams/{id}/{number}", answer, name="exam.answer", may=PRACTISE),
]
