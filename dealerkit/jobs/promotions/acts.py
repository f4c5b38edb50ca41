"""Acts at a promotion. Each checks the present state and writes its events, all of them or none.

Only the impossible is refused, such as a prize paid twice, or more money than the fund has. A claim that fails a clause is
written down like any other, with the clause that it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import attrs

from dealerkit.errors import ActError, Impossible, UnknownName, check_name
from dealerkit.jobs.promotions import winners
from dealerkit.jobs.promotions.claims import NO, OPEN, YES, Asked, Claim, ClauseAnswer
from dealerkit.jobs.promotions.clauses import answers, contributed
from dealerkit.jobs.promotions.fund import Transfer, moved, topped_up
from dealerkit.jobs.promotions.policy import Policy
from dealerkit.jobs.promotions.run import (
    CLAIMED,
    CONFIRMED,
    ENDED,
    LEFT,
    OPENED,
    PAID,
    PAID_IN,
    SETTLED,
    Body,
    PromotionEvent,
    PromotionRun,
)
from dealerkit.jobs.promotions.windows import written
from dealerkit.jobs.promotions.words import say

PATIENCE = timedelta(seconds=60)
"""Most time that a clock may be behind the last event: two machines never agree to the second."""
VERIFICATION = "verification."

Write = Callable[[str, Body], PromotionEvent]


def _answer_data(given: ClauseAnswer) -> Body:
    """Write an answer down."""
    return {
        "clause": given.clause,
        "answer": given.answer,
        "said": given.said,
        **({"finding": given.finding} if given.finding else {}),
    }


def _reasoned(done: object, why: str, what: str) -> None:
    """Refuse an act without a reason, if it needs one.

    Args:
        done: Whether it is done at all.
        why: The reason.
        what: The verb of the act, as in `to hand out`.

    Raises:
        ActError: If no reason is given.
    """
    if done and not why.strip():
        msg = f"a reason is needed to {what}: --reason TEXT"
        raise ActError(msg)


def _best(decision: winners.PrizeDecision) -> int | None:
    """Return the value of the best hand that holds a window; None if there is none."""
    return max((claim.value for claim in decision.holders), default=None)


class Acts:
    """The acts possible on a promotion at one moment, such as opening it, claiming, paying.

    Args:
        run: The promotion as it stands.
        now: The present time.
        write: Function that writes an event down, from its kind and its body.
    """

    def __init__(self, run: PromotionRun, now: datetime, write: Write) -> None:
        self.run, self._write = run, write
        self.clock = now.astimezone(UTC)
        self.now = max(self.clock, run.last.astimezone(UTC)) if run.last is not None else self.clock

    def _do(self, what: str, body: Mapping[str, object]) -> PromotionEvent:
        event = self._write(what, {"promotion": self.run.name, **body})
        self.run.apply(event)
        return event

    def _money(self, transfers: Sequence[Transfer]) -> Body:
        after = self.run.fund.after(transfers)
        return {"transfers": [list(transfer) for transfer in transfers], "accounts": dict(after.accounts)}

    def _is_open(self) -> Policy:
        if not self.run.open:
            msg = f"the promotion {self.run.name} is not open; `dealerkit jackpot open {self.run.name}` opens it"
            raise ActError(msg)
        return self.run.in_force

    def time(self, stated: datetime | None) -> datetime:
        """Return the stated time, or the present time if None.

        Raises:
            ActError: If the time is in the future, or no time is stated although the clock was set back.
        """
        if stated is None:
            if self.now - self.clock > PATIENCE:
                now, last = written(self.clock, self.run.zone), written(self.now, self.run.zone)
                msg = (
                    f"the clock reads {now}, and the last entry was written at {last}: the clock was set back; "
                    "correct it, or give the time with --at"
                )
                raise ActError(msg)
            return self.now
        if stated > self.now:
            msg = f"{written(stated, self.run.zone)} is in the future; it is now {written(self.now, self.run.zone)}"
            raise ActError(msg)
        return stated.astimezone(UTC)

    # -- opening and ending -------------------------------------------------------------------------------------------

    def open(self, policy: Policy, kept: str, zone: str, by: Body | None = None) -> PromotionEvent:
        """Open a promotion under a policy; money left in the fund from an earlier opening stays in it.

        Args:
            policy: The policy that is in force from now on.
            kept: The hash under which the journal stores the policy.
            zone: The house's time zone.
            by: The person who opens it, as fields of the entry.

        Raises:
            Impossible: If it is open already.
        """
        run = self.run
        if run.open:
            msg = f"{run.name} is open already; `dealerkit jackpot close {run.name} --end` ends it"
            raise Impossible(msg)
        money = self._money(topped_up(run.fund, policy.seed))
        head = {"kept": kept, "sha256": policy.sha256, "run": run.number + 1, "title": policy.title, "zone": zone}
        begins = {"from": self.time(None).isoformat(), "next_claim": run.next_claim, "next_award": run.next_award}
        return self._do(OPENED, {**head, **begins, **money, **(by or {})})

    def end(
        self, by: Body | None = None, rest: str = "", why: str = ""
    ) -> tuple[list[PromotionEvent], list[winners.PrizeDecision]]:
        """End a promotion: settle every window that is over, and end the present one at this second.

        Args:
            by: The person who ends it.
            rest: Who gets the rest of fund and reserve, `house` or `players`; empty to keep it for the next opening.
            why: The reason; required with `rest`.

        Returns:
            The events written, and the windows that could not be settled; if there are any, the promotion stays open.

        Raises:
            ActError: If the promotion is not open, or the rest is handed out without a reason.
        """
        self._is_open()
        _reasoned(rest, why, "pay out the rest")
        done, stuck = self.settle(end=True)
        if not stuck:
            fund = self.run.fund
            left = moved(*((account, rest, fund[account]) for account in ("fund", "reserve"))) if rest else []
            more = {"rest": rest, "reason": why} if rest else {}
            done.append(self._do(ENDED, {**(by or {}), **more, "time": self.time(None).isoformat(), **self._money(left)}))
        return done, stuck

    # -- money in -----------------------------------------------------------------------------------------------------

    def pay_in(
        self,
        amount: int | None,
        place: Body,
        *,
        drop: bool = False,
        back: bool = False,
        why: str = "",
        at: datetime | None = None,
    ) -> PromotionEvent:
        """Take a player's contribution, or the drop of a table; or give it back.

        Args:
            amount: The amount, in smallest chips; None for the policy's amount.
            place: The fields `who`, `table` and `seat`, as far as they are known.
            drop: Whether it is a table's drop, rather than a player's contribution.
            back: Whether a contribution entered by mistake is given back.
            why: The reason; required with `back`.
            at: When it was; None for now.

        Raises:
            ActError: If the amount or the player is unknown.
            Impossible: If an amount is given back that was never paid in.
        """
        policy = self._is_open()
        _reasoned(back, why, "return an entry")
        if amount is None:
            if drop or policy.contribution is None:
                msg = f"{self.run.name}: players pay no entry fee here; record a drop with --drop and --amount"
                raise ActError(msg if not drop else "the amount of the drop is missing: add --amount")
            amount = policy.contribution
        if amount <= 0:
            msg = "expected an amount above 0"
            raise ActError(msg)
        if not drop:
            self._fits(policy, amount, place)
            if back and not contributed(self.run, place, self.run.opened, self.now):
                msg = "that player has no entry to return"
                raise Impossible(msg)
        saved = int(policy.reserve * amount) if drop else 0
        origin = "drop" if drop else "players"
        ways = [(origin, "fund", amount - saved), (origin, "reserve", saved)]
        money = self._money(moved(*((to, whence, chips) if back else (whence, to, chips) for whence, to, chips in ways)))
        details = {**place, "drop": drop, "back": back, "reason": why, "amount": amount, "time": self.time(at).isoformat()}
        return self._do(PAID_IN, {**details, **money})

    def _fits(self, policy: Policy, amount: int, place: Body) -> None:
        if policy.contribution is None:
            msg = f"{self.run.name}: players pay no entry fee"
            raise ActError(msg)
        if amount != policy.contribution:
            msg = f"the entry fee is {policy.money(policy.contribution)}, not {policy.money(amount)}"
            raise ActError(msg)
        if not place.get("who") and not (place.get("table") and place.get("seat")):
            msg = "the player is missing: add --player NAME, or --table and --seat"
            raise ActError(msg)

    # -- claims -------------------------------------------------------------------------------------------------------

    def claim(self, asked: Asked, more: Body, stated: datetime | None = None) -> PromotionEvent:
        """Record a claim with its answer to every clause.

        Args:
            asked: The claim as the form describes the hand; its time is filled in here.
            more: Further fields of the event: who entered it, findings in its entry, the record that it was taken from.
            stated: The time that decides the window, as a person stated it; None for now.

        Raises:
            ActError: If the time cannot be right.
        """
        policy = self._is_open()
        needs_saying = policy.counts == "hand_started"
        time = None if needs_saying and stated is None else self.time(stated)
        self.time(stated)
        asked = attrs.evolve(asked, time=time)
        hands = [
            {"seat": hand.seat, "cards": [str(card) for card in hand.cards], "name": hand.worth.name} for hand in asked.others
        ]
        body: Body = {
            "claim": self.run.next_claim, "table": asked.table or "", "seat": asked.seat or 0, "who": asked.who or "",
            "game": asked.game, "hole": [str(card) for card in asked.hole], "board": [str(card) for card in asked.board],
            "cards": [str(card) for card in asked.worth.cards], "value": asked.worth.value, "name": asked.worth.name,
            "hands": hands, "winners": [hand.seat for hand in asked.winners], "dealt": list(asked.dealt or ()),
            "room": [{"table": table, "seats": list(seats)} for table, seats in asked.room or ()],
            "pot": asked.pot, "codes": list(asked.codes), "talk": asked.talk,
            "counted": time.isoformat() if time is not None else None,
            "answers": [_answer_data(answer) for answer in answers(policy, asked, self.run)],
            **more,
        }  # fmt: skip
        return self._do(CLAIMED, body)

    def find_claim(self, number: int) -> Claim:
        """Return a claim by its number.

        Raises:
            UnknownName: If there is no such claim.
        """
        check_name(f"claim of {self.run.name}", number, self.run.claims)
        return self.run.claims[number]

    def confirm(
        self, number: int, right: Sequence[str], wrong: Sequence[str], waived: Sequence[str], why: str, by: Body | None = None
    ) -> PromotionEvent:
        """Answer open clauses of a claim: steps of the verification, or facts that were unknown.

        Args:
            number: The claim.
            right: Clauses that are fulfilled; `all` for every open step of the verification.
            wrong: Clauses that are not fulfilled; `floor` if the floor refuses the claim.
            waived: Steps of the verification that are left out.
            why: The reason; required if a step is waived or the claim refused.
            by: The person who answers, as fields of the entry.

        Raises:
            UnknownName: If the claim has no such clause.
            ActError: If a reason is missing, or the claim is settled.
        """
        policy, claim = self._is_open(), self.find_claim(number)
        if self.run.is_settled(number):
            msg = f"claim {number} can't be changed: its window is settled, or the promotion was reopened"
            raise ActError(msg)
        _reasoned(waived or wrong, why, "waive or refuse something")
        answers_given = [self._answered(policy, name, YES, why) for name in self._named(policy, claim, right, for_all=True)]
        answers_given += [self._answered(policy, name, NO, why) for name in self._named(policy, claim, wrong)]
        answers_given += [self._waived(policy, name, why) for name in self._named(policy, claim, waived)]
        if not answers_given:
            msg = "name the clauses to confirm, refuse or waive"
            raise ActError(msg)
        return self._do(
            CONFIRMED, {"claim": number, "answers": list(map(_answer_data, answers_given)), "reason": why, **(by or {})}
        )

    def _named(self, policy: Policy, claim: Claim, names: Sequence[str], *, for_all: bool = False) -> list[str]:
        steps = [f"{VERIFICATION}{step.name}" for step in policy.steps]
        known = [*claim.answers, *(step for step in steps if step not in claim.answers), "floor"]
        clauses: list[str] = []
        for name in names:
            if for_all and name == "all":
                clauses += [each.clause for each in claim.answers.values() if each.answer == OPEN and each.clause in steps]
                prize = winners.prize_at(self.run, claim.counted(policy.counts), claim.value)
                clauses += winners.steps_missing(policy, claim, prize)
                continue
            whole = next(
                (known_name for known_name in known if name in {known_name, known_name.removeprefix(VERIFICATION)}), None
            )
            if whole is None:
                names = [known_name.removeprefix(VERIFICATION) for known_name in known]
                raise UnknownName(kind=f"clause of claim {claim.number}", name=name, known=names)
            clauses.append(whole)
        return list(dict.fromkeys(clauses))

    def _answered(self, policy: Policy, name: str, answer: str, why: str) -> ClauseAnswer:
        if name.startswith(VERIFICATION):
            text = next(step.text for step in policy.steps if f"{VERIFICATION}{step.name}" == name)
            return ClauseAnswer(name, answer, say("verification", answer, text=text))
        words = say("floor", answer, why=why)
        return ClauseAnswer(name, answer, words if name == "floor" or not why else f"{words} ({why})" if answer == YES else words)

    def _waived(self, policy: Policy, name: str, why: str) -> ClauseAnswer:
        step = next((step for step in policy.steps if f"{VERIFICATION}{step.name}" == name), None)
        if step is None:
            msg = f"only a step of the verification can be waived, not '{name}'; --yes {name} confirms it"
            raise ActError(msg)
        return ClauseAnswer(name, YES, say("verification", "waived", text=step.text, why=why), step.finding)

    def leave(self, who: str, table: str, seat: int, *, back: bool = False, at: datetime | None = None) -> PromotionEvent:
        """Record that a player with a claim has left, or is back.

        Args:
            who: The player's name; may be empty where table and seat are known.
            table: The table's name.
            seat: The seat, from 1.
            back: Whether the player is back, rather than gone.
            at: When it was; None for now.

        Raises:
            UnknownName: If that player has no waiting claim.
        """
        self._is_open()
        time = self.time(at)
        mine = [claim.number for claim in self.run.waiting() if claim.of(who or None, table, seat)]
        if not mine:
            name, allowed = who or f"{table} seat {seat}".strip(), "everyone with a claim in a window not yet settled"
            places = [f"{claim.place[0]} seat {claim.place[1]}" for claim in self.run.waiting()]
            raise UnknownName(kind="player with a claim", name=name, known=places, allowed=allowed)
        place: Body = {"who": who, "table": table, "seat": seat}
        return self._do(LEFT, {**place, "claims": mine, "back": back, "time": time.isoformat()})

    # -- settling and paying ------------------------------------------------------------------------------------------

    def settle(
        self, *, end: bool = False, chosen: Sequence[int] = (), why: str = "", by: Body | None = None
    ) -> tuple[list[PromotionEvent], list[winners.PrizeDecision]]:
        """Settle every window that is over: decide who has won it, and award the prize.

        Args:
            end: Whether the present window ends now.
            chosen: The claims to which the floor gives the first window, where the policy is silent or a claim is unverified.
            why: The reason; required with `chosen`.
            by: The person who decides, as fields of the entry.

        Returns:
            The events written, and the window that cannot be settled yet, if any; those after it wait for it.

        Raises:
            ActError: If the promotion is not open, a claim cannot be chosen, or one is chosen without a reason or while no window
                is over.
        """
        self._is_open()
        done: list[PromotionEvent] = []
        empty: list[winners.PrizeDecision] = []
        _reasoned(chosen, why, "decide what the policy leaves open")
        for decision in winners.over(self.run, self.now, end=end):
            if not decision.holders and not decision.others and not chosen:
                empty.append(decision)
                self.run.begins = decision.span.until  # several in which nothing happened are written down as one
                continue
            done += self._empty(empty)
            if chosen:
                decision = self._chosen(decision, chosen)
            elif decision.open or self._waits(decision):
                return done, [decision]
            choice: Body = {"decided": list(chosen), "reason": why} if chosen else {}
            done.append(self._settled(decision, 1, {**choice, **(by or {})}))
            chosen = ()
        done += self._empty(empty)
        if chosen:
            msg = "no finished window is left for the floor to decide"
            raise ActError(msg)
        return done, []

    def _empty(self, empty: list[winners.PrizeDecision]) -> list[PromotionEvent]:
        if not empty:
            return []
        first, last, count = empty[0].span.begins, empty[-1].span.until, len(empty)
        self.run.begins = first
        whole = attrs.evolve(empty[0], span=attrs.evolve(empty[0].span, until=last))
        empty.clear()
        return [self._settled(whole, count, {})]

    def _waits(self, decision: winners.PrizeDecision) -> bool:
        """Return whether a holder's claim is still to be verified, for a prize of the size that it has come to."""
        if decision.pending:
            return True
        policy = self.run.in_force
        prize = winners.prize_now(self.run, decision.span.until, _best(decision))
        return any(winners.steps_missing(policy, claim, prize) for claim in decision.holders)

    def _chosen(self, decision: winners.PrizeDecision, chosen: Sequence[int]) -> winners.PrizeDecision:
        here = {claim.number: claim for claim in (*decision.holders, *decision.others)}
        for number in chosen:
            check_name("claim in the window to settle", number, here)
        holders = tuple(here[number] for number in dict.fromkeys(chosen))
        rest = tuple(claim for claim in here.values() if claim not in holders)
        places = self.run.in_force.places[: len(holders)]
        return attrs.evolve(decision, holders=holders, others=rest, open="", pending=False, parts=places)

    def _settled(self, decision: winners.PrizeDecision, count: int, more: Body) -> PromotionEvent:
        run, policy, span = self.run, self.run.in_force, decision.span
        assert span.until is not None
        fund = run.fund
        transfers = moved(("house", "fund", policy.each_window * count))
        fund = fund.after(transfers)
        later = winners.came_later(run, span.until) if decision.holders else 0
        prize = winners.prize_of(policy, fund["fund"] - later, _best(decision)) if decision.holders else 0
        awards = winners.parts(policy, decision, prize, run.next_award)
        transfers += moved(*(("fund", "awarded", part["amount"]) for part in awards))
        if not decision.holders and policy.to_house:
            transfers += moved(("fund", "house", policy.each_window * count))
        if decision.holders:
            transfers += topped_up(run.fund.after(transfers), policy.seed, later)
        body: Body = {
            "from": span.begins.isoformat(), "until": span.until.isoformat(), "windows": count, "prize": prize,
            "holders": [claim.number for claim in decision.holders], "others": [claim.number for claim in decision.others],
            "awards": awards, "said": list(decision.said), **self._money(transfers), **more,
        }  # fmt: skip
        return self._do(SETTLED, body)

    def pay(self, number: int, *, back: bool = False, why: str = "", by: Body | None = None) -> PromotionEvent:
        """Pay an award, or put an uncollected one back into the fund.

        Args:
            number: The number of the award.
            back: Whether it goes back into the fund.
            why: Why it goes back; may be empty.
            by: The person who pays it, as fields of the entry.

        Raises:
            UnknownName: If there is no such award.
            Impossible: If it was paid already, or went back.
        """
        check_name(f"award of {self.run.name}", number, self.run.awards, "an award is made when a window is settled")
        award = self.run.awards[number]
        if award.done:
            what = "was returned to the fund" if award.back else "was paid"
            msg = f"award {number} {what} already, in entry {award.done}; nothing was paid now"
            raise Impossible(msg)
        _reasoned(back, why, "return a prize")
        money = self._money([("awarded", "fund" if back else "winners", award.amount)])
        place = {"who": award.who, "table": award.table, "seat": award.seat}
        return self._do(
            PAID, {"award": number, **place, "amount": award.amount, "back": back, "reason": why, **money, **(by or {})}
        )
