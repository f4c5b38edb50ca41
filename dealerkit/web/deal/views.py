"""The pages of the table."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from dealerkit.errors import ActError, DealerkitError
from dealerkit.felt import Act
from dealerkit.files.plain_data import as_plain, fields
from dealerkit.files.screen_text import count_of
from dealerkit.rules.games import Game
from dealerkit.table.record import read_record
from dealerkit.training.action.levels import levels
from dealerkit.training.help_modes import AT_ONCE
from dealerkit.training.replies import Unclear
from dealerkit.training.walk import wording
from dealerkit.training.walk.code import NoCode, encode
from dealerkit.training.walk.table_lines import Line
from dealerkit.training.walk.talk import COURTESY, LOOK, NO_ANSWER, HeardTalk
from dealerkit.training.walk_results import MOST_DUE, SLIPS
from dealerkit.web import pages, practice_exams
from dealerkit.web.deal import table_page
from dealerkit.web.deal.choice import MODE_WORDS, whole_or_usual
from dealerkit.web.deal.felt import card_sheet, drawn
from dealerkit.web.deal.gestures import Hands, Way, first_table, hands_of
from dealerkit.web.deal.standing import standing
from dealerkit.web.exam_folders import ExamFolder, time_left
from dealerkit.web.kept_walks import keep_walk
from dealerkit.web.news import STILL_HERE, event
from dealerkit.web.people import ANYBODY, PRACTISE
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import training
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.tables import HINT, NOTHING_TOLD, UNCLEAR, LiveTable, Saying
from dealerkit.web.trainees import browser_of, trainee_of
from dealerkit.web.visit import KEPT, Visit, get, post, stream

_LONGEST: Final = 300
_MOST_ACTS: Final = 60
_INKS: Final = ("colour", "four")


# Opening a table


def index(visit: Visit) -> Response:
    """Show a coup in progress, with the next thing to touch marked, and a challenge."""
    live = visit.site.tables.sketch(first_table().plan, visit.person)
    return _felt(visit, live, first=True)


def begin(visit: Visit) -> Response:
    """Open the coup of the first page when it is first touched."""
    live = visit.site.tables.open(first_table().plan, visit.person, TableTask(trainee_of(visit)))
    return visit.answer({"url": visit.url("deal.table", id=live.id)})


def again(visit: Visit) -> Response:
    """Open the same table with other cards, or with the same cards."""
    live = _table(visit)
    _not_of_an_exam(live)
    seed = live.plan.seed if visit.field("same") else random.randrange(1_000_000)
    task = attrs.evolve(live.task, trainee=trainee_of(visit), room="", exam="", part="")
    if task.practice or task.again:  # dealt again on its own, it is not an exam, and does not continue from a slip
        task = TableTask(task.trainee, rounds=task.rounds)
    number = whole_or_usual(visit.field("level"), "the level", live.plan.level)
    plan = attrs.evolve(live.plan, seed=seed, level=number if number in levels(live.session.table.game) else 0)
    if plan.level != live.plan.level:
        task, plan = TableTask(task.trainee), attrs.evolve(plan, step="")
    opened = visit.site.tables.open(plan, visit.person, task)
    return visit.go("deal.table", id=opened.id)


def from_slip(visit: Visit) -> Response:
    """Open a copy of a table just before a slip, with the same cards.

    Raises:
        Refused: If the slips of the table may not be shown yet, or the dealer made none at that act (403, 422).
    """
    live = _table(visit)
    _not_of_an_exam(live)
    if not live.tells(visit.person):
        raise Refused(403, NOTHING_TOLD)
    act = whole_or_usual(visit.field("act"), "the act", 0)
    with live.lock:
        session = live.session
        if not any(finding.act == act > session.here for finding in session.findings()):
            raise Refused(422, "you made no slip at that act; go back to the summary")
        record = read_record(live.record())
        before = attrs.evolve(record, lines=record.lines[: act - 1])
    mode = "guided" if live.plan.mode in ("exam", "practice") else live.plan.mode
    plan = attrs.evolve(live.plan, mode=mode, level=0, step="")
    table = visit.site.tables.open_at(plan, visit.person, TableTask(trainee_of(visit), again=True), before)
    return visit.go("deal.table", id=table.id)


# The felt


def table(visit: Visit) -> Response:
    """Show a table."""
    return _felt(visit, _table(visit))


def _felt(visit: Visit, live: LiveTable, *, first: bool = False) -> Response:
    hands = hands_of(live.session.table.game)
    with live.lock:
        parts, mark = _state(visit, live, hands, Saying())
    spoken = [button for button in hands.buttons if not button.on]
    groups = {name: [button for button in spoken if button.group == name] for name in ("round", "pack", "trouble")}
    return visit.page(
        "deal/table.html",
        live=live,
        first=first_table() if first else None,
        game=live.session.table.game,
        own=[_option_words(live.session.table.game, name, value) for name, value in live.plan.settings.items()],
        groups=groups,
        hands=json.dumps(_hands(hands)),
        mark=json.dumps(mark),
        mode=live.plan.mode,
        left=_left(visit, live),
        modes=MODE_WORDS,
        **parts,
    )


def _option_words(game: Game, name: str, value: str) -> str:
    """Return an option of this table, in words."""
    option = game.choices.get(name)
    title = " ".join(game.say(option.title).split()) if option is not None and option.title else name
    return f"{title}: {value}"


def _hands(hands: Hands) -> dict[str, Any]:
    """Return the gestures and buttons of a game, for the script of the page."""
    buttons = [fields(button, "act", "say", "on", "words", "id") for button in hands.buttons if button.on]
    return {"gestures": as_plain(hands.gestures), "buttons": buttons, "words": dict(hands.words)}


def look(visit: Visit) -> Response:
    """Answer a script with the state of a table."""
    live = _table(visit)
    with live.lock:
        return _answer(visit, live, Saying())


def say(visit: Visit) -> Response:
    """Do an act at a table, by gesture or in words.

    Raises:
        Refused: If the request is empty, or has too many acts (400).
    """
    live, sent = _table(visit, deals=True), visit.json()
    key, at = str(sent.get("key", "")), sent.get("at")
    at = at if isinstance(at, int) and not isinstance(at, bool) else None
    with live.lock:
        if key in live.keys:
            return _answer(visit, live, Saying(again=True))
        if at is not None and at != len(live.session.table.log):
            return _answer(visit, live, live.say(key, (), at), stale=True)
        if "line" in sent:
            return _line(visit, live, key, str(sent["line"])[:_LONGEST])
        acts = sent.get("acts")
        if not isinstance(acts, list) or not 0 < len(acts) <= _MOST_ACTS:
            raise Refused(400, "nothing was sent; load the page again")
        try:
            parsed = tuple(Act.parse(str(act_text)[:_LONGEST]) for act_text in acts)
        except ActError as error:
            return _answer(visit, live, Saying(refused=f"That can't be done: {wording.impossible(error)}"))
        return _answer(visit, live, live.say(key, parsed))


def _line(visit: Visit, live: LiveTable, key: str, line: str) -> Response:
    """Carry out a typed line: as the answer to the open question if it is one, else as the dealer's speech."""
    lesson = table_page.lesson_of(live.session)
    done: list[Any] = []
    for number in itertools.count():
        if lesson is None or lesson.open is None:
            break
        try:
            heard_talk = lesson.hear(line, live.session.table)
        except Unclear as error:
            return _answer(visit, live, Saying(refused=str(error)[:1].upper() + str(error)[1:]))
        if heard_talk is None:
            break
        acts, line = heard_talk
        saying = live.say(f"{key[:56]}/{number}" if line else key, acts)
        done += saying.done
        if saying.refused or not line:
            return _answer(visit, live, Saying(tuple(done), saying.refused))
    understood = live.talk.hear(line, live.session.table)
    if lesson is not None and lesson.open is not None and understood.unsure:
        return _answer(visit, live, Saying(tuple(done), NO_ANSWER))
    exam = live.plan.mode == "exam"
    if not understood.acts or (exam and understood.guessed):
        if exam and understood.asks != COURTESY:
            live.note(UNCLEAR)
        return _unclear(visit, live, understood, done, exam=exam)
    saying = live.say(key, understood.acts)
    taken_as = live.talk.said(understood.acts[0]) if understood.guessed else ""
    return _answer(
        visit, live, Saying((*done, *saying.done), saying.refused), note=f"I take that as: {taken_as}" if taken_as else ""
    )


