"""The way from one agenda to the next: steps open until an act is expected, rounds begin, remedies come first.

`AgendaBuilder` is a working copy, changed while one act is judged or carried out; `build` turns it into a value again. It plans
on the felt and log of its own situation `now`, so that the same code serves the table and a trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dealerkit.facts import Situation
from dealerkit.felt import DEALER, Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.mechanics import Ask
from dealerkit.procedure.agenda import (
    Agenda,
    Debt,
    Item,
    Leave,
    Loop,
    OpenStep,
    Place,
    Resume,
    RoundCounts,
    Stack,
    Waiting,
    items,
    stacked,
)
from dealerkit.procedure.boards import is_short, long_boards, rest_of, short_boards
from dealerkit.procedure.compiled_game import CompiledGame
from dealerkit.procedure.debt_terms import outlives, stays_owed
from dealerkit.procedure.remedies import binds
from dealerkit.procedure.round_counts import count_beginning
from dealerkit.procedure.running_mechanics import NOBODY, RunningMechanic, RunningMechanics
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section

_OF_THE_ROUND, _OF_THE_PACK, _PUTS_RIGHT = verbs_that("of_the_round"), verbs_that("of_the_pack"), verbs_that("puts_right")


class AgendaBuilder:
    """A working copy of an agenda (the steps to come and the acts due), which is changed while an act is judged.

    Args:
        agenda: Agenda of the table.
        now: Situation given to facts, planners and mechanics; it changes as rounds begin.
        house: Compiled game in force.
        runs: The running mechanics: the generators that ask the players.

    Attributes:
        step: Open dealer's step; None for none.
        plan: Acts of the open step that are still due, in order.
        bag: Whether these acts may come in any order.
        total: Number of equal acts that the step asked for; 0 if they differ.
        partial: The rest of an act that was done in part; None for none.
        stack, open, passed, round, books: As in `Agenda`.
        found: Findings so far, by number.
    """

    __slots__ = (
        "bag",
        "books",
        "found",
        "house",
        "now",
        "open",
        "partial",
        "passed",
        "plan",
        "round",
        "runs",
        "stack",
        "step",
        "total",
    )

    def __init__(self, agenda: Agenda, now: Situation, house: CompiledGame, runs: RunningMechanics) -> None:
        self.now, self.house, self.runs = now, house, runs
        self.found: Sequence[Any] = ()
        self.stack, place, self.open, self.passed, self.round, self.books = agenda
        if place is None:
            self.step: DealerStep | None = None
            self.plan: tuple[Act, ...] = ()
            self.bag, self.total, self.partial = False, 0, None
        else:
            self.step, acts, at, self.bag, self.total, self.partial = place
            done = len(now.log) - at
            self.plan = acts[done:] if done > 0 else acts

    def build(self) -> Agenda:
        """Return the agenda that this working copy has come to, as a value that no longer changes."""
        place, step, plan = None, self.step, self.plan
        if step is not None and plan:
            place = _new(Place, (step, plan, len(self.now.log), self.bag, self.total, self.partial))
        return _new(Agenda, (self.stack, place, self.open, self.passed, self.round, self.books))

    def is_guarded(self) -> bool:
        """Return whether a step that is the deadline of a debt is open or was passed."""
        deadlines = {debt.deadline for debt in self.books.debts if debt.deadline}
        if self.open is not None and self.open.step.deadline:
            deadlines.add(self.open.step.deadline)
        return bool(deadlines) and (
            (self.step is not None and self.step.id in deadlines) or any(past.id in deadlines for past in self.passed)
        )

    def copy(self) -> AgendaBuilder:
        """Return another working copy for a trial; mechanics that are started or sent acts there leave this copy's unchanged."""
        twin = object.__new__(AgendaBuilder)
        for name in AgendaBuilder.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.now, twin.runs = self.now.copy(), self.runs.trial()
        return twin

    def become(self, other: AgendaBuilder) -> None:
        """Take over the state of another working copy, on which something was tried."""
        for name in AgendaBuilder.__slots__:
            if name != "runs":
                setattr(self, name, getattr(other, name))
        self.runs.held.update(other.runs.held)

    # -- books ----------------------------------------------------------------------------------------------------

    @property
    def debts(self) -> tuple[Debt, ...]:
        """Acts still owed: missing acts, and corrections of wrong ones."""
        return self.books.debts

    @debts.setter
    def debts(self, debts: Iterable[Debt]) -> None:
        self.note(debts=tuple(debts))

    @property
    def may(self) -> tuple[DealerStep, ...]:
        """Steps passed by while their acts could not be known: these acts are allowed, but not required."""
        return self.books.may

    @may.setter
    def may(self, steps: Iterable[DealerStep]) -> None:
        self.note(may=tuple(steps))

    def note(self, **changes: Any) -> None:
        """Change fields of `books`, by their names; those that facts read change in the situation too."""
        self.books = self.books._replace(**changes)
        for name in ("slips", "mended", "stakes", "out_of_turn"):
            if name in changes:
                setattr(self.now, name, changes[name])

    def note_round(self, **changes: Any) -> None:
        """Change fields of the counts of rounds, by the names they have in `RoundCounts`."""
        self.round = self.round._replace(**changes)

    def credited(self, step: DealerStep, act: Act) -> None:
        """Note an act that was done before its step opened, so that the step does not ask for it again."""
        credit = dict(self.books.credit)
        credit[step.id] = (*credit.get(step.id, ()), act.plain)
        self.note(credit=credit)

    # -- what is open ---------------------------------------------------------------------------------------------

    @property
    def players(self) -> PlayerStep | None:
        """The open players' step; None for none."""
        return self.open.step if self.open is not None else None

    @property
    def ask(self) -> Ask:
        """The moves open to the players: seat to move to allowed values."""
        return self.runs[self.open.key].ask if self.open is not None else NOBODY

    def loop(self) -> Loop | None:
        """Return the innermost repeated section that is open, or None."""
        stack = self.stack
        while stack is not None:
            item, stack = stack
            if isinstance(item, Loop):
                return item
        return None

    def push(self, item: Item) -> None:
        """Put one item on top of the stack, so that it comes next."""
        self.stack = (item, self.stack)

    def drop_step(self) -> None:
        """Close the dealer's open step without finishing its plan."""
        self.step, self.plan = None, ()

    # -- going on -------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Close the open step and open the next step that has something due."""
        step = self.step
        if step is not None:
            self.step, self.plan = None, ()
            if self.open is not None and self.open.step.beside == step.id:
                self.close_players()
            if step.remedy:
                _after_remedy(self, step)
            if step.remedy and self.may:  # a plan that was unknown may be known after the remedy
                self.stack, self.may = stacked(self.may, self.stack), ()
        mended = step is not None and step.remedy
        while self.stack is not None:
            item, self.stack = self.stack
            if mended and not isinstance(item, Leave) and not _is_of_a_remedy(item):
                _compare_boards(self, item.step if isinstance(item, Resume) else None)
                mended = False
            if self.open_step(item) if isinstance(item, DealerStep) else self._open(item):
                return

    def _open(self, item: Item) -> bool:
        """Open one item other than a dealer's step, and return whether an act is expected now."""
        if isinstance(item, Loop):
            section = item.section
            if section.repeat is not None and section.repeat(self.now):
                self.begin(section)
        elif isinstance(item, Section):
            if item.holds(self.now):
                if item.repeat is None:
                    self.stack = _opened(item, self.stack)
                elif item.repeat(self.now):
                    self.begin(item, first=True)
        elif isinstance(item, PlayerStep):
            return self.open_players(item)
        elif isinstance(item, Resume):
            do = item.step.do
            if item.step.remedy or do.standing or do.fresh or do.reopens:  # a remedy may have done part of the step
                return self.open_step(item.step)
            acts = rest_of(item.step, item.acts, self.passed, self.now)
            self.step, self.plan, self.bag = (item.step, acts, item.bag) if acts else (None, (), False)
            return bool(acts)
        elif isinstance(item, Waiting):
            return self._resume_players(item)
        elif isinstance(item, Leave):
            self.leave(item)
        return False

    def _resume_players(self, item: Waiting) -> bool:
        """Continue a players' step that a remedy interrupted; return whether players are asked anything."""
        if self.open is None or self.open.key != item.open.key:  # if the step is open already, it went on during the remedy
            if self.runs[item.open.key].over:
                return False
            self.open = item.open
            self.now.told = self.runs[item.open.key].told
        known, hears = self.runs[item.open.key].sent[:], item.open.step.mechanic.hears
        for act in self.now.log[item.at :]:  # the dealer's acts during the remedy may change the question
            new = act.who == DEALER and act.verb in hears and not any(act is other for other in known)
            if new and self.open == item.open:
                self.answer(act)
        return True

    def begin(self, section: Section, *, first: bool = False, again: bool = False) -> None:
        """Begin a repeated section, for the first time or again.

        Args:
            section: The section.
            first: Whether it begins for the first time within the section around it.
            again: Whether the last time does not count, as after a misdeal.
        """
        now, was = self.now, self.round
        within = section.part and not first
        begun, laps = was.begun + (not first and not within), was.laps + (not first and within)
        if self.books.debts and not within:
            over = frozenset() if first else _OF_THE_ROUND
            self.debts = [debt for debt in self.debts if outlives(debt, begun, over)]
        self.stack = _opened(section, self.stack)
        count_beginning(now, section, first=first, again=again)
        earlier, reported = was.earlier, was.reported
        if not section.part:  # a part of a round keeps the round's passed steps, credits and reports
            earlier, self.passed = self.passed, ()
            books = self.books
            if books.credit or books.hurried or books.left_out or (not first and books.may):
                self.note(credit={}, hurried=frozenset(), left_out=(), may=books.may if first else ())
            if not first:
                reported = frozenset()
        known = now.results, now.before, now.rounds, now.starts, now.marks, now.ended, now.given
        self.round = RoundCounts(begun, laps, was.entered, earlier, reported, *known)

    def leave(self, item: Leave) -> None:
        """Abandon the rest of a section, as the item says; if that section is not open, follow its `otherwise`."""
        if not any(isinstance(below, Loop) and below.section.id == item.section for below in items(self.stack)):
            if item.otherwise is not None:
                self.leave(item.otherwise)
            return
        self.end_players()
        while self.stack is not None:
            top, below = self.stack
            if isinstance(top, Loop) and top.section.id == item.section:
                if item.again:
                    self.stack = below
                    self.begin(top.section, again=True)
                break
            self.stack = below
        if self.books.debts:  # chips of the section go back by the remedy for it; earlier debts stay
            self.debts = [debt for debt in self.debts if stays_owed(debt, self.round.begun, self.now)]

    def open_step(self, step: DealerStep) -> bool:
        """Open a dealer's step and work out the acts due in it; return True if there are any."""
        if step.remedy and "streets_on" in step.params and not binds(self.house.remedies, step, self.now):
            return False  # later steps of a remedy that nobody has taken up are not due
        self.passed = _and(self.passed, step)
        plan = step.plan(self.now)
        if plan is None:
            self.may = (*self.may, step)
            return False
        if self.books.credit and step.id in self.books.credit:
            plan = self.uncredited(step, plan)
            credit = {name: done for name, done in self.books.credit.items() if name != step.id}
            self.note(credit=credit, hurried=self.books.hurried - {step.id})
        if not plan:
            return False
        self.set_plan(step, plan)
        return True

    def uncredited(self, step: DealerStep, plan: Sequence[Act]) -> Sequence[Act]:
        """Return the acts of a step's plan without those that were already done before the step opened."""
        if not step.do.standing:  # a standing plan is worked out from the felt, and asks only for missing acts
            for act in self.books.credit.get(step.id, ()):
                if not _has_lost_its_worth(self.now, act):
                    plan = _without(plan, act)
        return plan

    def set_plan(self, step: DealerStep, plan: Sequence[Act]) -> None:
        """Open a step with these acts due, in order."""
        first = plan[0]
        self.step, self.bag = step, step.any_order
        if len(plan) == 1:
            self.plan, self.total = first.alone, 1
        else:
            self.plan, self.total = tuple(plan), len(plan) if first is plan[-1] else 0

    def ask_for(self, plan: Sequence[Act] | None) -> None:
        """Replace the acts due in the open step. If empty, the next step opens; None (they cannot be known) changes nothing."""
        if plan and self.step is not None:
            self.set_plan(self.step, plan)
        elif plan is not None:
            self.plan = ()
            self.go_on()

    def drop(self, at: int) -> None:
        """Remove one act of the plan, by its index from 0."""
        self.plan = self.plan[:at] + self.plan[at + 1 :]

    # -- players --------------------------------------------------------------------------------------------------

    def open_players(self, step: PlayerStep) -> bool:
        """Open a players' step: start its mechanic, which asks the players. Return True if it asks anything."""
        if not step.holds(self.now):
            return False
        self.end_players()
        run = RunningMechanic(step, self.now)
        if run.over:
            self._came_to(step, run.result)
            self._forget_given()
            return False
        self.runs.add(run)
        self.open = OpenStep(step, run.key)
        return True

    def _came_to(self, step: PlayerStep, result: object) -> None:
        """Store the result of a players' step."""
        self.now.results = {**self.now.results, step.id: result}
        self.note_round(results=self.now.results)

    def _forget_given(self) -> None:
        if self.now.given:
            self.now.given = {}
            self.note_round(given=self.now.given)

    def answer(self, act: Act) -> None:
        """Send a player's act to the open mechanic."""
        if self.open is None:
            if self.stack is not None:
                self.tell_waiting(act, at=len(self.now.log))
            return
        run = self.runs.own(self.open.key, self.now)
        run.send(act, self.now)
        if run.over:
            self.over(run)

    def over(self, run: RunningMechanic) -> None:
        """End the open players' step, and store the result of its mechanic."""
        self._came_to(run.step, run.result)
        self.end_players()
        if not self.plan:
            self.go_on()

    def tell_waiting(self, act: Act, at: int | None = None) -> None:
        """Send an act to the mechanic of a players' step that a remedy has interrupted.

        Args:
            act: The act that the remedy follows, or an act that corrects it.
            at: Number of acts in the log at the interruption, if the remedy follows the act; None for a correcting act.
        """
        item = next((waiting for waiting in items(self.stack) if isinstance(waiting, Waiting)), None)
        if item is None or (self.open is not None and item.open.key == self.open.key):
            return
        if not item.open.step.mechanic.hears_all or (at is not None and item.at != at):
            return
        run = self.runs.own(item.open.key, self.now)
        if run.over:
            return
        run.send(act, self.now)
        if run.over:
            self._came_to(run.step, run.result)
            self.stack = stacked(other for other in items(self.stack) if other is not item)

    def close_players(self) -> None:
        """Close the open players' step because the dealer moves on: its mechanic is told, and its result stored."""
        if self.open is None:
            return
        run = self.runs.own(self.open.key, self.now)
        run.send(None, self.now)
        if run.over:
            self._came_to(run.step, run.result)
        self.end_players()

    def end_players(self) -> None:
        """Drop the open players' step without telling its mechanic."""
        if self.open is not None:
            self._forget_given()
        self.open = None

    # -- remedies -------------------------------------------------------------------------------------------------

    def interrupt(self, nodes: Sequence[Item], *, beside: bool = False) -> None:
        """Put steps or sections on top of the agenda and open them; the step that was open resumes after them.

        Args:
            nodes: The steps or sections to do first, in order.
            beside: Whether players may act meanwhile.
        """
        if self.step is not None and self.plan:
            self.push(Resume(self.step, self.plan, self.bag))
        if self.open is not None and not self.open.step.until:
            if not _waits(self.stack, self.open):
                self.push(Waiting(self.open, len(self.now.log)))
            if not beside:
                self.end_players()
        self.drop_step()
        self.stack = stacked(nodes, self.stack)
        self.go_on()


