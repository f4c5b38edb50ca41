"""The agenda: how far a table is in its procedure, as a value with the steps to come, the open step and the debts.

These values are never changed in place. `dealerkit.procedure.advance` makes the next agenda from one.
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
"""Verbs that move chips to their owners."""


@attrs.frozen(eq=False)
class Loop:
    """Item at the end of a repeated section, which decides whether the section begins again.

    Attributes:
        section: The section.
    """

    section: Section


@attrs.frozen(eq=False)
class Resume:
    """A dealer's step that a remedy has interrupted and that resumes after it.

    Attributes:
        step: The step.
        acts: The acts that were still due in it, in order; never empty.
        bag: Whether the acts may come in any order.
    """

    step: DealerStep
    acts: tuple[Act, ...]
    bag: bool


class OpenStep(NamedTuple):
    """A players' step that is open.

    Attributes:
        step: The step.
        key: Key of the generator that asks the players, in `RunningMechanics`.
    """

    step: PlayerStep
    key: Key


@attrs.frozen(eq=False)
class Waiting:
    """A players' step that a remedy has interrupted. When it resumes, its mechanic is sent the dealer's acts made meanwhile.

    Attributes:
        open: The step and its mechanic.
        at: Number of acts in the log at the interruption.
    """

    open: OpenStep
    at: int


@attrs.frozen(eq=False)
class Leave:
    """Item that abandons the remaining steps of a section.

    Attributes:
        section: Id of the section.
        again: Whether the section then begins again, regardless of its condition.
        otherwise: The `Leave` to use if that section is not open; None for none.
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
    """Return a stack with some items on top, the first of them next.

    Args:
        nodes: The items, in order.
        below: The stack to put them on; None for an empty one.
    """
    for node in reversed(list(nodes)):
        below = (node, below)
    return below


class Place(NamedTuple):
    """The open dealer's step, and how far its plan is done.

    Attributes:
        step: The step.
        acts: Acts still due, in order.
        at: Length of the log when the first of them became due: the act due now is `acts[len(log) - at]`.
        bag: Whether they may come in any order.
        total: Number of equal acts that the step asked for; 0 if they differ.
        partial: The rest of an act that was done in part; None for none.
    """

    step: DealerStep
    acts: tuple[Act, ...]
    at: int
    bag: bool
    total: int
    partial: Act | None


@attrs.frozen(eq=False)
class Debt:
    """Acts that are owed: missing acts of a step, or corrections of a wrong act.

    Attributes:
        step: The step that asked for the acts.
        acts: Acts still owed.
        total: Number of acts that the step asked for.
        finding: Number of the finding that reported it; -1 while unreported.
        found: Number of the act with that finding, from 1.
        deadline: Step before which it must be settled; empty for none.
        amends: Whether it corrects a wrong act.
        round: Value of `RoundCounts.begun` when it was noted.
        then: Item put on the stack when it is settled late; None for none.
        at: Number of acts in the log when it was noted.
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
        """Whether chips are owed; such a debt never expires once it is reported."""
        return any(act.verb in MONEY for act in self.acts)


class RoundCounts(NamedTuple):
    """Counts of the rounds so far. Its maps and tuples are never changed.

    Attributes:
        begun: Number of times that a repeated section has begun again.
        laps: Number of times that a part of a round, such as a player's turn, has begun again.
        entered: Whether the table was set up in the middle of a round that is still open.
        earlier: The dealer's steps that were opened in the round before.
        reported: Slips reported in this round, among those that are reported once a round.
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
    """The judge's records besides the place in the procedure: debts, duties and slips.

    Attributes:
        debts: Missing acts and corrections.
        may: Steps passed by while their acts could not be known; these acts get no finding.
        credit: Acts that were done before their step opened, by the id of the step.
        hurried: Ids of steps begun before players had finished.
        left_out: Optional acts that were not done.
        duties: Open duties.
        taken: Length of the log when the round began, and the number of cards taken back from each place and not dealt again.
        slips, mended, stakes, out_of_turn: As in `dealerkit.facts.Situation`.
        right: Numbers of the findings that were corrected before the next player acted.
        slipped: Number of the last round, as in `RoundCounts.begun`, with an act that was neither due nor asked for; -1 for none.
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
    """How far a table is in its procedure: the open step, the steps to come, and what is still owed.

    Attributes:
        stack: Steps and sections to come.
        place: Open dealer's step and the acts due; None for none.
        open: Open players' step; None for none.
        passed: Dealer's steps opened since the innermost repeated section began.
        round: Counts of the rounds so far.
        books: Debts, duties and other records of the judge.
    """

    stack: Stack
    place: Place | None
    open: OpenStep | None
    passed: tuple[DealerStep, ...]
    round: RoundCounts
    books: Books

    @property
    def step(self) -> DealerStep | None:
        """The open dealer's step; None for none."""
        return self.place.step if self.place is not None else None

    @property
    def players(self) -> PlayerStep | None:
        """The open players' step; None for none."""
        return self.open.step if self.open is not None else None


def beginning(program: Section) -> Agenda:
    """Return the agenda before anything has happened."""
    return Agenda((program, None), None, None, (), RoundCounts(), Books())


def mechanic_keys(agenda: Agenda) -> list[Key]:
    """Return the keys, in `RunningMechanics`, of the generators that ask the players: for the open step, and for the steps that
    remedies have interrupted.
    """
    waiting = [item.open.key for item in items(agenda.stack) if isinstance(item, Waiting)]
    return list(dict.fromkeys([agenda.open.key, *waiting] if agenda.open is not None else waiting))
