"""Putting a house in force from its page: the day, the authority, the signer, and the notice of it.

The entry is the same as from `dealerkit journal adopt`. A copy of the file is saved, so that later changes in the form have no
effect at the tables before the house is put in force again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import attrs
from starlette.responses import RedirectResponse, Response

from dealerkit.errors import DealerkitError, JournalError, UnknownName
from dealerkit.jobs.journal import clock, docket
from dealerkit.jobs.journal.store import Journal
from dealerkit.rules.games import Game, games_under
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings.differences.authority import base_of
from dealerkit.web.desk import journal, signing
from dealerkit.web.house.files import HouseFile
from dealerkit.web.house.sets import HouseInForce, copies_kept, house_in_force, houses, keep_copy
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit


@attrs.frozen
class ForceForm:
    """The form that puts a house in force, as filled in.

    Attributes:
        since: The first day, such as 2026-12-01; empty for now.
        authority: The authority for it; may be empty.
        by: The signer.
    """

    since: str = ""
    authority: str = ""
    by: str = ""


@attrs.frozen
class ForceState:
    """The versions (saved copies) of a house's file that are in force, now and from a later day.

    Attributes:
        now: The copy in force; None if there is none.
        next: The copy in force from a later day; None if there is none.
        same: Whether the present file is the one put in force last.
    """

    now: HouseInForce | None
    next: HouseInForce | None
    same: bool


def state_of(house: HouseFile, rules: RuleSet) -> ForceState:
    """Return the versions of a house that are in force now and from a later day.

    Args:
        house: The house's file.
        rules: The rule set in the present file.
    """
    kept = copies_kept(house.name)
    now = house_in_force(house.name)
    later = kept[0] if kept and kept[0] != now else None
    last = later or now
    return ForceState(now, later, last is not None and _sha(last) == rules.sha256)


def _sha(held: HouseInForce) -> str:
    try:
        return held.rules.sha256
    except DealerkitError:
        return ""


def games_before(house: HouseFile, rules: RuleSet) -> dict[str, Game]:
    """Return the games before the present file: under the version in force, or under the rule set that the house extends.

    Args:
        house: The house's file.
        rules: The rule set in the present file.
    """
    state = state_of(house, rules)
    held = state.now if not state.same or state.next is not None else _before(house.name)
    base = base_of(rules)
    under = str(held.path) if held is not None else base.name if base is not None else ""
    if not under:
        return {}
    known = games_under(rule_set(under))
    return {name: load(name, under) for name in games_under(rules) if name in known}


def _before(name: str) -> HouseInForce | None:
    """Return the version of a house that is in force before the present file."""
    kept = copies_kept(name)
    now = house_in_force(name)
    return next((copy for copy in kept[kept.index(now) + 1 :]), None) if now is not None else None


def changed_games(house: HouseFile, rules: RuleSet) -> Iterator[tuple[Game, Game]]:
    """Yield the games that are dealt differently than before, each as before and as now.

    Args:
        house: The house's file.
        rules: The rule set in the present file.
    """
    for name, was in games_before(house, rules).items():
        now = load(name, house.path)
        if was.sha256 != now.sha256:
            yield was, now


def form(visit: Visit) -> Response:
    """Show the version of a house in force, and the form that puts the present file in force."""
    return _page(visit, 200, ForceForm(by=signing.name_here(visit)))


def _page(
    visit: Visit, status: int, filled: ForceForm, problems: Mapping[str, str] | None = None, *, new: bool = False
) -> Response:
    house = houses().find(visit.path("name"))
    try:
        rules = house.rules
        changed = [now for _, now in changed_games(house, rules)]
    except DealerkitError:
        return RedirectResponse(visit.url("house.one", name=house.name), 303)
    return visit.page(
        "house/force.html",
        status,
        house=house,
        title=rules.title,
        sha256=rules.sha256,
        state=state_of(house, rules),
        changed=changed,
        form=filled,
        problems=problems or {},
        new=new,
        fixed=signing.is_fixed(visit),
        begun=journal.is_there(visit.site.settings),
        zone=clock.zone_here(),
        mark=house.mark,
        kept=visit.query("kept"),
    )


def put(visit: Visit) -> Response:
    """Put the present file of a house in force."""
    house = houses().find(visit.path("name"))
    given = {name: visit.field(name).strip()[:300] for name in ("since", "authority")}
    filled = ForceForm(by=signing.name_given(visit), **given)
    if visit.field("mark") != house.mark:
        message = "The file has changed since this page was shown. Look at it again, then put it in force."
        return _page(visit, 409, filled, {"": message})
    rules = house.rules
    problems, at = {}, None
    zone = journal.reading(visit.site.settings, lambda opened: opened.settings["zone"], clock.zone_here())
    try:
        at = clock.moment(filled.since, zone) if filled.since else clock.now(zone)
    except UnknownName as error:
        problems["since"] = f"{error}."
    signature = signing.signed(visit, problems)
    problems = dict(signature.problems)
    if not problems and at is not None:
        problems = _put(visit, house, rules, at, filled)
    if problems:
        return _page(visit, 422, filled, problems, new=signature.new)
    signing.remember(visit, filled.by)
    return visit.go("house.force", {"kept": "yes"}, name=house.name)


def take_back(visit: Visit) -> Response:
    """Withdraw a version that takes effect on a later day, before that day.

    The journal is written first: if the server stops then, the page still offers the withdrawal, and nothing is written twice.
    """
    house = houses().find(visit.path("name"))
    named = visit.field("copy")
    held = next((copy for copy in copies_kept(house.name) if copy.path.name == named), None)
    if held is None:
        raise Refused(404, "that version has already been withdrawn; load the page again")
    filled = ForceForm(by=signing.name_given(visit))
    signature = signing.signed(visit)
    problems = {"back": " ".join(signature.problems.values())} if signature.problems else {}
    if not problems and held.since <= datetime.now(UTC):
        problems = {"back": "This version is already in force. Put another version in force instead."}
    if not problems:
        try:
            if journal.is_there(visit.site.settings):
                with Journal.open(visit.site.settings.journal_place, write=True) as opened:
                    docket.withdraw(opened, held.rules.name, held.rules.sha256, held.since, by=filled.by)
            held.path.unlink(missing_ok=True)
        except JournalError as error:
            problems = {"back": f"Not withdrawn: {error.message}."}
    if problems:
        return _page(visit, 422, filled, problems, new=signature.new)
    signing.remember(visit, filled.by)
    return visit.go("house.force", {"kept": "back"}, name=house.name)


def _put(visit: Visit, house: HouseFile, rules: RuleSet, at: datetime, filled: ForceForm) -> dict[str, str]:
    """Put a house's rules in force: enter them in the journal and save the copy; return errors by field."""
    copy = keep_copy(house, rules.sha256, at)
    try:
        if copy.rules.sha256 != rules.sha256:
            raise JournalError(house.name, "the copy would not have the same rules")
        with Journal.begin(visit.site.settings.journal_place, new=False) as opened:
            docket.adopt(opened, [rules], at, by=filled.by, authority=filled.authority)
    except DealerkitError as error:
        copy.path.unlink(missing_ok=True)
        words = error.message if isinstance(error, JournalError) else str(error)
        return {"": f"Not put in force: {words}."}
    return {}
