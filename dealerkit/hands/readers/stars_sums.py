"""The sums stated in PokerStars text: calls, raises, returned bets, collected pots, the rake, and the board in both places.

The text names every amount: a call its size, a raise its increase and its total; the pot is the collected chips and the rake.
A figure that does not add up is reported with its line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

import attrs

from dealerkit.hands.readers.reader import Discrepancy
from dealerkit.hands.readers.stars_lines import ACT, BRINGS_IN, POST, WON, money

_AMOUNT: Final = r"\D?([\d.,]+)"
_BACK: Final = re.compile(rf"Uncalled bet \({_AMOUNT}\) returned to (.*)")
_TOTAL: Final = re.compile(rf"Total pot {_AMOUNT}.*\| Rake {_AMOUNT}")
_BOARD: Final = re.compile(r"Board \[(.*)\]")
_ON_STREET: Final = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* (.*)")
_UNLIKE: Final = ("cashed out", "cashes out", "FIRST RIVER", "FIRST FLOP", "FIRST TURN", "pot is split", "Jackpot", "cap")
"""Phrases for events that change the sums in ways that the text does not spell out; such a hand is not added up."""


@attrs.define
class _Stakes:
    """The chips that each player has put in.

    Attributes:
        left: Chips that each player still has, by name.
        front: Chips in front of each player in this round.
        put: Total that each player has put in.
    """

    left: dict[str, Decimal]
    front: dict[str, Decimal] = attrs.field(factory=dict)
    put: dict[str, Decimal] = attrs.field(factory=dict)

    def pay(self, who: str, amount: Decimal, *, live: bool = True) -> None:
        """Put chips in; a dead amount goes to the pot, not in front of the player."""
        self.left[who] -= amount
        self.put[who] = self.put.get(who, Decimal(0)) + amount
        if live:
            self.front[who] = self.front.get(who, Decimal(0)) + amount

    @property
    def top(self) -> Decimal:
        """The highest bet, to be matched."""
        return max(self.front.values(), default=Decimal(0))

    def uncalled(self) -> tuple[str, Decimal]:
        """Return the player with an unmatched bet, and its amount; an empty name and 0 if all bets are matched."""
        order = sorted(self.front, key=self.front.__getitem__, reverse=True)
        if not order:
            return "", Decimal(0)
        second = self.front[order[1]] if len(order) > 1 else Decimal(0)
        return (order[0], self.front[order[0]] - second) if self.front[order[0]] > second else ("", Decimal(0))


def discrepancies(rows: Sequence[str], stacks: Mapping[str, Decimal]) -> list[Discrepancy]:
    """Return the figures of a hand's text that do not add up, in order.

    Args:
        rows: Its lines.
        stacks: The chips of each player at the beginning, by name.
    """
    if any(word in row for row in rows for word in _UNLIKE):
        return []
    return _Reckoning(rows, stacks).found


class _Reckoning:
    """Adds up a hand line by line.

    Args:
        rows: Its lines.
        stacks: The chips of each player at the beginning, by name.

    Attributes:
        open_call: Whether a blind was short in this round, so that a call is for more than the highest bet.
        tournament: Whether the hand is from a tournament, where the rake is not part of the pot.
    """

    def __init__(self, rows: Sequence[str], stacks: Mapping[str, Decimal]) -> None:
        self.stakes = _Stakes(dict(stacks))
        self.found: list[Discrepancy] = []
        self.back = self.won = Decimal(0)
        self.board = ""
        self.open_call = False
        self.tournament = "Tournament #" in rows[0]
        for at, row in enumerate(rows):
            self.line(at, row)

    def tell(self, at: int, code: str, due: str, got: str) -> None:
        """Note a figure that does not add up."""
        self.found.append(Discrepancy(at, code, due, got))

    def line(self, at: int, row: str) -> None:
        """Add one line."""
        if street := _ON_STREET.match(row):
            self.board = re.sub(r"[\[\] ]", "", street[1])
        if row.startswith("*** ") and not row.startswith(("*** HOLE CARDS", "*** DEALING HANDS", "*** 3rd STREET")):
            if row.startswith(("*** SHOW DOWN", "*** SUMMARY")):
                return
            self.stakes.front.clear()
            self.open_call = False
        elif back := _BACK.fullmatch(row):
            self.comes_back(at, money(back[1]), back[2])
        elif won := WON.fullmatch(row):
            self.won += money(won["amount"])
        elif total := _TOTAL.match(row):
            self.total(at, money(total[1]), money(total[2]))
        elif board := _BOARD.fullmatch(row):
            text = board[1].replace(" ", "")
            if self.board and text != self.board:
                self.tell(at, "record/board-told-twice", self.board, text)
        else:
            name = max((name for name in self.stakes.left if row.startswith(f"{name}: ")), key=len, default="")
            if name:
                self.act(at, name, row[len(name) + 2 :])

    def act(self, at: int, name: str, rest: str) -> None:
        """Add a bet, call, raise or post of a player."""
        stakes = self.stakes
        mine, top, left = stakes.front.get(name, Decimal(0)), stakes.top, stakes.left[name]
        if post := POST.match(rest):
            amount = money(post["amount"])
            self.open_call = self.open_call or (post["what"] != "the ante" and "all-in" in rest)
            dead = stakes.top if post["what"] == "small & big blinds" else Decimal(0)
            stakes.pay(name, dead or amount, live=post["what"] != "the ante")
            if dead and amount > dead:
                stakes.pay(name, amount - dead, live=False)
        elif brings_in := BRINGS_IN.match(rest):
            stakes.pay(name, money(brings_in["amount"]))
        elif (match := ACT.match(rest)) and match["amount"] and (match["to"] or match["what"] != "raises"):
            amount, due = money(match["amount"]), min(top - mine, left)
            if match["what"] == "calls" and amount != due and not self.open_call:
                self.tell(at, "record/amount-illegal", f"calls {due}", f"calls {amount}")
            elif match["what"] == "raises":
                to = money(match["to"])
                if amount != to - top:
                    self.tell(at, "record/amount-illegal", f"raises {to - top} to {to}", f"raises {amount} to {to}")
                amount = to - mine
            stakes.pay(name, amount)

    def comes_back(self, at: int, amount: Decimal, name: str) -> None:
        """Subtract a returned bet."""
        owner, due = self.stakes.uncalled()
        if (owner, due) != (name, amount):
            due_said = f"{due} is returned to {owner}" if owner else "nothing is returned"
            self.tell(at, "pot/uncalled-bet-kept", due_said, f"{amount} is returned to {name}")
        self.back += due

    def total(self, at: int, pot: Decimal, rake: Decimal) -> None:
        """Compare the stated pot with the chips put in, and the collected chips with the pot."""
        put = sum(self.stakes.put.values(), Decimal(0)) - self.back
        if any(hand.code != "record/board-told-twice" for hand in self.found):
            return  # errors that follow from a wrong amount are not reported again
        if pot != put:
            self.tell(at, "record/stacks-do-not-add-up", f"a pot of {put}", f"a pot of {pot}")
        elif self.won + rake != pot and not (self.tournament and self.won == pot):
            due, got = f"{pot - rake} is collected", f"{self.won} is collected"
            self.tell(at, "record/stacks-do-not-add-up", f"{due}, with a rake of {rake}", got)