def _unclear(visit: Visit, live: LiveTable, talk: HeardTalk, done: Sequence[Any], *, exam: bool) -> Response:
    """Ask which act a line means."""
    offered = (talk.acts,) if talk.acts else talk.choices
    asks = "Is that what you meant? Nothing has been done yet." if talk.acts else talk.asks
    if exam and asks != COURTESY:
        asks = asks.replace(LOOK, "")
    offers = [{"says": ", ".join(_said_as(live, act) for act in acts), "acts": [act.text for act in acts]} for acts in offered]
    return _answer(visit, live, Saying(tuple(done)), note=asks, choices=offers)


def _said_as(live: LiveTable, act: Act) -> str:
    return live.talk.said(act, live.session.table) if act.who == "d" else wording.said_at(live.session.table, act)


def undo(visit: Visit) -> Response:
    """Take back the last act."""
    live, sent = _table(visit, deals=True), visit.json()
    if live.plan.mode == "exam":
        return _answer(visit, live, Saying(refused="You can't take anything back in an exam."))
    at = sent.get("at")
    with live.lock:
        saying = live.undo(str(sent.get("key", "")), at if isinstance(at, int) else None)
        return _answer(visit, live, saying)


def ask(visit: Visit) -> Response:
    """Answer a question of the dealer: about the next step and why, the reason of the last slip, the slips so far, or the cards
    in a
    place.

    Raises:
        Refused: If it is another question (404).
    """
    live, what = _table(visit), visit.path("what")
    session = live.session
    if live.plan.mode == "exam" and what != "told":
        return visit.answer({"html": _part("deal/lines.html", title="Not in an exam", lines=[])})
    with live.lock:
        view, hands = drawn(session.table, asks=session.asks), hands_of(session.table.game)
        mark: Way | None = None
        if what == "hint":
            live.note(HINT)
            lines, mark = table_page.hint_lines(live), table_page.next_way(live, view, hands)
        elif what == "why":
            lines = table_page.why_lines(live)
        elif what == "slips":
            at_once = live.plan.mode in AT_ONCE
            slips = [table_page.slip_of(session, finding, (), hands) for finding in session.findings()] if at_once else []
            message = "No slips so far." if at_once else "Slips are shown after the hand."
            return visit.answer({"html": _part("deal/slips.html", slips=slips, said=message)})
        elif what == "told":
            lines = tuple(Line(line) for line in view.told)
        else:
            raise Refused(404, "that can't be asked here")
    title = {"hint": "Next step", "why": "Why", "told": "On the table"}[what]
    return visit.answer({"html": _part("deal/lines.html", title=title, lines=lines), "mark": _mark(mark)})