def _compare_boards(work: AgendaBuilder, following: DealerStep | None) -> None:
    """At the end of a remedy, note cards that a board lacks, or has too many, as owed for the last finding.

    Args:
        work: Working copy of the agenda.
        following: The interrupted step that resumes now and deals its own cards; None if another step begins.
    """
    lacks = [(step, (rest,)) for step, rest in short_boards(work.now, work.passed, work.debts, following)]
    last, at, begun = len(work.found) - 1, len(work.now.log), work.round.begun
    for step, acts in (*lacks, *long_boards(work.now, work.passed, work.debts, _dealt_early(work))):
        work.debts = (*work.debts, Debt(step, acts, len(acts), last, at, amends=True, round=begun))


def _dealt_early(work: AgendaBuilder) -> list[DealerStep]:
    """Return the coming steps whose whole street was dealt before the step opened."""
    credit, steps = work.books.credit, work.house.program.walk() if work.books.credit else ()
    shared = (step for step in steps if step.id in credit and isinstance(step, DealerStep) and step.do.shared)
    return [
        step
        for step in shared
        if step not in work.passed
        and sum(act.count for act in credit[step.id]) == sum(act.count for act in step.plan(work.now) or ())
    ]


def _after_remedy(work: AgendaBuilder, step: DealerStep) -> None:
    """Drop the debts that a step of a remedy has settled, when the step is done."""
    if not _PUTS_RIGHT.isdisjoint(step.verbs):
        _put_right(work, step)
    elif work.books.debts and "deal" in step.verbs:
        _complete_boards(work)


