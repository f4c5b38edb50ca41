"""What nothing asks for now: too early for the players, once too often, or of a part of the round that is over."""

from __future__ import annotations

from dealerkit.felt import Act
from dealerkit.judge.ahead import Ahead
from dealerkit.judge.due import After
from dealerkit.judge.findings import Draft, nothing, texts
from dealerkit.procedure.cursor import Loop, Resume
from dealerkit.procedure.steps import DealerStep, Section, Step


class Unasked(Ahead):
    """A cursor that says to which step an act belongs that nothing asked for."""

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
        ends = loop.section.part and loop.section.repeat is not None and not loop.section.repeat(self.now)
        if not ends:  # else it is over by itself
            code = loop.section.codes.get("left-early", f"step/{loop.section.id}-skipped")
            drafts.append(Draft(target, code, texts([head]) if head else loop.section.id, act.text))
        self.end_players()
        return self._later(act, drafts) or nothing


def _together(one: Step, other: Step) -> bool:
    """Whether two steps stand in the same part of the procedure."""
    return one.path.rpartition(".")[0] == other.path.rpartition(".")[0] and one is not other
