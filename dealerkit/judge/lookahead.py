"""What is still to come, looked at without moving: only what is compared, and only until the next repetition."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.felt import VERBS, Act
from dealerkit.procedure.cursor import Cursor, Item, Loop, Resume
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section, Step

NEVER_A_FAULT = frozenset({"floor", "slip", "relieve", "announce"})
"""Calling the floor, owning up, being relieved and saying something aloud are no slips, whenever they come."""


class Lookahead(Cursor):
    """A cursor that can look ahead and back."""

    def _coming(self) -> Iterator[Step]:
        """The steps still to come, up to the next repetition."""
        if self.step is not None:
            yield self.step
        for item in reversed(self.agenda):
            if isinstance(item, Loop):
                if item.section.part:
                    continue
                return
            if isinstance(item, Section):
                yield from item.walk()
            elif isinstance(item, DealerStep | PlayerStep):
                yield item
            elif isinstance(item, Resume):
                yield item.step

    def peek(self) -> tuple[DealerStep | None, list[Act]]:
        """The next dealer's step while players may still act, and its plan as things stand."""
        for step in self._coming():
            if isinstance(step, DealerStep):
                plan = step.plan(self.now)
                if plan:
                    return step, plan
            elif step is not self.players and step.holds(self.now):
                break
        return None, []

    def _deadline_ahead(self, deadline: str) -> bool:
        """Whether the step that ends a grace is still to come."""
        return any(step.id == deadline for step in self._coming())

    def _find(self, act: Act) -> tuple[DealerStep | None, bool]:
        """The next step that could ask for this act, and whether players come before it."""
        stack: list[Item] = list(self.agenda)
        beyond = self.players is not None and not self.players.passable
        while stack:
            item = stack.pop()
            if isinstance(item, Loop):
                again = item.section.repeat is not None and item.section.repeat(self.now)
                if again or not self._round_begun():
                    break
            elif isinstance(item, Section):
                if item.holds(self.now) and (item.repeat is None or item.repeat(self.now)):
                    stack.extend(reversed(item.nodes))
            elif isinstance(item, PlayerStep):
                if item.holds(self.now) and not item.passable and not self._done_already(item):
                    beyond = True
            elif isinstance(item, Resume):
                if any(due.what == act.what for due in (item.head, *item.rest)):
                    return item.step, beyond
            elif isinstance(item, DealerStep) and item.covers(act) and item.holds(self.now):
                plan = item.plan(self.now)
                if (
                    (plan is None and self._can_be_reached(item, act))
                    or beyond
                    or any(item.do.same(due, act) or item.do.attempt(item.params, due, act) for due in plan or ())
                ):
                    return item, beyond
        return None, False

    def _done_already(self, step: PlayerStep) -> bool:
        """Whether players have done a step before it opens, where they may: its mechanic asks for nothing more."""
        if not step.params.get("anytime"):
            return False
        try:
            next(step.mechanic.run(self.now, step.params))
        except StopIteration:
            return True
        return False

    def _can_be_reached(self, step: DealerStep, act: Act) -> bool:
        """Whether an act may be what a step asks for that cannot say yet: not money, not a call that need not be made, and
        not before the dealer has begun.
        """
        return self._round_begun() and not VERBS["d", act.verb].amount and not step.is_optional(self.now)

    def _owner(self, act: Act) -> tuple[DealerStep, str] | None:
        """The step that an act nobody asked for belongs to, and the generic fault: one that is coming but asks for
        nothing, or the last one done.
        """
        for step in self._coming():
            waits = self.players is not None and not self.players.passable
            if isinstance(step, PlayerStep) and (waits or step.holds(self.now)):
                break
            if isinstance(step, DealerStep) and step is not self.step and step.covers(act) and step.holds(self.now):
                return step, "repeated" if self._last_dealer_act(act) else "early"
        begun = self._round_begun()
        for step in reversed(self.passed if begun else [*self.before, *self.passed]):
            if step.covers(act) and step.holds(self.now):
                return step, "repeated"
        return None

    def _last_dealer_act(self, act: Act) -> bool:
        """Whether the dealer did just this last, and no player has acted since."""
        last = next((past for past in reversed(self.log) if past.who == "d"), None)
        return last is not None and last.what == act.what and not self.log[-1].seat

    def _round_begun(self) -> bool:
        """Whether the dealer has done anything since the innermost repeated section began."""
        loop = next((item for item in reversed(self.agenda) if isinstance(item, Loop)), None)
        if loop is None or (self.entered and not self.now.marks.get(loop.section.id)):
            return True
        return any(past.who == "d" and past.verb not in NEVER_A_FAULT for past in self.now.since(loop.section.id))

    def _is_over(self, step: DealerStep) -> bool:
        """Whether the repeated section a step belongs to has come to its end."""
        return any(
            section.repeat is not None and not self._is_open(section) and step in section.walk()
            for section in self.program.sections()
        )

    def _is_open(self, section: Section) -> bool:
        return any(isinstance(item, Loop) and item.section is section for item in self.agenda)
