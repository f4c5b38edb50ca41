"""Cases about promotions: the case's events are applied in turn at their stated times, and the final state is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import attrs

from dealerkit.errors import ActError, DealerkitError, Impossible, RecordError, RuleFileError, UnknownName, check_name
from dealerkit.felt.numbers import read_number
from dealerkit.jobs.cases.expectation import differences
from dealerkit.jobs.cases.files import RuleCase
from dealerkit.jobs.journal.clock import moment, zone_of
from dealerkit.jobs.promotions import claim_findings, summary
from dealerkit.jobs.promotions.book import Memory
from dealerkit.jobs.promotions.claim_form import ToldClaim, read
from dealerkit.jobs.promotions.claim_record import recorded
from dealerkit.jobs.promotions.policy import Policy, policy
from dealerkit.jobs.promotions.run import Body
from dealerkit.jobs.promotions.winners import PrizeDecision
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import is_path

ZONE = "UTC"
KEYS = frozenset({
    "promotion", "title", "house", "open", "sha256", "opened", "now", "window", "over", "accounts", "paid_in", "unpaid",
    "waiting", "next", "claims", "settled", "awards", "moves", "even", "stuck",
})  # fmt: skip
Said = Branch


@attrs.frozen
class Tried:
    """An event of a case, ready to be applied.

    Attributes:
        book: The promotion so far, in memory.
        made: The promotion's policy.
        said: The event's data.
        folder: The folder that relative paths start from.
    """

    book: Memory
    made: Policy
    said: Said
    folder: Path


class Unusable(Exception):
    """An event of a case cannot be applied."""

    def __init__(self, place: Place, message: str) -> None:
        self.place = place
        super().__init__(message)


def run_events(case: RuleCase) -> Iterator[str]:
    """Yield every difference between a case's expectation and the result of its events.

    Raises:
        Unusable: If an event is unknown, or its content cannot be read.
        RuleFileError: If the policy cannot be used.
    """
    own_policy = _policy(case)
    zone = str(case.data.get("zone", ZONE))
    try:
        zone_of(zone)
    except UnknownName as error:
        raise Unusable(("zone",), str(error)) from None
    book = Memory(own_policy, zone, datetime.min.replace(tzinfo=UTC))
    stuck: list[PrizeDecision] = []
    for number, event in enumerate(case.data["events"]):
        place: Place = ("events", number)
        what, details = _event(event, place)
        book.now = _moment(event, zone, place)
        wanted = event.get("refused")
        try:
            done = _EVENTS[what](Tried(book, own_policy, details if isinstance(details, Mapping) else {}, Path(case.file).parent))
            stuck = done[1] if isinstance(done, tuple) else stuck
        except (ActError, Impossible, RecordError, UnknownName) as error:
            if wanted is None:
                raise Unusable((*place, what), str(error)) from None
            if str(wanted) not in str(error):
                yield f"events[{number + 1}]: refused for another reason: {error}"
            continue
        if wanted is not None:
            yield f"events[{number + 1}]: the event was not refused"
    summary_data = summary.report(book.run, book.now)
    got = {**summary_data, "stuck": [summary.decision(book.run, window, 0) for window in stuck]}
    again = summary.report(book.again(), book.now)
    yield from differences(case.data["expect"], got)
    yield from (
        f"after reading the journal again: {difference}" for difference in differences({key: got[key] for key in again}, again)
    )


def _policy(case: RuleCase) -> Policy:
    selector: str | Path = case.data["promotion"]
    if is_path(selector):
        selector = Path(case.file).parent / selector
    over = case.doc.at(("cases", case.number, "policy")) if "policy" in case.data else None
    try:
        return policy(selector, over)
    except RuleFileError:
        raise
    except DealerkitError as error:
        raise Unusable(("promotion",), str(error)) from None


def _event(event: Said, place: Place) -> tuple[str, object]:
    names = [name for name in event if name in _EVENTS]
    if len(names) != 1 or event.keys() - {names[0], "at", "refused"}:
        allowed = ", ".join(_EVENTS)
        raise Unusable(place, f"write one event and its time in `at`; allowed events: {allowed}")
    return names[0], event[names[0]]


def _moment(event: Said, zone: str, place: Place) -> datetime:
    try:
        return moment(str(event["at"]), zone).astimezone(UTC)
    except (KeyError, UnknownName) as error:
        raise Unusable((*place, "at"), f"`at` must be a time such as '2026-03-01 14:05:09': {error}") from None


def _time(data: Said, name: str, book: Memory) -> datetime | None:
    return moment(str(data[name]), book.zone).astimezone(UTC) if name in data else None


def _place(data: Said) -> Body:
    return {"who": str(data.get("player", "")), "table": str(data.get("table", "")), "seat": int(data.get("seat", 0))}


def _back(data: Said) -> dict[str, Any]:
    """Return whether money goes back, and why."""
    return {"back": bool(data.get("back", False)), "why": str(data.get("reason", ""))}


def _list(data: Said, name: str) -> Sequence[str]:
    value = data.get(name, ())
    return [value] if isinstance(value, str) else [str(item) for item in value]


def _open(at: Tried) -> object:
    return at.book.acts.open(at.made, "kept", at.book.zone)


def _buy_in(at: Tried) -> object:
    amount = at.made.chips(read_number(str(at.said["amount"]))) if "amount" in at.said else None
    return at.book.acts.pay_in(
        amount, _place(at.said), drop=bool(at.said.get("drop", False)), **_back(at.said), at=_time(at.said, "time", at.book)
    )


CLAIM = {"game", "hole", "board", "hands", "table", "seat", "player", "showdown", "dealt", "players", "pot", "uncalled"}
CLAIM |= {"big_blind", "room", "findings", "talk", "set", "record", "time", "entered"}
CLAIM_TEXTS = ("board", "table", "dealt", "pot", "big_blind", "uncalled")
"""The parts of a claim that its form has under the same name, as text."""


def _claim(at: Tried) -> object:
    for name in sorted(at.said):
        check_name("part of a claim", name, CLAIM)
    codes = tuple(_list(at.said, "findings"))
    findings: list[object] = []
    if "record" in at.said:
        taken = recorded(at.folder / str(at.said["record"]), int(at.said["seat"]))
        claim_told, findings = taken.told, [*claim_findings.not_reported(taken.codes, codes)]
    else:
        claim_told = ToldClaim(
            game=str(at.said.get("game", at.made.games[0])), hole=str(at.said["hole"]),
            **{name: str(at.said[name]) for name in CLAIM_TEXTS if name in at.said},
            hands={int(seat): str(cards) for seat, cards in at.said.get("hands", {}).items()},
            seat=at.said.get("seat"), who=at.said.get("player"), players=at.said.get("players"),
            room={str(table): str(seats) for table, seats in at.said["room"].items()} if "room" in at.said else None,
            shown_down=at.said.get("showdown", True), codes=codes, talk="talk" in at.said, settings=at.said.get("set", {}),
        )  # fmt: skip
    if at.said.get("talk") == "unreported":
        findings += claim_findings.talk_let_pass()
    time, entered = _time(at.said, "time", at.book), _time(at.said, "entered", at.book)
    if entered is not None:
        findings += claim_findings.wrong_window(at.book.run, time or at.book.now, entered)
    return at.book.acts.claim(read(claim_told, at.made), {"findings": findings}, time)


def _confirm(at: Tried) -> object:
    right, wrong, waived = (_list(at.said, name) for name in ("yes", "no", "waive"))
    return at.book.acts.confirm(int(at.said["claim"]), right, wrong, waived, str(at.said.get("reason", "")))


def _leave(at: Tried) -> object:
    who = _place(at.said)
    return at.book.acts.leave(
        who["who"], who["table"], who["seat"], back=bool(at.said.get("back", False)), at=_time(at.said, "time", at.book)
    )


def _close(at: Tried) -> object:
    chosen = [int(number) for number in at.said.get("award", ())]
    return at.book.acts.settle(end=bool(at.said.get("now", False)), chosen=chosen, why=str(at.said.get("reason", "")))


def _end(at: Tried) -> object:
    return at.book.acts.end(rest=str(at.said.get("rest", "")), why=str(at.said.get("reason", "")))


def _pay(at: Tried) -> object:
    return at.book.acts.pay(int(at.said["award"]), **_back(at.said))


_EVENTS: Mapping[str, Callable[[Tried], object]] = {
    "open": _open, "buy_in": _buy_in, "claim": _claim, "confirm": _confirm, "leave": _leave, "close": _close, "end": _end,
    "pay": _pay, "look": lambda _: None,
}  # fmt: skip
