"""A shoe of rounds that was dealt in bulk, dealt again at a table, act by act, to be held against it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import attrs

from dealerkit.felt import Act
from dealerkit.jobs.simulation.rounds import rounds_at
from dealerkit.jobs.simulation.table_proof import order_of_faces
from dealerkit.rules.counted_figures import BulkShoe, RoundPlan
from dealerkit.rules.games import Game
from dealerkit.table.bots import Bots, advice
from dealerkit.table.bots.players import Chooser, Moves
from dealerkit.table.table import Table

_MOST = 10_000
"""Rounds of one shoe; no shoe has so many."""


@attrs.frozen
class UnlikeRound:
    """A round that bulk and table do not agree on.

    Attributes:
        shoe: Which shoe, from 1.
        round: Which round of it, from 1.
        bulk: What each box won in bulk, in smallest units; None if the shoe was over there.
        table: What each box won at the table; None if the shoe was over there.
        findings: Codes of what was found at the table; a perfect dealer leaves none.
    """

    shoe: int
    round: int
    bulk: Sequence[int] | None
    table: Sequence[int] | None
    findings: Sequence[str] = ()


def advised(bet: str, stake: int) -> Chooser:
    """Return a player who puts one bet and then does what the adviser says, with the most that it may cost.

    Args:
        bet: The bet.
        stake: How much, in smallest units.
    """

    def choose(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:  # noqa: ARG001 - nothing is left to chance
        if table.players is not None and table.players.until and f"bet {bet}" in moves:
            return Act.make(seat, "bet", bet, n=table.felt.written(stake))
        advised_move = advice(table, seat)
        if advised_move is not None or table.players is None or table.players.until:
            return advised_move[0] if advised_move is not None else None
        return next((Act.make(seat, *move.split(), n=max(moves[move])) for move in moves if move.startswith("bet ")), None)  # type: ignore[call-overload]

    return choose


def differences(game: Game, plan: RoundPlan, shoe: BulkShoe, number: int) -> Iterator[UnlikeRound]:
    """Deal a shoe again at a table, and yield every round that is another there.

    Args:
        game: The game, its options in force.
        plan: The run.
        shoe: The shoe as it was dealt in bulk.
        number: Which shoe it is, from 1.
    """
    table = Table(game, seats=plan.boxes, seed=0, deck=order_of_faces(shoe.letters))
    rounds = rounds_at(table, Bots(advised("main", plan.stake)), _MOST)
    same = itertools.takewhile(lambda dealt: dealt.number == 1 or not any(act.verb == "shuffle" for act in dealt.acts), rounds)
    counted = same if shoe.whole else itertools.islice(same, len(shoe.nets))
    for at, (bulk, dealt) in enumerate(itertools.zip_longest(shoe.nets, counted), 1):
        net = None if dealt is None else dealt.net[1:]
        findings = () if dealt is None else dealt.findings
        if bulk is None or net is None or list(bulk) != list(net) or findings:
            yield UnlikeRound(number, at, bulk, net, findings)
