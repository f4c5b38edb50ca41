"""The journal's cases as pages: the list, a case, the forms on it, its report."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import attrs
from starlette.responses import Response

from dealerkit.errors import DealerkitError, JournalError, RecordError, UnknownName
from dealerkit.jobs.journal import docket, retrial
from dealerkit.jobs.journal.cases import JournalCase, cases, chosen, find_case, is_open_ruling
from dealerkit.jobs.journal.entries import KINDS
from dealerkit.jobs.journal.people import ROLES, with_names
from dealerkit.jobs.journal.reports.cases import CaseHistory
from dealerkit.jobs.journal.reports.precedents import Retrial
from dealerkit.jobs.journal.rulesets import told_by_its_rules
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings import known_facts, known_faults
from dealerkit.rulings.wording import outcome_in_words
from dealerkit.sheets.document import Document, Paragraph
from dealerkit.sheets.formats import render
from dealerkit.web.desk import casework, journal, signing
from dealerkit.web.desk.casework import CASE_ACTS, FILLED_IN, CaseForm, acts_on, problems_of
from dealerkit.web.desk.decision import outcomes_known
from dealerkit.web.pages import fragment
from dealerkit.web.people import DECIDE
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit, attached, whole

STATES = {
    "open": "not closed",
    "appealed": "appealed",
    "decided": "decided, not closed",
    "closed": "closed",
    "": "all",
}
"""Titles of the lists of cases, by their state."""
A_PAGE = 50
"""Number of cases on a page."""


@attrs.frozen
class CaseRow:
    """A case in the list.

    Attributes:
        number: Its number.
        day: Day on which it was opened.
        state: Its state.
        table: Its table; may be empty.
        about: Its subject.
        ruling: The decision, or else the proposed ruling; may be empty.
        departs: Whether the floor departed from the proposed ruling.
    """

    number: str
    day: str
    state: str
    table: str
    about: str
    ruling: str
    departs: bool


def _opened(visit: Visit, *, write: bool = False) -> Journal:
    """Open the house's journal.

    Raises:
        Refused: If there is none yet.
    """
    settings = visit.site.settings
    if not journal.is_there(settings):
        raise Refused(404, "there is no journal here yet; the first decision starts it")
    return Journal.open(settings.journal_place, write=write)


def index(visit: Visit) -> Response:
    """List the cases, those that are not closed first."""
    state = visit.query("state", "open")
    if state not in STATES:
        raise Refused(404, "unknown case state; choose one from the list")
    table, fault = visit.query("table").strip()[:40], visit.query("fault")
    page = whole(visit.query("page"), 5) or 1
    if not journal.is_there(visit.site.settings):
        return visit.page("desk/cases.html", begun=False, rows=(), states=STATES, state=state, table=table, page=1, pages=1)
    with _opened(visit) as opened:
        matching = chosen(cases(opened), state=state, table=table, fault=fault)
        matching.reverse()
        pages = max(1, -(-len(matching) // A_PAGE))
        page = min(page, pages)
        names = opened.names
        rows = [_row(case, names) for case in matching[(page - 1) * A_PAGE : page * A_PAGE]]
    return visit.page(
        "desk/cases.html", begun=True, rows=rows, states=STATES, state=state, table=table, fault=fault, page=page, pages=pages,
        many=len(matching),
    )  # fmt: skip


def _row(case: JournalCase, names: Mapping[str, str]) -> CaseRow:
    word = case.outcome or case.proposed
    about = str(case.said.get("summary") or "") or "; ".join(_title(name) for name in case.faults)
    return CaseRow(
        case.number,
        case.opened.at.strftime("%Y-%m-%d %H:%M"),
        case.state,
        str(case.said.get("table") or ""),
        str(with_names(about, names)) or case.kind,
        outcome_in_words(word) if word else "",
        case.departs,
    )


def _title(fault: str) -> str:
    entry = known_faults().get(fault)
    return entry.title if entry is not None else fault


def case(visit: Visit) -> Response:
    """Show a case of the journal, and the forms for acts on it."""
    with _opened(visit) as opened:
        return _shown(visit, opened, _case_named(opened, visit.path("number")))


def _case_named(opened: Journal, number: str) -> JournalCase:
    try:
        return find_case(opened, number)
    except UnknownName:
        raise Refused(404, "there is no such case in the journal") from None


def _shown(
    visit: Visit,
    opened: Journal,
    case: JournalCase,
    status: int = 200,
    form: CaseForm | None = None,
    problems: Mapping[str, str] | None = None,
    *,
    key: str = "",
    new: bool = False,
) -> Response:
    with told_by_its_rules(opened, case):
        return _case_page(visit, opened, case, status, form, problems or {}, key, new=new)


def _case_page(
    visit: Visit,
    opened: Journal,
    case: JournalCase,
    status: int,
    form: CaseForm | None,
    problems: Mapping[str, str],
    key: str,
    *,
    new: bool,
) -> Response:
    names = opened.names
    decision = case.decision
    known = outcomes_known()
    may = visit.person.may(DECIDE) and not case.removed
    likely = [str(proposal) for proposal in _likely(case) if proposal in known]
    return visit.page(
        "desk/case.html",
        status,
        kept=visit.query("kept") if form is None else "",
        case=case,
        told=fragment(CaseHistory(case, names, opened).document(paper=False)),
        last=KINDS[case.entries[-2 if visit.query("kept") == "decide" and len(case.entries) > 1 else -1].kind],
        outcome=outcome_in_words(case.outcome) if case.outcome else "",
        rules_say=outcome_in_words(case.proposed) if not is_open_ruling(case.proposed) else "",
        at=decision.at.strftime("%H:%M") if decision is not None else "",
        anchor=opened.anchor(),
        before=journal.beside(opened, case),
        again=fragment(_again(opened, case, visit.query("again"))) if visit.query("again") else "",
        sets=[(name, rule_set(name).title) for name in rule_sets() if set(case.faults) <= set(rule_set(name).faults)]
        if case.faults
        else [],
        acts=acts_on(case) if may else [],
        form=form or CaseForm(by=signing.name_here(visit)),
        problems=problems,
        new=new,
        key=key or secrets.token_hex(16),
        fixed=signing.is_fixed(visit),
        names=sorted(names.values()),
        roles=ROLES,
        signs_as=casework.CAN_BE_SIGNED_AS,
        facts=_facts(case),
        likely=[(name, known[name]) for name in likely],
        outcomes=[item for item in known.items() if item[0] not in likely],
    )


def _likely(case: JournalCase) -> Sequence[object]:
    """Return probable outcomes: that of the ruling, those if one fact were different, and finally the floor's own decision."""
    ruling = case.ruling or {}
    detail = ruling.get("detail") or {}
    changed = [change.get("outcome") for change in ruling.get("would_change") or ()]
    wanted = [*(detail.get("possible") or ()), *changed, "floor_discretion"]
    return [outcome for outcome in dict.fromkeys(wanted) if outcome != case.proposed]


