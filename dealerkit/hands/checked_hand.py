"""The findings and figures of a checked hand: plain values, readable without a table."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

UNREADABLE = "record/unreadable"
UNKNOWN_SEAT = "record/unknown-seat"
RECORD_CODES = frozenset({UNREADABLE, UNKNOWN_SEAT})
"""Findings, of any game, about a record that cannot be judged."""


@attrs.frozen
class Flaw:
    """One finding in a record.

    Attributes:
        file: The record's file.
        hand: The record's own id, or its number in the file.
        act: Number of the act in the record, from 1; for an unreadable part, that of its first act.
        line: Line of the file, from 1; 0 for the whole file.
        code: Id of the finding, such as `burn/doubled`.
        severity: `minor`, `major` or `critical`.
        expected: The act that was due, as text; empty if none was.
        got: The act that came, as text.
        why: Reason why it matters.
        cite: Ids of the rules that it breaks.
        remedy: Remedy for it, in words.
        self_corrected: Whether it was corrected before the next player acted.
        title: Meaning of the code, in words.
        round: Number of the coup, hand or deal in the record, from 1; 0 before the first, and in a game without them.
        rules: The rule set it was judged under; empty if none.
        said: The act that came, in words.
        due: The act that was due, in words; empty if none was.
        because_of: The earlier finding that caused this one: its code, and the number of its act; None for an independent slip.
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
        hand: The record's own id or number; empty without a record.
        line: First unreadable line, from 1; 0 for the whole file.
        what: The problem, and advice for the user.
    """

    file: str
    hand: str
    line: int
    what: str


@attrs.frozen
class CheckedHand:
    """The result of checking one record, or one unreadable entry of a file.

    Attributes:
        file: The file in which it is.
        name: Its own id, or its number in the file; empty for an entry that is not a record.
        game: The game's title; empty if it could not be read.
        rules: The rule set it was judged under; empty if none.
        acts: Number of acts that were judged.
        findings: The findings, in order of acts; that of an unreadable part is the last.
        unreadable: The unreadable part; None if all of it was read.
        changed: Whether it was recorded under a version of the rules that differs from today's.
        hands: Number of hands or coups in it; at least one, if there is a record at all.
        not_judged: Reason why the requested rule set cannot judge its game, and what to do; empty if it was judged.
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
        """Whether the entry of the file is a record or hand at all."""
        return bool(self.name)
