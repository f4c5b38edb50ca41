"""The winners of promotions: the windows that are over, the claims that win them, and how each prize is divided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction

import attrs

from dealerkit.jobs.promotions.claims import PENDING, Claim
from dealerkit.jobs.promotions.event_body import WrittenAward
from dealerkit.jobs.promotions.policy import Policy
from dealerkit.jobs.promotions.run import PromotionRun
from dealerkit.jobs.promotions.windows import SECOND, PrizeSpan
from dealerkit.jobs.promotions.words import decides


@attrs.frozen
class PrizeDecision:
    """The decision on a window: who holds (is winning, or has won) its prize.

    Attributes:
        span: The window; its end is None while it is unknown.
        holders: The claims that hold the prize, the best first.
        others: The other claims in the window.
        open: The point left open by the policy that keeps this undecided; empty if there is none.
        pending: Whether a holder's claim is still to be verified.
        said: The deciding reasons, in words: a tie, a holder who has left.
        parts: Each holder's share of the prize, if the policy has several places; empty if they share equally.
    """

    span: PrizeSpan
    holders: tuple[Claim, ...]
    others: tuple[Claim, ...]
    open: str = ""
    pending: bool = False
    said: tuple[str, ...] = ()
    parts: tuple[Fraction, ...] = ()


def prize_now(run: PromotionRun, until: datetime | None = None, value: int | None = None) -> int:
    """Return the present prize, in smallest chips, from the fund and the house's addition for the window.

    Args:
        run: The promotion.
        until: When the window ended, so that later contributions are left for the next one; None if it has not ended.
        value: The value of the winning hand; None if nobody holds the prize yet.
    """
    return prize_of(run.in_force, _fund_now(run, until), value)


def _fund_now(run: PromotionRun, until: datetime | None = None) -> int:
    return run.fund["fund"] + run.in_force.each_window - came_later(run, until)


def came_later(run: PromotionRun, until: datetime | None) -> int:
    """Return the contributions since the end of a window that is not settled yet, as far as they are still in the fund.

    Args:
        run: The promotion.
        until: The end of the window; None if it has not ended.
    """
    came = sum(amount for time, amount in run.came if until is not None and time >= until)
    return min(came, run.fund["fund"])


def prize_at(run: PromotionRun, moment: datetime, value: int | None = None) -> int:
    """Return the prize of the window at a given moment, in smallest chips, as far as it is known now.

    Args:
        run: The promotion.
        moment: The moment.
        value: The value of the winning hand; None if nobody holds the prize yet.
    """
    return prize_of(run.in_force, fund_at(run, moment), value)


def fund_at(run: PromotionRun, moment: datetime) -> int:
    """Return the fund in the window at a given moment, in smallest chips, as far as it is known now.

    Prizes of earlier windows stay in it if nobody won them, and are taken out if somebody holds them.
    """
    policy, fund = run.in_force, run.fund["fund"]
    if policy.hours is None or run.begins is None:
        return _fund_now(run)
    claims = run.waiting()
    for window in policy.hours.windows(run.begins, run.zone):
        fund += policy.each_window
        if moment < window.begins or moment in window:
            break
        held = decide(run, window, [claim for claim in claims if claim.counted(policy.counts) in window]).holders
        if held:
            fund -= prize_of(policy, max(fund - came_later(run, window.until), 0), max(claim.value for claim in held))
        else:
            fund -= policy.each_window * policy.to_house
    return fund


def steps_missing(policy: Policy, claim: Claim, prize: int) -> list[str]:
    """Return the verification steps, such as `verification.deck`, that a prize needs and that a claim has no answer to.

    Args:
        policy: The policy in force.
        claim: The claim.
        prize: The prize in the smallest units of money.
    """
    names = [f"verification.{step.name}" for step in policy.steps if prize >= step.least]
    return [name for name in names if name not in claim.answers]


def prize_of(policy: Policy, fund: int, value: int | None = None) -> int:
    """Return the prize from a fund, in smallest chips: a share of it, or a fixed sum as far as the fund has it.

    Args:
        policy: The policy in force.
        fund: The fund, in smallest chips.
        value: The value of the winning hand; None if nobody holds the prize yet.
    """
    prize = policy.prize_for(value)
    return min(prize, fund) if isinstance(prize, int) else int(prize * fund)


def decide(run: PromotionRun, span: PrizeSpan, claims: Sequence[Claim]) -> PrizeDecision:
    """Decide who holds the prize of a window: the best hand, or if there are several places, the best hands. HH-10, HH-14

    A player has only one place. Players who tie share the place's part of the prize; the part of an empty place stays in the
    fund.

    Args:
        run: The promotion as it stands.
        span: The window, from its first moment to its last.
        claims: The claims that count in it.
    """
    places = run.in_force.places
    if not places:
        return _held(run, span, claims)
    holders: list[Claim] = []
    parts: list[Fraction] = []
    sentences: list[str] = []
    for part in places:
        left = [claim for claim in claims if not any(_same_player(claim, holder) for holder in holders)]
        place = _held(run, span, left)
        if place.open:
            return attrs.evolve(place, holders=(*holders, *place.holders), others=_rest(claims, (*holders, *place.holders)))
        holders += place.holders
        parts += [part / len(place.holders) for _ in place.holders]
        sentences += place.said
    pending = any(holder.verdict == PENDING for holder in holders)
    others = _rest(claims, holders)
    return PrizeDecision(span, tuple(holders), others, "", pending, tuple(dict.fromkeys(sentences)), tuple(parts))


def _same_player(claim: Claim, other: Claim) -> bool:
    """Return whether two claims are one player's; of a player whom nobody knows, only the claim itself."""
    return claim.number == other.number or claim.of(str(other.said.get("who") or ""), *other.place)


