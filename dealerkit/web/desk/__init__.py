"""The dispute desk: the floor tells what happened, answers questions, and gets the ruling, the words to say, the remedy to deal,
and a case in the journal.
"""

from __future__ import annotations

import contextlib
import functools

from starlette.responses import Response

from dealerkit.errors import DealerkitError
from dealerkit.rules.sets import RuleSet, facts_under
from dealerkit.web.desk import casebook, decision, ruling, words
from dealerkit.web.desk.dispute import Dispute
from dealerkit.web.desk.ground import choices_kept, sets_named, table_at
from dealerkit.web.house.sets import sets_known
from dealerkit.web.people import ASK, CASES, DECIDE
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import View, Visit, get, post, whole


def _by_its_rules(view: View) -> View:
    """Make the facts and faults of a page's rule sets known to it: the sets in its address, else those of the table or record,
    else the set chosen last.
    """

    @functools.wraps(view)
    def shown(visit: Visit) -> Response:
        asked = [*visit.request.query_params.getlist("rules"), *visit.fields("rules")]
        dealt = () if asked else _dealt_under(visit)
        asked = asked or ([] if dealt else [choices_kept(visit)[0].rules])
        with facts_under(*dealt, *sets_named(key for key in asked if key in sets_known(visit.site.settings))):
            return view(visit)

    return shown


def _dealt_under(visit: Visit) -> tuple[RuleSet, ...]:
    """Return the rule set of the table or record where a dispute happened, in a tuple; empty if there is none."""
    table, record, hand = ((visit.query(name) or visit.field(name)) for name in ("table", "record", "hand"))
    where = Dispute(table=table, record=record, hand=whole(hand, 6) or 1)
    if not where.elsewhere:
        return ()
    with contextlib.suppress(DealerkitError, Refused):  # the page itself reports the problem
        own_rules = table_at(visit, where)[0].game.rules
        return (own_rules,) if own_rules is not None else ()
    return ()


ROUTES = [
    get("/desk", _by_its_rules(words.index), name="desk", may=ASK),
    get("/desk/heard", _by_its_rules(words.hear_story), name="desk.heard", may=ASK, costly=True),
    get("/desk/choose", words.choose, name="desk.choose", may=ASK),
    get("/desk/dispute", _by_its_rules(ruling.dispute_page), name="desk.dispute", may=ASK, costly=True),
    get("/desk/player", _by_its_rules(ruling.player), name="desk.player", may=ASK),
    get("/desk/decide", _by_its_rules(decision.decide), name="desk.decide", may=DECIDE),
    post("/desk/decide", _by_its_rules(decision.decided), name="desk.decided", may=DECIDE),
    post("/desk/begin", _by_its_rules(decision.begin), name="desk.begin", may=DECIDE),
    get("/desk/cases", casebook.index, name="desk.cases", may=CASES),
    get("/desk/case/{number}", casebook.case, name="desk.case", may=CASES),
    get("/desk/case/{number}/report.pdf", casebook.paper, name="desk.report", may=CASES),
    post("/desk/case/{number}/{act}", casebook.written, name="desk.write", may=DECIDE),
]
