"""A promotion as plain data: state, claims with their clauses, settlements, payments, and the fund."""

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
    """A claim: its hand, the answer to each clause, the findings. Times are ISO 8601."""

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
    """The holders of a window, and its undecided points. The prize is an amount as text."""

    prize: str
    holders: list[ClaimSummary]
    others: list[int]
    undecided: str | None
    pending: bool
    said: list[str]


class WindowSummary(DecisionSummary):
    """The present window, and whether it is over."""

    over: bool


class StatusSummary(TypedDict):
    """The state of a promotion at a moment."""

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
"""Windows settled: prize, holders and awards."""

TransferSummary = TypedDict("TransferSummary", {"from": str, "to": str, "amount": str})
"""An amount moved from one account to another."""


class MoveSummary(TypedDict):
    """A movement of the fund, and the accounts after it."""

    entry: int
    at: str | None
    what: str
    transfers: list[TransferSummary]
    accounts: dict[str, str]


class ReportSummary(StatusSummary):
    """The full report of a promotion."""

    claims: list[ClaimSummary]
    settled: list[SettledSummary]
    awards: list[AwardSummary]
    moves: list[MoveSummary]
    even: bool


def moment(at: datetime | str, run: PromotionRun) -> str:
    """Write a moment in the house's time, as ISO 8601."""
    time = datetime.fromisoformat(at) if isinstance(at, str) else at
    return time.astimezone(run.zone).isoformat()


def local(at: datetime | str | None, run: PromotionRun) -> str | None:
    """Return a moment in the house's time, as ISO 8601; None if there is none."""
    return None if at is None else moment(at, run)


def answer(answer_: ClauseAnswer) -> AnswerSummary:
    """Return an answer together with the title and the citations of its clause."""
    name = answer_.clause.partition(".")[0]
    entry = asked()[name]
    return {
        "clause": answer_.clause, "title": text(entry["title"]), "answer": answer_.answer, "said": answer_.said,
        "cite": list(entry.get("cite", ())),
    }  # fmt: skip


def finding(code: str, words: str = "") -> FindingSummary:
    """Return a finding with its catalogue entry."""
    entry = catalogue().findings.data["findings"].get(code, {})
    return {
        "code": code, "said": words, "title": text(entry.get("title")), "severity": str(entry.get("severity", "")),
        "why": text(entry.get("why")), "remedy": text(entry.get("remedy")), "cite": list(entry.get("cite", ())),
    }  # fmt: skip


def claim(run: PromotionRun, claim_: Claim) -> ClaimSummary:
    """Return a claim as plain data: its hand, the answer to each clause, the findings in it."""
    body, policy = claim_.said, run.in_force
    findings = [finding(each["code"], each["said"]) for each in body.get("findings", ())]
    findings += [finding(each.finding, each.said) for each in claim_.answers.values() if each.finding]
    table, seat = claim_.place
    return {
        "claim": claim_.number, "entry": claim_.seq, "at": local(claim_.at, run),
        "counted": moment(claim_.counted(policy.counts), run),
        "table": table or None, "seat": seat or None, "who": body.get("who") or None,
        "game": body["game"], "game_title": form(body["game"]).title, "hole": list(body["hole"]), "board": list(body["board"]),
        "cards": list(body["cards"]), "name": body["name"], "verdict": claim_.verdict,
        "answers": [answer(each) for each in claim_.answers.values()], "findings": findings,
        "left": bool(claim_.left) and claim_.left[-1][1] is None, "settled": run.is_settled(claim_.number),
        "record": body.get("record"),
    }  # fmt: skip


def award(run: PromotionRun, award_: AwardedPrize) -> AwardSummary:
    """Return an award as plain data, its state `open`, `paid` or `back` in the fund."""
    return {
        "award": award_.number, "claim": award_.claim, "role": award_.role, "table": award_.table or None,
        "seat": award_.seat or None, "who": award_.who or None, "amount": run.in_force.money(award_.amount), "entry": award_.seq,
        "state": "open" if not award_.done else "back" if award_.back else "paid", "paid_in_entry": award_.done or None,
    }  # fmt: skip