def _held(run: PromotionRun, span: PrizeSpan, claims: Sequence[Claim]) -> PrizeDecision:
    """Return the holder of a place: the highest hand, among equals by the policy, without players who have left. HH-10, HH-11

    Args:
        run: The promotion as it stands.
        span: The window, from its first moment to its last.
        claims: The claims that count in it.
    """
    policy, left = run.in_force, list(claims)
    sentences: list[str] = []

    def held(by: Sequence[Claim], undecided: str = "") -> PrizeDecision:
        pending = any(holder.verdict == PENDING for holder in by)
        return PrizeDecision(span, tuple(by), _rest(claims, by), undecided, pending, () if undecided else tuple(sentences))

    while left:
        best = max(claim.value for claim in left)
        group = [claim for claim in left if claim.value == best]
        gone = [claim for claim in group if _is_gone(policy, claim, span)]
        if gone and (policy.present is None or (policy.present != "no" and policy.leaver is None)):
            return held(group, decides("must_be_present" if policy.present is None else "leaver", None))
        there = list(_rest(group, gone))
        if gone and not there and policy.leaver is not None:
            sentences.append(decides("leaver", policy.leaver))
            if policy.leaver == "rolls_over":
                return held(())
            left = list(_rest(left, group))
            continue
        if len(there) > 1:
            if policy.ties is None:
                return held(there, decides("ties", None))
            sentences.append(decides("ties", policy.ties))
            there = there if policy.ties == "split" else there[-1:] if policy.ties == "last" else there[:1]
        return held(there)
    return held(())


def decide_in(run: PromotionRun, span: PrizeSpan) -> PrizeDecision:
    """Decide who holds the prize of a window, among the unsettled claims that count in it; see `decide`."""
    counts = run.in_force.counts
    return decide(run, span, [claim for claim in run.waiting() if claim.counted(counts) in span])


def _rest(claims: Sequence[Claim], taken: Sequence[Claim]) -> tuple[Claim, ...]:
    numbers = {claim.number for claim in taken}
    return tuple(claim for claim in claims if claim.number not in numbers)


def _is_gone(policy: Policy, claim: Claim, span: PrizeSpan) -> bool:
    """Return whether a holder has given up his claim by leaving, or may have, where the policy does not say. HH-11"""
    until = span.until
    if policy.present == "no":
        return False
    ended = until if until is not None else datetime.max.replace(tzinfo=span.begins.tzinfo)
    return claim.has_left(ended) if policy.present == "throughout" else claim.away(ended)


def over(run: PromotionRun, now: datetime, *, end: bool = False) -> Iterator[PrizeDecision]:
    """Yield the decisions on the windows that are over and not settled, in order.

    Args:
        run: The promotion; the caller must settle each window before asking for the next.
        now: The present time, in UTC.
        end: Whether the present window ends at this second.
    """
    while True:
        decision = unsettled(run)
        if decision.span.until is not None and decision.span.until <= now:
            yield decision
        elif end and decision.span.begins <= now:
            yield _until(run, decision.span.begins, now + SECOND)
            return
        else:
            return


