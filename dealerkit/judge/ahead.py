"""What comes before its place with no players between: what lies between was skipped, may float, or need not be waited for."""

from __future__ import annotations

from dealerkit.felt import Act
from dealerkit.judge.anew import Anew
from dealerkit.judge.due import After
from dealerkit.judge.findings import Draft, nothing, texts
from dealerkit.procedure.cursor import Item, Loop, Owed
from dealerkit.procedure.steps import DealerStep, PlayerStep


class Ahead(Anew):
    """A cursor that goes on to a later step when the dealer does."""

    def _may_pass(self, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG002 - a rung like the others
        """A step whose plan nobody can know: its acts pass in silence."""
        return nothing if any(step.covers(act) for step in self.may) else None

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