def accounts(policy: Policy, amounts: Mapping[str, int]) -> dict[str, str]:
    """Return the balance of each account as an amount in words; that of the outside is the sum that came from there."""
    return {name: policy.money(abs(amount)) for name, amount in amounts.items()}


def span(run: PromotionRun, span_: PrizeSpan) -> SpanSummary:
    """Return begin and end of a window, in the house's time."""
    return {"from": moment(span_.begins, run), "until": local(span_.until, run)}


def decision(run: PromotionRun, decision_: winners.PrizeDecision, prize: int) -> DecisionSummary:
    """Return the holders of a window, and its undecided points, as plain data.

    Args:
        run: The promotion as it stands.
        decision_: The decision on the window.
        prize: The prize in the smallest units of money.
    """
    return {
        **span(run, decision_.span), "prize": run.in_force.money(prize),
        "holders": [claim(run, each) for each in decision_.holders], "others": [each.number for each in decision_.others],
        "undecided": decision_.open or None, "pending": decision_.pending, "said": list(decision_.said),
    }  # fmt: skip


def settled(run: PromotionRun, event: PromotionEvent) -> SettledSummary:
    """Return a settlement as plain data: its windows, prize, holders and awards."""
    body: EventBody = event.said or {}
    money = run.in_force.money
    return {
        "entry": event.seq, "at": local(event.at, run), "from": local(body["from"], run), "until": local(body["until"], run),
        "windows": int(body["windows"]), "prize": money(int(body["prize"])), "holders": list(body["holders"]),
        "others": list(body["others"]),
        "awards": [int(award_["award"]) for award_ in body["awards"]], "said": list(body["said"]),
        "decided": list(body.get("decided", ())), "reason": body.get("reason") or None,
    }  # fmt: skip


def status(run: PromotionRun, now: datetime) -> StatusSummary:
    """Return the state of a promotion at a moment."""
    policy, now = run.in_force, now.astimezone(UTC)
    summary: StatusSummary = {
        "promotion": run.name, "title": policy.title, "house": text(policy.doc.data.get("house")) or None, "open": run.open,
        "sha256": policy.sha256, "opened": local(run.opened, run), "now": moment(now, run), "window": None, "over": 0,
        "accounts": accounts(policy, run.fund.accounts), "paid_in": _players(run),
        "unpaid": [award(run, award_) for award_ in run.unpaid()], "waiting": [], "next": None,
    }  # fmt: skip
    if not run.open:
        return summary
    summary["waiting"] = [claim(run, claim_) for claim_ in run.waiting()]
    summary["over"], summary["next"] = _over(run, now)
    if policy.hours is None:
        current = winners.unsettled(run)
        over = current.span.until is not None and current.span.until <= now
        summary["window"] = {**decision(run, current, winners.prize_now(run, current.span.until)), "over": over}
    elif (window := run.span_of(now)) is not None:
        decided = decision(run, winners.decide_in(run, window), winners.prize_at(run, now))
        summary["window"] = {**decided, "over": False}
    return summary


def _players(run: PromotionRun) -> int:
    """Return the number of players' contributions, without those returned."""
    return sum(-1 if (payment.said or {}).get("back") else 1 for payment in run.paid_in if not (payment.said or {}).get("drop"))


def _over(run: PromotionRun, now: datetime) -> tuple[int, str | None]:
    """Return the number of windows that are over and not settled, and the beginning of the next window if none is running."""
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
    """Return the full report of a promotion: claims, settlements, awards, and every movement of the fund."""
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
        "claims": [claim(run, claim_) for claim_ in run.claims.values()],
        "settled": [settled(run, event) for event in run.settled],
        "awards": [award(run, award_) for award_ in run.awards.values()],
        "moves": moves,
        "even": sum(run.fund.accounts.values()) == 0,
    }
