"""The act that is due: first *what* it is, then *how* it was done.

The first of the rungs on which `dealerkit.judge.ladder` finds the place of a dealer's act.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dealerkit.felt import Act
from dealerkit.judge.findings import Draft, Finding, nothing, texts
from dealerkit.judge.lookahead import Lookahead
from dealerkit.procedure.steps import DealerStep

After = Callable[[], None]
"""What is to be done when the act has happened."""


class Due(Lookahead):
    """A cursor that knows the act which is due when it comes, in whatever way.

    Attributes:
        findings: What has been found, in order.
        last_player_act: How long the log was after a player last acted.
    """

    findings: list[Finding]
    last_player_act: int = 0

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

    def _due_now(self, act: Act) -> bool:
        """Whether an act is simply the one that is due."""
        return self.head is not None and any(due.what == act.what for due in (self.plan() if self.bag else self.plan()[:1]))

    def _due_elsewhere(self, act: Act, plan: Sequence[Act]) -> bool:
        """Whether an act is due further on in the plan, or owed from before."""
        return any(due.what == act.what for due in plan) or any(same_act(due, act) for owed in self.owed for due in owed.acts)

    def _consume(self, step: DealerStep, at: int, act: Act, drafts: list[Draft]) -> After:
        due = self.plan()[at]
        kind = self._how(step, due, act)
        if due.verb == "deal" and act.verb == "deal" and not due.cards and act.count < due.count:
            return self._in_part(step, at, act, drafts)
        if kind == "wrong-count" and due.verb in ("burn", "move"):  # several equal acts, said as one
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
        if due.verb in ("discard", "move") and not (due.cards or act.cards):
            return ""  # a number says which card it is, and not how many
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


def same_act(due: Act, act: Act) -> bool:
    """Whether an act is the one that is owed; what was not taken in time is collected from the bettor."""
    return due.what == act.what or (due.verb == "take" and act.verb == "collect" and due.to == act.to and due.n == act.n)
