"""A run of rounds against the house, dealt in bulk over processes by the dealer that the game's family registers."""

from __future__ import annotations

import contextlib
import functools
from collections import Counter
from collections.abc import Callable

import attrs

from dealerkit.errors import Impossible
from dealerkit.jobs.simulation.bets import Takings
from dealerkit.jobs.simulation.blocks import in_order
from dealerkit.rules.counted_figures import BULK, BulkDealer, BulkRounds, RoundPlan
from dealerkit.rules.games import game as load


@attrs.define
class RoundTotals:
    """The totals of simulated rounds.

    Attributes:
        takings: The takings of the bets, all boxes of a round together.
        ends: The number of rounds, counted for each box, by how they ended.
    """

    takings: Takings = attrs.field(factory=Takings)
    ends: Counter[str] = attrs.field(factory=Counter)

    @property
    def rounds(self) -> int:
        """The number of rounds dealt."""
        return self.takings.coups

    def add(self, dealt: BulkRounds) -> None:
        """Add the rounds of a block."""
        self.takings += Takings.of_shoes(dealt.net, dealt.rounds)
        self.ends.update(dealt.ends)


def dealer_of(plan: RoundPlan) -> BulkDealer:
    """Return the bulk dealer for a plan's game.

    Args:
        plan: The plan of the run.
    """
    played = load(plan.game, plan.rules, plan.settings)
    return BULK[played.kind](played, plan.boxes, plan.stake)


def _blocks(plan: RoundPlan) -> Callable[[int], BulkRounds]:
    return functools.partial(dealer_of(plan).block, plan.seed)


def run(plan: RoundPlan, dealer: BulkDealer, jobs: int, each: Callable[[RoundTotals], None]) -> RoundTotals:
    """Deal a whole run, and return its totals.

    Args:
        plan: The plan of the run.
        dealer: The dealer of the last, unfinished block.
        jobs: Processes, 1 or more; the result is the same with any number.
        each: Called after each block with all totals so far.

    Returns:
        The totals of all rounds.

    Raises:
        Impossible: If the shoe has too few cards for a round.
    """
    totals = RoundTotals()
    with contextlib.closing(in_order(_blocks, plan, jobs)) as blocks:
        for number, dealt in enumerate(blocks):
            left = plan.rounds - totals.rounds
            count = int(sum(dealt.rounds))
            if not count:
                msg = "no round can be dealt from this shoe: too few cards before the cut card"
                raise Impossible(msg)
            totals.add(dealt if count <= left else dealer.block(plan.seed, number, left))
            each(totals)
            if totals.rounds >= plan.rounds:
                break
    return totals
