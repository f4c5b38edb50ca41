"""A run of coups: its plan, one block of shoes at a time, and the counts.

A block has the same shoes in any process, so the result of a run depends on its plan alone, not on the number of processes.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

import attrs
import numpy as np

from dealerkit.arithmetic.coup import CoupRules
from dealerkit.errors import Impossible
from dealerkit.jobs.simulation.bets import Takings, nets
from dealerkit.jobs.simulation.blocks import in_order
from dealerkit.jobs.simulation.runs import Runs, runs_of
from dealerkit.jobs.simulation.sessions import BankrollSessions, sessions_of
from dealerkit.jobs.simulation.shoes import NONE, CoupIds, Numbers, Ranks, ShoeRules
from dealerkit.rules.counted_figures import RunPlan
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game as load

SHOES: Final = 2048
"""Shoes of a block: enough that a step of them all is worth an array, few enough to stay in the processor's own memory."""


@attrs.frozen
class CoupPlan(RunPlan):
    """The settings of a run of coups.

    Attributes:
        stakes: Bet -> the stake on every coup, in smallest units.
        session: The number of coups in a session.
        bankroll: The bettor's chips at the beginning of a session, in smallest units.
        back: For each derived road of the game, how many columns it looks back.
    """

    stakes: Mapping[str, int]
    session: int
    bankroll: int
    back: tuple[int, ...] = ()


@attrs.define
class CoupTotals:
    """The totals of simulated coups: sums that can be added up.

    Attributes:
        counts: Coup's id -> how many were dealt.
        lengths: Number of coups in a shoe -> number of shoes with as many, without a last shoe that was cut short.
        takings: Bet -> its takings.
        runs: The streaks and road marks of all shoes.
        sessions: Bet -> its sessions.
    """

    counts: Counter[int] = attrs.field(factory=Counter)
    lengths: Counter[int] = attrs.field(factory=Counter)
    takings: dict[str, Takings] = attrs.field(factory=dict)
    runs: Runs = attrs.field(factory=Runs)
    sessions: dict[str, BankrollSessions] = attrs.field(factory=dict)

    @property
    def coups(self) -> int:
        """The number of coups dealt."""
        return sum(self.counts.values())

    @property
    def shoes(self) -> int:
        """The number of shoes dealt to their ends."""
        return sum(self.lengths.values())

    def add(self, others: CoupTotals) -> None:
        """Add other totals to these."""
        self.counts.update(others.counts)
        self.lengths.update(others.lengths)
        self.runs.add(others.runs)
        for bet, takings in others.takings.items():
            self.takings[bet] = self.takings.get(bet, Takings()) + takings
        for bet, sessions in others.sessions.items():
            self.sessions.setdefault(bet, BankrollSessions()).add(sessions)


@attrs.frozen(eq=False)
class ShoeRows:
    """The shoes of a block, one by one, for storing.

    Attributes:
        coups: The number of coups of each shoe.
        won: Side, or `tie` -> how many coups it won in each shoe.
        net: Bet -> the bettor's net win in each shoe, in smallest units.
        ids: The ids of the block's coups, one row for each shoe.
    """

    coups: Numbers
    won: Mapping[str, Numbers]
    net: Mapping[str, Numbers]
    ids: CoupIds


