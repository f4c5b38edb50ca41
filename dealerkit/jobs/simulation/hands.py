"""Hands of any game, dealt by the engine: a dealer without errors, simulated players, and a new table after some hands."""

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
        seats: The number of players at a table.
        bots: The kind of simulated players: `sensible` or `random`.
        each: The number of hands at a table, before a new table with full stacks replaces it.
    """

    seats: int
    bots: str
    each: int


@attrs.frozen
class HandRow:
    """A dealt hand.

    Attributes:
        table: The number of the table, from 1.
        hand: The number of the hand at the table, from 1.
        acts: The number of acts.
        pot: The sum pushed to players and taken by the house, in smallest chips.
        contested: Whether more than one player showed a hand or threw it in at the showdown.
        winners: The seats that were pushed a pot.
        net: The net win of the house and each seat, in smallest chips; the house first.
        scored: The scores of the house and each seat, all boxes together; all zero in games without scores.
        findings: The codes of the findings; a dealer without errors leaves none.
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
    """The mean of some numbers, held as sums that can be added up.

    Attributes:
        count: The number of numbers.
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
        """The mean; 0 if there are no numbers."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The mean's standard error; infinity for fewer than two numbers."""
        if self.count < 2:
            return math.inf
        spread = max(self.squares - self.total * self.total / self.count, 0.0) / (self.count - 1)
        return math.sqrt(spread / self.count)


@attrs.define
class HandTotals:
    """The totals of hands dealt by the engine: sums that can be added up.

    Attributes:
        scale: The number of smallest chips in a unit of money.
        tables: The number of tables.
        acts: The acts in a hand.
        pots: The pots of hands that had one.
        contested: Hands in which more than one player showed a hand or threw it in at the showdown.
        net: The mean net win of a hand, for the house and each seat; the house first.
        scored: The mean score of a hand, for the house and each seat.
        findings: Code of a finding -> how often it occurred.
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
        """The number of hands dealt."""
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
    """Deal the hands of one table, and return them; fewer than planned if the game ends early.

    Args:
        plan: The plan of the run.
        number: The table's number, from 0; it determines the cards and the players' choices, together with the seed.
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
    """Deal a whole run, and return its totals.

    Args:
        plan: The plan of the run.
        jobs: The number of processes, 1 or more; the result is the same with any number.
        each: Called after each table with its hands and the totals so far.

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
