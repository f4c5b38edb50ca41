"""Where a table stands in its procedure: the agenda, the step that is open, what the players are asked.

The agenda is a stack. `go_on` opens node after node until something is expected. A step's plan is worked out once, when it opens.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import attrs

from dealerkit.facts import GameData, Situation
from dealerkit.felt import Act, Felt
from dealerkit.mechanics import Ask, Run
from dealerkit.procedure.duties import Pending
from dealerkit.procedure.steps import DealerStep, Node, PlayerStep, Section, Step


@attrs.frozen(eq=False)
class Loop:
    """The place to which a repeated section comes back."""

    section: Section


@attrs.frozen(eq=False)
class Resume:
    """A step that a remedy has interrupted."""

    step: DealerStep
    head: Act
    rest: tuple[Act, ...]
    bag: bool


@attrs.define(eq=False)
class Waiting:
    """A players' step that a remedy has interrupted: it goes on where it was, with what was done and put right meanwhile.

    Attributes:
        players: The step.
        run: Its mechanic, under way.
        ask: What the players were asked.
        at: How long the log was when it was interrupted.
    """

    players: PlayerStep
    run: Run
    ask: Ask
    at: int

    @property
    def is_over(self) -> bool:
        """Whether the players have come to its end meanwhile."""
        return inspect.getgeneratorstate(self.run) == inspect.GEN_CLOSED


@attrs.frozen(eq=False)
class Leave:
    """The end of a section is reached at once: what is left of it is not done. `again`: it begins anew, whatever its
    condition.
    """

    section: str
    again: bool = False


Item = Node | Loop | Resume | Waiting | Leave

_PUTS_RIGHT = frozenset({"move", "putback", "rebuild"})
"""By these a remedy brings cards to where they belong."""


@attrs.define(eq=False)
class Owed:
    """Acts that are missing, or that put a wrong one right.

    Attributes:
        step: The step they belong to.
        acts: What is still owed.
        total: How many the step asked for.
        finding: The finding that reported it; -1 while it is not reported.
        deadline: The step before which it must be made good.
        amends: Whether it puts right what was done wrong.
        at: How long the log was when it was noted.
        then: What follows when it is done after all.
        round: How many repetitions had begun when it was noted; what is older than the round before is not made good any more.
    """

    step: DealerStep
    acts: list[Act]
    total: int
    finding: int = -1
    deadline: str = ""
    amends: bool = False
    round: int = 0
    then: Leave | None = None
    at: int = 0

    def copy(self) -> Owed:
        """Another one just the same."""
        return attrs.evolve(self, acts=self.acts[:])


class Cursor:
    """Where a table stands.

    Attributes:
        now: What facts may look at.
        felt: The felt.
        log: The acts so far.
        agenda: What is still to come, the next on top.
        step: The dealer's step that is open; None if none is.
        head: The act that is due next; None if none is.
        rest: The acts after it, the next one last.
        planned: How many equal acts the open step asked for; 0 if they differ.
        ask: What the players are asked: `{seat: {move: allowed}}`.
        players: The players' step that is open.
        owed: What is missing.
        may: Steps whose plan is not knowable yet: their acts pass in silence.
        credit: Acts done early, by step id.
        before: Those of the round before.
        hurried: The steps that were begun before players had done their part, by id.
        begun: How often any repeated section has begun again.
        entered: Whether the table was set up in the middle: the round that was open then had begun.
        laps: How often a part of a round has: one player after the other.
        partial: What is left of an act of which only a part was done.
        pending: Duties that are open; never changed in place.
        passed: The dealer's steps gone through since the innermost repeated section began.
    """

    def __init__(self, felt: Felt, game: GameData, program: Section) -> None:
        self.now = Situation(felt, game)
        self.felt = felt
        self.log = self.now.log
        self.program = program
        self.agenda: list[Item] = [program]
        self.step: DealerStep | None = None
        self.head: Act | None = None
        self.rest: list[Act] = []
        self.bag = False
        self.planned = 0
        self.guarded: Act | None = None
        self.partial: Act | None = None
        self.ask: Ask = {}
        self.players: PlayerStep | None = None
        self.run: Run | None = None
        self.owed: list[Owed] = []
        self.may: list[DealerStep] = []
        self.credit: dict[str, list[Act]] = {}
        self.passed: list[DealerStep] = []
        self.before: list[DealerStep] = []
        self.reported: set[str] = set()
        self.hurried: set[str] = set()
        self.begun = 0
        self.laps = 0
        self.entered = False
        self.pending: tuple[Pending, ...] = ()
        self.at_top: Callable[[], None] = lambda: None

    # -- going on ------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Finish the step that is open and open the next that asks for something."""
        step = self.step
        if step is not None:
            self.step = self.head = None
            players = self.players
            if players is not None and players.until == step.id:
                self.close_players()
            if step.remedy and not _PUTS_RIGHT.isdisjoint(step.do.verbs):  # a card that is in its place is no longer to come
                self.owed = [owed for owed in self.owed if owed.acts[0].verb not in ("deal", "burn")]
            if step.remedy and self.may:  # what could not be known may be known now
                self.agenda.extend(reversed(self.may))
                self.may = []
        agenda = self.agenda
        while agenda:
            if self.open(agenda.pop()):
                return

    def open(self, node: Item) -> bool:
        """Open one node; whether something is expected now."""
        if isinstance(node, DealerStep):
            return self.open_step(node)
        if isinstance(node, Loop):
            section = node.section
            if section.repeat is not None and section.repeat(self.now):
                self.begin(section)
        elif isinstance(node, Section):
            if node.holds(self.now):
                if node.repeat is None:
                    self.agenda.extend(reversed(node.nodes))
                elif node.repeat(self.now):
                    self.begin(node, first=True)
        elif isinstance(node, PlayerStep):
            return self.open_players(node)
        elif isinstance(node, Resume):
            if node.step.remedy or node.step.do.standing:  # a remedy may have done part of it
                return self.open_step(node.step)
            self.step, self.head, self.rest, self.bag = node.step, node.head, list(node.rest), node.bag
            return True
        elif isinstance(node, Waiting):
            if self.run is node.run:  # they have gone on meanwhile
                return True
            if node.is_over:
                return False
            self.players, self.run, self.ask = node.players, node.run, node.ask
            for act in self.log[node.at :]:  # what the dealer has done meanwhile may change what is asked
                if self.run is node.run and act.who == "d" and act.verb in node.players.mechanic.hears:
                    self.answer(act)
            return True
        elif isinstance(node, Leave):
            self.leave(node)
        return False

    def open_at(self, step: Step, put_in: Callable[[], None]) -> None:
        """Begin at a step: what stands before it is taken as done. `put_in` says what came of it."""
        self.agenda.clear()
        self.entered = True
        top, self.at_top = self.at_top, lambda: None
        self._enter(self.program, step)
        self.at_top = top
        put_in()
        self.go_on()

    def _enter(self, section: Section, step: Step) -> None:
        """Put what follows a step on the agenda, from the inside out, and the step on top."""
        at, node = next(
            (at, node)
            for at, node in enumerate(section.nodes)
            if node is step or (isinstance(node, Section) and any(inner is step for inner in node.walk()))
        )
        self.agenda.extend(reversed(section.nodes[at + 1 :]))
        for before in section.nodes[:at]:
            steps = before.walk() if isinstance(before, Section) else [before]
            self.passed += [one for one in steps if isinstance(one, DealerStep)]
        if not isinstance(node, Section):
            self.agenda.append(node)
            return
        if node.repeat is not None:
            self.begin(node, first=True)
            del self.agenda[len(self.agenda) - len(node.nodes) :]
        self._enter(node, step)

    def begin(self, section: Section, *, first: bool = False, again: bool = False) -> None:
        """A repeated section begins once more; `again`: the last time did not count."""
        now = self.now
        within = section.part and not first
        self.begun += not first and not within
        self.laps += not first and within
        if self.owed and not within:
            self.owed = [owed for owed in self.owed if owed.round >= self.begun - 1]
        self.agenda.append(Loop(section))
        self.agenda.extend(reversed(section.nodes))
        if first:
            now.rounds[section.id] = 0
            now.starts[section.id] = []
        now.rounds[section.id] += 1
        for inner in _parts_of(section):  # counted within the section around them
            now.rounds.pop(inner, None)
        now.starts[section.id].append(self.felt.tick)
        now.ended[section.id] = now.marks.get(section.id, 0)
        now.marks[section.id] = len(self.log)
        results = now.results
        if results:
            if not again:
                now.before.update(results)
            for name in _steps_in(section):
                results.pop(name, None)
        if section.part:  # the round goes on: what was done in it stays known
            return
        self.before, self.passed = self.passed, []
        self.credit.clear()
        self.hurried.clear()
        if not first:
            self.may.clear()
            self.reported.clear()
        self.at_top()

    def leave(self, node: Leave) -> None:
        """Drop what is left of a section."""
        agenda = self.agenda
        if not any(isinstance(item, Loop) and item.section.id == node.section for item in agenda):
            return
        self.end_players()
        while agenda:
            item = agenda[-1]
            if isinstance(item, Loop) and item.section.id == node.section:
                if node.again:
                    agenda.pop()
                    self.begin(item.section, again=True)
                break
            agenda.pop()
        self.owed.clear()

    def open_step(self, step: DealerStep) -> bool:
        """Open a dealer's step: work out its plan."""
        self.passed.append(step)
        plan = step.plan(self.now)
        if plan is None:
            self.may.append(step)
            return False
        if self.credit and step.id in self.credit:
            self.hurried.discard(step.id)
            done = self.credit.pop(step.id)
            if not step.do.standing:  # else the plan has looked at the felt, and asks for what is still to be done
                for act in done:
                    plan = _without(plan, act)
        if not plan:
            return False
        self.set_plan(step, plan)
        return True

    def set_plan(self, step: DealerStep, plan: list[Act]) -> None:
        """The step that is open, and its acts in order."""
        acts = plan[::-1]
        self.step = step
        self.bag = step.any_order
        self.head = acts.pop()
        self.rest = acts
        self.planned = len(plan) if plan[0] is plan[-1] else 0
        if self.owed and any(
            owed.deadline == step.id or any(owed.deadline == past.id for past in self.passed) for owed in self.owed
        ):
            self.guarded, self.head = self.head, None  # the next act goes the slow way, past the judge

    def plan(self) -> list[Act]:
        """The acts of the open step that are still due, in order."""
        head = self.head or self.guarded
        return [] if head is None else [head, *reversed(self.rest)]

    def drop(self, at: int) -> None:
        """One act of the plan is used up."""
        plan = self.plan()
        del plan[at]
        if plan:
            self.head, *rest = plan
            rest.reverse()
            self.rest = rest
        else:
            self.head, self.rest = None, []

    # -- players -------------------------------------------------------------------------------------------------

    def open_players(self, node: PlayerStep) -> bool:
        """Open a players' step."""
        if not node.holds(self.now):
            return False
        self.end_players()
        run = node.mechanic.run(self.now, node.params)
        try:
            self.ask = next(run)
        except StopIteration as stop:
            self.now.results[node.id] = stop.value
            self.now.given = {}
            return False
        self.players, self.run = node, run
        return True

    def answer(self, act: Act) -> None:
        """A player has acted: the mechanic goes on."""
        if self.run is None or self.players is None:
            if self.agenda:
                self.tell_waiting(act, at=len(self.log))
            return
        try:
            self.ask = self.run.send(act)
        except StopIteration as stop:
            self.now.results[self.players.id] = stop.value
            self.end_players()
            if self.head is None and self.guarded is None:
                self.go_on()

    def tell_waiting(self, act: Act, at: int | None = None) -> None:
        """A mechanic that a remedy has interrupted hears of an act: the one that the remedy follows (`at`), or one that puts
        something right.
        """
        waiting = next((item for item in reversed(self.agenda) if isinstance(item, Waiting)), None)
        if waiting is None or waiting.run is self.run or not waiting.players.mechanic.hears_all:
            return
        if at is not None and waiting.at != at:
            return
        try:
            waiting.ask = waiting.run.send(act)
        except StopIteration as stop:
            self.now.results[waiting.players.id] = stop.value
            self.agenda.remove(waiting)

    def close_players(self) -> None:
        """The dealer has ended the players' step."""
        if self.run is None or self.players is None:
            return
        try:
            self.run.send(None)
        except StopIteration as stop:
            self.now.results[self.players.id] = stop.value
        self.end_players()

    def end_players(self) -> None:
        """Nobody is asked any more."""
        if self.run is not None:
            self.now.given = {}
        self.players = self.run = None
        self.ask = {}

    # -- copies --------------------------------------------------------------------------------------------------

    def mark(self) -> dict[str, Any]:
        """All of it that may be put back, felt and log apart. Taken where no mechanic is open, or to be used before one
        goes on.
        """
        now = self.now
        return {
            "agenda": self.agenda[:],
            "step": self.step,
            "head": self.head,
            "rest": self.rest[:],
            "bag": self.bag,
            "planned": self.planned,
            "guarded": self.guarded,
            "partial": self.partial,
            "ask": self.ask,
            "players": self.players,
            "run": self.run,
            "owed": [owed.copy() for owed in self.owed],
            "may": self.may[:],
            "credit": {key: acts[:] for key, acts in self.credit.items()},
            "passed": self.passed[:],
            "before": self.before[:],
            "reported": set(self.reported),
            "hurried": set(self.hurried),
            "pending": self.pending,
            "now": {
                "results": dict(now.results),
                "before": dict(now.before),
                "rounds": dict(now.rounds),
                "ended": dict(now.ended),
                "starts": {key: ticks[:] for key, ticks in now.starts.items()},
                "marks": dict(now.marks),
            },
        }

    def reset(self, mark: dict[str, Any]) -> None:
        """Put back what `mark` took."""
        for name, value in mark.items():
            if name == "now":
                for key, inner in value.items():
                    setattr(self.now, key, {k: v[:] if isinstance(v, list) else v for k, v in inner.items()})
            elif name == "owed":
                self.owed = [owed.copy() for owed in value]
            elif name == "credit":
                self.credit = {key: acts[:] for key, acts in value.items()}
            else:
                setattr(self, name, value[:] if isinstance(value, list) else set(value) if isinstance(value, set) else value)


@functools.lru_cache(maxsize=512)
def _steps_in(section: Section) -> tuple[str, ...]:
    """The ids of all steps in a section."""
    return tuple(step.id for step in section.walk())


@functools.lru_cache(maxsize=512)
def _parts_of(section: Section) -> tuple[str, ...]:
    """The ids of the repeated sections inside one."""
    return tuple(inner.id for inner in section.sections() if inner is not section and inner.repeat is not None)


def _without(plan: list[Act], act: Act) -> list[Act]:
    """The plan less one act that has been done early."""
    for at, due in enumerate(plan):
        if due is act or due.what == act.what:
            return plan[:at] + plan[at + 1 :]
    return plan
