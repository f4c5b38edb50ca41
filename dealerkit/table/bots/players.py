"""The players at the seats: nobody, or bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Mapping, Sequence

from dealerkit.felt import DEALER, Act
from dealerkit.rules.doc import branch
from dealerkit.table.next_acts import urgent_act
from dealerkit.table.rounds import round_start
from dealerkit.table.table import Table

Moves = Mapping[str, Container[object]]
Chooser = Callable[["Table", str, Moves, random.Random], "Act | None"]
"""Function that takes the table, a seat, its moves and a random generator, and returns one of the moves as an act; None for no
act.
"""


class Players:
    """Players that do nothing: all acts of the seats are entered by somebody else. The base of all kinds of players.

    Attributes:
        errs: Whether they may make illegal moves.
    """

    errs = False

    def acts(self, table: Table) -> list[Act]:  # noqa: ARG002 - nobody sits here and looks
        """Return the acts that the players do now, before the dealer continues; empty if they wait for the dealer."""
        return []


NOBODY = Players()
"""No bots: the person at the table enters the players' acts too."""


class Bots(Players):
    """Bots that choose their moves.

    Args:
        choose: Function that chooses a move: `random_legal` or `sensible`.
        seed: Seed of their choices; None for the table's seed.
    """

    def __init__(self, choose: Chooser, seed: int | None = None) -> None:
        self.choose, self.seed = choose, seed

    def _rng(self, table: Table, at: object) -> random.Random:
        seed = self.seed if self.seed is not None else table.setup.seed
        return random.Random(f"{seed}/players/{at}")

    def acts(self, table: Table) -> list[Act]:
        """Return the acts that the bots do now, before the dealer continues; empty if they wait for the dealer."""
        players = table.players
        if players is None or not table.ask or urgent_act(table) is not None:
            return []
        if players.until:
            return self._all_at_once(table)
        rng = self._rng(table, len(table.log))
        asked = [(seat, moves) for seat, moves in table.ask.items() if seat != DEALER]
        # hands are shown in a fixed order; elsewhere chance decides which of several seats acts
        if "show" not in players.mechanic.verbs:
            rng.shuffle(asked)
        for seat, moves in asked:
            act = self.choose(table, seat, moves, rng) or players.mechanic.plain(table.now, players.params, seat, moves)
            if act is not None:
                return [act]
        return []

    def _all_at_once(self, table: Table) -> list[Act]:
        """Return every seat's choices, once a step, in a step where all may act until the dealer ends it."""
        since, players = opened_at(table), table.players
        assert players is not None
        if have_acted(table, since):
            return []
        gone = {act.who for act in table.log if act.verb == "leave"}
        acts: list[Act] = []
        equals = _equal_bets(table)
        for seat, asked in table.ask.items():
            if seat in gone:
                continue
            rng = self._rng(table, f"{since}/{seat}")
            moves = {move: allowed for move, allowed in asked.items() if move not in equals} if equals else asked
            act = self.choose(table, seat, moves, rng)
            while act is not None and len(acts) < 100:
                beside = [Act.make(seat, *move.split(), n=act.n) for move, of in equals.items() if of == act.move]
                if beside and table.felt.units(act.n) * (1 + len(beside)) > table.felt.rows["stack"][int(seat[1:])]:
                    break
                acts += [act, *beside]
                act = self._another(table, seat, moves, rng, acts)
            if acts and players.mechanic.alone:
                return acts[:1]
        return acts

    def _another(self, table: Table, seat: str, moves: Moves, rng: random.Random, before: Sequence[Act]) -> Act | None:
        """Return a further bet on another spot, now and then, within the stack."""
        mine = [act for act in before if act.who == seat]
        if mine[-1].verb != "bet" or len(mine) > 2 or rng.random() > 0.25:
            return None
        taken = {act.move for act in mine}
        act = self.choose(table, seat, {move: allowed for move, allowed in moves.items() if move not in taken}, rng)
        staked = sum(table.felt.units(bet.n) for bet in mine)
        if act is None or act.verb != "bet" or staked + table.felt.units(act.n) > table.felt.rows["stack"][int(seat[1:])]:
            return None
        return act if not _against(table, act, mine) else None


def _equal_bets(table: Table) -> dict[str, str]:
    """Return the bets that must be as large as another one and are made with it, as a blind beside an ante: the move of each, and
    that of the other (HOD-02).
    """
    spots = branch(branch(table.now.game.data, "felt"), "spots")
    equals = {name: branch(spots, name).get("equals") for name in spots}
    return {f"bet {name}": f"bet {other}" for name, other in equals.items() if other}


def opened_at(table: Table) -> int:
    """Return the number of acts in the log when the open players' step began, or when the round began if that was later."""
    step = table.agenda.open
    return max(round_start(table), step.key[1] if step is not None else 0)


def have_acted(table: Table, since: int) -> bool:
    """Return whether players have acted in the open step since a given point of the log.

    Args:
        table: The table.
        since: Number of acts in the log at that point.
    """
    verbs = table.players.mechanic.verbs if table.players is not None else ()
    return any(act.seat and (not verbs or act.verb in verbs) for act in table.log[since:])


def _against(table: Table, act: Act, mine: Sequence[Act]) -> bool:
    """Return whether a bet opposes an earlier one of the seat: no seat bets on both hands of one coup."""
    hands = [name for name, spec in table.felt.layout.places.items() if spec.kind == "hand"]
    return act.to[0] in hands and any(bet.to[0] in hands for bet in mine)
