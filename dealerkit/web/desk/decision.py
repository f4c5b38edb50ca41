"""The form of a decision, its errors, and its entry in the journal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import attrs
from starlette.responses import RedirectResponse, Response

from dealerkit.errors import JournalError, UnknownName
from dealerkit.jobs.journal import clock
from dealerkit.jobs.journal.store import Journal
from dealerkit.rulings import Ruling, known_faults
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.outcome_words import ANSWER, OUTCOMES, UNDECIDED
from dealerkit.rulings.wording import ruling_words
from dealerkit.web.desk import journal, memory, signing
from dealerkit.web.desk.addresses import asked, at, filled_in
from dealerkit.web.desk.answers import ruling_of
from dealerkit.web.desk.dispute import Dispute
from dealerkit.web.desk.ground import DisputeGround
from dealerkit.web.visit import Visit

TABLE = "dealerkit_table"
"""Name of the cookie with the last table."""


def decide(visit: Visit) -> Response:
    """Show the form for a decision, or the form that begins the journal if there is none."""
    dispute = asked(visit)
    place = dispute.table or visit.cookie(TABLE)
    form = journal.DecisionForm(key=secrets.token_hex(16), by=signing.name_here(visit), table=place)
    return _decision(visit, dispute, form, 200)


def _decision(
    visit: Visit,
    dispute: Dispute,
    form: journal.DecisionForm,
    status: int,
    problems: Mapping[str, str] | None = None,
    *,
    new: bool = False,
) -> Response:
    settings, problems = visit.site.settings, problems or {}
    ruling = ruling_of(visit, dispute)[2] if dispute.fault else None
    if not journal.is_there(settings):
        return visit.page(
            "desk/begin_journal.html", status, hidden=list(dispute.pairs()), zone=clock.zone_here(), problem=problems.get("", ""),
            back=at(visit, "desk.dispute", dispute),
        )  # fmt: skip
    nobody: list[str] = []
    names = journal.reading(settings, lambda journal_: sorted(journal_.names.values()), nobody)
    words = ruling_words(ruling) if ruling is not None else None
    known = outcomes_known()
    likely = [name for name in (ruling.possible if ruling is not None else ()) if name in known]
    changed = [change.outcome for change in ruling.would_change if change.outcome in known] if ruling is not None else []
    first = list(dict.fromkeys([*likely, *changed, "floor_discretion"]))
    return visit.page(
        "desk/decide.html",
        status,
        hidden=list(dispute.pairs()),
        dispute=dispute,
        title=known_faults()[dispute.fault].title if dispute.fault else dispute.said,
        words=words,
        follows=ruling is not None and ruling.decided,
        first=[(name, OUTCOMES[name]) for name in first if ruling is None or name != ruling.outcome],
        outcomes=[item for item in known.items() if item[0] not in first],
        form=form,
        names=names,
        problems=problems,
        new=new,
        before=journal.ruled_before(settings, [dispute.fault], ruling) if ruling is not None else journal.RuledBefore(),
        why=journal.why_reason(settings, dispute.fault, ruling, "") if ruling is not None and ruling.decided else "",
        back=at(visit, "desk.dispute", dispute),
        fixed=signing.is_fixed(visit),
    )


def outcomes_known() -> dict[str, str]:
    """Return the possible outcomes: title by name, sorted by title."""
    known = {name: title for name, title in OUTCOMES.items() if name not in {UNDECIDED, ANSWER}}
    return dict(sorted(known.items(), key=lambda item: item[1]))


_FIELDS = ("key", "outcome", "reason", "by", "table", "seat", "amount", "dealer", "text", "summary")


def decided(visit: Visit) -> Response:
    """Write a decision into the journal; errors are shown at their fields, and filled-in fields are preserved."""
    settings = visit.site.settings
    dispute = filled_in(visit)
    given = {name: visit.field(f"j.{name}").strip()[:2000] for name in _FIELDS}
    form = journal.DecisionForm(**given | {"by": signing.name_given(visit)})
    if not journal.is_there(settings):
        return _decision(visit, dispute, form, 422)
    ground: DisputeGround | None = None
    desk: Desk | None = None
    ruling: Ruling | None = None
    if dispute.fault:
        heard_answers_, ground, ruling = ruling_of(visit, dispute)
        if heard_answers_.problem:
            return RedirectResponse(at(visit, "desk.dispute", dispute), 303)
        desk = heard_answers_.desk
    otherwise = visit.field("j.how") == "otherwise" or ruling is None or not ruling.decided
    form = attrs.evolve(form, outcome=form.outcome if otherwise else "")
    problems = _problems(form, otherwise=otherwise)
    if not problems and (why := journal.why_reason(settings, dispute.fault, ruling, form.outcome)) and not form.reason:
        problems["reason"] = f"Say why: {why}."
    if not dispute.fault and not (dispute.said or form.summary):
        problems["summary"] = "Enter a summary."
    signature = signing.signed(visit, problems)
    if signature.problems:
        return _decision(visit, dispute, form, 422, signature.problems, new=signature.new)
    try:
        proposal = journal.propose(ground, desk, dispute, ruling) if ground and desk and ruling else None
        case = journal.settle(settings, dispute, proposal, form)
    except (JournalError, UnknownName) as error:
        return _decision(visit, dispute, form, 422, {"": str(error)})
    signing.remember(visit, form.by)
    visit.remember(TABLE, form.table[:40])
    title = known_faults()[dispute.fault].title if dispute.fault else (form.summary or dispute.said)
    memory.remember(visit.site.store, visit.person, dispute, title, case.number)
    return visit.go("desk.case", {"kept": "yes"}, number=case.number)


def _problems(form: journal.DecisionForm, *, otherwise: bool) -> dict[str, str]:
    """Return the errors of a decision, by field.

    Args:
        form: The filled-in form.
        otherwise: Whether the decision departs from the proposed ruling.
    """
    problems: dict[str, str] = {}
    if len(form.key) != signing.KEY or not form.key.isalnum():
        problems[""] = "The page is out of date: go back to the ruling and decide from there."
    if otherwise and form.outcome not in OUTCOMES:
        problems["outcome"] = "Enter the ruling."
    if not signing.is_name(form.by):
        problems["by"] = "Enter your name: at least two letters."
    if form.dealer and not signing.is_name(form.dealer):
        problems["dealer"] = "That is not a name; leave the field empty for no name."
    if wrong := journal.wrong_seats(form.seat):
        problems["seat"] = wrong
    return problems


def begin(visit: Visit) -> Response:
    """Begin the journal, and return to the decision."""
    dispute = filled_in(visit)
    zone = visit.field("zone").strip() or clock.zone_here()
    try:
        with Journal.begin(visit.site.settings.journal_place, zone=zone, house=visit.field("house").strip()[:200], new=False):
            pass
    except (JournalError, UnknownName) as error:
        return _decision(visit, dispute, journal.DecisionForm(), 422, {"": str(error)})
    return RedirectResponse(at(visit, "desk.decide", dispute), 303)
