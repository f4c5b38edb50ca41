"""What a sheet is made of, before it has a format: every part of it as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from dealerkit.sheets.voice import EMPTY, Said

Kind = Literal["changed", "new", "removed", "moved", "wording", "source"]


@attrs.frozen
class Change:
    """One thing that a house says otherwise than the set it extends.

    Attributes:
        what: What it is about; may be empty.
        old: What the base says.
        new: What the house says.
    """

    what: Said
    old: Said
    new: Said


@attrs.frozen
class Departure:
    """An entry in which a house departs from the set it extends.

    Attributes:
        part: The part of the sheet, `faults`, `options` and so on.
        part_title: The same in words.
        title: The entry in words.
        kind: What was done to it.
        kind_title: The same in words.
        changes: What differs.
        cite: The rule ids it belongs to.
        source: Work and section that the house names for it; may be empty.
        where: File and line.
    """

    part: str
    part_title: Said
    title: Said
    kind: Kind
    kind_title: Said
    changes: tuple[Change, ...]
    cite: tuple[str, ...]
    source: Said
    where: str


OURS_MARK, UNREAD_MARK = "\u2020", "\u2021"
"""The signs of a reading of ours and of a place that was not read in full; what they mean is told once, under the sources."""


@attrs.frozen
class Source:
    """A citation.

    Attributes:
        text: Work, edition and section in words.
        verified: How far that was read: one of `dealerkit.rules.readings.GRADES`.
        note: What is said of a citation that was not read; empty if it was.
    """

    text: Said
    verified: str
    note: Said

    @property
    def cites(self) -> bool:
        """Whether a work stands behind it; a reading of ours has none."""
        return self.verified != "ours"

    @property
    def mark(self) -> str:
        """The sign that stands behind it: `OURS_MARK` for a reading of ours, `UNREAD_MARK` for what was not read in full."""
        return {"read": "", "ours": OURS_MARK}.get(self.verified, UNREAD_MARK)


@attrs.frozen
class Cell:
    """A cell of a table.

    Attributes:
        text: What stands in it.
        kind: `head`, `draws`, `stands`, `natural`, `words` or empty.
        was: What the base of a house says there; None where it says the same.
        title: What the text stands for, where it is an abbreviation.
    """

    text: Said
    kind: str = ""
    was: Said | None = None
    title: Said = EMPTY


@attrs.frozen
class Table:
    """A table of the game.

    Attributes:
        id: Its name in the game's file.
        title: Its caption.
        columns: The heads of its columns.
        rows: Its rows; the first cell of each is its head.
        over: What stands over the columns: words and how many columns they span; may be empty.
        note: What is to be said about it.
        legend: What letters and shades mean.
        departure: The departure of the house that concerns it as a whole, if any.
        grid: Whether its cells are letters or numbers, narrow and all alike.
    """

    id: str
    title: Said
    columns: tuple[Said, ...]
    rows: tuple[tuple[Cell, ...], ...]
    over: tuple[tuple[Said, int], ...] = ()
    note: Said = EMPTY
    legend: tuple[Said, ...] = ()
    departure: Departure | None = None
    grid: bool = False


@attrs.frozen
class OptionRow:
    """An option in force.

    Attributes:
        name: Its name, as `--set` takes it.
        title: What it decides.
        value: The value in force, in words.
        raw: The same as it is written.
        usual: The usual value, in words.
        allowed: What is allowed, in words.
        rule: The rule it belongs to; may be empty.
        help: More about it.
        departs: Whether the value is not the usual one.
        decided: Who decided that; empty for the usual value.
    """

    name: str
    title: Said
    value: Said
    raw: str
    usual: Said
    allowed: Said
    rule: str
    help: Said
    departs: bool
    decided: Said


@attrs.frozen
class Item:
    """A piece of equipment: what it is, how many, more about it."""

    title: Said
    count: Said
    text: Said
    departure: Departure | None = None


@attrs.frozen
class Wrong:
    """What is found against a dealer at a step.

    Attributes:
        code: The finding's code.
        title: What it says.
        severity: `minor`, `major`, `critical`.
        severity_title: The same in words.
    """

    code: str
    title: Said
    severity: str
    severity_title: Said


@attrs.frozen
class Step:
    """A step of the procedure.

    Attributes:
        number: Its number on the sheet.
        id: Its name.
        who: `dealer` or `players`.
        say: What is done.
        why: Why.
        notes: When it is due, and whether it may be left out.
        cite: The rules it carries out.
        left_out: What is found if it is left out; None where that is no fault of the dealer.
        wrong: What else is found at it.
        departure: The departure of the house, if any.
    """

    number: int
    id: str
    who: Literal["dealer", "players"]
    say: Said
    why: Said
    notes: tuple[Said, ...]
    cite: tuple[str, ...]
    left_out: Wrong | None
    wrong: tuple[Wrong, ...]
    departure: Departure | None = None


@attrs.frozen
class Part:
    """A section of the procedure, or what follows in it after a section inside it."""

    title: Said
    level: int
    notes: tuple[Said, ...]
    steps: tuple[Step, ...]


@attrs.frozen
class Rule:
    """A rule of the rule book.

    Attributes:
        id: Its id.
        text: What it says.
        here: What holds here: the options that belong to it and the table row that it points at, in words.
        source: Where it comes from; None for the general guide.
        departure: The departure of the house, if any.
    """

    id: str
    text: Said
    here: tuple[Said, ...]
    source: Source | None
    departure: Departure | None = None


@attrs.frozen
class Chapter:
    """A group of rules."""

    id: str
    title: Said
    note: Said
    rules: tuple[Rule, ...]


@attrs.frozen
class Case:
    """A case of a decision list.

    Attributes:
        name: Its name.
        when: What must hold; in words.
        outcome: The outcome's word.
        ruling: The same in words.
        say: What the floor says.
        steps: What the dealer does: remedy id and words.
        more: Amounts, what the floor weighs and may decide.
        cite: The rules it rests on.
        because: Why.
        source: Where it stands.
        departure: The departure of the house, if any.
    """

    name: str
    when: tuple[Said, ...]
    outcome: str
    ruling: Said
    say: Said
    steps: tuple[tuple[str, Said], ...]
    more: tuple[Said, ...]
    cite: tuple[str, ...]
    because: Said
    source: Source | None
    departure: Departure | None = None


@attrs.frozen
class Fault:
    """Something that goes wrong, or is asked though nothing did: the questions to ask, and its cases in order.

    Attributes:
        id: Its name.
        title: What happened.
        cases: How it is ruled, the first that fits.
        questions: What to ask, in order, each with its answers; empty where they are not printed.
    """

    id: str
    title: Said
    cases: tuple[Case, ...]
    questions: tuple[tuple[Said, str], ...] = ()


@attrs.frozen
class BetRow:
    """What a bet is worth; chances and edges as percentages in words and as exact fractions."""

    bet: str
    title: Said
    wins: str
    loses: str
    pushes: str
    edge: str
    edge_resolved: str
    edge_fraction: str


@attrs.frozen
class Odds:
    """What the bets of the game are worth."""

    note: Said
    bets: tuple[BetRow, ...]


@attrs.frozen
class FindingRow:
    """A finding of the catalogue."""

    code: str
    severity: str
    severity_title: Said
    title: Said
    why: Said
    remedy: Said
    cite: tuple[str, ...]
    source: Source | None
    departure: Departure | None = None


@attrs.frozen
class Work:
    """A work that is cited, the sections of it with how far they were read, and where it can be looked up."""

    id: str
    title: Said
    details: Said
    sections: Said
    note: Said
    look_up: Said


@attrs.frozen
class Sheet:
    """The house rules of one game. Parts that a document leaves out are empty.

    Attributes:
        doc: Which document it is.
        lang: Its language.
        game: The game's id.
        title: The document's title.
        game_title: The game's title.
        summary: The game in a few words.
        house: The house's name; may be empty.
        rule_set: The rule set's title.
        chain: The set and those it extends, by name.
        version: The house's version; may be empty.
        date: Its date; may be empty.
        sha256: The hash of everything that decides something.
        program: Which program printed it.
        facts: What holds at the table: label and value.
        base: The title of the set that the house extends; empty if there is none.
        departures: Where the house departs from it.
        faults: What can go wrong, and how it is ruled on.
        questions: What is asked though nobody erred, and how it is answered.
        ours: Which of it is our own reading, part by part.
    """

    doc: str
    lang: str
    game: str
    title: Said
    game_title: Said
    summary: Said
    house: Said
    rule_set: Said
    chain: tuple[str, ...]
    version: Said
    date: Said
    sha256: str
    program: str
    facts: tuple[tuple[Said, Said], ...]
    base: Said
    departures: tuple[Departure, ...] = ()
    options: tuple[OptionRow, ...] = ()
    equipment: tuple[Item, ...] = ()
    tables: tuple[Table, ...] = ()
    procedure: tuple[Part, ...] = ()
    rules: tuple[Chapter, ...] = ()
    faults: tuple[Fault, ...] = ()
    questions: tuple[Fault, ...] = ()
    odds: Odds | None = None
    findings: tuple[FindingRow, ...] = ()
    sources: tuple[Work, ...] = ()
    ours: tuple[tuple[Said, Said], ...] = ()

    @property
    def unread(self) -> bool:
        """Whether it cites anything that was not read in full."""
        cases = (case.source for fault in (*self.faults, *self.questions) for case in fault.cases)
        rules = (rule.source for chapter in self.rules for rule in chapter.rules)
        return any(
            one is not None and one.mark == UNREAD_MARK for one in (*rules, *cases, *(row.source for row in self.findings))
        )

    def anchors(self) -> Iterator[str]:
        """Yield the ids that can be pointed at on this sheet: rules, and the first case of each ruling's rule."""
        yield from (rule.id for chapter in self.rules for rule in chapter.rules)
        yield from dict.fromkeys(case.cite[0] for one in (*self.faults, *self.questions) for case in one.cases if case.cite)