def _put_right(work: AgendaBuilder, step: DealerStep) -> None:
    """Drop the debts of cards that a remedy has brought into place; let the same slip be reported again if it recurs."""
    if work.debts:
        work.debts = [
            debt
            for debt in work.debts
            if debt.acts[0].verb not in ("deal", "burn") or is_short(debt, work.passed, work.now) or _still_waits(work, debt)
        ]
    slip = work.now.mended.get(step.path.partition(".")[0])
    if slip is not None and work.round.reported and not step.plan(work.now):
        slipped = work.house.catalogue.get(slip.code, {}).get("slip", slip.code)
        work.note_round(reported=work.round.reported - {slipped})


def _complete_boards(work: AgendaBuilder) -> None:
    """Drop the debts of board cards that a remedy has dealt: no board of theirs is short any more."""
    kinds = work.now.felt.layout.places
    work.debts = [
        debt
        for debt in work.debts
        if not (debt.acts[0].verb == "deal" and kinds[debt.acts[0].to[0]].kind == "board")
        or is_short(debt, work.passed, work.now)
    ]


def _still_waits(work: AgendaBuilder, debt: Debt) -> bool:
    """Return whether a debt is cards for hands that have neither got nor given back a card since they were left out."""
    layout, since = work.now.felt.layout.places, work.now.log[debt.at :]
    wait = {due.to[0] for due in debt.acts if due.verb == "deal" and layout[due.to[0]].kind == "hand"}
    touched = any(act.verb == "gather" or not wait.isdisjoint(act.to) for act in since)
    return bool(wait) and not touched


