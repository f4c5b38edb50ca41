"""What each bet must have come to by the end of a round, by the cards that lie there and not by what the table asked for."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import attrs

import dealerkit as dk
from dealerkit.coup import settle
from dealerkit.errors import Impossible, UnknownName
from dealerkit.felt import Act
from dealerkit.rules.coups import coup_rules, deal_coup
from dealerkit.rules.games import game


@functools.cache
def _has_coups(name: str) -> bool:
    """Whether a game is dealt in coups."""
    try:
        coup_rules(game(name))
    except UnknownName:
        return False
    return True


@attrs.define
class Coup:
    """The cards of a coup as they come, and what the bets get by those that lie there in the end.

    Attributes:
        table: The table.
        order: The cards dealt, in the order they came.
        hands: The cards of each hand before they were cleared.
        cleared: Whether they have been.
    """

    table: dk.Table
    order: list[int] = attrs.field(factory=list)
    hands: dict[str, list[int]] = attrs.field(factory=dict)
    cleared: bool = True

    @classmethod
    def of(cls, table: dk.Table) -> Coup | None:
        """For a table at which coups are dealt; None elsewhere."""
        return cls(table) if _has_coups(table.game.id) else None

    def look(self, act: Act) -> None:
        """See what an act has brought."""
        if act.verb == "deal":
            if self.cleared:
                self.order = []
            self.cleared = False
            self.order += self.table.felt.moved
        if act.verb == "clear":
            self.cleared = True
        elif not self.cleared:
            self.hands = {name: list(self.table.felt.cards(name)) for name in ("player", "banker")}

    def wrong(self, acts: Sequence[Act], before: Sequence[int], after: Sequence[int]) -> str:
        """Compare what seats have with what their bets get by the cards.

        Args:
            acts: The acts of the round.
            before: What each seat had, cell 0 seat 1, before it.
            after: What each seat has now.

        Returns:
            What is wrong; empty if nothing is.
        """
        felt, under = self.table.felt, coup_rules(self.table.game)
        order = {card: at for at, card in enumerate(self.order)}
        sides = [sorted(self.hands.get(name, ()), key=lambda card: order.get(card, 99)) for name in ("player", "banker")]
        if min(map(len, sides)) < 2:
            return "hands"
        faces = [felt.faces[card] for card in (sides[0][0], sides[1][0], sides[0][1], sides[1][1], *sides[0][2:], *sides[1][2:])]
        try:
            coup = deal_coup(faces, under)
        except Impossible:
            return "hands"
        if coup.cards_used != len(faces):
            return "hands"
        nets = [0] * self.table.seats
        for seat, spot, units in self._stakes(acts):
            settled = settle(spot, units, coup, under)
            nets[seat - 1] += -units if settled.result == "lose" else settled.paid
        wrong = [f"s{seat + 1}" for seat, net in enumerate(nets) if after[seat] - before[seat] != net]
        return "bets" if wrong else ""

    def _stakes(self, acts: Sequence[Act]) -> list[tuple[int, str, int]]:
        """What lay on each spot when the first card came."""
        found: dict[tuple[int, str], int] = {}
        first = next((at for at, act in enumerate(acts) if act.verb == "deal"), len(acts))
        for act in acts[:first]:
            if act.seat and act.verb == "bet" and act.to:
                found[act.seat, act.to[0]] = found.get((act.seat, act.to[0]), 0) + self.table.felt.units(act.n)
            elif act.seat and act.verb == "take" and act.to:
                found.pop((act.seat, act.to[0]), None)
        return [(seat, spot, units) for (seat, spot), units in found.items()]
