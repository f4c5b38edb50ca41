"""The pages of a practice exam: its state, its questions, its hands, its result."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import timedelta

from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.files.screen_text import count_of
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_sets
from dealerkit.table.table import Table
from dealerkit.training import practice_exam
from dealerkit.training.replies import Unclear
from dealerkit.training.walk import wording
from dealerkit.web import practice_exams
from dealerkit.web.drills.exam_question import question_page
from dealerkit.web.drills.pages import SEEDS, drill_asked, drill_page, known_drill, whole_number
from dealerkit.web.drills.question import answer_of, in_short
from dealerkit.web.exam_folders import said_time
from dealerkit.web.house.sets import key_of
from dealerkit.web.people import PRACTISE
from dealerkit.web.refusals import Refused
from dealerkit.web.sitting_plans import PracticeTerms
from dealerkit.web.sittings import LiveSitting
from dealerkit.web.visit import Visit, get, post, whole


def begin(visit: Visit) -> Response:
    """Begin a practice exam; its clock runs from now on.

    Raises:
        Refused: If the drill is not a practice exam, or its level is for other games (422).
    """
    drill_ = known_drill(visit.field("drill"))
    if drill_.kind != "exam":
        raise Refused(422, f"{drill_.title} is not an exam; see its page")
    asked = drill_asked(visit, drill_)
    seed = whole_number(visit.field("seed"), "seed", random.randrange(SEEDS))
    try:
        plan = practice_exams.draw(
            drill_.id,
            asked.level,
            game=asked.game,
            rules=asked.rules,
            seed=seed,
            trainee=asked.trainee,
            clocked=visit.field("clock", "on") != "off",
        )
    except DealerkitError as error:
        return drill_page(visit, drill_, str(error))
    return visit.go("drills.exam", id=visit.site.sittings.open(plan, visit.person).id)


def _live(visit: Visit) -> tuple[LiveSitting, PracticeTerms]:
    """Return an exam, ended if its time is over.

    Raises:
        Refused: If there is no such exam, or it is another person's (404).
    """
    live = visit.site.sittings.find(visit.path("id"), visit.person)
    if not practice_exams.terms_of(live.plan).over and practice_exams.is_late(live.plan):
        practice_exams.finish(live, visit.site.tables)
    return live, practice_exams.terms_of(live.plan)


def cover(visit: Visit) -> Response:
    """Show the state of an exam and its next part."""
    live, terms = _live(visit)
    if terms.over:
        return visit.go("drills.exam.result", id=live.id)
    where = practice_exams.setting_of(live.plan)
    tables = visit.site.tables
    games = []
    for game_ in terms.games:
        table = practice_exams.table_of(game_, tables)
        word = wording.round_word(table.session.table if table is not None else Table(game_.game))
        rounds = practice_exam.rounds_each(where)
        games.append(
            {
                "title": load(game_.game).title,
                "rounds": count_of(rounds, word),
                "done": len(table.session.times) if table is not None else 0,
                "dealt": table is not None and table.dealt,
            }
        )
    left = practice_exams.time_left(live.plan)
    return visit.page(
        "drills/practice.html",
        live=live,
        made=where.drill,
        level=where.level,
        terms=terms,
        left=said_time(timedelta(seconds=left)) if left is not None else "",
        games=games,
        next=practice_exams.next_game(live, tables),
        pass_mark=practice_exam.PracticeResult(where, 0, 0, 0, (), whole=True).pass_mark,
    )


def question(visit: Visit) -> Response:
    """Show the present question."""
    live, terms = _live(visit)
    with live.lock:
        if terms.over or live.over:
            return visit.go("drills.exam", id=live.id)
        if visit.path("number") != str(live.number):
            return visit.go("drills.exam.question", id=live.id, number=live.number)
        return _asked(visit, live)


def _asked(visit: Visit, live: LiveSitting, problem: str = "", given: Mapping[str, str] | None = None) -> Response:
    item = live.item()
    if not visit.heads_only:
        live.show()
    left = practice_exams.time_left(live.plan)
    return question_page(
        visit,
        item.question,
        None if left is None else timedelta(seconds=left),
        problem,
        given,
        number=live.number,
        title=live.plan.title,
        of=len(live.plan.rows),
        to=visit.url("drills.exam.answer", id=live.id, number=live.number),
        back=visit.url("drills.exam", id=live.id),
        answered=None,
        later="",
        first=visit.url("drills.first", id=live.id, number=live.number),
    )


def answer(visit: Visit) -> Response:
    """Mark and save an answer, and continue without showing the verdict. Only the first answer to a question counts."""
    live, terms = _live(visit)
    number = whole(visit.path("number"), 5) or 0
    with live.lock:
        if not terms.over and not live.over and number == live.number:
            text, given = answer_of(visit, live.item().question)
            try:
                live.answer(number, text)
            except Unclear as why:
                return _asked(visit, live, str(why), given)
        if terms.over or live.over:
            return visit.go("drills.exam", id=live.id)
        return visit.go("drills.exam.question", id=live.id, number=live.number)


def deal(visit: Visit) -> Response:
    """Open or continue the table of the next game."""
    live, terms = _live(visit)
    if terms.over:
        return visit.go("drills.exam.result", id=live.id)
    return visit.go("deal.table", id=practice_exams.open_table(live, visit.site.tables, visit.person).id)


def end(visit: Visit) -> Response:
    """Hand an exam in."""
    live, _ = _live(visit)
    practice_exams.finish(live, visit.site.tables)
    return visit.go("drills.exam.result", id=live.id)


def result(visit: Visit) -> Response:
    """Show the result of an exam."""
    live, terms = _live(visit)
    if not terms.over:
        return visit.go("drills.exam", id=live.id)
    result_ = practice_exams.result_of(live, visit.site.tables)
    wrong = [answer_ for answer_ in live.answers if not answer_.taken.right]
    words = ["dealerkit drill", live.plan.drill, f"--level {live.plan.level}", f"--game {live.plan.game}"]
    words += [f"--rules {live.plan.rules}"] if live.plan.rules else []
    public = not live.plan.rules or live.plan.rules in rule_sets()  # the path of a house's file is shown to nobody
    return visit.page(
        "drills/practice_result.html",
        live=live,
        made=result_,
        lines=list(result_.lines()),
        wrong=[(answer_.taken.item.question, answer_.taken, list(live.run.why(answer_.taken))) for answer_ in wrong],
        in_short=in_short,
        hands=[
            (load(dealt.game).title, dealt.table)
            for dealt in terms.games
            if practice_exams.table_of(dealt, visit.site.tables) is not None
        ],
        command=" ".join([*words, f"--seed {live.plan.seed}"]) if public else "",
        rules=key_of(visit.site.settings, live.plan.rules),
    )


ROUTES = [
    post("/drills/exams", begin, name="drills.exam.begin", may=PRACTISE),
    get("/drills/exams/{id}", cover, name="drills.exam", may=PRACTISE),
    post("/drills/exams/{id}/deal", deal, name="drills.exam.deal", may=PRACTISE),
    post("/drills/exams/{id}/end", end, name="drills.exam.end", may=PRACTISE),
    get("/drills/exams/{id}/result", result, name="drills.exam.result", may=PRACTISE),
    get("/drills/exams/{id}/{number}", question, name="drills.exam.question", may=PRACTISE),
    post("/drills/exams/{id}/{number}", answer, name="drills.exam.answer", may=PRACTISE),
]