def _waits(stack: Stack, opened: OpenStep) -> bool:
    """Return whether an open players' step is on the stack too, to resume after a remedy during which its players may act."""
    return any(isinstance(item, Waiting) and item.open.key == opened.key for item in items(stack))


def go_on_from(work: AgendaBuilder) -> None:
    """Move on after the last act of the plan: to the next act of the same step if it plans one act at a time, else to the next
    step.
    """
    step = work.step
    if step is not None and step.do.one_by_one and (plan := step.plan(work.now)):
        work.set_plan(step, plan)
    else:
        work.go_on()


_new = tuple.__new__
"""Constructor of a named tuple from its fields, twice as fast as the class itself; `build` needs it at every other act."""

_MOST_KEPT = 512
"""Largest number of sections or steps in each cache: those of a few games. Each entry keeps its whole game in memory."""

_OPENED: dict[Section, tuple[Stack, Stack]] = {}
"""Cache of the stacks that result from opening a section: by section, the stack before and the stack after."""

_PASSED: dict[DealerStep, tuple[tuple[DealerStep, ...], tuple[DealerStep, ...]]] = {}
"""Cache of passed steps with one more step: by that step, the steps before it, and the same with it."""


def _is_of_a_remedy(item: Item) -> bool:
    """Return whether an item belongs to a remedy, or to a remedy that waits behind another."""
    if isinstance(item, Resume):
        return item.step.remedy
    steps = item.walk() if isinstance(item, Section) else (item,)
    return any(isinstance(step, DealerStep) and step.remedy for step in steps)


