"""A promotion as the sum of its events: policy, claims, fund, settlements, awards. Nothing else is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo
from typing import Any

import attrs

from dealerkit.errors import Impossible
from dealerkit.jobs.journal.clock import zone_of
from dealerkit.jobs.promotions.claims import OPEN, REFUSED, Away, Claim, ClauseAnswer
from dealerkit.jobs.promotions.event_body import EventBody
from dealerkit.jobs.promotions.fund import Fund
from dealerkit.jobs.promotions.policy import Policy
from dealerkit.jobs.promotions.windows import PrizeSpan

OPENED, PAID_IN, CLAIMED, CONFIRMED = "opened", "paid_in", "claimed", "confirmed"
LEFT, SETTLED, PAID, ENDED = "left", "settled", "paid", "ended"

Body = dict[str, Any]
Find = Callable[[str], Policy]
"""Finds a policy by its hash."""


@attrs.frozen
class PromotionEvent:
    """An event of a promotion.

    Attributes:
        what: `opened`, `paid_in`, `claimed`, `confirmed`, `left`, `settled`, `paid` or `ended`.
        at: When it was written down.
        seq: Its number.
        said: The body; None if it was removed.
    """

    what: str
    at: datetime
    seq: int
    said: EventBody | None


@attrs.frozen
class AwardedPrize:
    """A part of a prize.

    Attributes:
        number: Its number, from 1.
        claim: The claim it was won by.
        role: `holder`, `loser`, `winner` or `table`.
        table: The table.
        seat: The seat it goes to.
        who: The player; may be empty.
        amount: In smallest chips.
        seq: The number of the event in which it was won.
        done: The number of the event in which it was paid or put back into the fund; 0 while it is open.
        back: Whether it was put back into the fund.
    """

    number: int
    claim: int
    role: str
    table: str
    seat: int
    who: str
    amount: int
    seq: int
    done: int = 0
    back: bool = False


class PromotionRun:
    """The state of a promotion, built up from its events.

    Attributes:
        name: Its name.
        policy: The policy in force; None before the first opening.
        number: The number of openings.
        open: Whether it is open.
        opened: When it was opened last.
        zone: The house's zone.
        begins: The time from which nothing is settled yet; None if there is none.
        fund: The accounts.
        claims: Every claim, by number.
        awards: Every award, by number.
        paid_in: The contributions of players since the last opening.
        settled: The settlements, each with the number of its event.
        came: Contributions since `begins`: time, and amount in smallest chips.
        last: The time of the last event; None if there is none.
    """

    def __init__(self, name: str, find: Find, events: Iterable[PromotionEvent] = ()) -> None:
        self.name, self._find = name, find
        self.policy: Policy | None = None
        self.number = 0
        self.open = False
        self.opened: datetime | None = None
        self.zone_name = "UTC"
        self.begins: datetime | None = None
        self.fund = Fund()
        self.claims: dict[int, Claim] = {}
        self.awards: dict[int, AwardedPrize] = {}
        self.paid_in: list[PromotionEvent] = []
        self.settled: list[PromotionEvent] = []
        self.moves: list[PromotionEvent] = []
        self.came: list[tuple[datetime, int]] = []
        self.last: datetime | None = None
        self.next_claim = self.next_award = 1
        self._unsettled: set[int] = set()
        self._gap = False
        for event in events:
            self.apply(event)

    @property
    def zone(self) -> tzinfo:
        """The house's zone."""
        return zone_of(self.zone_name)

    @property
    def in_force(self) -> Policy:
        """The policy in force.

        Raises:
            Impossible: If the promotion was never opened.
        """
        if self.policy is None:
            msg = f"the promotion {self.name} was never opened, or its entries were removed"
            raise Impossible(msg)
        return self.policy

    def waiting(self) -> list[Claim]:
        """Return the unsettled claims that are not refused, in the order of their deciding times."""
        counts = self.in_force.counts
        open_claims = [self.claims[number] for number in self._unsettled]
        return sorted(
            (claim for claim in open_claims if claim.verdict != REFUSED), key=lambda claim: (claim.counted(counts), claim.seq)
        )

    def is_settled(self, claim: int) -> bool:
        """Return whether a claim is settled, because its window was settled or has passed."""
        return claim not in self._unsettled

    def unpaid(self) -> list[AwardedPrize]:
        """Return the unpaid awards."""
        return [award for award in self.awards.values() if not award.done]

    def apply(self, event: PromotionEvent) -> None:
        """Update the state with an event.

        Raises:
            Impossible: If the event's accounts do not follow from the state before it.
        """
        self.last = event.at if self.last is None else max(self.last, event.at)
        if event.said is None:
            self._gap = True  # it was removed for good: later events say what the accounts are
            return
        body = event.said
        if event.what == OPENED:
            self._opened(body)
        elif event.what == PAID_IN:
            self.paid_in.append(event)
        elif event.what == CLAIMED:
            self._claimed(event, body)
        elif event.what == CONFIRMED:
            self._confirmed(event, body)
        elif event.what == LEFT:
            self._left(body)
        elif event.what == SETTLED:
            self._settled(event, body)
        elif event.what == PAID:
            number = int(body["award"])
            if number in self.awards:
                self.awards[number] = attrs.evolve(self.awards[number], done=event.seq, back=bool(body.get("back")))
        elif event.what == ENDED:
            self.open = False
            self._unsettled.clear()
        if "accounts" in body:
            self._moved(event, body)

    def _opened(self, body: EventBody) -> None:
        self.policy = self._find(str(body["kept"]))
        self.number = int(body["run"])
        self.open = True
        self.zone_name = str(body["zone"])
        self.opened = self.begins = datetime.fromisoformat(body["from"])
        self.next_claim = max(self.next_claim, int(body["next_claim"]))
        self.next_award = max(self.next_award, int(body["next_award"]))
        self.paid_in.clear()
        self.came.clear()
        self._unsettled.clear()

    def _claimed(self, event: PromotionEvent, body: EventBody) -> None:
        number = int(body["claim"])
        answers = _answers(body)
        verified = None if any(clause_answer.answer == OPEN for clause_answer in answers.values()) else event.at
        self.claims[number] = Claim(number, event.seq, event.at, body, answers, verified)
        self._unsettled.add(number)
        self.next_claim = max(self.next_claim, number + 1)

    def _confirmed(self, event: PromotionEvent, body: EventBody) -> None:
        claim = self.claims.get(int(body["claim"]))
        if claim is None:
            return
        answers = {**claim.answers, **_answers(body)}
        done = claim.verified or (None if any(clause_answer.answer == OPEN for clause_answer in answers.values()) else event.at)
        self.claims[claim.number] = attrs.evolve(claim, answers=answers, verified=done)

    def _left(self, body: EventBody) -> None:
        at = datetime.fromisoformat(body["time"])
        for number in body["claims"]:
            claim = self.claims.get(int(number))
            if claim is None:
                continue
            left: list[Away] = list(claim.left)
            if body.get("back"):
                left = [(gone, back if back is not None else at) for gone, back in left]
            else:
                left.append((at, None))
            self.claims[claim.number] = attrs.evolve(claim, left=tuple(left))

    def _settled(self, event: PromotionEvent, body: EventBody) -> None:
        self.settled.append(event)
        self.begins = datetime.fromisoformat(body["until"])
        self.came = [paid for paid in self.came if paid[0] >= self.begins]
        self._unsettled -= {int(claim_number) for claim_number in (*body["holders"], *body["others"])}
        for row in body["awards"]:
            award = AwardedPrize(
                int(row["award"]), int(row["claim"]), row["role"], row["table"], int(row["seat"]), row["who"],
                int(row["amount"]), event.seq,
            )  # fmt: skip
            self.awards[award.number] = award
            self.next_award = max(self.next_award, award.number + 1)

    def _moved(self, event: PromotionEvent, body: EventBody) -> None:
        self.moves.append(event)
        accounts = {name: int(amount) for name, amount in body["accounts"].items()}
        if not self._gap:
            balances = self.fund.after((origin, to, int(amount)) for origin, to, amount in body["transfers"])
            if balances.accounts != accounts:
                msg = f"{self.name}: the accounts in entry {event.seq} don't match the entries before it"
                raise Impossible(msg)
        self._gap = False
        self.fund = Fund(accounts)
        if event.what in {PAID_IN, PAID}:
            time = datetime.fromisoformat(body["time"]) if "time" in body else event.at
            self.came += [(time, int(amount)) for _, to, amount in body["transfers"] if to == "fund"]

    def span_of(self, moment: datetime) -> PrizeSpan | None:
        """Return the unsettled window that includes a moment; None if there is none."""
        assert self.begins is not None
        if moment < self.begins:
            return None
        policy = self.in_force
        if policy.hours is None:
            return PrizeSpan(self.begins)
        window = next(policy.hours.windows(moment, self.zone))
        return PrizeSpan(max(window.begins, self.begins), window.until) if moment in window else None


def _answers(body: EventBody) -> dict[str, ClauseAnswer]:
    """Return the answers that an event has, by clause."""
    given = [
        ClauseAnswer(answer["clause"], answer["answer"], answer["said"], answer.get("finding", "")) for answer in body["answers"]
    ]
    return {answer.clause: answer for answer in given}
