"""The ladder: the questions that are asked, in order, of a dealer's act that is not simply the one due.

Is it what is due, or any of it where order does not matter; a wrong attempt at it; owed from before (made good); one place on
(one skipped); further on in the same plan (misplaced); something that may float; in a later step with no players between (what
lies between was skipped); the last act again (repeated); beyond a players' step (early); belonging to a step already done;
unexpected. First *what*, then *how*.

The order stands here; each rung stands in the module that knows about it: `due`, `owing`, `anew`, `ahead`, `unasked`, each of
which is a cursor on the shoulders of the one before.
"""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.facts import fact_named
from dealerkit.felt import Act
from dealerkit.judge.due import After
from dealerkit.judge.findings import Draft, nothing, texts
from dealerkit.judge.lookahead import NEVER_A_FAULT
from dealerkit.judge.unasked import Unasked
from dealerkit.procedure.cursor import Leave
from dealerkit.procedure.steps import DealerStep


class Ladder(Unasked):
    """A cursor that finds the place of a dealer's act, and says what was wrong with it.

    Attributes:
        minded_verbs: The verbs that duties speak of.
    """

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

    def _excused(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """What the open step lets pass, since a duty speaks of it: its parameter `excused` is a fact."""
        name = self.step.params.get("excused") if self.step is not None else None
        return nothing if name and self.step is not None and self.step.covers(act) and fact_named(str(name))(self.now) else None

    def _left_as_it_is(self, act: Act, drafts: list[Draft]) -> After | None:
        """A remedy after which the hand begins again, or the next one: the dealer does so now, whatever is left of it."""
        step = self.step
        if step is None or "of" not in step.params:
            return None
        left = [step]
        for item in reversed(self.agenda):
            if isinstance(item, Leave):
                break
            if not isinstance(item, DealerStep) or not item.remedy:
                return None
            left.append(item)
        else:
            return None
        section = next((one for one in self.program.sections() if one.id == item.section), None)
        begins = section is not None and any(isinstance(one, DealerStep) and one.covers(act) for one in section.walk())
        if not begins or any(one.covers(act) for one in left):
            return None
        for one in left:
            plan = one.plan(self.now)
            if plan and not one.is_optional(self.now):
                drafts.append(Draft(one, one.code("skipped", self.now, plan[0]), texts(plan), act.text))
        self.agenda[len(self.agenda) - len(left) + 1 :] = []
        self.step, self.head, self.rest, self.guarded = None, None, [], None
        self.go_on()
        return None

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