def _until(run: PromotionRun, begins: datetime, until: datetime) -> PrizeDecision:
    span = PrizeSpan(begins, until)
    return decide(run, span, [claim for claim in run.waiting() if claim.counted(run.in_force.counts) < until])


def unsettled(run: PromotionRun) -> PrizeDecision:
    """Return the decision so far on the earliest unsettled window, whether it is over or still open.

    Raises:
        Impossible: If the promotion was never opened.
    """
    policy, begins = run.in_force, run.begins
    assert begins is not None
    claims = run.waiting()
    if policy.hours is not None:
        window = next(policy.hours.windows(begins, run.zone))
        assert window.until is not None
        return decide_in(run, PrizeSpan(max(window.begins, begins), window.until))
    if policy.kind == "until_hit" and claims:
        return decide_in(run, PrizeSpan(begins, claims[0].counted(policy.counts) + SECOND))
    if policy.kind == "rolling" and claims:
        return _rolling(run, begins, claims)
    return decide(run, PrizeSpan(begins), claims)


def _rolling(run: PromotionRun, begins: datetime, claims: Sequence[Claim]) -> PrizeDecision:
    """Return the holders of a window in which the highest hand must stand for a time; every better hand starts the time again."""
    policy = run.in_force
    assert policy.length is not None
    best, until = None, None
    for claim in claims:
        time = claim.counted(policy.counts)
        if until is not None and time >= until:
            break
        better = best is None or claim.value > best.value or (claim.value == best.value and policy.ties == "last")
        if better:
            best, until = claim, time + policy.length
    assert until is not None
    return decide_in(run, PrizeSpan(begins, until))


def parts(policy: Policy, decision: PrizeDecision, prize: int, first: int) -> list[WrittenAward]:
    """Divide a prize among its holders, and each holder's part among the losing hand, the winning hand, the table and the room.

    Odd chips stay in the fund or go to the first of those who share, as the policy says.

    Args:
        policy: The policy in force.
        decision: The holders of the prize, and the part of each.
        prize: The prize in the smallest units of money.
        first: The number of the first award.
    """
    awards: list[WrittenAward] = []
    holders = decision.holders
    each = decision.parts or (Fraction(1, len(holders) or 1),) * len(holders)
    odd = int(sum(each) * prize) - sum(int(part * prize) for part in each)
    for number, (claim, part) in enumerate(zip(holders, each, strict=True)):
        awards += _of_one(policy, claim, int(part * prize) + (odd if policy.odd_to_first and not number else 0))
    return [{**part, "award": number} for number, part in enumerate((award_ for award_ in awards if award_["amount"]), first)]


def _of_one(policy: Policy, claim: Claim, prize: int) -> list[WrittenAward]:
    """Return the parts of one claim's share, without numbers yet."""
    awards: list[WrittenAward] = []
    for role, part in policy.shares.items():
        to = _who(claim, role)
        whole = int(Fraction(part) * prize)
        for table, seat, who in to:
            each = whole // len(to)
            awards.append(
                {"award": 0, "claim": claim.number, "role": role, "table": table, "seat": seat, "who": who, "amount": each}
            )
    odd = prize - sum(part["amount"] for part in awards)
    if policy.odd_to_first and odd and awards and all(_who(claim, role) for role in policy.shares):
        awards[0]["amount"] += odd
    return awards


def _who(claim: Claim, role: str) -> list[tuple[str, int, str]]:
    """Return the seats that get a part of the prize. At the table: everybody dealt in except winner and loser."""
    body = claim.said
    table, own = claim.place
    winners = [int(number) for number in body.get("winners", ())]
    if role in {"holder", "loser"}:
        return [(table, own, str(body.get("who") or ""))]
    if role == "room":
        return [(table_row["table"], int(seat), "") for table_row in body.get("room", ()) for seat in table_row["seats"]]
    seats = winners if role == "winner" else [int(seat) for seat in body.get("dealt") or () if seat not in {own, *winners}]
    return [(table, seat, "") for seat in seats]