def record(visit: Visit) -> Response:
    """Send the table's record as text, in the form that `dealerkit check` reads.

    Raises:
        Refused: If an exam is in progress and no round is over (403).
    """
    live = _table(visit)
    _not_of_an_exam(live)
    if live.plan.mode == "exam" and not live.session.times:
        raise Refused(403, "In an exam you get the record when the round is over.")
    name = f"{live.plan.game}-{live.plan.seed}.txt"
    return PlainTextResponse(live.record(), headers={"Content-Disposition": f'attachment; filename="{name}"'})


def hand_in(visit: Visit) -> Response:
    """Hand in a practice exam: its marks are shown, and nothing more is dealt.

    Raises:
        Refused: If the exam is handed in elsewhere: at the end of its class, or on its own page (409).
    """
    live = _table(visit, deals=True)
    if live.plan.mode != "exam" or live.task.room or live.task.exam or live.task.practice:
        raise Refused(409, "you can't hand this in here; go back to the table")
    live.hand_in()
    _kept(live)
    return visit.go("deal.summary", id=live.id)


def _hands_open(live: LiveTable) -> Iterator[str]:
    """Yield the hands of an exam that are not dealt yet, as sentences."""
    session = live.session
    word = wording.round_word(session.table)
    left = live.task.rounds - len(session.times)
    if left > 0:
        yield f"{count_of(left, word)} {'is' if left == 1 else 'are'} not dealt."
    elif not live.dealt and len(session.table.log) > (session.ends[-1] if session.ends else session.here):
        yield f"The {word} on the table is not finished."