def _opened(section: Section, below: Stack) -> Stack:
    """Return the stack after a section was opened: the section's nodes on top, and below them its `Loop` if it repeats."""
    kept = _OPENED.get(section)
    if kept is None or kept[0] is not below:
        if len(_OPENED) >= _MOST_KEPT:
            _OPENED.clear()
        kept = _OPENED[section] = below, stacked(section.nodes, (Loop(section), below) if section.repeat is not None else below)
    return kept[1]


def _and(passed: tuple[DealerStep, ...], step: DealerStep) -> tuple[DealerStep, ...]:
    """Return the passed steps with one more."""
    kept = _PASSED.get(step)
    if kept is None or kept[0] is not passed:
        if len(_PASSED) >= _MOST_KEPT:
            _PASSED.clear()
        kept = _PASSED[step] = passed, (*passed, step)
    return kept[1]


def _has_lost_its_worth(now: Situation, act: Act) -> bool:
    """Return whether an act done early no longer counts: an act on the whole pack once a card was dealt, or a dealt card once all
    cards were gathered.
    """
    undone_by = ("deal", "burn") if act.verb in _OF_THE_PACK else ("gather",) if act.verb == "deal" else ()
    return bool(undone_by) and next(
        (past.verb in undone_by for past in reversed(now.log) if past.verb in undone_by or past.plain is act), False
    )


def _without(plan: Sequence[Act], act: Act) -> Sequence[Act]:
    """Return the plan without one act that was done early."""
    for at, due in enumerate(plan):
        if due is act or due.what == act.what:
            return (*plan[:at], *plan[at + 1 :])
    return plan
