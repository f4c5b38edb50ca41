"""A promotion as its events tell it: policy, claims, fund, what was settled, what was won and paid. Nothing is stored besides."""

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
"""Finds a policy by the hash under which it was kept."""


@attrs.frozen
class PromotionEvent:
    """An event of a promotion.

    Attributes:
        what: `opened`, `paid_in`, `claimed`, `confirmed`, `left`, `settled`, `paid` or `ended`.
        at: When it was written down.
        seq: Its number.
        said: What it says; None once that was removed.
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
        who: Who sits there; may be empty.
        amount: In smallest chips.
        seq: The event in which it was won.
        done: The event in which it was paid, or went back to the fund; 0 while neither.
        back: Whether it went back.
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
    """One promotion, from its first opening on.

    Attributes:
        name: Its name.
        policy: The policy in force; None before the first opening.
        number: How often it was opened.
        open: Whether it is open.
        opened: When it was opened last.
        zone: The house's zone.
        begins: Where the time that is not settled begins.
        fund: The accounts.
        claims: Every claim, by number.
        awards: Every award, by number.
        paid_in: The contributions of players since the last opening.
        settled: What was settled, as it was written down, with the number of the event.
        came: What came into the fund in the time that is not settled: when, and how many smallest chips.
        last: When the last thing happened; None if nothing has.
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
            msg = f"{self.name} was never opened, or all that was said of it was removed"
            raise Impossible(msg)
        return self.policy

    def waiting(self) -> list[Claim]:
        """Return the claims that no settling has looked at yet and that are not refused, in the order of the time that
        decides.
        """
        counts = self.in_force.counts
        found = [self.claims[number] for number in self._unsettled]
        return sorted((one for one in found if one.verdict != REFUSED), key=lambda one: (one.counted(counts), one.seq))

    def is_settled(self, claim: int) -> bool:
        """Return whether a settling has looked at a claim, or its time is over."""
        return claim not in self._unsettled

    def unpaid(self) -> list[AwardedPrize]:
        """Return the awards that nobody has been paid yet."""
        return [one for one in self.awards.values() if not one.done]

    def apply(self, event: PromotionEvent) -> None:
        """Let an event happen.

        Raises:
            Impossible: If the accounts that it says do not follow from what was before.
        """
        self.last = event.at if self.last is None else max(self.last, event.at)
        if event.said is None:
            self._gap = True  # it was removed for good: later events say what the accounts are
            return
        said = event.said
        if event.what == OPENED:
            self._opened(said)
        elif event.what == PAID_IN:
            self.paid_in.append(event)
        elif event.what == CLAIMED:
            self._claimed(event, said)
        elif event.what == CONFIRMED:
            self._confirmed(event, said)
        elif event.what == LEFT:
            self._left(said)
        elif event.what == SETTLED:
            self._settled(event, said)
        elif event.what == PAID:
            number = int(said["award"])
            if number in self.awards:
                self.awards[number] = attrs.evolve(self.awards[number], done=event.seq, back=bool(said.get("back")))
        elif event.what == ENDED:
            self.open = False
            self._unsettled.clear()
        if "accounts" in said:
            self._moved(event, said)

    def _opened(self, said: EventBody) -> None:
        self.policy = self._find(str(said["kept"]))
        self.number = int(said["run"])
        self.open = True
        self.zone_name = str(said["zone"])
        self.opened = self.begins = datetime.fromisoformat(said["from"])
        self.next_claim = max(self.next_claim, int(said["next_claim"]))
        self.next_award = max(self.next_award, int(said["next_award"]))
        self.paid_in.clear()
        self.came.clear()
        self._unsettled.clear()

    def _claimed(self, event: PromotionEvent, said: EventBody) -> None:
        number = int(said["claim"])
        answers = _answers(said)
        verified = None if any(one.answer == OPEN for one in answers.values()) else event.at
        self.claims[number] = Claim(number, event.seq, event.at, said, answers, verified)
        self._unsettled.add(number)
        self.next_claim = max(self.next_claim, number + 1)

    def _confirmed(self, event: PromotionEvent, said: EventBody) -> None:
        claim = self.claims.get(int(said["claim"]))
        if claim is None:
            return
        answers = {**claim.answers, **_answers(said)}
        done = claim.verified or (None if any(one.answer == OPEN for one in answers.values()) else event.at)
        self.claims[claim.number] = attrs.evolve(claim, answers=answers, verified=done)

    def _left(self, said: EventBody) -> None:
        at = datetime.fromisoformat(said["time"])
        for number in said["claims"]:
            claim = self.claims.get(int(number))
            if claim is None:
                continue
            left: list[Away] = list(claim.left)
            if said.get("back"):
                left = [(gone, back if back is not None else at) for gone, back in left]
            else:
                left.append((at, None))
            self.claims[claim.number] = attrs.evolve(claim, left=tuple(left))

    def _settled(self, event: PromotionEvent, said: EventBody) -> None:
        self.settled.append(event)
        self.begins = datetime.fromisoformat(said["until"])
        self.came = [one for one in self.came if one[0] >= self.begins]
        self._unsettled -= {int(one) for one in (*said["holders"], *said["others"])}
        for one in said["awards"]:
            award = AwardedPrize(
                int(one["award"]), int(one["claim"]), one["role"], one["table"], int(one["seat"]), one["who"],
                int(one["amount"]), event.seq,
            )  # fmt: skip
            self.awards[award.number] = award
            self.next_award = max(self.next_award, award.number + 1)

    def _moved(self, event: PromotionEvent, said: EventBody) -> None:
        self.moves.append(event)
        accounts = {name: int(amount) for name, amount in said["accounts"].items()}
        if not self._gap:
            made = self.fund.after((origin, to, int(amount)) for origin, to, amount in said["transfers"])
            if made.accounts != accounts:
                msg = f"{self.name}: the accounts of entry {event.seq} do not follow from those before it"
                raise Impossible(msg)
        self._gap = False
        self.fund = Fund(accounts)
        if event.what in {PAID_IN, PAID}:
            time = datetime.fromisoformat(said["time"]) if "time" in said else event.at
            self.came += [(time, int(amount)) for _, to, amount in said["transfers"] if to == "fund"]

    def span_of(self, moment: datetime) -> PrizeSpan | None:
        """Return the window that a moment lies in and that is not settled yet; None if there is none."""
        assert self.begins is not None
        if moment < self.begins:
            return None
        policy = self.in_force
        if policy.hours is None:
            return PrizeSpan(self.begins)
        window = next(policy.hours.windows(moment, self.zone))
        return PrizeSpan(max(window.begins, self.begins), window.until) if moment in window else None


def _answers(said: EventBody) -> dict[str, ClauseAnswer]:
    """Return the answers that an event has, by clause."""
    told = [ClauseAnswer(one["clause"], one["answer"], one["said"], one.get("finding", "")) for one in said["answers"]]
    return {one.clause: one for one in told}
