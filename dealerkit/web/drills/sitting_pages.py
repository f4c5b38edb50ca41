"""The pages of a sitting (a series of questions at a drill): one question at a time, its verdict, the result, the repetition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs
from starlette.responses import Response

from dealerkit.files.screen_text import count_of
from dealerkit.training.cell_names import cell_title
from dealerkit.training.drill_run import slips, so_far
from dealerkit.training.generators.find_slip import FindSlipSituation, at_act
from dealerkit.training.replies import Unclear
from dealerkit.web.class_states import ENDED, state_of
from dealerkit.web.deal.felt import drawn
from dealerkit.web.drills.pages import known_drill, row_begun, said_until, whole_number
from dealerkit.web.drills.question import answer_of, in_short, shown
from dealerkit.web.house.sets import key_of
from dealerkit.web.people import PRACTISE
from dealerkit.web.refusals import Refused
from dealerkit.web.sitting_plans import SittingPlan
from dealerkit.web.sittings import LiveSitting, training
from dealerkit.web.visit import Visit, get, post, whole


def _live(visit: Visit) -> LiveSitting:
    """Return the sitting in the address.

    Raises:
        Refused: If there is no such sitting, it is another person's, or it is a practice exam, which has its own pages (404).
    """
    live = visit.site.sittings.find(visit.path("id"), visit.person)
    if live.plan.exam is not None:
        raise Refused(404, "that is an exam; continue it from the Drill page")
    return live


def sitting(visit: Visit) -> Response:
    """Go on with a sitting: to the present question, or to the result if it is over."""
    live = visit.site.sittings.find(visit.path("id"), visit.person)
    if live.plan.exam is not None:
        return visit.go("drills.exam", id=live.id)
    if live.over:
        return visit.go("drills.result", id=live.id)
    return visit.go("drills.question", id=live.id, number=live.number)


def _number(visit: Visit) -> int:
    return whole(visit.path("number"), 7) or 0


def question(visit: Visit) -> Response:
    """Show a question, or the verdict on its answer."""
    live, number = _live(visit), _number(visit)
    with live.lock:
        if 1 <= number < live.number:
            return _answered(visit, live, number)
        if live.over:
            return visit.go("drills.result", id=live.id)
        if number != live.number:
            return visit.go("drills.question", id=live.id, number=live.number)
        return _asked(visit, live)


def _asked(
    visit: Visit, live: LiveSitting, *, status: int = 200, problem: str = "", given: Mapping[str, str] | None = None
) -> Response:
    item = live.item()
    if not visit.heads_only:
        live.show()
    where = live.run.sitting
    looked_up = live.asked.helped or live.plan.mode == "learn"
    return visit.page(
        "drills/question.html",
        status,
        live=live,
        number=live.number,
        where=where.where,
        question=shown(item.question),
        of=len(live.answers) + live.coming if live.stands else live.plan.items,
        help=list(where.help) if looked_up else [],
        may_look=bool(where.help) and not looked_up,
        timed=where.timed,
        thought=round(live.thought() * 1000),
        target=int(where.where.level.target * 1000),
        problem=problem,
        given=given or {},
        told=None,
        felt=_beside(visit, live, live.number),
    )


def _beside(visit: Visit, live: LiveSitting, number: int, *, answered: bool = False) -> dict[str, Any] | None:
    """Return the felt beside a question about a record; None for other questions.

    Args:
        visit: The visit.
        live: The sitting.
        number: The number of the question.
        answered: Whether the right answer is shown, and with it the felt after the first slip instead of before the record.
    """
    record = _record_of(live, number)
    if record is None:
        return None
    return _felt_at(visit, live, number, record, record.planted[0][0] if answered and record.planted else record.first)


def _answered(visit: Visit, live: LiveSitting, number: int) -> Response:
    answer_ = live.answers[number - 1]
    item = answer_.taken.item
    return visit.page(
        "drills/answered.html",
        live=live,
        number=number,
        question=shown(item.question),
        one=answer_,
        said=item.question.reply.say(answer_.taken.answer) if answer_.taken.answer else "",
        kept_before=visit.query("kept") == "before",
        last=number == len(live.answers) and live.over,
        felt=_beside(visit, live, number, answered=answer_.verdict is not None),
    )


def felt(visit: Visit) -> Response:
    """Show the felt of a record with a slip, after an act of it."""
    live, number = _live(visit), _number(visit)
    record = _record_of(live, number)
    if record is None:
        raise Refused(404, "there is no felt beside this question")
    at = visit.query("at")
    return visit.page("drills/felt.html", **_felt_at(visit, live, number, record, whole_number(at, "act", record.first)))


def _record_of(live: LiveSitting, number: int) -> FindSlipSituation | None:
    """Return the record that a question is about; None if it is not about one."""
    if live.run.sitting.where.drill.generator != "find_slip":
        return None
    asked = live.situation(number)
    return asked if isinstance(asked, FindSlipSituation) else None


def _felt_at(visit: Visit, live: LiveSitting, number: int, record: FindSlipSituation, act: int) -> dict[str, Any]:
    table = at_act(record, act)
    return {
        "here": visit.url("drills.felt", id=live.id, number=number),
        "first": record.first,
        "at": len(table.log),
        "most": len(record.acts),
        "view": drawn(table, asks=True),
    }


def answer(visit: Visit) -> Response:
    """Mark and save an answer."""
    live, number = _live(visit), _number(visit)
    with live.lock:
        if 1 <= number < live.number:
            return visit.go("drills.question", {"kept": "before"}, id=live.id, number=number)
        item = live.item()
        text, given = answer_of(visit, item.question)
        try:
            live.answer(number, text)
        except Unclear as why:
            return _asked(visit, live, status=422, problem=str(why), given=given)
        except Refused as why:
            if why.status != 423:  # its class is paused: the page keeps the answer and sends it again
                raise
            return _asked(visit, live, status=423, problem=str(why), given=given)
    return visit.go("drills.question", id=live.id, number=number)


def first(visit: Visit) -> Response:
    """Record the time at which the trainee began to answer."""
    live = visit.site.sittings.find(visit.path("id"), visit.person)
    live.begin_answer(_number(visit))
    return visit.answer({"noted": True})


def rule(visit: Visit) -> Response:
    """Show the rule; the present exercise then counts as helped."""
    live, number = _live(visit), _number(visit)
    live.look_up(number)
    return visit.go("drills.question", id=live.id, number=number)


def leave(visit: Visit) -> Response:
    """Leave a sitting."""
    live = _live(visit)
    if not _in_class(visit, live):
        live.leave()
    return visit.go("drills.result", id=live.id)


def _in_class(visit: Visit, live: LiveSitting) -> bool:
    """Return whether the visitor is in a class that is not over. Such a visitor cannot leave the sitting, and the results may
    be withheld.
    """
    return bool(live.plan.room) and state_of(visit.site.store, live.plan.room) != ENDED


def result(visit: Visit) -> Response:
    """Show the result of a sitting, the time when exercises come back, and the next step; during an exam, ask whether to hand
    it in.
    """
    live = _live(visit)
    if _in_class(visit, live):
        if not live.over:
            return visit.go("drills.question", id=live.id, number=live.number)
        if live.plan.mode == "exam":
            return visit.page("drills/waiting.html", live=live, title=known_drill(live.plan.drill).title)
    with live.lock:
        if live.plan.mode == "exam" and not live.over and not live.plan.room:  # a class hands in when it ends
            left = live.plan.items - len(live.answers)
            return visit.page(
                "hand_in.html",
                title=known_drill(live.plan.drill).title,
                open=[f"{count_of(left, 'question')} {'is' if left == 1 else 'are'} not answered."] if left > 0 else [],
                then="Your marks are shown then.",
                to=visit.url("drills.leave", id=live.id),
                back=visit.url("drills.question", id=live.id, number=live.number),
            )
        run = live.run
        whole = [
            (sitting_.where.level.number, sitting_.where.level.title, sitting_.standing())
            for sitting_ in run.sittings
            if sitting_.taken
        ]
        wrong = [answer_ for answer_ in live.answers if not answer_.taken.right or answer_.taken.helped]
        codes: Counter[str] = Counter()
        for _, _, standing in whole:
            codes.update(standing.codes)
        cells = list(dict.fromkeys(answer_.taken.item.cell for answer_ in live.answers))
        drill_, level = run.sitting.where.drill, run.sitting.where.level
    with training() as store:
        figures = store.figures(live.plan.trainee, drill_.id, level.number)
        due = {
            cell.cell: cell.due for cell in store.scheduled(live.plan.trainee, live.plan.drill if live.plan.rows else drill_.id)
        }
    coming = sorted((due[cell], cell) for cell in cells if cell in due)
    return visit.page(
        "drills/result.html",
        live=live,
        made=drill_,
        level=level,
        levels=[(number, title, so_far(standing, interval=True)) for number, title, standing in whole],
        right=sum(answer_.taken.right and not answer_.taken.helped for answer_ in live.answers),
        wrong=[(answer_.taken.item.question, answer_.taken, list(live.run.why(answer_.taken))) for answer_ in wrong],
        in_short=in_short,
        slips=list(slips(codes)),
        figures=figures,
        coming=[(cell_title(cell), said_until(at)) for at, cell in coming],
        rules=key_of(visit.site.settings, live.plan.rules),
    )


def again(visit: Visit) -> Response:
    """Ask the exercises answered wrongly again, until each is right.

    Raises:
        Refused: If it is an exam in progress (409).
    """
    live = _live(visit)
    with live.lock:
        if live.plan.mode == "exam" and (_in_class(visit, live) or not (live.over or live.plan.room)):
            raise Refused(409, "you see what was wrong when the exam is over; continue, or hand it in")
        wrong = dict.fromkeys(
            (answer_.level, answer_.taken.item.cell, answer_.taken.item.seed)
            for answer_ in live.answers
            if not answer_.taken.right or answer_.taken.helped
        )
    if not wrong:
        return visit.go("drills.result", id=live.id)
    old = live.plan
    if old.rows:
        rows = tuple(row for row in old.rows if (row.item.level, row.item.cell, row.item.seed) in wrong)
        return row_begun(visit, attrs.evolve(old, mode="guided", rows=rows, until_right=True, starts=(), notes=()))
    plan = SittingPlan(
        old.drill, next(iter(wrong))[0], game=old.game, rules=old.rules, seed=old.seed, mode="guided", trainee=old.trainee,
        clocked=old.clocked, adaptive=False, climbs=False, again=tuple(wrong),
    )  # fmt: skip
    return row_begun(visit, plan)


ROUTES = [
    get("/drills/sitting/{id}", sitting, name="drills.sitting", may=PRACTISE),
    get("/drills/sitting/{id}/result", result, name="drills.result", may=PRACTISE),
    post("/drills/sitting/{id}/leave", leave, name="drills.leave", may=PRACTISE),
    post("/drills/sitting/{id}/again", again, name="drills.again", may=PRACTISE),
    get("/drills/sitting/{id}/{number}/felt", felt, name="drills.felt", may=PRACTISE),
    get("/drills/sitting/{id}/{number}", question, name="drills.question", may=PRACTISE),
    post("/drills/sitting/{id}/{number}", answer, name="drills.answer", may=PRACTISE),
    post("/drills/sitting/{id}/{number}/first", first, name="drills.first", may=PRACTISE),
    post("/drills/sitting/{id}/{number}/rule", rule, name="drills.rule", may=PRACTISE),
]
