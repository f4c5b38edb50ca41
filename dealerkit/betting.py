"""One round of betting, in whole numbers: whose turn it is and what it may come to. Imports nothing of ours.

Rows have a cell a seat and cell 0 unused. The round moves no chips: whoever owns the rows does, before `took` is called.
"""

from __future__ import annotations

from collections.abc import Sequence


class Betting:
    """A betting round without limit.

    Attributes:
        stack: Chips behind, a cell a seat.
        bet: Chips in front, a cell a seat.
        turn: The seat to act, 0 when the round is over.
        top: The amount to be matched.
        step: The last full raise; the next must be as large (BR: minimum raise).
    """

    __slots__ = ("bet", "owes", "stack", "step", "top", "turn")

    def __init__(self, stack: Sequence[int], bet: Sequence[int], live: Sequence[int], opener: int, step: int, top: int) -> None:
        self.stack, self.bet, self.step, self.top = stack, bet, step, top
        seats = len(stack) - 1
        order = [(opener + at - 1) % seats + 1 for at in range(seats)]
        self.owes = [seat for seat in order if seat in live and stack[seat] > 0]
        if len(self.owes) == 1 and bet[self.owes[0]] >= top:
            self.owes = []
        self.turn = self.owes[0] if self.owes else 0

    def to_call(self) -> int:
        """What the seat to act must add to stay in."""
        return min(self.stack[self.turn], self.top - self.bet[self.turn])

    def raises(self) -> range:
        """What the seat to act may make the bet in all."""
        seat = self.turn
        most = self.bet[seat] + self.stack[seat]
        if most <= self.top:
            return range(0)
        return range(min(most, self.top + self.step), most + 1)

    def took(self, seat: int, live: Sequence[int]) -> None:
        """A seat has acted; its chips are already where they belong. Out of turn, the turn stays where it was."""
        amount = self.bet[seat]
        if amount > self.top:
            self.step = max(amount - self.top, self.step)
            self.top = amount
            seats = len(self.stack) - 1
            order = [(seat + at - 1) % seats + 1 for at in range(1, seats)]
            waiting = [other for other in order if other in live and self.stack[other] > 0]
            start = waiting.index(self.turn) if seat != self.turn and self.turn in waiting else 0
            self.owes = waiting[start:] + waiting[:start]
        else:
            self.owes = [other for other in self.owes if other != seat and other in live]
        if sum(other in live for other in range(1, len(self.stack))) < 2:
            self.owes = []
        self.turn = self.owes[0] if self.owes else 0
