"""The findings and figures of a hand that was checked: plain values, which need no table to be read."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

UNREADABLE = "record/unreadable"
UNKNOWN_SEAT = "record/unknown-seat"
RECORD_CODES = frozenset({UNREADABLE, UNKNOWN_SEAT})
"""The findings about a record that cannot be judged, of any game."""


@attrs.frozen
class Flaw:
    """One finding in a record.

    Attributes:
        file: The record's file.
        hand: The record's own id, or its number in the file.
        act: Which act of the record, from 1; for what cannot be read, the first that is missing.
        line: Which line of the file, from 1; 0 if the whole file is meant.
        code: Its id.
        severity: `minor`, `major` or `critical`.
        expected: What was due, as text; empty if nothing was.
        got: What came, as text.
        why: Why it matters.
        cite: The rule ids it rests on.
        remedy: What was to be done.
        self_corrected: Whether it was corrected before the next player acted.
        title: What the code means, in words.
        round: Which coup, hand or deal of the record, from 1; 0 before the first, and where there is none.
        rules: The rule set it was judged under; empty if none.
        said: What came, in words.
        due: What was due, in words; empty if nothing was.
        because_of: The finding that it follows from: its code, and which act of the record; None for a slip of its own.
    """

    file: str
    hand: str
    act: int
    line: int
    code: str
    severity: str
    expected: str
    got: str
    why: str
    cite: tuple[str, ...]
    remedy: str
    self_corrected: bool
    title: str
    round: int = 0
    rules: str = ""
    said: str = ""
    due: str = ""
    because_of: Mapping[str, object] | None = None


@attrs.frozen
class Unreadable:
    """A hand or file that could not be read, and so was not checked.

    Attributes:
        file: The file.
        hand: The record's own id or number; empty where there is no record.
        line: From which line on, from 1; 0 if the whole file is meant.
        what: What is wrong, and what to do about it.
    """

    file: str
    hand: str
    line: int
    what: str


@attrs.frozen
class CheckedHand:
    """The result of checking one record, or of what stands in a record's place.

    Attributes:
        file: Its file.
        name: Its own id, or its number in the file; empty for what is not a record.
        game: The game's title; empty if it could not be read.
        rules: The rule set it was judged under; empty if none.
        acts: How many acts were judged.
        findings: Its findings, in order of acts; what could not be read is the last.
        unreadable: What could not be read; None if all of it could.
        changed: Whether it was recorded under rules that read differently today.
        hands: How many hands or coups were played in it; at least one, if there is a record at all.
        not_judged: Why the rule set that was asked for cannot be used for its game, and what to do; empty if it was judged.
    """

    file: str
    name: str
    game: str
    rules: str
    acts: int
    findings: tuple[Flaw, ...]
    unreadable: Unreadable | None = None
    changed: bool = False
    hands: int = 1
    not_judged: str = ""

    @property
    def is_hand(self) -> bool:
        """Whether there is a record at all."""
        return bool(self.name)