def summary(visit: Visit) -> Response:
    """Show the summary: score, pace, each slip; during an exam, ask whether to hand it in.

    Raises:
        Refused: If the class withholds the marks of an exam until it ends (403).
    """
    live = _table(visit)
    if live.task.exam and not live.handed_in:
        return visit.go("exam", id=live.task.exam)
    if not live.handed_in and practice_exams.exam_of(visit.site.sittings, live) is not None:
        return visit.go("drills.exam", id=live.task.practice)
    mine = visit.person.owns(live.owner)
    if mine and not live.task.room:  # a trainee in a class hands in when the class ends
        if live.plan.mode == "exam" and not live.handed_in:
            return visit.page(
                "hand_in.html",
                title=live.session.table.game.title,
                open=list(_hands_open(live)),
                then="Your marks are shown then.",
                to=visit.url("deal.hand_in", id=live.id),
                back=visit.url("deal.table", id=live.id),
            )
        if not visit.heads_only:
            _kept(live)
    session = live.session
    hands = hands_of(session.table.game)
    with live.lock:
        if live.plan.mode == "exam" and not live.tells(visit.person):
            raise Refused(403, "in this class the marks are shown when it ends")
        score = session.score()
        slips = [table_page.slip_of(session, finding, (), hands) for finding in session.findings()]
        back = [wording.what_was_wrong(session.table, finding) for _, finding in session.taken_back]
        word = wording.round_word(session.table)
        return visit.page(
            "deal/summary.html",
            live=live,
            game=session.table.game,
            word=word,
            rounds=count_of(len(session.times), word),
            score=wording.score_told(session),
            severities=wording.severities(score.severities),
            by_round=wording.by_round(score, word),
            pace=wording.pace_words(session) if session.pace is not None else "",
            steps=score.steps,
            slips=slips,
            back=back,
            code=_code(live),
            stands=standing(live) if mine else None,
            here=session.here,
            mine=mine,
            again=_again_words(live, trainee_of(visit)) if mine else "",
        )


def _again_words(live: LiveTable, trainee: str) -> str:
    """Return the offer to practise slips: those of this walk, or older ones that are due; empty if there are none."""
    session = live.session
    if any(finding.act > session.here for finding in session.findings()) or session.taken_back:
        return "Try the slips again"
    if live.plan.mode == "exam":
        return ""
    try:
        with training() as store:
            due = len(store.today(trainee, SLIPS))
    except DealerkitError:  # the saved answers cannot be read now
        return ""
    return f"Try earlier slips again ({min(due, MOST_DUE)} due)" if due else ""


def _kept(live: LiveTable) -> None:
    """Save new rounds and slips for progress; an error is shown on the page."""
    try:
        keep_walk(live, whole=True)
    except DealerkitError as error:
        live.unkept = str(error)
    else:
        live.unkept = ""


def _not_of_an_exam(live: LiveTable) -> None:
    """Check that the hands of an unmarked exam are not given away.

    Raises:
        Refused: If they would be.
    """
    if (live.task.exam or live.task.practice) and not live.handed_in:
        raise Refused(403, "these hands are part of an exam: nothing is shown until the exam is over")


def _code(live: LiveTable) -> str:
    try:
        return encode(live.plan, live.session.table.game.sha256)
    except NoCode:
        return ""


async def events(visit: Visit) -> AsyncIterator[str]:
    """Send a page an event when something was done at its table, perhaps in another window."""
    name = visit.path("id")
    live = await run_in_threadpool(visit.site.tables.find, name, visit.person)
    async for changed in visit.site.news.of(f"table/{name}"):
        yield event("table", str(len(live.session.table.log))) if changed else STILL_HERE


def cards(visit: Visit) -> Response:
    """Return the SVG file from which pages draw cards.

    Raises:
        Refused: If there are no cards of that colour (404).
    """
    ink = visit.path("ink")
    if ink not in _INKS:
        raise Refused(404, "there are no such cards here")
    return Response(card_sheet(ink), media_type="image/svg+xml", headers=KEPT)


# Answers


def _table(visit: Visit, *, deals: bool = False) -> LiveTable:
    live = visit.site.tables.find(visit.path("id"), visit.person, deals=deals)
    if deals and live.task.exam:
        ExamFolder.find(live.task.exam).check_is_of(browser_of(visit))
    return live


