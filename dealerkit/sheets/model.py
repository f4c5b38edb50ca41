"""The parts of editions as plain values: options, tables, steps, rules, citations, differences."""

from __future__ import annotations

import attrs

from dealerkit.rules.differences import Kind
from dealerkit.sheets.statements import TableStatement
from dealerkit.sheets.voice import EMPTY, Said


@attrs.frozen
class PrintedDifference:
    """Something that is otherwise than it was, or than the set that a house builds on has it.

    Attributes:
        part: Where it stands: `options`, `tables`, `faults` and so on.
        about: What it is about, line by line; may be empty.
        kind: What was done to it.
        old: What was said until now, or by the base, line by line; may be empty for what is new altogether.
        new: What is said from now on, or by the house, line by line; may be empty for what is gone.
        source: Where the new stands; may be empty.
    """

    part: str
    about: tuple[Said, ...]
    kind: Kind
    old: tuple[str, ...]
    new: tuple[str, ...]
    source: Said = EMPTY


OURS_MARK, UNREAD_MARK = "\u2020", "\u2021"
"""The signs of a reading of ours and of a place that was not read in full; what they mean is told once, under the sources."""


HOUSE = "house"
"""How far the authority for a house's own choice was read: the house has decided it, and there is nothing to be read."""


@attrs.frozen
class Source:
    """A citation.

    Attributes:
        text: Work, edition and section in words.
        verified: How far that was read: one of `dealerkit.rules.readings.GRADES`, or `HOUSE`.
    """

    text: Said
    verified: str

    @property
    def cites(self) -> bool:
        """Whether a work or the house stands behind it; behind a reading of ours there is none."""
        return self.verified != "ours"

    @property
    def mark(self) -> str:
        """The mark printed after the source: `OURS_MARK` for a reading of ours, `UNREAD_MARK` for a work that was not read in
        full.
        """
        return {"read": "", HOUSE: "", "ours": OURS_MARK}.get(self.verified, UNREAD_MARK)


@attrs.frozen
class Cell:
    """A cell of a table.

    Attributes:
        text: What stands in it.
        kind: `head`, `draws`, `stands`, `natural`, `words` or empty.
        states: What it states of cards or pay; printed nowhere.
    """

    text: Said
    kind: str = ""
    states: tuple[TableStatement, ...] = attrs.field(default=(), eq=False, repr=False)


@attrs.frozen
class PrintedTable:
    """A table of the game.

    Attributes:
        id: Its name in the game's file.
        title: Its caption.
        columns: The heads of its columns.
        rows: Its rows; the first cell of each is its head.
        over: What stands over the columns: words and how many columns they span; may be empty.
        note: What is to be said about it.
        legend: What letters and shades mean.
        grid: Whether its cells are letters or numbers, narrow and all alike.
    """

    id: str
    title: Said
    columns: tuple[Said, ...]
    rows: tuple[tuple[Cell, ...], ...]
    over: tuple[tuple[Said, int], ...] = ()
    note: Said = EMPTY
    legend: tuple[Said, ...] = ()
    grid: bool = False


@attrs.frozen
class OptionRow:
    """An option in force.

    Attributes:
        name: Its name, as `--set` takes it.
        title: What it decides.
        value: The value in force, in words.
    """

    name: str
    title: Said
    value: Said


@attrs.frozen
class PrintedItem:
    """A piece of equipment: what it is, how many, more about it."""

    title: Said
    count: Said
    text: Said


@attrs.frozen
class PrintedStep:
    """A step of the procedure.

    Attributes:
        number: Its number on the sheet.
        id: Its name.
        say: What is done.
        why: Why.
        rules: The ids of the rules that it rests on; printed nowhere.
    """

    number: int
    id: str
    say: Said
    why: Said
    rules: tuple[str, ...] = attrs.field(default=(), eq=False)


@attrs.frozen
class Part:
    """A section of the procedure, or what follows in it after a section inside it."""

    title: Said
    steps: tuple[PrintedStep, ...]


@attrs.frozen
class Rule:
    """A rule of the rule book.

    Attributes:
        id: Its id.
        text: What it says.
        row: The table row that it points at, in words; empty for none.
        source: Where it comes from; None for the general guide.
        written: The text as the file has it, before values of options are put in.
    """

    id: str
    text: Said
    row: Said
    source: Source | None
    written: object = attrs.field(default=None, eq=False)


@attrs.frozen
class Chapter:
    """A group of rules."""

    id: str
    title: Said
    note: Said
    rules: tuple[Rule, ...]


@attrs.frozen
class BetRow:
    """A bet and its worth; chances and edge in per cent."""

    bet: str
    title: Said
    wins: str
    loses: str
    pushes: str
    edge: str


@attrs.frozen
class PrintedOdds:
    """The worth of the bets of a game."""

    note: Said
    bets: tuple[BetRow, ...]


@attrs.frozen
class Work:
    """A work that is cited, the sections of it with how far they were read, and where it can be looked up."""

    id: str
    title: Said
    details: Said
    sections: Said
    note: Said
    look_up: Said
