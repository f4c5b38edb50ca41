"""Hands of any game, dealt by the engine: a perfect dealer, players of ours, and a new table after a number of hands."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable
from typing import Final

import attrs

from dealerkit.jobs.simulation.blocks import in_order
from dealerkit.jobs.simulation.rounds import DealtRound, rounds_at
from dealerkit.rules.counted_figures import RunPlan
from dealerkit.rules.games import game as load
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table

HOUSE: Final = 0
"""Index of the house, where its takings are counted."""


@attrs.frozen
class HandPlan(RunPlan):
    """The settings of a run of hands.

    Attributes:
        seats: Players at a table.
        bots: The kind of players: `sensible` or `random`.
        each: Hands dealt at a table before the next one begins, its stacks full.
    """

    seats: int
    bots: str
    each: int


@attrs.frozen
class HandRow:
    """A dealt hand.

    Attributes:
        table: At which table, from 1.
        hand: The number of the hand, from 1.
        acts: The number of acts.
        pot: The sum pushed to players and taken by the house, in smallest chips.
        contested: Whether more than one player showed a hand or threw it in at the showdown.
        winners: The seats that were pushed a pot.
        net: The net win of the house and each seat, in smallest chips; the house first.
        scored: The scores of the house and each seat, all boxes together; all zero if there are none.
        findings: Codes of what was found; a perfect dealer leaves none.
    """

    table: int
    hand: int
    acts: int
    pot: int
    contested: bool
    winners: tuple[int, ...]
    net: tuple[int, ...]
    scored: tuple[int, ...]
    findings: tuple[str, ...]


@attrs.define
class Mean:
    """A mean, as sums that can be added up.

    Attributes:
        count: Of how many numbers.
        total: Their sum.
        squares: The sum of their squares.
    """

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        """Add a number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The mean's standard error; without end for fewer than two numbers."""
        if self.count < 2:
            return math.inf
        spread = max(self.squares - self.total * self.total / self.count, 0.0) / (self.count - 1)
        return math.sqrt(spread / self.count)


@attrs.define
class HandTotals:
    """The totals of hands dealt by the engine: sums that can be added up.

    Attributes:
        scale: The number of smallest chips in a unit of money.
        tables: Tables at which they were dealt.
        acts: Acts a hand.
        pots: The pots of hands that had any.
        contested: Hands in which more than one player showed a hand or threw it in at the showdown.
        net: The mean net win of a hand, for the house and each seat; the house first.
        scored: The mean score of a hand, for each.
        findings: Code -> how often it was found.
    """

    scale: int = 1
    tables: int = 0
    acts: Mean = attrs.field(factory=Mean)
    pots: Mean = attrs.field(factory=Mean)
    contested: int = 0
    net: list[Mean] = attrs.field(factory=list)
    scored: list[Mean] = attrs.field(factory=list)
    findings: dict[str, int] = attrs.field(factory=dict)

    @property
    def hands(self) -> int:
        """How many hands were dealt."""
        return self.acts.count

    def add(self, row: HandRow) -> None:
        """Add a hand."""
        self.tables = row.table
        self.acts.add(row.acts)
        if row.pot:
            self.pots.add(row.pot)
            self.contested += row.contested
        for means, numbers in ((self.net, row.net), (self.scored, row.scored)):
            if not means:
                means.extend(Mean() for _ in numbers)
            for mean, number in zip(means, numbers, strict=True):
                mean.add(number)
        for code in row.findings:
            self.findings[code] = self.findings.get(code, 0) + 1


def hands_of(plan: HandPlan, number: int) -> list[HandRow]:
    """Deal the hands of a table. A game that ends early yields fewer.

    Args:
        plan: The plan of the run.
        number: The table's number, from 0; its cards and choices are its own.
    """
    played = load(plan.game, plan.rules, plan.settings)
    table = Table(played, seats=plan.seats, seed=plan.seed * 1_000_003 + number)
    return [_row(number + 1, table, hand) for hand in rounds_at(table, players_named(plan.bots), plan.each)]


def _row(number: int, table: Table, dealt: DealtRound) -> HandRow:
    units = table.felt.units
    won = [act for act in dealt.acts if act.verb == "award"]
    taken = [act for act in dealt.acts if act.verb in ("rake", "drop")]
    at_showdown = {act.who for act in dealt.acts if act.verb in ("show", "muck")}
    return HandRow(
        number,
        dealt.number,
        len(dealt.acts),
        sum(units(act.n) for act in (*won, *taken)),
        len(at_showdown) > 1,
        tuple(sorted({int(act.to[0][1:]) for act in won})),
        dealt.net,
        dealt.scored,
        dealt.findings,
    )


def _tables(plan: HandPlan) -> Callable[[int], list[HandRow]]:
    return functools.partial(hands_of, plan)


def run(plan: HandPlan, jobs: int, each: Callable[[list[HandRow], HandTotals], None]) -> HandTotals:
    """Deal a whole run.

    Args:
        plan: The plan of the run.
        jobs: Processes, 1 or more; the result is the same with any number.
        each: Called after each table with its hands and all totals so far.

    Returns:
        What came of all hands.

    Raises:
        UnknownName, RuleFileError, BadSetup: If there is no such game or table.
    """
    played = load(plan.game, plan.rules, plan.settings)
    total = HandTotals(scale=Table(played, seats=plan.seats, seed=0).felt.layout.scale)
    left = plan.rounds
    with contextlib.closing(in_order(_tables, plan, jobs)) as tables:
        for rows in tables:
            rows = rows[:left]
            for row in rows:
                total.add(row)
            left -= len(rows)
            each(rows, total)
            if not left or not rows:
                break
    return total
