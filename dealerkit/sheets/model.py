"""The parts of editions as plain values: options, tables, steps, rules, citations, differences."""

from __future__ import annotations

import attrs

from dealerkit.rules.differences import Kind
from dealerkit.sheets.statements import TableStatement
from dealerkit.sheets.voice import EMPTY, Said


@attrs.frozen
class PrintedDifference:
    """A difference from an earlier version, or from the set that a house builds on.

    Attributes:
        part: The key of the game or rule set under which it is: `options`, `tables`, `faults` and so on.
        about: Its subject, line by line; may be empty.
        kind: The kind of change.
        old: The earlier text, or the base's, line by line; may be empty for an addition.
        new: The new text, or the house's, line by line; may be empty for a removal.
        source: The source of the new text; may be empty.
    """

    part: str
    about: tuple[Said, ...]
    kind: Kind
    old: tuple[str, ...]
    new: tuple[str, ...]
    source: Said = EMPTY


OURS_MARK, UNREAD_MARK = "\u2020", "\u2021"
"""The marks of a reading of ours and of a place that was not read in full, which are explained once, under the sources."""


HOUSE = "house"
"""The grade of a house's own choice, which has no text to read."""


@attrs.frozen
class Source:
    """A citation.

    Attributes:
        text: Work, edition and section in words.
        verified: How much of the cited passage was read: one of `dealerkit.rules.readings.GRADES`, or `HOUSE`.
    """

    text: Said
    verified: str

    @property
    def cites(self) -> bool:
        """Whether it cites a work or the house, rather than being dealerkit's own interpretation."""
        return self.verified != "ours"

    @property
    def mark(self) -> str:
        """The mark printed after the source: `OURS_MARK` for dealerkit's own interpretation, `UNREAD_MARK` for a work that was
        not read in full; else empty.
        """
        return {"read": "", HOUSE: "", "ours": OURS_MARK}.get(self.verified, UNREAD_MARK)


@attrs.frozen
class Cell:
    """A cell of a table.

    Attributes:
        text: Its text.
        kind: `head`, `draws`, `stands`, `natural`, `words` or empty.
        states: What it states about cards or pay, as data to check it against the rules; not printed.
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
        over: Headings that span several columns, each with its number of columns; may be empty.
        note: A note about it.
        legend: The meaning of letters and shades.
        grid: Whether its cells are letters or numbers, all equally narrow.
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
        name: Its name, for `--set`.
        title: Its meaning.
        value: The value in force, in words.
    """

    name: str
    title: Said
    value: Said


@attrs.frozen
class PrintedItem:
    """A piece of equipment: its name, number and description."""

    title: Said
    count: Said
    text: Said


@attrs.frozen
class PrintedStep:
    """A step of the procedure.

    Attributes:
        number: Its number on the sheet.
        id: Its name.
        say: The action.
        why: The reason.
        rules: The ids of the rules that it rests on; not printed.
    """

    number: int
    id: str
    say: Said
    why: Said
    rules: tuple[str, ...] = attrs.field(default=(), eq=False)


@attrs.frozen
class Part:
    """A printed section of the procedure, with its title and steps; a section that another interrupts makes two of these."""

    title: Said
    steps: tuple[PrintedStep, ...]


@attrs.frozen
class Rule:
    """A rule of the rule book.

    Attributes:
        id: Its id.
        text: Its text.
        row: The table row that it refers to, in words; empty for none.
        source: Its source; None for the general guide.
        written: The text from the file, with placeholders for values of options.
    """

    id: str
    text: Said
    row: Said
    source: Source | None
    written: object = attrs.field(default=None, eq=False)


@attrs.frozen
class Chapter:
    """A chapter of the rule book: its id, title and rules, and a note that may be empty."""

    id: str
    title: Said
    note: Said
    rules: tuple[Rule, ...]


@attrs.frozen
class BetRow:
    """A bet and its odds.

    Attributes:
        bet: The bet's name.
        title: Its title.
        wins, loses, pushes: The chances of each result, in per cent.
        edge: The house edge, in per cent.
    """

    bet: str
    title: Said
    wins: str
    loses: str
    pushes: str
    edge: str


@attrs.frozen
class PrintedOdds:
    """The odds of a game's bets, with a note on how they were computed."""

    note: Said
    bets: tuple[BetRow, ...]


@attrs.frozen
class Work:
    """A cited work, as printed in the list of works.

    Attributes:
        id: Its id in the list of works.
        title: Its title.
        details: Author, edition and so on.
        sections: The cited sections, each with how much of it was read.
        note: A note on it; may be empty.
        look_up: Its address.
    """

    id: str
    title: Said
    details: Said
    sections: Said
    note: Said
    look_up: Said
