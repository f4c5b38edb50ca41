"""The ladder: the questions that are asked, in order, of a dealer's act that is not simply the one due.

Is it what is due, or any of it where order does not matter; a wrong attempt at it; owed from before (made good); one
place on (one skipped);
further on in the same plan (misplaced); something that may float; in a later step with no players between (what lies between was
skipped); the last act again (repeated); beyond a players' step (early); belonging to a step already done; unexpected.
First *what*, then *how*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from dealerkit.facts import fact_named
from dealerkit.felt import Act
from dealerkit.judge.findings import Draft, Finding, nothing, texts
from dealerkit.judge.lookahead import NEVER_A_FAULT, Lookahead
from dealerkit.procedure.cursor import Item, Leave, Loop, Owed, Resume, Waiting
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section, Step

After = Callable[[], None]
"""What is to be done when the act has happened."""


class Ladder(Lookahead):
    """A cursor that finds the place of a dealer's act, and says what was wrong with it.

    Attributes:
        findings: What has been found, in order.
        last_player_act: How long the log was after a player last acted.
        minded_verbs: The verbs that duties speak of.
    """

    findings: list[Finding]
    last_player_act: int = 0
    minded_verbs: frozenset[str] = frozenset()

    def dealer(self, act: Act, drafts: list[Draft]) -> After:
        """Find the act's place; change the cursor; say what is to be done when the act has happened."""
        if self.guarded is not None:
            self.head, self.guarded = self.guarded, None
        if self.head is None and self.players is not None and self.players.until:
            self.go_on()
            if self.guarded is not None:
                self.head, self.guarded = self.guarded, None
        for rung in (
            self._left_as_it_is,
            self._anew,
            self._excused,
            self._due,
            self._made_good,
            self._once_more,
            self._may_pass,
            self._further,
            self._floats,
            self._said_early,
            self._later,
            self._next_round,
            self._repeated,
            self._made_good_late,
            self._early,
            self._always,
            self._not_asked,
        ):
            after = rung(act, drafts)
            if after is not None:
                return after
        owner = self.step
        code = "step/unexpected"
        drafts.append(Draft(owner, code, texts(self.plan()), act.text))
        return nothing

    def _anew(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """A part of the round that may begin anew until a card is out: the shuffle, with a wash or another deck."""
        names = self.now.game.data["felt"].get("anew", {}).get(act.verb)
        if not names or act.plain is self.head or self._dealt() or self._last_dealer_act(act):
            return None
        if any(
            isinstance(step, DealerStep) and step is not self.step and act.plain in (step.plan(self.now) or ())
            for step in self._coming()
        ):
            return None  # its place is still to come
        if any(_same(due, act) for owed in self.owed for due in owed.acts):
            return None  # it was left out, and is made good
        sections = [section for section in self.program.sections() if section.id in names]
        if not sections:
            return None
        return lambda: self._begin_anew(sections, act)

    def _excused(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """What the open step lets pass, since a duty speaks of it: its parameter `excused` is a fact."""
        name = self.step.params.get("excused") if self.step is not None else None
        return nothing if name and self.step is not None and self.step.covers(act) and fact_named(str(name))(self.now) else None

    def _left_as_it_is(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """A remedy of which only what may be left out is left, before its hand begins again: the dealer does so now."""
        step = self.step
        if step is None or "of" not in step.params or not step.is_optional(self.now) or step.covers(act):
            return None
        if self.agenda and isinstance(self.agenda[-1], Leave):
            self.step, self.head, self.rest, self.guarded = None, None, [], None
            self.go_on()
        return None

    def _dealt(self) -> bool:
        """Whether a card of this round is out."""
        return any(past.verb == "deal" for past in self._this_round())

    def _this_round(self) -> list[Act]:
        """The acts since the innermost repeated section began."""
        loop = next((item for item in reversed(self.agenda) if isinstance(item, Loop)), None)
        return self.now.since(loop.section.id) if loop is not None else self.log

    def _begin_anew(self, sections: Sequence[Section], act: Act) -> None:
        """Drop what is left of some sections and put them on top, as if nothing of them had been done; an act that they begin
        with has been done now.
        """
        mine = [step for section in sections for step in section.walk()]
        known = {*mine, *(part for section in sections for part in section.sections())}
        since = len(self.log) - len(self._this_round())
        for at, finding in enumerate(self.findings):
            if finding.act > since and any(finding.step == step.id for step in mine):
                self.findings[at] = attrs.evolve(finding, self_corrected=True)
        self.owed = [owed for owed in self.owed if owed.step not in mine]
        self.pending = tuple(
            one
            for one in self.pending
            if not any(isinstance(step, DealerStep) and step.covers(act) for step in mine) or one.after(act) is one
        )
        if self.step in mine:
            self.step, self.head, self.rest, self.guarded = None, None, [], None
        self.agenda = [item for item in self.agenda if item not in known]
        self.passed = [step for step in self.passed if step not in mine]
        self.interrupt(sections)
        if self.step in mine and self.head is act.plain:
            self.drop(0)
            self._move_on()

    def _once_more(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """Cards in the place of those that were taken back: a flop dealt again, a card replaced."""
        if act.verb != "deal":
            return None
        taken = self.taken()
        if not 0 < act.count <= taken.get(act.to[0], 0) or self._due_now(act):
            return None
        taken[act.to[0]] -= act.count
        return nothing

    def _due_now(self, act: Act) -> bool:
        """Whether an act is simply the one that is due."""
        return self.head is not None and any(due.what == act.what for due in (self.plan() if self.bag else self.plan()[:1]))

    def taken(self) -> dict[str, int]:
        """How many cards were taken back from each place in this round and not dealt again."""
        mark = len(self.log) - len(self._this_round())
        kept = self.now.memo.get("taken back")
        if kept is None or kept[0] != mark:
            kept = self.now.memo["taken back"] = (mark, {})
        found: dict[str, int] = kept[1]
        return found

    def note_taken(self, act: Act) -> None:
        """Cards are about to be taken back; a street that was dealt early with them is due again when its time comes."""
        if act.who != "d" or act.verb not in _TAKING:
            return
        stock = self.felt.layout.stock
        for place in act.to if act.verb == "rebuild" else act.to[:1]:
            if place == stock or place not in self.felt.places:
                continue
            count = len(self.felt.places[place]) if act.verb in ("rebuild", "merge") else act.count
            for step in list(self.credit):
                kept = [done for done in self.credit[step] if done.verb != "deal" or done.to[:1] != (place,)]
                if len(kept) < len(self.credit[step]):
                    self.credit[step], count = kept, 0
                    self.hurried.discard(step)
                    if act.verb == "move":  # it stays out, so what comes in its place has a burn of its own (RM-15)
                        self._burn_again()
            if count and not (self.step is not None and self.step.remedy):  # a remedy says itself what comes in their place
                self.taken()[place] = self.taken().get(place, 0) + count

    def _burn_again(self) -> None:
        """A burn that was made early does not count for the street."""
        for step, done in self.credit.items():
            if any(one.verb == "burn" for one in done):
                self.credit[step] = [one for one in done if one.verb != "burn"]
                self.hurried.discard(step)

    def _due(self, act: Act, drafts: list[Draft]) -> After | None:
        """The act that is due, any of the plan where order does not matter, or a wrong attempt at it."""
        step = self.step
        if step is None or self.head is None:
            return None
        plan = self.plan()
        if step.do.same(plan[0], act):
            return self._consume(step, 0, act, drafts)
        if self.bag:
            fits = [at for at, due in enumerate(plan) if due.what == act.what]
            if fits:
                return self._consume(step, fits[0], act, drafts)
        at = next((at for at, due in enumerate(plan) if due.what == act.what), 0)
        if at and all(step.do.either(due, plan[at]) for due in plan[:at]):
            return self._consume(step, at, act, drafts)
        if step.do.attempt(step.params, plan[0], act) and not (step.do.named and self._due_elsewhere(act, plan)):
            drafts.append(Draft(step, step.code("wrong", self.now, act), plan[0].text, act.text, amend=(step, plan[0])))
            return self._used(step, 0, drafts)
        return None

    def _due_elsewhere(self, act: Act, plan: Sequence[Act]) -> bool:
        """Whether an act is due further on in the plan, or owed from before."""
        return any(due.what == act.what for due in plan) or any(_same(due, act) for owed in self.owed for due in owed.acts)

    def _consume(self, step: DealerStep, at: int, act: Act, drafts: list[Draft]) -> After:
        due = self.plan()[at]
        kind = self._how(step, due, act)
        if due.verb == "deal" and act.verb == "deal" and not due.cards and act.count < due.count:
            return self._in_part(step, at, act, drafts)
        if kind == "wrong-count" and due.verb == "burn":  # several equal acts, said as one
            equal = sum(1 for other in self.plan()[at:] if other is due)
            for _ in range(min(equal, act.count) - 1):
                self.drop(at)
            kind = "" if act.count <= equal else kind
        if kind:
            drafts.append(Draft(step, step.code(kind, self.now, act), due.text, act.text, amend=(step, due)))
        return self._used(step, at, drafts)

    def _in_part(self, step: DealerStep, at: int, act: Act, drafts: list[Draft]) -> After:
        """Fewer cards than were due at once: the rest stays due, however it comes."""
        plan = self.plan()
        due = plan[at]
        if step.params.get("piecemeal"):  # however they come, the rest stays due
            left = due.count - act.count
            plan[at] = Act.make("d", "deal", *due.to, n=left if left > 1 else None, face=due.face)
            self.head, *tail = plan
            self.rest = tail[::-1]
            return nothing
        if due is not self.partial:
            drafts.append(Draft(step, step.code("wrong" if due.manner else "wrong-count", self.now, act), due.text, act.text))
        left = due.count - act.count
        rest = Act.make("d", "deal", *due.to, n=left if left > 1 else None, face=due.face)
        plan[at] = self.partial = rest
        self.head, *tail = plan
        self.rest = tail[::-1]
        return nothing

    def _used(self, step: DealerStep, at: int, drafts: list[Draft]) -> After:
        """One act of the plan has been done; deadlines that end with this step have passed."""
        if self.owed:
            self._deadline(step, drafts)
            self.owed = [it for it in self.owed if it.step is not step or it.finding < 0 or it.amends or it.round == self.begun]
        self.drop(at)
        if self.may and not step.remedy:
            self.may.clear()
        return nothing if self.head is not None else self._move_on

    def _move_on(self) -> None:
        """The step is done; a remedy that has been put before the next one is open already."""
        if self.head is None and self.guarded is None and not self._asks_again():
            self.go_on()

    def _asks_again(self) -> bool:
        """Whether the remedy that is open still asks for something, now that an act of it has been done in another way."""
        step = self.step
        plan = step.plan(self.now) if step is not None and step.remedy and step.do.standing else None
        if step is not None and plan:
            self.set_plan(step, plan)
        return bool(plan)

    def look_again(self) -> None:
        """What the remedy that is open asks for may have changed with an act that it had not asked for."""
        step = self.step
        if step is not None and step.remedy and step.do.standing and not self._asks_again():
            self.go_on()

    def binds(self, step: DealerStep) -> bool:  # noqa: ARG002 - for whoever knows the rulings
        """Whether a step of a remedy may not be left out."""
        return True

    def _how(self, step: DealerStep, due: Act, act: Act) -> str:
        """In what way an act that is the right one was done wrongly; empty if it was not."""
        if due.verb in ("deal", "burn", "turn") and act.face != due.face:
            usual = self.felt.layout.places[act.to[0]].face if due.verb == "deal" else "down" if due.verb == "burn" else "up"
            if (act.face or usual) != (due.face or usual):
                return "wrong-face"
        if due.cards and act.cards and due.cards != act.cards:
            return "wrong-card"
        if due.verb in ("deal", "burn", "discard", "move"):
            manner = tuple(word for word in act.manner if word == "together")
            if manner and manner != due.manner:  # cards named in one act came together, said or not
                return "wrong"
            return "" if due.count == act.count or due.cards else "wrong-count"
        if due.n is None:
            least = step.params.get("minimum")
            return "wrong-count" if least is not None and act.n is not None and act.n < least else ""
        if act.n is None:
            return ""
        if due.verb == "strip":
            return "wrong-count" if act.n < due.n else ""
        if due.n != act.n:
            return "wrong-count" if due.verb in ("insert", "count") else "wrong-amount"
        return ""

    def _made_good(self, act: Act, drafts: list[Draft]) -> After | None:
        """Something that was owed is done now."""
        return self._settle([owed for owed in self.owed if owed.round == self.begun], act, drafts)

    def _made_good_late(self, act: Act, drafts: list[Draft]) -> After | None:
        """Something that was owed in the round before is done now, and is nothing that this round asks for."""
        return self._settle([owed for owed in self.owed if owed.round != self.begun], act, drafts)

    def _settle(self, debts: Sequence[Owed], act: Act, drafts: list[Draft]) -> After | None:
        """Strike an act off what is owed, if it is there."""
        for owed in debts:
            for at, due in enumerate(owed.acts):
                if owed.then is not None and self.last_player_act > owed.at:
                    continue
                if not _same(due, act) or (owed.amends and due.verb in ("pay", "collect", "call") and due.n != act.n):
                    continue
                kind = self._how(owed.step, due, act)
                if kind:
                    drafts.append(
                        Draft(owed.step, owed.step.code(kind, self.now, act), due.text, act.text, amend=(owed.step, due))
                    )
                del owed.acts[at]
                if owed.finding < 0 and not owed.step.remedy:  # late, but within its time: only the order was wrong
                    drafts.append(Draft(owed.step, owed.step.code("misplaced", self.now, act), f"{due.text} earlier", act.text))
                elif owed.finding >= 0 and not owed.acts and self.findings[owed.finding].act > self.last_player_act:
                    self.findings[owed.finding] = attrs.evolve(self.findings[owed.finding], self_corrected=True)
                self.owed = [it for it in self.owed if it.acts]
                if owed.then is not None and not owed.acts:
                    then = owed.then
                    return lambda: self._follow(then)
                return self._plan_again
        return None

    def _follow(self, then: Leave) -> None:
        """A remedy that was left out has been carried out after all, and so is what follows it."""
        self.step, self.head, self.rest = None, None, []
        self.end_players()
        self.agenda.append(then)
        self.go_on()

    def _plan_again(self) -> None:
        """What could not be known while something was missing may be known now."""
        if not self.may:
            return
        steps, self.may = self.may, []
        self.interrupt(steps)

    def interrupt(self, nodes: Sequence[Item], *, beside: bool = False) -> None:
        """Nodes go on top of the agenda; what is under way goes on after them. `beside`: players may act meanwhile."""
        if self.guarded is not None:
            self.head, self.guarded = self.guarded, None
        plan = self.plan()
        if self.step is not None and plan:
            self.agenda.append(Resume(self.step, plan[0], tuple(reversed(plan[1:])), self.bag))
        players, run = self.players, self.run
        if players is not None and run is not None and not players.until:
            self.agenda.append(Waiting(players, run, self.ask))
            if not beside:
                self.end_players()
        self.step, self.head, self.rest = None, None, []
        self.agenda.extend(reversed(nodes))
        self.go_on()

    def _may_pass(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """A step whose plan nobody can know: its acts pass in silence."""
        return nothing if any(step.covers(act) for step in self.may) else None

    def _further(self, act: Act, drafts: list[Draft]) -> After | None:
        """One place on in the plan: one was skipped. Further on: out of place."""
        step = self.step
        if step is None or self.head is None:
            return None
        plan = self.plan()
        at = next((at for at, due in enumerate(plan) if due.what == act.what), 0)
        if at == 0:
            return None
        if at == 1:
            self._skip(step, plan[:1], self.planned, step, act, drafts)
            self.drop(0)
            return self._consume(step, 0, act, drafts)
        if not self._how(step, plan[at], act):
            drafts.append(Draft(step, step.code("misplaced", self.now, act), plan[0].text, act.text))
        return self._consume(step, at, act, drafts)

    def _skip(self, step: DealerStep, acts: Sequence[Act], total: int, over: Step, act: Act, drafts: list[Draft]) -> None:
        """Acts of a step were left out: report it, or wait for the step's deadline."""
        acts = [due for due in acts if due is not self.partial]
        if not acts:
            return  # it was reported when only a part of it was dealt
        if step.remedy and (not self.binds(step) or (step.do.standing and not step.plan(self.now))):
            return
        if step.do.standing and any(it.finding >= 0 and it.step.do is step.do and it.round == self.begun for it in self.owed):
            return  # it has been missing since it was reported
        then = self._drop_leave() if step.remedy and not over.remedy else None
        if step.is_optional(self.now):
            if then is not None:  # it may still be done, until a player acts
                self.owed.append(Owed(step, list(acts), total, round=self.begun, then=then, at=len(self.log)))
            return
        owed = Owed(step, list(acts), total, deadline=step.deadline, round=self.begun, then=then, at=len(self.log))
        same = next((it for it in self.owed if it.step is step and not it.amends), None)
        if step.deadline and over.id != step.deadline and self._deadline_ahead(step.deadline):
            if same is not None and same.finding < 0:
                same.acts += acts
                same.total = max(same.total, total)
            else:
                self.owed.append(owed)
            return
        missing = f"{len(acts)} of {total} missing: " if total > 1 else ""
        code = over.over_code(step, acts[0], self.now) or step.code("skipped", self.now, acts[0])
        drafts.append(Draft(step, code, missing + texts(acts), act.text, owed=owed))

    def _drop_leave(self) -> Leave | None:
        """A remedy is left out, so what would have followed it does not: the section goes on."""
        for at in range(len(self.agenda) - 1, -1, -1):
            item = self.agenda[at]
            if isinstance(item, Leave):
                del self.agenda[at]
                return item
            if isinstance(item, Loop | Resume | Waiting):
                break
        return None

    def _deadline(self, step: DealerStep, drafts: list[Draft]) -> None:
        """What had to be done before this step and was not."""
        over = {step.id, *(past.id for past in self.passed)}
        for owed in [it for it in self.owed if it.deadline in over and it.finding < 0]:
            self.owed.remove(owed)
            count = f"{len(owed.acts)} of {owed.total} missing: " if owed.total > 1 else ""
            code = step.over_code(owed.step, owed.acts[0], self.now) or owed.step.code("skipped", self.now, owed.acts[0])
            owed.deadline = ""
            drafts.append(
                Draft(owed.step, code, count + texts(owed.acts), self.now.act.text if self.now.act else step.id, owed=owed)
            )

    def _floats(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """A step that may be done anywhere once it is due."""
        for step in [*self._coming(), *self.passed, *self.before]:
            if isinstance(step, DealerStep) and step.floating and step.covers(act):
                plan = step.plan(self.now)
                if plan is None or any(due.what == act.what for due in plan):
                    if plan:
                        self.credit.setdefault(step.id, []).append(act.plain)
                    return nothing
        return None

    def _later(self, act: Act, drafts: list[Draft]) -> After | None:
        """In a later step with no players between: what lies between was skipped and is owed."""
        target, beyond = self._find(act)
        if target is None or beyond or (self._last_dealer_act(act) and not self._round_begun()):
            return None
        current, plan = self.step, self.plan()
        leaps = current is not None and bool(plan) and not current.is_optional(self.now)
        if leaps and self._last_dealer_act(act) and not target.remedy and any(step.covers(act) for step in self.passed):
            return None  # the last act once more, rather than a leap over what is due
        if current is not None and plan:
            self._skip(current, plan, self.planned, target, act, drafts)
        self.head, self.rest = None, []
        begun, laps = self.begun, self.laps
        while (self.begun, self.laps) == (begun, laps):  # a step that is not reached before it begins again is not reached at all
            if self.players is not None and not self.players.until:
                if not self.players.passable:
                    return nothing
                self._pass_over(act, drafts)
            self.go_on()
            if self.players is not None and self.step is None and self.agenda:
                continue
            if self.guarded is not None:
                self.head, self.guarded = self.guarded, None
            if self.step is None or self.step is target or target in self.may:
                break
            plan = self.plan()
            self._skip(self.step, plan, len(plan), target, act, drafts)
            self.head, self.rest = None, []
        if target in self.may:
            return nothing  # nobody can know what was due there
        if self.step is None:
            return nothing  # the plan has changed meanwhile; nothing more can be said
        return self._due(act, drafts) or self._made_good(act, drafts) or self._further(act, drafts) or nothing

    def _said_early(self, act: Act, drafts: list[Draft]) -> After | None:
        """Something that need not be said, said before its place: nothing between is skipped, it must only be right."""
        for step in self._coming():
            if isinstance(step, PlayerStep) and not step.passable:
                break
            if step is self.step or not isinstance(step, DealerStep) or not step.covers(act) or not step.is_optional(self.now):
                continue
            for due in step.plan(self.now) or ():
                if due.what == act.what:
                    wrong = self._how(step, due, act)
                    if wrong:
                        drafts.append(Draft(step, step.code(wrong, self.now, act), due.text, act.text, amend=(step, due)))
                    self.credit.setdefault(step.id, []).append(act.plain)
                    return nothing
        return None

    def _next_round(self, act: Act, drafts: list[Draft]) -> After | None:
        """All that is left of the round is what is open, and the act belongs to the beginning of the next round."""
        step, plan, players = self.step, self.plan(), self.players
        at = next((at for at in range(len(self.agenda) - 1, -1, -1) if isinstance(self.agenda[at], Loop)), None)
        top = None if at is None else self.agenda[at]
        if at is None or not isinstance(top, Loop) or top.section.repeat is None or self._last_dealer_act(act):
            return None
        between = self.agenda[at + 1 :]
        if between and not (top.section.part and all(self._asks_nothing(item) for item in between)):
            return None
        waits = players is not None and players.passable and not players.until
        if not (step is not None and plan) and not (waits and top.section.part):
            return None
        if not self._round_begun() or not top.section.repeat(self.now):
            return None
        mark = self.mark()
        self.step, self.head, self.rest = None, None, []
        del self.agenda[at + 1 :]
        self.end_players()
        self.go_on()
        first = self.plan() or self.peek()[1]
        if not first or first[0].what != act.what:
            self.reset(mark)
            return None
        if step is not None and plan and not step.is_optional(self.now):
            owed = Owed(step, plan, len(plan), round=self.begun)
            drafts.append(Draft(step, step.code("skipped", self.now, plan[0]), texts(plan), act.text, owed=owed))
        if players is not None and not players.optional:
            drafts.append(Draft(players, players.code("skipped", self.now, act), ", ".join(sorted(mark["ask"])), act.text))
        return self._due(act, drafts) or self._later(act, drafts) or nothing

    def _asks_nothing(self, item: Item) -> bool:
        """Whether a node that is still to come in this round asks for nothing as things stand."""
        if isinstance(item, DealerStep):
            return item.is_optional(self.now) or not item.plan(self.now)
        return isinstance(item, PlayerStep) and not item.holds(self.now)

    def _pass_over(self, act: Act, drafts: list[Draft]) -> None:
        """The dealer did not wait for what a player was to do."""
        players = self.players
        if players is not None:
            if not players.optional:
                drafts.append(Draft(players, players.code("skipped", self.now, act), ", ".join(sorted(self.ask)), act.text))
            self.end_players()

    def _repeated(self, act: Act, drafts: list[Draft]) -> After | None:
        """The last act again."""
        return self._not_asked(act, drafts) if self._last_dealer_act(act) and self._owner(act) else None

    def _early(self, act: Act, drafts: list[Draft]) -> After | None:
        """Beyond a players' step that is open or to come: early, and credited when its step opens."""
        target, beyond = self._find(act)
        if target is None or not beyond:
            return None
        if any(step.covers(act) and step.holds(self.now) for step in self.passed) and not target.plan(self.now):
            return None
        if self.step is not None and any(step.covers(act) and _together(step, self.step) for step in self.passed):
            return self._not_asked(act, drafts)  # this part of the round has had its own already
        due = texts(self.plan()) or (", ".join(sorted(self.ask)) + " to act" if self.ask else "")
        code = target.code("early", self.now, act)
        if target.id not in self.hurried and not (self.hurried and code.startswith("step/")):
            drafts.append(Draft(target, code, due, act.text))
        self.hurried.add(target.id)
        self.credit.setdefault(target.id, []).append(act.plain)
        if self.players is not None and act.verb in self.players.mechanic.verbs:
            return lambda: self.answer(act)  # chips given back, a hand taken in: the players' round is another now
        return nothing

    def _always(self, act: Act, drafts: list[Draft]) -> After | None:
        """What is never a fault, and what always is one."""
        if act.verb in NEVER_A_FAULT or act.verb in self.now.game.data["felt"].get("gestures", ()):
            return nothing
        if act.verb in self.now.game.data["felt"].get("freely", ()):
            return lambda: self.answer(act)  # what the players are asked may be another thing now
        if act.verb in self.minded_verbs and not any(
            isinstance(step, DealerStep) and step.covers(act) and step.holds(self.now) for step in self.program.walk()
        ):
            return nothing  # no step asks for it, so the duties alone say what follows from it
        code = self.now.game.data["felt"].get("never", {}).get(act.verb)
        if isinstance(code, Mapping):  # only where something has happened
            code = next((one for name, one in code.items() if fact_named(name)(self.now)), None)
        if code is None:
            return None
        drafts.append(Draft(self.step or (self.passed[-1] if self.passed else None), str(code), texts(self.plan()[:1]), act.text))
        return nothing

    def _not_asked(self, act: Act, drafts: list[Draft]) -> After | None:
        """It belongs to a step already done, once too often, or to one that asks for nothing."""
        found = self._owner(act)
        again = self._over_again(act, drafts) if found is None or self._is_over(found[0]) else None
        if again is not None or found is None:
            return again
        step, kind = found
        if step.is_optional(self.now):  # a call that need not be made may be made, rightly, at any time
            if step in self.passed and not step.plan(self.now):
                return nothing
            for due in step.plan(self.now) or ():
                if due.what == act.what:
                    wrong = self._how(step, due, act)
                    if wrong:
                        drafts.append(Draft(step, step.code(wrong, self.now, act), due.text, act.text, amend=(step, due)))
                    return nothing
        code = step.code("surplus", self.now, act)
        if code.startswith("step/"):
            if kind == "repeated" and step.params.get("repeatable"):
                return nothing
            code = step.code(kind, self.now, act)
        drafts.append(Draft(step, code, texts(self.plan()[:1]), act.text, amend=(step, act) if step.do.undo else None))
        return nothing

    def _over_again(self, act: Act, drafts: list[Draft]) -> After | None:
        """It belongs to a repeated section that is over, or that has just begun again and is left instead."""
        left = self._left_early(act, drafts)
        if left is not None:
            return left
        for section in self.program.sections():
            if section.repeat is None or section.id not in self.now.rounds or self._is_open(section):
                continue
            steps = [step for step in section.walk() if isinstance(step, DealerStep) and step.covers(act)]
            if not steps or not self._begins(section, steps[0]):
                continue
            drafts.append(Draft(steps[0], steps[0].code("surplus", self.now, act), texts(self.plan()), act.text))
            current, plan = self.step, self.plan()
            if current is not None and plan:
                self.agenda.append(Resume(current, plan[0], tuple(reversed(plan[1:])), self.bag))
            self.head, self.rest, self.step = None, [], None
            self.begin(section)
            begun, laps = self.begun, self.laps
            while (self.begun, self.laps) == (begun, laps):
                if self.players is not None and not self.players.passable:
                    return nothing
                if not self.agenda:
                    return nothing
                self.head, self.rest = None, []
                self.go_on()
                if self.step is steps[0]:
                    break
            return self._due(act, []) or nothing
        return None

    def _begins(self, section: Section, first: DealerStep) -> bool:
        """Whether a round of a section can begin with this step: those before it ask for nothing now."""
        for step in section.walk():
            if step is first:
                return True
            if isinstance(step, DealerStep) and step.plan(self.now):
                return False
        return False

    def _left_early(self, act: Act, drafts: list[Draft]) -> After | None:
        """At the top of a repetition the dealer goes on to what comes after it."""
        loop = next((item for item in reversed(self.agenda) if isinstance(item, Loop)), None)
        if loop is None or any(past.who == "d" for past in self.now.since(loop.section.id)):
            return None
        at = max(index for index, item in enumerate(self.agenda) if item is loop)
        kept, step, head, rest, players, run, ask = self.agenda, self.step, self.head, self.rest, self.players, self.run, self.ask
        self.agenda = self.agenda[:at]
        self.step, self.head, self.rest = None, None, []
        target, beyond = self._find(act)
        if target is None or beyond:
            self.agenda, self.step, self.head, self.rest, self.players, self.run, self.ask = (
                kept,
                step,
                head,
                rest,
                players,
                run,
                ask,
            )
            return None
        code = loop.section.codes.get("left-early", f"step/{loop.section.id}-skipped")
        drafts.append(Draft(target, code, texts([head]) if head else loop.section.id, act.text))
        self.end_players()
        return self._later(act, drafts) or nothing


_TAKING = frozenset({"rebuild", "merge", "putback", "discard", "move", "hold"})
"""What takes cards back from where they were dealt."""


def _together(one: Step, other: Step) -> bool:
    """Whether two steps stand in the same part of the procedure."""
    return one.path.rpartition(".")[0] == other.path.rpartition(".")[0] and one is not other


def _same(due: Act, act: Act) -> bool:
    """Whether an act is the one that is owed; what was not taken in time is collected from the bettor."""
    return due.what == act.what or (due.verb == "take" and act.verb == "collect" and due.to == act.to and due.n == act.n)
