"""A server with realistic data: at least one of everything, and the address of every page."""

from __future__ import annotations

import re
from typing import Any

from starlette.applications import Starlette

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.files.folders import data_folder
from dealerkit.training.walk.code import Plan
from dealerkit.web.people import ALONE
from tests.web.conftest import PageClient
from tests.web.forms import forms_of, submit

PAGES = (
    "home", "refused", "desk", "desk.choose", "desk.dispute words", "desk.dispute nothing", "desk.dispute choice",
    "desk.dispute wrong", "desk.dispute bets", "desk.dispute amount", "desk.dispute boards", "desk.dispute cards",
    "desk.dispute seats", "desk.dispute ruled", "desk.dispute beside", "desk.player", "desk.decide", "desk.cases",
    "desk.case", "deal", "deal.games", "deal.table coup", "deal.table hand", "deal.summary", "records.table", "desk table",
    "class", "class.observe", "class.observe.marking", "class.observe.sheet", "class.room", "class.report", "class.join",
    "class.scanned", "class.here", "drills", "drills.drill", "drills.question answered", "drills.question",
    "drills.question pots", "drills.result", "progress", "exams", "exam", "exam.question", "exam.result", "drills.exam",
    "drills.exam.question", "drills.exam.result", "drills.files", "drills.question slips", "house",
    "house.one", "house.one broken", "house.force", "house.form", "house.papers", "records", "records.file",
    "records.hand", "wall", "wall names",
    "exam.hand_in",
)  # fmt: skip
"""The pages: the name of a route, and the variant of its content if there are several."""

HOLDEM = "/desk/dispute?game=holdem&d=one"
RULED = f"{HOLDEM}&said=a+500+chip&fault=oversized_chip&f.facing_bet=yes"


def slipped() -> str:
    """Return a record with two slips in it."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("deal")
    table.push("d deal banker")
    table.push("d deal banker")
    table.advance("clear")
    return table.record()


def lived_in(client: PageClient, app: Starlette) -> dict[str, str]:
    """Use every part of the server; return the addresses of all pages, each by its route's name and variant."""
    made = {"home": "/", "refused": "/nothing", "desk.begin": RULED.replace("/dispute", "/decide")}
    submit(client, client.get(made["desk.begin"]), "/desk/begin", house="Riverside", zone="UTC")
    made |= _desk(client) | _deal(client, app) | _class(client) | _drills(client) | _records(client) | _house(client)
    del made["desk.begin"]  # the journal is begun later: this page is seen before
    return made | {"wall": "/wall", "wall names": "/wall?names=yes"}


def _desk(client: PageClient) -> dict[str, str]:
    page = client.get(RULED.replace("/dispute", "/decide"))
    page = submit(client, page, "/desk/decide", **{"j.by": "Ann Lee", "j.pin": "1234", "j.again": "1234", "j.table": "M3"})
    case = str(page.url.path)
    submit(client, page, "/note", **{"j.text": "the dealer looked away", "j.by": "Ann Lee", "j.pin": "1234"})
    told = "he threw in a 500 chip and said nothing"
    return {
        "desk": "/desk?game=holdem&family=&rules=",
        "desk.choose": "/desk/choose",
        "desk.dispute words": f"/desk/dispute?game=holdem&said={told}".replace(" ", "+"),
        "desk.dispute nothing": "/desk/dispute?game=holdem&said=the+roulette+ball+jumped",
        "desk.dispute choice": f"{HOLDEM}&fault=oversized_chip",
        "desk.dispute wrong": f"{HOLDEM}&fault=oversized_chip&f.facing_bet=perhaps",
        "desk.dispute bets": f"{HOLDEM}&fault=several_chips",
        "desk.dispute amount": f"{HOLDEM}&fault=several_chips&f.bets=?",
        "desk.dispute boards": "/desk/dispute?d=three&fault=chip_race&more=yes",
        "desk.dispute cards": "/desk/dispute?game=draw&d=two&fault=false_openers&f.street=?",
        "desk.dispute seats": f"{HOLDEM}&fault=odd_chip&more=yes",
        "desk.dispute ruled": RULED,
        "desk.dispute beside": f"{RULED}&rules=rrop&rules=tda&argued=the+moon",
        "desk.player": RULED.replace("/dispute", "/player"),
        "desk.decide": RULED.replace("/dispute", "/decide"),
        "desk.cases": "/desk/cases?state=",
        "desk.case": case,
    }


