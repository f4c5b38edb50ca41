"""A proof of bulk dealing: a shoe of rounds is dealt again at a table, act by act, and compared."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import attrs

from dealerkit.arithmetic.readings import RANKED
from dealerkit.cards import read_cards
from dealerkit.felt import Act
from dealerkit.jobs.simulation.rounds import rounds_at
from dealerkit.jobs.simulation.table_proof import order_of_faces
from dealerkit.rules.boxes import boxes_of
from dealerkit.rules.counted_figures import BulkShoe, RoundPlan
from dealerkit.rules.games import Game
from dealerkit.table.bots import Bots, advice, sensible
from dealerkit.table.bots.players import Chooser, Moves
from dealerkit.table.table import Table

_MOST = 10_000
"""Rounds of one shoe; no shoe has so many."""


@attrs.frozen
class UnlikeRound:
    """A round that came out differently in bulk and at the table.

    Attributes:
        shoe: The number of the shoe, from 1.
        round: The number of the round in the shoe, from 1.
        bulk: Each box's net win in bulk, in smallest units; None if the shoe was over in bulk.
        table: Each box's net win at the table, in smallest units; None if the shoe was over at the table.
        findings: The codes of the findings at the table; a dealer without errors leaves none.
    """

    shoe: int
    round: int
    bulk: Sequence[int] | None
    table: Sequence[int] | None
    findings: Sequence[str] = ()


def advised(bet: str, stake: int) -> Chooser:
    """Return a simulated player who makes one bet and then follows the adviser, betting the most allowed if a further bet is due;
    in a game with hands read by a ranking, the game's own table of usual play.

    Args:
        bet: The name of the bet.
        stake: The amount of the bet, in smallest units.
    """

    def choose(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
        if table.players is not None and table.players.until and f"bet {bet}" in moves:
            return Act.make(seat, "bet", bet, n=table.felt.written(stake))
        advised_move = advice(table, seat)
        if advised_move is not None or table.players is None or table.players.until:
            return advised_move[0] if advised_move is not None else None
        if table.game.kind == RANKED:  # nobody advises there: the game's own table of usual play
            return sensible(table, seat, moves, rng)
        return next((Act.make(seat, *move.split(), n=max(moves[move])) for move in moves if move.startswith("bet ")), None)  # type: ignore[call-overload]

    return choose


def differences(game: Game, plan: RoundPlan, shoe: BulkShoe, number: int) -> Iterator[UnlikeRound]:
    """Deal a shoe again at a table, and yield every round that comes out differently.

    Args:
        game: The game, its options in force.
        plan: The plan of the run.
        shoe: The shoe as it was dealt in bulk.
        number: The number of the shoe, from 1.
    """
    faces = tuple(face for face in read_cards(" ".join(shoe.cards)) if face is not None) or order_of_faces(shoe.letters)
    table = Table(game, seats=plan.boxes, seed=0, deck=faces)
    rounds = rounds_at(table, Bots(advised(boxes_of(game).main, plan.stake)), _MOST)
    same = itertools.takewhile(lambda dealt: dealt.number == 1 or not any(act.verb == "shuffle" for act in dealt.acts), rounds)
    counted = same if shoe.whole else itertools.islice(same, len(shoe.nets))
    for at, (bulk, dealt) in enumerate(itertools.zip_longest(shoe.nets, counted), 1):
        net = None if dealt is None else dealt.net[1:]
        findings = () if dealt is None else dealt.findings
        if bulk is None or net is None or list(bulk) != list(net) or findings:
            yield UnlikeRound(number, at, bulk, net, findings)
