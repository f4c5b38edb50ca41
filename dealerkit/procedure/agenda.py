"""The agenda: the place of a table in its procedure, as a value. It holds what is still to come, the open step, what is owed.

Nothing here is ever changed in place. `dealerkit.procedure.advance` makes the next agenda out of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import attrs

from dealerkit.facts.situation import RuledOn
from dealerkit.felt import Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.procedure.duties import Pending
from dealerkit.procedure.running_mechanics import Key
from dealerkit.procedure.steps import DealerStep, Node, PlayerStep, Section

MONEY = verbs_that("settles")
"""Verbs by which chips go where they belong."""


@attrs.frozen(eq=False)
class Loop:
    """The place to which a repeated section comes back."""

    section: Section


@attrs.frozen(eq=False)
class Resume:
    """A dealer's step that a remedy has interrupted.

    Attributes:
        step: The step.
        acts: What was left of its plan, in order; never empty.
        bag: Whether the acts may come in any order.
    """

    step: DealerStep
    acts: tuple[Act, ...]
    bag: bool


class OpenStep(NamedTuple):
    """A players' step that is open.

    Attributes:
        step: The step.
        key: Its mechanic, by which `RunningMechanics` holds it.
    """

    step: PlayerStep
    key: Key


@attrs.frozen(eq=False)
class Waiting:
    """A players' step that a remedy has interrupted: it goes on where it was, with what was done and put right meanwhile.

    Attributes:
        open: The step and its mechanic.
        at: How long the log was when it was interrupted.
    """

    open: OpenStep
    at: int


@attrs.frozen(eq=False)
class Leave:
    """The end of a section, reached at once: the rest of it is not done.

    Attributes:
        section: The section's id.
        again: Whether it begins anew, whatever its condition.
        otherwise: What is done where that section is not open; None for nothing.
    """

    section: str
    again: bool = False
    otherwise: Leave | None = None


Item = Node | Loop | Resume | Waiting | Leave

Stack = tuple[Item, "Stack"] | None
"""Items still to come, as nested pairs: the next one and the stack below it; None at the end."""


def items(stack: Stack) -> Iterator[Item]:
    """Yield the items of a stack, the next one first."""
    while stack is not None:
        item, stack = stack
        yield item


def stacked(nodes: Iterable[Item], below: Stack = None) -> Stack:
    """Return a stack with these items on top, the first one next."""
    for node in reversed(list(nodes)):
        below = (node, below)
    return below


class Place(NamedTuple):
    """The dealer's step that is open, and the place in its plan.

    Attributes:
        step: The step.
        acts: The acts that are still due, in order.
        at: How long the log was when the first of them was due: the act due now is `acts[len(log) - at]`.
        bag: Whether they may come in any order.
        total: How many equal acts the step asked for; 0 if they differ.
        partial: What is left of an act of which only a part was done.
    """

    step: DealerStep
    acts: tuple[Act, ...]
    at: int
    bag: bool
    total: int
    partial: Act | None


@attrs.frozen(eq=False)
class Debt:
    """Acts that are missing, or that put a wrong one right.

    Attributes:
        step: The step they belong to.
        acts: What is still owed.
        total: How many the step asked for.
        finding: The number of the finding that reported it; -1 while it is not reported.
        found: After which act that was, counted from 1.
        deadline: The step before which it must be made good; empty for none.
        amends: Whether it puts right what was done wrong.
        round: How many rounds had begun when it was noted.
        then: What follows when it is done after all.
        at: How long the log was when it was noted.
    """

    step: DealerStep
    acts: tuple[Act, ...]
    total: int
    finding: int = -1
    found: int = 0
    deadline: str = ""
    amends: bool = False
    round: int = 0
    then: Leave | None = None
    at: int = 0

    @property
    def is_money(self) -> bool:
        """Whether chips are owed: that never expires."""
        return any(act.verb in MONEY for act in self.acts)


class RoundCounts(NamedTuple):
    """Counts of the rounds so far: maps and tuples that are never changed.

    Attributes:
        begun: How often any repeated section has begun again.
        laps: How often a part of a round has: one player after the other.
        entered: Whether the table was set up in the middle: the round that was open then had begun.
        earlier: The dealer's steps of the round before.
        reported: Slips that are told once a round and have been told in this one.
        results, before, rounds, starts, marks, ended, given: As in `dealerkit.facts.Situation`.
    """

    begun: int = 0
    laps: int = 0
    entered: bool = False
    earlier: tuple[DealerStep, ...] = ()
    reported: frozenset[str] = frozenset()
    results: Mapping[str, object] = MappingProxyType({})
    before: Mapping[str, object] = MappingProxyType({})
    rounds: Mapping[str, int] = MappingProxyType({})
    starts: Mapping[str, Sequence[int]] = MappingProxyType({})
    marks: Mapping[str, int] = MappingProxyType({})
    ended: Mapping[str, int] = MappingProxyType({})
    given: Mapping[str, object] = MappingProxyType({})


class Books(NamedTuple):
    """Everything kept in mind besides the place in the procedure.

    Attributes:
        debts: What is missing, or to be put right.
        may: Steps whose plan is not knowable yet: their acts pass in silence.
        credit: Acts done early, by the step's id.
        hurried: The steps that were begun before players had done their part, by id.
        left_out: What steps asked for that need not be done, and what was not done.
        duties: Duties that are open.
        taken: Where in the log the round began, and how many cards were taken back from each place and not dealt again.
        slips, mended, stakes, out_of_turn: As in `dealerkit.facts.Situation`.
        right: Findings that were put right before the next player acted, by their number.
        slipped: The number of the last round, as `RoundCounts.begun` has it, in which an act was not just the one due, or asked
            for; -1 for none.
    """

    debts: tuple[Debt, ...] = ()
    may: tuple[DealerStep, ...] = ()
    credit: Mapping[str, tuple[Act, ...]] = MappingProxyType({})
    hurried: frozenset[str] = frozenset()
    left_out: tuple[Act, ...] = ()
    duties: tuple[Pending, ...] = ()
    taken: tuple[int, Mapping[str, int]] = (0, MappingProxyType({}))
    slips: tuple[RuledOn, ...] = ()
    mended: Mapping[str, RuledOn | None] = MappingProxyType({})
    stakes: tuple[int, Mapping[int, int]] | None = None
    out_of_turn: tuple[tuple[frozenset[str], int], tuple[Act, ...]] | None = None
    right: frozenset[int] = frozenset()
    slipped: int = -1


class Agenda(NamedTuple):
    """The place of a table in its procedure.

    Attributes:
        stack: What is still to come.
        place: The dealer's step that is open; None if none is.
        open: The players' step that is open; None if none is.
        passed: The dealer's steps gone through since the innermost repeated section began.
        round: The rounds so far.
        books: What is owed, credited and kept in mind.
    """

    stack: Stack
    place: Place | None
    open: OpenStep | None
    passed: tuple[DealerStep, ...]
    round: RoundCounts
    books: Books

    @property
    def step(self) -> DealerStep | None:
        """The dealer's step that is open."""
        return self.place.step if self.place is not None else None

    @property
    def players(self) -> PlayerStep | None:
        """The players' step that is open."""
        return self.open.step if self.open is not None else None


def beginning(program: Section) -> Agenda:
    """Return the agenda before anything has happened."""
    return Agenda((program, None), None, None, (), RoundCounts(), Books())


def mechanic_keys(agenda: Agenda) -> list[Key]:
    """Return the keys of the mechanics under way at an agenda: the one that is open, and those that remedies have
    interrupted.
    """
    waiting = [item.open.key for item in items(agenda.stack) if isinstance(item, Waiting)]
    return list(dict.fromkeys([agenda.open.key, *waiting] if agenda.open is not None else waiting))
