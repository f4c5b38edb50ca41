"""A promotion as plain data: how it stands, every claim with its clauses, what was settled and paid, and the fund."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypedDict

from dealerkit.jobs.promotions import winners
from dealerkit.jobs.promotions.claims import Claim, ClauseAnswer
from dealerkit.jobs.promotions.event_body import EventBody
from dealerkit.jobs.promotions.policy import Policy
from dealerkit.jobs.promotions.run import AwardedPrize, PromotionEvent, PromotionRun
from dealerkit.jobs.promotions.windows import PrizeSpan
from dealerkit.jobs.promotions.words import asked
from dealerkit.rules.rankings import form
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text


class AnswerSummary(TypedDict):
    """The answer to a clause, with its title and the rules it rests on."""

    clause: str
    title: str
    answer: str
    said: str
    cite: list[str]


class FindingSummary(TypedDict):
    """A finding in a claim, with the words of the catalogue."""

    code: str
    said: str
    title: str
    severity: str
    why: str
    remedy: str
    cite: list[str]


class ClaimSummary(TypedDict):
    """A claim: what was said, how it stands to each clause, what was found in it. Times are ISO 8601."""

    claim: int
    entry: int
    at: str | None
    counted: str
    table: str | None
    seat: int | None
    who: str | None
    game: str
    game_title: str
    hole: list[str]
    board: list[str]
    cards: list[str]
    name: str
    verdict: str
    answers: list[AnswerSummary]
    findings: list[FindingSummary]
    left: bool
    settled: bool
    record: Mapping[str, object] | None


class AwardSummary(TypedDict):
    """A part of a prize that was won. `state` is `open`, `paid` or `back`."""

    award: int
    claim: int
    role: str
    table: str | None
    seat: int | None
    who: str | None
    amount: str
    entry: int
    state: str
    paid_in_entry: int | None


SpanSummary = TypedDict("SpanSummary", {"from": str, "until": str | None})
"""A window in the house's time, as ISO 8601."""


class DecisionSummary(SpanSummary):
    """Who holds a window, and what is still undecided. The prize is an amount as text."""

    prize: str
    holders: list[ClaimSummary]
    others: list[int]
    undecided: str | None
    pending: bool
    said: list[str]


class WindowSummary(DecisionSummary):
    """The window that runs, and whether it is over."""

    over: bool


class StatusSummary(TypedDict):
    """How a promotion stands at a moment."""

    promotion: str
    title: str
    house: str | None
    open: bool
    sha256: str
    opened: str | None
    now: str
    window: WindowSummary | None
    over: int
    accounts: dict[str, str]
    paid_in: int
    unpaid: list[AwardSummary]
    waiting: list[ClaimSummary]
    next: str | None


SettledSummary = TypedDict(
    "SettledSummary",
    {
        "entry": int,
        "at": str | None,
        "from": str | None,
        "until": str | None,
        "windows": int,
        "prize": str,
        "holders": list[int],
        "others": list[int],
        "awards": list[int],
        "said": list[str],
        "decided": list[int],
        "reason": str | None,
    },
)
"""Windows that were settled: the prize, who holds them, and by which awards it was given."""

TransferSummary = TypedDict("TransferSummary", {"from": str, "to": str, "amount": str})
"""An amount that went from one account to another."""


class MoveSummary(TypedDict):
    """A movement of the fund, and the accounts after it."""

    entry: int
    at: str | None
    what: str
    transfers: list[TransferSummary]
    accounts: dict[str, str]


class ReportSummary(StatusSummary):
    """Everything there is to say of a promotion."""

    claims: list[ClaimSummary]
    settled: list[SettledSummary]
    awards: list[AwardSummary]
    moves: list[MoveSummary]
    even: bool


def moment(at: datetime | str, run: PromotionRun) -> str:
    """Write a moment in the house's time, as ISO 8601."""
    found = datetime.fromisoformat(at) if isinstance(at, str) else at
    return found.astimezone(run.zone).isoformat()


def local(at: datetime | str | None, run: PromotionRun) -> str | None:
    """Write a moment in the house's time, as ISO 8601; None if there is none."""
    return None if at is None else moment(at, run)


def answer(one: ClauseAnswer) -> AnswerSummary:
    """Return an answer together with the title and the citations of its clause."""
    name = one.clause.partition(".")[0]
    entry = asked()[name]
    return {
        "clause": one.clause, "title": text(entry["title"]), "answer": one.answer, "said": one.said,
        "cite": list(entry.get("cite", ())),
    }  # fmt: skip


def finding(code: str, said: str = "") -> FindingSummary:
    """Return a finding with what the catalogue says of it."""
    entry = catalogue().findings.data["findings"].get(code, {})
    return {
        "code": code, "said": said, "title": text(entry.get("title")), "severity": str(entry.get("severity", "")),
        "why": text(entry.get("why")), "remedy": text(entry.get("remedy")), "cite": list(entry.get("cite", ())),
    }  # fmt: skip