def _facts(case: JournalCase) -> list[tuple[str, str]]:
    """Return the facts that can be corrected in a case: those that its ruling depends on."""
    names = dict.fromkeys(name for fault in case.faults if fault in known_faults() for name in known_faults()[fault].facts)
    known = known_facts()
    return [(name, known[name].title) for name in names if name in known]


def _again(opened: Journal, case: JournalCase, under: str) -> Document:
    """Judge a case again, unchanged or under another rule set, and return the report."""
    if under != "yes" and under not in rule_sets():
        raise Refused(422, "unknown rule set; choose one from the list")
    try:
        retried = retrial.as_it_was(opened, case) if under == "yes" else retrial.under(case, rule_set(under))
    except DealerkitError as error:
        words = f"No ruling: {error.message if isinstance(error, JournalError) else error}"
        return Document("retrial", "", [Paragraph(words)])
    return Retrial(case, opened.names, retried).document()


def written(visit: Visit) -> Response:
    """Add an entry to a case; errors are shown at their fields, and filled-in fields are preserved."""
    given = {name: visit.field(f"j.{name}").strip()[: casework.LONGEST] for name in FILLED_IN}
    form = CaseForm(act=visit.path("act"), by=signing.name_given(visit), **given)
    act = next((case_act for case_act in CASE_ACTS if case_act.name == form.act), None)
    if act is None:
        raise Refused(404, "that can't be done with a case; go back to it")
    key, seen = visit.field("j.key"), whole(visit.field("j.seen"), 9)
    if len(key) != signing.KEY or not key.isalnum() or seen is None:
        raise Refused(422, "the page is out of date: load the case again and continue there")
    file = visit.file("file")
    with _opened(visit, write=True) as opened:
        case = _case_named(opened, visit.path("number"))
        if any(entry.said.get("key") == key for entry in case.entries):
            return visit.go("desk.case", {"kept": form.act}, number=case.number)
        signature = signing.signed(visit, problems_of(opened, case.number, form, file))
        problems = dict(signature.problems)
        if not problems:
            try:
                act.write(opened, case.number, form, file, docket.Sent(key, seen))
            except docket.SentBeforeError:
                pass
            except docket.WrittenSinceError as error:
                case = _case_named(opened, case.number)
                conflict = f"{error.message[:1].upper()}{error.message[1:]}: {error.hint}."
                return _shown(visit, opened, case, 409, form, {"": conflict})
            except JournalError as error:
                problems[""] = error.message[:1].upper() + error.message[1:] + "."
            except (UnknownName, RecordError) as error:
                problems[_blamed(form)] = str(error)
        if problems:
            return _shown(visit, opened, case, 422, form, problems, key=key, new=signature.new)
    signing.remember(visit, form.by)
    return visit.go("desk.case", {"kept": form.act}, number=case.number)


def _blamed(form: CaseForm) -> str:
    """Return the field that an error is about: one with an unknown name, or the record."""
    return {"attach": "file", "correct": "value"}.get(form.act, "")


def paper(visit: Visit) -> Response:
    """Return the report of a case, with lines to sign on."""
    with _opened(visit) as opened:
        case = _case_named(opened, visit.path("number"))
        body = render(CaseHistory(case, opened.names, opened).document(), "pdf")[0]
    return attached(body, f"case-{case.number}.pdf", "application/pdf")
