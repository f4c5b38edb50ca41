"""Rounds settled from their cards: the bets and decisions of each seat, and the registry of functions that deal such a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import attrs

from dealerkit.arithmetic.coup import Coup, CoupRules, settle
from dealerkit.cards import Face
from dealerkit.errors import ActError, BetsError, check_name
from dealerkit.felt.acts import seat_number
from dealerkit.felt.numbers import Number, read_number, written
from dealerkit.files.reports import Report
from dealerkit.rules.coups import coup_rules, deal_coup
from dealerkit.rules.games import Game
from dealerkit.rules.registries import Registry
from dealerkit.rules.reports.coup import CoupReport

LINE = "1: main 10; stand"
"""Example of a seat's line: its bets, and after a semicolon its words."""


@attrs.frozen
class SeatWord:
    """A bet or a word in the line of a seat.

    Attributes:
        name: The bet or word, as rule files write it: `player_pair`.
        amount: Its amount of money; None if none is named.
        line: The whole line.
        column: Column in the line, from 1.
    """

    name: str
    amount: Number | None
    line: str
    column: int

    @classmethod
    def read(cls, text: str, line: str, column: int) -> SeatWord:
        """Return the bet or word in a text: a name, and after it an amount if there is one: `main 10`, `stand`, `even money`.

        Args:
            text: The text.
            line: The line that it is part of.
            column: Column of the text in the line, from 1.

        Raises:
            BetsError: If there is no name.
            ActError: If the last word begins like an amount but is not an amount.
        """
        name, _, last = text.strip().rpartition(" ")
        amount = signed(last) if name and last[:1] in "-.0123456789" else None
        word = cls(_name(text if amount is None else name), amount, line, column)
        if not word.name or word.name[:1].isdecimal():
            msg = f"'{text.strip()}' names no bet or decision"
            raise word.wrong(msg, f'type one, as in "{LINE}"')
        return word

    def wrong(self, what: str, hint: str = "") -> BetsError:
        """Return an error that names the place of this word.

        Args:
            what: The error, in words.
            hint: Advice to the user; empty for none.
        """
        return BetsError(self.line, self.column, f"{what} ('{self.line}')", hint)

    def units(self, unit: Fraction) -> int:
        """Return the amount in smallest chips.

        Args:
            unit: Value of the smallest chip.

        Raises:
            BetsError: If there is no amount, or it cannot be bet.
        """
        if self.amount is None:
            msg = f"the amount of '{self.name}' is missing"
            raise self.wrong(msg, f"type an amount, such as {self.name} 10")
        units = Fraction(self.amount) / unit
        if units <= 0:
            msg = f"{self.name} {written(self.amount)}: a bet must be above zero"
            raise self.wrong(msg)
        if units.denominator != 1:
            msg = f"{self.name} {written(self.amount)}: the smallest amount on this table is {written(unit)}"
            raise self.wrong(msg)
        return units.numerator


def signed(text: str) -> Number:
    """Return the amount that a text states; it may have a minus before it.

    Raises:
        ActError: If the text is not a number.
    """
    number = read_number(text.removeprefix("-"))
    return -number if text.startswith("-") else number


def _name(text: str) -> str:
    return "_".join(text.lower().replace("-", " ").replace("_", " ").split())


@attrs.frozen
class SeatLine:
    """The bets of a seat before the cards, and its words after them.

    Attributes:
        seat: Number of the seat, from 1; 0 for bets without a seat.
        bets: The bets.
        words: The decisions of the seat, such as `stand`, in the order in which they are used.
        line: The line as written.
    """

    seat: int
    bets: Sequence[SeatWord]
    words: Sequence[SeatWord] = ()
    line: str = ""

    @classmethod
    def read(cls, line: str) -> SeatLine:
        """Return the bets and words on a line.

        Raises:
            BetsError: If the line does not have this form; the error names the column.

        >>> seat = SeatLine.read("2: main 10, pairs 5; double 5, stand")
        >>> seat.seat, [(bet.name, bet.amount) for bet in seat.bets], [(word.name, word.amount) for word in seat.words]
        (2, [('main', 10), ('pairs', 5)], [('double', 5), ('stand', None)])
        """
        seat, colon, rest = line.partition(":")
        number = seat_number(f"s{seat.strip().lower().removeprefix('seat').removeprefix('s').strip()}")
        if not (colon and number):
            raise BetsError(line, 1, "the line does not begin with a seat", f'type the seat and a colon, as in "{LINE}"')
        bets, _, words = rest.partition(";")
        at = len(seat) + 2
        seat_line = cls(number, _words(bets, line, at), _words(words, line, at + len(bets) + 1), line)
        if not seat_line.bets:
            raise BetsError(line, at, f"seat {number} has no bet", f'type its bets, as in "{LINE}"')
        return seat_line