def claim(run: PromotionRun, one: Claim) -> ClaimSummary:
    """Return a claim: what was said, how it stands to each clause, what was found in it."""
    said, policy = one.said, run.in_force
    found = [finding(each["code"], each["said"]) for each in said.get("findings", ())]
    found += [finding(each.finding, each.said) for each in one.answers.values() if each.finding]
    table, seat = one.place
    return {
        "claim": one.number, "entry": one.seq, "at": local(one.at, run), "counted": moment(one.counted(policy.counts), run),
        "table": table or None, "seat": seat or None, "who": said.get("who") or None,
        "game": said["game"], "game_title": form(said["game"]).title, "hole": list(said["hole"]), "board": list(said["board"]),
        "cards": list(said["cards"]), "name": said["name"], "verdict": one.verdict,
        "answers": [answer(each) for each in one.answers.values()], "findings": found,
        "left": bool(one.left) and one.left[-1][1] is None, "settled": run.is_settled(one.number),
        "record": said.get("record"),
    }  # fmt: skip


def award(run: PromotionRun, one: AwardedPrize) -> AwardSummary:
    """Return an award."""
    return {
        "award": one.number, "claim": one.claim, "role": one.role, "table": one.table or None, "seat": one.seat or None,
        "who": one.who or None, "amount": run.in_force.money(one.amount), "entry": one.seq,
        "state": "open" if not one.done else "back" if one.back else "paid", "paid_in_entry": one.done or None,
    }  # fmt: skip


def accounts(policy: Policy, amounts: Mapping[str, int]) -> dict[str, str]:
    """Return accounts as amounts; what came from outside stands as what came."""
    return {name: policy.money(abs(amount)) for name, amount in amounts.items()}


def span(run: PromotionRun, one: PrizeSpan) -> SpanSummary:
    """Return a window in the house's time."""
    return {"from": moment(one.begins, run), "until": local(one.until, run)}


def decision(run: PromotionRun, one: winners.PrizeDecision, prize: int) -> DecisionSummary:
    """Return who holds a window, and what is still undecided, as plain data.

    Args:
        run: The promotion as it stands.
        one: The decision on the window.
        prize: The prize in the smallest units of money.
    """
    return {
        **span(run, one.span), "prize": run.in_force.money(prize),
        "holders": [claim(run, each) for each in one.holders], "others": [each.number for each in one.others],
        "undecided": one.open or None, "pending": one.pending, "said": list(one.said),
    }  # fmt: skip


def settled(run: PromotionRun, event: PromotionEvent) -> SettledSummary:
    """Return what was settled."""
    said: EventBody = event.said or {}
    money = run.in_force.money
    return {
        "entry": event.seq, "at": local(event.at, run), "from": local(said["from"], run), "until": local(said["until"], run),
        "windows": int(said["windows"]), "prize": money(int(said["prize"])), "holders": list(said["holders"]),
        "others": list(said["others"]),
        "awards": [int(one["award"]) for one in said["awards"]], "said": list(said["said"]),
        "decided": list(said.get("decided", ())), "reason": said.get("reason") or None,
    }  # fmt: skip


def status(run: PromotionRun, now: datetime) -> StatusSummary:
    """Return how a promotion stands at a moment."""
    policy, now = run.in_force, now.astimezone(UTC)
    found: StatusSummary = {
        "promotion": run.name, "title": policy.title, "house": text(policy.doc.data.get("house")) or None, "open": run.open,
        "sha256": policy.sha256, "opened": local(run.opened, run), "now": moment(now, run), "window": None, "over": 0,
        "accounts": accounts(policy, run.fund.accounts), "paid_in": _players(run),
        "unpaid": [award(run, one) for one in run.unpaid()], "waiting": [], "next": None,
    }  # fmt: skip
    if not run.open:
        return found
    found["waiting"] = [claim(run, one) for one in run.waiting()]
    found["over"], found["next"] = _over(run, now)
    if policy.hours is None:
        current = winners.unsettled(run)
        over = current.span.until is not None and current.span.until <= now
        found["window"] = {**decision(run, current, winners.prize_now(run, current.span.until)), "over": over}
    elif (window := run.span_of(now)) is not None:
        decided = decision(run, winners.decide_in(run, window), winners.prize_at(run, now))
        found["window"] = {**decided, "over": False}
    return found


def _players(run: PromotionRun) -> int:
    """Return how many contributions of players there are, without those that went back."""
    return sum(-1 if (one.said or {}).get("back") else 1 for one in run.paid_in if not (one.said or {}).get("drop"))


def _over(run: PromotionRun, now: datetime) -> tuple[int, str | None]:
    """Return how many windows are over and not settled, and when the next window begins, where none is running."""
    policy = run.in_force
    if policy.hours is None:
        first = next(winners.over(run, now), None)
        return int(first is not None), None
    assert run.begins is not None
    count = 0
    for window in policy.hours.windows(run.begins, run.zone):
        if window.until is not None and window.until <= now:
            count += 1
        else:
            return count, None if window.begins <= now else local(window.begins, run)
    return count, None


def report(run: PromotionRun, now: datetime) -> ReportSummary:
    """Return everything there is to say of a promotion: claims, what was settled, awards, and every movement of the fund."""
    policy = run.in_force
    moves: list[MoveSummary] = [
        {
            "entry": event.seq, "at": local(event.at, run), "what": event.what,
            "transfers": [
                {"from": origin, "to": to, "amount": policy.money(int(amount))} for origin, to, amount in event.said["transfers"]
            ],
            "accounts": accounts(policy, event.said["accounts"]),
        }
        for event in run.moves
        if event.said is not None
    ]  # fmt: skip
    return {
        **status(run, now),
        "claims": [claim(run, one) for one in run.claims.values()],
        "settled": [settled(run, event) for event in run.settled],
        "awards": [award(run, one) for one in run.awards.values()],
        "moves": moves,
        "even": sum(run.fund.accounts.values()) == 0,
    }