class CoupDealer:
    """Dealer that deals a run block by block, in arrays.

    Args:
        plan: The plan of the run.

    Attributes:
        plan: The plan of the run.
        game: The game, its options in force.
        rules: The rules of its coups.
        shoe: The rules of its shoes.
        won: Bet -> the bettor's net win by the coup's id, with a 0 added at the end, for no coup.
    """

    def __init__(self, plan: CoupPlan) -> None:
        self.plan = plan
        self.game = load(plan.game, plan.rules, plan.settings)
        self.rules: CoupRules = coup_rules(self.game)
        self.shoe = ShoeRules.of(self.game)
        coups = self.shoe.table.coups
        self.won = {bet: np.append(nets(self.rules, coups, bet, stake), 0) for bet, stake in plan.stakes.items()}

    def ids(self, block: int) -> CoupIds:
        """Deal a block, and return the ids of its coups, one row for each shoe.

        Args:
            block: The block's number, from 0.
        """
        return self.shoe.deal(self.orders(block))

    def orders(self, block: int) -> Ranks:
        """Return the shuffled shoes of a block: for each a row of rank indexes, in the order in which the cards come out.

        Args:
            block: The block's number, from 0.
        """
        return self.shoe.shuffled(self.plan.seed, block, SHOES)

    def first(self, ids: CoupIds, rounds: int) -> CoupIds:
        """Return the first coups of a block, shoe after shoe, with the rest marked as not dealt.

        Args:
            ids: The ids of its coups, one row for each shoe.
            rounds: The number of coups to keep.
        """
        dealt = (ids != NONE).ravel()
        return np.where((dealt.cumsum() <= rounds).reshape(ids.shape), ids, np.int16(NONE))

    def totals(self, ids: CoupIds, *, whole: bool = True) -> CoupTotals:
        """Return the totals of a block.

        Args:
            ids: The ids of its coups, one row for each shoe.
            whole: Whether all of its shoes were dealt to their ends.
        """
        plan, dealt = self.plan, ids[ids != NONE]
        counted = np.bincount(dealt, minlength=len(self.shoe.table.coups))
        lengths = np.bincount((ids != NONE).sum(axis=1))
        lengths[0] = 0
        runs = runs_of(self.shoe.table, ids, plan.back)
        if not whole and dealt.size:
            last = ids[ids[:, 0] != NONE][-1:]
            lengths[int((last != NONE).sum())] -= 1
            runs.columns.subtract(runs_of(self.shoe.table, last, ()).columns)
        return CoupTotals(
            Counter({place: int(count) for place, count in enumerate(counted) if count}),
            Counter({long: int(count) for long, count in enumerate(lengths) if count}),
            {bet: Takings.of(won, ids) for bet, won in self.won.items()},
            runs,
            {bet: sessions_of(won.take(dealt), plan.session, plan.bankroll, plan.stakes[bet]) for bet, won in self.won.items()},
        )

    def rows(self, ids: CoupIds) -> ShoeRows:
        """Return figures for each shoe of a block; shoes without a coup are left out.

        Args:
            ids: The ids of its coups, one row for each shoe.
        """
        ids = ids[ids[:, 0] != NONE]
        winners = np.append(self.shoe.table.winners, np.int8(NONE)).take(ids, mode="wrap")
        return ShoeRows(
            (ids != NONE).sum(axis=1),
            {name: (winners == number).sum(axis=1) for number, name in enumerate(("player", "banker", "tie"))},
            {bet: won.take(ids, mode="wrap").sum(axis=1) for bet, won in self.won.items()},
            ids,
        )


def _blocks(plan: CoupPlan) -> Callable[[int], tuple[CoupIds, CoupTotals]]:
    """Return a function that deals and counts the block of a number."""
    dealer = CoupDealer(plan)

    def block(number: int) -> tuple[CoupIds, CoupTotals]:
        ids = dealer.ids(number)
        return ids, dealer.totals(ids)

    return block


def run(dealer: CoupDealer, jobs: int, each: Callable[[CoupIds, CoupTotals], None]) -> CoupTotals:
    """Deal a whole run, and return its totals.

    Args:
        dealer: The dealer, with its plan.
        jobs: The number of processes, 1 or more; the result is the same with any number.
        each: Called after each block with its coups and the totals so far.

    Returns:
        The totals of all coups.

    Raises:
        Impossible: If the shoe has too few cards for a coup.
    """
    total = CoupTotals()
    left = dealer.plan.rounds
    with contextlib.closing(in_order(_blocks, dealer.plan, jobs)) as blocks:
        for ids, counted in blocks:
            dealt = sum(counted.counts.values())
            if not dealt:
                msg = "this shoe has too few cards for a coup: it takes at least six to start one (BA-59)"
                raise Impossible(msg)
            if dealt > left:
                ids = dealer.first(ids, left)
                counted = dealer.totals(ids, whole=False)
            total.add(counted)
            left -= min(dealt, left)
            each(ids, total)
            if not left:
                break
    return total