def _words(text: str, line: str, column: int) -> list[SeatWord]:
    """Return the words of a list, separated by commas, that begins at a column of the line."""
    words = []
    for part in text.split(",") if text.strip() else ():
        try:
            words.append(SeatWord.read(part, line, column + len(part) - len(part.lstrip())))
        except ActError as error:
            raise BetsError(line, column, str(error), "type an amount in figures, such as 12.50") from None
        column += len(part) + 1
    return words


def read_seats(lines: Sequence[str]) -> list[SeatLine]:
    """Return the bets and decisions of all seats, read from one line for each.

    Raises:
        BetsError: If a line cannot be read, or a seat has two lines.
    """
    by_seat: dict[int, SeatLine] = {}
    for line in lines:
        seat_line = SeatLine.read(line)
        if seat_line.seat in by_seat:
            raise BetsError(line, 1, f"seat {seat_line.seat} has two lines", "put the seat's bets and decisions in one line")
        by_seat[seat_line.seat] = seat_line
    return [by_seat[seat] for seat in sorted(by_seat)]


RoundDealer = Callable[[Game, Sequence[Face | None], Sequence[SeatLine]], Report]
"""Function that deals one round of a game from its cards, in the order in which they leave the shoe, and returns its settlement
as a report.
"""

ROUND_DEALERS: Registry[RoundDealer] = Registry("dealer of one round", "rounds")
"""Functions that deal one round from its cards, by family."""


D = TypeVar("D", bound=RoundDealer)


def round_dealer(family: str) -> Callable[[D], D]:
    """Register the function that deals one round of a family's games, in a module called `round_dealers`.

    Args:
        family: Name of the family in its games' files.
    """

    def register(function: D) -> D:
        ROUND_DEALERS.add(family, function, function.__module__)
        return function

    return register


def settled_coup(game: Game, faces: Sequence[Face | None], lines: Sequence[SeatLine]) -> CoupReport:
    """Deal a coup from given cards and settle every bet on it.

    Args:
        game: The game.
        faces: The cards in the order in which they leave the shoe.
        lines: The bets; a line may have no seat.

    Raises:
        UnknownName: If there is no such bet, or the game has no coups.
        BetsError: If an amount cannot be bet, or a line has a word, since players choose nothing in a coup.
        Impossible: If there are too few cards, or they cannot be dealt.
    """
    under = coup_rules(game)
    dealt = deal_coup(faces, under)
    bets, seats = [], []
    for line in lines:
        for word in line.words:
            msg = f"'{word.name}': players make no decisions in a coup"
            raise word.wrong(msg, "leave out everything after the semicolon")
        rows = [settled_bet(bet, dealt, under) for bet in line.bets]
        results = [{name: row[name] for name in ("stake", "result", "commission", "net")} for row in rows]
        at = {"seat": str(line.seat)} if line.seat else {}
        bets += [at | {"bet": bet.name} | row for bet, row in zip(line.bets, results, strict=True)]
        wagers = [{"wager": bet.name} | row for bet, row in zip(line.bets, results, strict=True)]
        net = sum((Fraction(row["net"]) for row in rows), Fraction(0))
        seats.append({"seat": line.seat, "wagers": wagers, "net": written(net)})
    return CoupReport(dealt, [face for face in faces if face], under, bets, seats if any(line.seat for line in lines) else None)


def settled_bet(bet: SeatWord, dealt: Coup, under: CoupRules) -> dict[str, str]:
    """Settle a bet on a coup.

    Args:
        bet: The bet, named as in `pays` of the game.
        dealt: The coup, with its winner and totals.
        under: Rules of the coup: what each bet pays, and the smallest unit.

    Returns:
        A map with the name of the `bet`, its `stake`, its `result` (`win`, `lose` or `push`), `commission`, `net` and `paid`; the
        amounts are text.

    Raises:
        UnknownName: If there is no such bet.
        BetsError: If the amount cannot be bet.
    """
    check_name("bet", bet.name, under.bets())
    settled = settle(bet.name, bet.units(Fraction(under.unit)), dealt, under)
    money = {name: written(getattr(settled, name) * under.unit) for name in ("commission", "net", "paid")}
    return {"bet": bet.name, "stake": written(Fraction(bet.amount or 0)), "result": settled.result, **money}