def _deal(client: PageClient, app: Starlette) -> dict[str, str]:
    tables = app.state.site.tables
    coup = tables.open(Plan("mini-baccarat", None, {}, 3, 7, step="deal"), ALONE)
    coup.say("slip", [Act.parse("d deal banker")])
    slips = submit(client, client.get(f"/deal/{coup.id}/summary"), "/drills/slips")
    hand = tables.open(Plan("holdem", None, {}, 6, 5), ALONE)
    for number in range(28):
        act = hand.session.table.next_act()
        if act is not None:
            hand.say(f"k{number}", [act])
    for door in ("deal", "records"):
        client.get(f"/{door}")
    return {
        "deal": "/deal",
        "deal.games": "/deal/games",
        "deal.table coup": f"/deal/{coup.id}",
        "deal.table hand": f"/deal/{hand.id}",
        "deal.summary": f"/deal/{coup.id}/summary",
        "drills.question slips": str(slips.url.path),
        "records.table": f"/records/t/{coup.id}",
        "desk table": f"/desk?table={coup.id}",
    }


def _class(client: PageClient) -> dict[str, str]:
    page = submit(client, client.get("/class/observe"), "/class/observe", game="mini-baccarat", trainee="Ann Lee", by="Bo Ray")
    watched = str(page.url.path)
    page = submit(client, client.get("/class/observe"), "/class/observe", game="holdem", trainee="Cy Poe", by="Bo Ray")
    done = str(page.url.path)
    submit(client, page, "/end", notes="steady hands")
    page = submit(client, client.get("/class"), "/class", game="mini-baccarat", by="Bo Ray")
    room = str(page.url.path)
    (code, *_) = re.findall(r"code=([a-z]+-[0-9]{3})", page.text)
    client.fill("/join", code=code, name="Tom")
    return {
        "class": "/class",
        "class.observe": "/class/observe",
        "class.observe.marking": watched,
        "class.observe.sheet": f"{done}/sheet",
        "class.room": room,
        "class.report": f"{room}/report",
        "class.join": "/join",
        "class.scanned": f"/join/{code}",
        "class.here": "/class/here",
    }


def _drills(client: PageClient) -> dict[str, str]:
    flash = "/drills/baccarat/third-card-flash"
    page = submit(client, client.get(flash), "/drills/begin", items="5")
    question = str(page.url.path)
    page = submit(client, page, question)
    sitting = question.rpartition("/")[0]
    page = submit(client, client.get("/drills/poker/side-pots"), "/drills/begin", items="5")
    pots = str(page.url.path)
    page = submit(client, client.get("/exams"), "/exams/draw", candidate="Ann Lee")
    exam = str(page.url.path)
    submit(client, page, "/begin", code=client.exam_code(exam))
    page = submit(client, client.get("/exams"), "/exams/draw", candidate="Bo Ray")
    second = str(page.url.path)
    submit(client, page, "/begin", code=client.exam_code(second))
    page = client.get(second)
    if any(one.action.endswith("/mark") for one in forms_of(page.text)):
        submit(client, page, "/mark", examiner="Cy Poe")
    test = "/drills/exam/table-test"
    own = str(submit(client, client.get(test), "/drills/exams", game="mini-baccarat").url.path)
    over = submit(client, client.get(test), "/drills/exams", game="mini-baccarat")
    submit(client, client.get(f"{over.url.path}/1"), f"{over.url.path}/1")
    submit(client, over, "/end")
    return {
        "drills": "/drills",
        "drills.drill": flash,
        "drills.question answered": question,
        "drills.question": f"{sitting}/2",
        "drills.question pots": pots,
        "drills.result": f"{sitting}/result",
        "progress": "/progress",
        "exams": "/exams",
        "exam": exam,
        "exam.hand_in": f"{exam}/hand-in",
        "exam.question": f"{exam}/1",
        "exam.result": f"{second}/result",
        "drills.exam": own,
        "drills.files": "/drills/files",
        "drills.exam.question": f"{own}/1",
        "drills.exam.result": f"{over.url.path}/result",
    }


def _records(client: PageClient) -> dict[str, str]:
    sent: dict[str, Any] = {"file": ("monday.txt", slipped().encode())}
    page = client.post("/records/open", data={"token": client.token()}, files=sent)
    file = str(page.url.path)
    return {"records": "/records", "records.file": file, "records.hand": f"{file}/1?at=12"}


def _house(client: PageClient) -> dict[str, str]:
    submit(client, client.get("/house"), "/house", name="riverside", title="Riverside Room", base="rrop")
    (data_folder() / "houses" / "broken.yaml").write_text("set: broken\nextends: nothing\n", encoding="utf-8")
    return {
        "house": "/house",
        "house.one": "/house/riverside",
        "house.one broken": "/house/broken",
        "house.force": "/house/riverside/force",
        "house.form": "/house/riverside/holdem",
        "house.papers": "/house/riverside/holdem/papers",
    }