def _answer(
    visit: Visit,
    live: LiveTable,
    saying: Saying,
    *,
    note: str = "",
    choices: Sequence[Mapping[str, Any]] = (),
    stale: bool = False,
) -> Response:
    hands = hands_of(live.session.table.game)
    with live.lock:
        parts, mark = _state(visit, live, hands, saying, note=note, offered=choices)
    return visit.answer(
        {
            "at": parts["at"],
            "felt": _part("deal/felt.html", **parts),
            "panel": _part("deal/panel.html", url=visit.url, live=live, **parts),
            "slips": [
                {"thing": page_slip.thing, "act": page_slip.act, "html": _part("deal/slip.html", slip=page_slip)}
                for page_slip in parts["news"]["slips"]
            ],
            "mark": mark,
            "refused": saying.refused,
            "stale": stale,
            "again": saying.again,
            "clock": round(live.clock()),
            "dealt": live.dealt,
            "left": _left(visit, live),
        }
    )


def _state(
    visit: Visit,
    live: LiveTable,
    hands: Hands,
    saying: Saying,
    *,
    note: str = "",
    offered: Sequence[Mapping[str, Any]] = (),
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the template data of a table after a line, and the next step to mark, if any.

    Args:
        visit: The visit.
        live: The table.
        hands: The gestures and buttons of the game.
        saying: The result of the line.
        note: A note to show; may be empty.
        offered: Choices to offer.
    """
    session = live.session
    view = drawn(session.table, asks=session.asks)
    learns = live.plan.mode == "learn"
    lesson = table_page.lesson_of(session)
    owed = view.scene.status.owed if live.plan.mode in AT_ONCE else ()
    parts = {
        "view": view,
        "news": table_page.news_of(live, saying, view, hands),
        "note": note,
        "offered": offered,
        "choices": table_page.choices(live),
        "question": lesson.open.asks if lesson is not None and lesson.open is not None else "",
        "next_lines": table_page.next_lines(live) if learns and not live.dealt else (),
        "standing": table_page.status_lines(live),
        "owed": owed,
        "count": len(session.findings()) if live.plan.mode in AT_ONCE else 0,
        "desk": "desk" in visit.routes(),
        "at": len(session.table.log),
        "task": table_page.task_of(live),
    }
    way = table_page.next_way(live, view, hands) if learns and not live.dealt else None
    return parts, _mark(way)


def _left(visit: Visit, live: LiveTable) -> int | None:
    """Return the seconds left in the exam to which a table belongs; None without a time limit."""
    if live.handed_in:
        return None
    if live.task.exam:
        return round(time_left(live))
    exam = practice_exams.exam_of(visit.site.sittings, live)
    left = practice_exams.time_left(exam.plan) if exam is not None else None
    return None if left is None else round(left)


def _mark(way: Way | None) -> dict[str, Any] | None:
    return None if way is None else fields(way, "take", "put", "button", "say", "given", "act")


def _part(name: str, **values: object) -> str:
    return pages.page(name, values)


ROUTES = [
    get("/deal", index, name="deal", may=PRACTISE),
    post("/deal/first", begin, name="deal.first", may=PRACTISE),
    get("/deal/cards-{ink}.svg", cards, name="deal.cards", may=ANYBODY),
    get("/deal/{id}", table, name="deal.table", may=PRACTISE),
    get("/deal/{id}/look", look, name="deal.look", may=PRACTISE),
    post("/deal/{id}/say", say, name="deal.say", may=PRACTISE),
    post("/deal/{id}/undo", undo, name="deal.undo", may=PRACTISE),
    post("/deal/{id}/again", again, name="deal.again", may=PRACTISE),
    post("/deal/{id}/from", from_slip, name="deal.from", may=PRACTISE),
    get("/deal/{id}/ask/{what}", ask, name="deal.ask", may=PRACTISE),
    get("/deal/{id}/record", record, name="deal.record", may=PRACTISE),
    get("/deal/{id}/summary", summary, name="deal.summary", may=PRACTISE),
    post("/deal/{id}/hand-in", hand_in, name="deal.hand_in", may=PRACTISE),
    stream("/deal/{id}/events", events, name="deal.events", may=PRACTISE),
]
