"""What was skipped is owed, and is made good when it comes after all."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.felt import Act
from dealerkit.judge.due import After, Due, same_act
from dealerkit.judge.findings import Draft, texts
from dealerkit.procedure.cursor import Item, Leave, Loop, Owed, Resume, Waiting
from dealerkit.procedure.steps import DealerStep, Step


class Owing(Due):
    """A cursor that keeps what is owed."""

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
                if not same_act(due, act) or (owed.amends and due.verb in ("pay", "collect", "call") and due.n != act.n):
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
            self.agenda.append(Waiting(players, run, self.ask, len(self.log)))
            if not beside:
                self.end_players()
        self.step, self.head, self.rest = None, None, []
        self.agenda.extend(reversed(nodes))
        self.go_on()

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
