"""The sums that the PokerStars text states: calls, raises, what came back, what was collected, the rake, and the board twice.

The text names every amount, so nothing is open: a call says how much, a raise says by how much and to what, and pot is
what was collected with the rake. What does not add up is told with its line.
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
"""Words for things that change the sums in ways that the text does not spell out: such a hand is not added up."""


@attrs.define
class _Stakes:
    """The chips that each player has put in.

    Attributes:
        left: The chips that each still has.
        front: What lies before each in the round.
        put: What each has put in altogether.
    """

    left: dict[str, Decimal]
    front: dict[str, Decimal] = attrs.field(factory=dict)
    put: dict[str, Decimal] = attrs.field(factory=dict)

    def pay(self, who: str, amount: Decimal, *, live: bool = True) -> None:
        """Put in so much; a dead amount lies before nobody."""
        self.left[who] -= amount
        self.put[who] = self.put.get(who, Decimal(0)) + amount
        if live:
            self.front[who] = self.front.get(who, Decimal(0)) + amount

    @property
    def top(self) -> Decimal:
        """The bet to match."""
        return max(self.front.values(), default=Decimal(0))

    def uncalled(self) -> tuple[str, Decimal]:
        """Return the player with an unmatched bet, and its amount; nobody and 0 if all is matched."""
        order = sorted(self.front, key=self.front.__getitem__, reverse=True)
        if not order:
            return "", Decimal(0)
        second = self.front[order[1]] if len(order) > 1 else Decimal(0)
        return (order[0], self.front[order[0]] - second) if self.front[order[0]] > second else ("", Decimal(0))


def discrepancies(rows: Sequence[str], stacks: Mapping[str, Decimal]) -> list[Discrepancy]:
    """Return the discrepancies in the sums of a hand's text, in order.

    Args:
        rows: Its lines.
        stacks: The chips of each player at the beginning, by name.
    """
    if any(word in row for row in rows for word in _UNLIKE):
        return []
    return _Reckoning(rows, stacks).found


class _Reckoning:
    """A hand that is added up line by line.

    Args:
        rows: Its lines.
        stacks: The chips of each player at the beginning, by name.

    Attributes:
        open_call: Whether a blind was short in this round, so that a call is for more than lies there.
        tournament: Whether it is a tournament's, whose rake is not a part of the pot.
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
        """Note a discrepancy."""
        self.found.append(Discrepancy(at, code, due, got))

    def line(self, at: int, row: str) -> None:
        """Take in a line."""
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
        """Take in what a player puts in."""
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
        """Take in what came back of a bet."""
        owner, due = self.stakes.uncalled()
        if (owner, due) != (name, amount):
            due_said = f"{due} goes back to {owner}" if owner else "nothing goes back"
            self.tell(at, "pot/uncalled-bet-kept", due_said, f"{amount} goes back to {name}")
        self.back += due

    def total(self, at: int, pot: Decimal, rake: Decimal) -> None:
        """Hold the pot that is told against what was put in, and what was collected against the pot."""
        put = sum(self.stakes.put.values(), Decimal(0)) - self.back
        if any(hand.code != "record/board-told-twice" for hand in self.found):
            return  # what follows from a wrong amount is not told again
        if pot != put:
            self.tell(at, "record/stacks-do-not-add-up", f"a pot of {put}", f"a pot of {pot}")
        elif self.won + rake != pot and not (self.tournament and self.won == pot):
            due, got = f"{pot - rake} is collected", f"{self.won} is collected"
            self.tell(at, "record/stacks-do-not-add-up", f"{due}, with a rake of {rake}", got)
