"""The right result of each bet at the end of a round, from the cards on the table and not from the table's due acts."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import attrs

import dealerkit as dk
from dealerkit.arithmetic.coup import settle
from dealerkit.errors import Impossible, UnknownName
from dealerkit.felt import Act
from dealerkit.rules.coups import coup_rules, deal_coup
from dealerkit.rules.games import game


@functools.cache
def _has_coups(name: str) -> bool:
    """Return whether a game is dealt in coups."""
    try:
        coup_rules(game(name))
    except UnknownName:
        return False
    return True


@attrs.define
class Coup:
    """The cards of a coup in order, and the payment of the bets from the final cards.

    Attributes:
        table: The table.
        order: The dealt cards, in order.
        hands: The cards of each hand before clearing.
        cleared: Whether they are cleared.
        stakes: The stakes on each seat's spots at the first card; bets from a tie in the previous coup may still be there.
        surplus: Cards that the floor has ruled out of the coup, each with the hand in which it lies (RB-02).
    """

    table: dk.Table
    order: list[int] = attrs.field(factory=list)
    hands: dict[str, list[int]] = attrs.field(factory=dict)
    cleared: bool = True
    stakes: list[tuple[int, str, int]] = attrs.field(factory=list)
    surplus: set[tuple[int, str]] = attrs.field(factory=set)

    @classmethod
    def of(cls, table: dk.Table) -> Coup | None:
        """Return the coup of a table at which coups are dealt; None elsewhere."""
        return cls(table) if _has_coups(table.game.id) else None

    def look(self, act: Act) -> None:
        """Update the coup after an act."""
        if act.verb == "deal":
            if self.cleared:
                self.order, self.surplus = [], set()
                rows = self.table.felt.rows
                spots = [name for name in self.table.game.data["felt"]["spots"] if name in rows]
                seats = range(1, self.table.seats + 1)
                self.stakes = [(seat, spot, rows[spot][seat]) for seat in seats for spot in spots if rows[spot][seat]]
            self.cleared = False
            self.order += self.table.felt.moved
            self.surplus |= {(card, act.to[0]) for card in self._ruled_out(act)}
        if act.verb == "clear":
            self.cleared = True
        elif not self.cleared:
            felt, out = self.table.felt, self.surplus
            self.hands = {name: [card for card in felt.cards(name) if (card, name) not in out] for name in ("player", "banker")}

    def _ruled_out(self, act: Act) -> Sequence[int]:
        """Return the cards just dealt that the floor has ruled out: the last ones, as many as are to be discarded (RB-02)."""
        table = self.table
        if not any(given.act == len(table.log) and given.ruling.outcome == "card_does_not_play" for given in table.rulings[-1:]):
            return ()
        plan = [due for due in table.plan() if due.verb == "discard" and due.who == "d"]
        return table.felt.moved[-sum(int(due.n or 1) for due in plan) :] if plan else ()

    def wrong(self, before: Sequence[int], after: Sequence[int]) -> str:
        """Compare the seats' chips with the payment of their bets by the cards.

        Args:
            before: The chips of each seat before it, seat 1 at index 0.
            after: The current chips of each seat.

        Returns:
            The error; empty for none.
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
        for seat, spot, units in self.stakes:
            settled = settle(spot, units, coup, under)
            nets[seat - 1] += -units if settled.result == "lose" else settled.paid
        wrong = [f"s{seat + 1}" for seat, net in enumerate(nets) if after[seat] - before[seat] != net]
        return "bets" if wrong else ""
