"""A promotion as plain data: state, claims with their clauses, settlements, payments, and the fund."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from dealerkit.files.plain_data import fields
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

Summary = dict[str, Any]
"""Plain data by the names that JSON has. Times are ISO 8601 in the house's time, amounts of money are text."""


def moment(at: datetime | str, run: PromotionRun) -> str:
    """Return a moment in the house's time, as ISO 8601."""
    time = datetime.fromisoformat(at) if isinstance(at, str) else at
    return time.astimezone(run.zone).isoformat()


def local(at: datetime | str | None, run: PromotionRun) -> str | None:
    """Return a moment in the house's time, as ISO 8601; None if there is none."""
    return None if at is None else moment(at, run)


def answer(answer_: ClauseAnswer) -> Summary:
    """Return an answer as plain data, with the title and the rule ids of its clause."""
    entry = asked()[answer_.clause.partition(".")[0]]
    return {
        **fields(answer_, "clause", "answer", "said"),
        "title": text(entry["title"]),
        "cite": list(entry.get("cite", ())),
    }


def finding(code: str, words: str = "") -> Summary:
    """Return a finding as plain data: its code, its catalogue entry, and its sentence.

    Args:
        code: The finding's code.
        words: Its sentence; empty for the catalogue's.
    """
    entry = catalogue().findings.data["findings"].get(code, {})
    return {
        "code": code, "said": words, "severity": str(entry.get("severity", "")), "cite": list(entry.get("cite", ())),
        **{name: text(entry.get(name)) for name in ("title", "why", "remedy")},
    }  # fmt: skip


def claim(run: PromotionRun, claim_: Claim) -> Summary:
    """Return a claim as plain data: its hand, the answer to each clause, the findings in it."""
    body, policy = claim_.said, run.in_force
    findings = [finding(each["code"], each["said"]) for each in body.get("findings", ())]
    findings += [finding(each.finding, each.said) for each in claim_.answers.values() if each.finding]
    return {
        **fields(claim_, "claim=number", "entry=seq", "verdict"),
        **fields(body, "table?", "seat?", "who?", "game", "hole", "board", "cards", "name", "record"),
        "at": local(claim_.at, run), "counted": moment(claim_.counted(policy.counts), run),
        "game_title": form(body["game"]).title, "answers": [answer(each) for each in claim_.answers.values()],
        "findings": findings, "left": bool(claim_.left) and claim_.left[-1][1] is None,
        "settled": run.is_settled(claim_.number),
    }  # fmt: skip


def award(run: PromotionRun, award_: AwardedPrize) -> Summary:
    """Return an award as plain data; its state is `open`, `paid` or `back` (in the fund)."""
    return {
        **fields(award_, "award=number", "claim", "role", "table?", "seat?", "who?", "entry=seq", "paid_in_entry=done?"),
        "amount": run.in_force.money(award_.amount),
        "state": "open" if not award_.done else "back" if award_.back else "paid",
    }


def accounts(policy: Policy, amounts: Mapping[str, int]) -> dict[str, str]:
    """Return each account's balance as an amount in text; for accounts outside the promotion, the sum that came from them."""
    return {name: policy.money(abs(amount)) for name, amount in amounts.items()}


def span(run: PromotionRun, span_: PrizeSpan) -> Summary:
    """Return begin and end of a window, in the house's time."""
    return {"from": moment(span_.begins, run), "until": local(span_.until, run)}


def decision(run: PromotionRun, decision_: winners.PrizeDecision, prize: int) -> Summary:
    """Return the decision on a window (holders, other claims, undecided points) as plain data.

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


def settled(run: PromotionRun, event: PromotionEvent) -> Summary:
    """Return a settlement as plain data: its windows, prize, holders and awards."""
    body: EventBody = event.said or {}
    return {
        **fields(body, "windows", "holders", "others", "said", "reason?"),
        "entry": event.seq, "at": local(event.at, run), "from": local(body["from"], run), "until": local(body["until"], run),
        "prize": run.in_force.money(int(body["prize"])), "awards": [int(award_["award"]) for award_ in body["awards"]],
        "decided": list(body.get("decided", ())),
    }  # fmt: skip


def status(run: PromotionRun, now: datetime) -> Summary:
    """Return the state of a promotion at a moment, as plain data."""
    policy, now = run.in_force, now.astimezone(UTC)
    summary: Summary = {
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


def report(run: PromotionRun, now: datetime) -> Summary:
    """Return the full report of a promotion: claims, settlements, awards, and every movement of the fund."""
    policy = run.in_force
    moves: list[Summary] = [
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
