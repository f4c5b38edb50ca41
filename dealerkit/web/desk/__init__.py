"""The desk: from what somebody says happened to what to say and to do, and into the journal."""

from __future__ import annotations

from dealerkit.web.desk import casebook, decision, ruling, words
from dealerkit.web.people import ASK, CASES, DECIDE
from dealerkit.web.visit import get, post

ROUTES = [
    get("/desk", words.index, name="desk", may=ASK),
    get("/desk/heard", words.heard, name="desk.heard", may=ASK, costly=True),
    get("/desk/choose", words.choose, name="desk.choose", may=ASK),
    get("/desk/dispute", ruling.dispute_page, name="desk.dispute", may=ASK, costly=True),
    get("/desk/player", ruling.player, name="desk.player", may=ASK),
    get("/desk/decide", decision.decide, name="desk.decide", may=DECIDE),
    post("/desk/decide", decision.decided, name="desk.decided", may=DECIDE),
    post("/desk/begin", decision.begin, name="desk.begin", may=DECIDE),
    get("/desk/cases", casebook.index, name="desk.cases", may=CASES),
    get("/desk/case/{number}", casebook.case, name="desk.case", may=CASES),
    get("/desk/case/{number}/report.pdf", casebook.paper, name="desk.report", may=CASES),
    post("/desk/case/{number}/{act}", casebook.written, name="desk.write", may=DECIDE),
]
