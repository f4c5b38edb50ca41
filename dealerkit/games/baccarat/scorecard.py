"""The scorecard of a table: the results of its coups on the roads, shoe by shoe.

A coup is entered as soon as its result is called, or when its cards are cleared. Its result follows from the cards, whatever was
called; only if a card was never seen does it follow from the call. A coup that was ruled void is not entered.
"""

from __future__ import annotations

from dealerkit.arithmetic.roads import RoadResult
from dealerkit.games.baccarat.facts.coup import hands
from dealerkit.procedure.agenda import Leave, items
from dealerkit.rules.road_book import RoadBook, road_book
from dealerkit.table.playback import push, table_of
from dealerkit.table.record import Record
from dealerkit.table.rounds import Rounds
from dealerkit.table.table import Table


class Scorecard:
    """An observer of a table that keeps its scorecard.

    Args:
        table: The table, before the first act to be kept.
        book: The roads of its game.

    Attributes:
        book: The roads of its game.
        shoes: Results of each shoe, in order; the last shoe is still in play.
    """

    def __init__(self, table: Table, book: RoadBook) -> None:
        self.book = book
        self.shoes: list[list[RoadResult]] = [[]]
        self._rounds = Rounds(table)
        self._shoe = table.now.marks.get(book.per)
        self._began: int | None = None
        self._now: RoadResult | None = None
        self._void = False

    def look(self, table: Table) -> None:
        """Update the scorecard after an act."""
        if self._rounds.look(table):
            if self._now is not None and not self._void:
                self.shoes[-1].append(self._now)
            self._now = None
        shoe = table.now.marks.get(self.book.per)
        if shoe != self._shoe:
            self._shoe = shoe
            if self.shoes[-1]:
                self.shoes.append([])
        self._began = self._rounds.began(table)
        # a ruling ends the coup before it is complete
        self._void = any(isinstance(item, Leave) for item in items(table.agenda.stack))
        if self._began is not None:
            self._now = self._result(table) or self._now

    def called(self, table: Table) -> list[list[RoadResult]]:
        """Return the results of each shoe, including the coup in progress if its result has been called."""
        if self._now is None or not self._called(table) or self._void:
            return self.shoes
        return [*self.shoes[:-1], [*self.shoes[-1], self._now]]

    def _result(self, table: Table) -> RoadResult | None:
        """Return the result of the coup on the felt; None before it is known."""
        now = table.now
        coup = hands(now).coup
        if coup is not None:
            return self.book.result(coup.features())
        winner = self._called(table)
        if not winner or all(face is not None for side in ("player", "banker") for face in _faces(table, side)):
            return None
        pairs = {f"{side}_pair": _pair(table, side) for side in ("player", "banker")}
        return self.book.result({"winner": winner, **pairs})

    def _called(self, table: Table) -> str:
        """Return the winner called last in this coup; empty for none."""
        for act in reversed(table.log[self._began or 0 :]):
            if act.verb == "call" and act.to and act.to[-1] in ("wins", "tie"):
                return act.to[0]
        return ""


def scorecard(record: Record, upto: int | None = None, rules: str | None = None) -> Scorecard | None:
    """Return the scorecard of a recorded table; None if its game has no roads.

    Args:
        record: The record.
        upto: Number of acts to replay; None for all.
        rules: Rule set under which the record is replayed; None for its own.

    Raises:
        RecordError: If an act cannot have happened; the error names the line.
    """
    table = table_of(record.header, rules)
    book = road_book(table.game)
    if book is None:
        return None
    card = Scorecard(table, book)
    for line in record.lines[:upto]:
        push(table, line, record.header.file)
        card.look(table)
    card.shoes = card.called(table)
    return card


def _faces(table: Table, side: str) -> list[object]:
    felt = table.felt
    return [felt.faces[card] for card in felt.cards(side)]


def _pair(table: Table, side: str) -> bool | None:
    """Return whether a hand's first two cards are a pair; None if one of them is unknown."""
    letters = [getattr(face, "letter", None) for face in _faces(table, side)[:2]]
    return None if len(letters) < 2 or None in letters else letters[0] == letters[1]
