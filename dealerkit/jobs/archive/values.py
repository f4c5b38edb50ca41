"""A chunk of an archive and its judgement: plain frozen values that travel between processes and machines."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Self

import attrs

from dealerkit.hands.checked_hand import CheckedHand, Flaw, Unreadable

LARGE = 1 << 18
"""Bytes of a chunk, about: some hundred hands. A file that has more is cut."""


@attrs.frozen
class HandJudged(CheckedHand):
    """A judged record, or the error in a record's place, with the record's header.

    Attributes:
        line: The line of the file on which it begins, from 1; 0 if the whole file is meant.
        table: The name of its table; empty if it names none.
        dealer: Its dealer; empty if it names none.
        time: Day and time as far as they are told, as `2009-07-03T01:28:41`; of our own records the `date` as it is written.
        zone: The time zone as it is written; empty if there is none.
        players: The players' names as they are written, the first seat first.
        digest: A digest of its content in sixteen letters, the same wherever it is; empty if not asked for.
    """

    line: int = 0
    table: str = ""
    dealer: str = ""
    time: str = ""
    zone: str = ""
    players: tuple[str, ...] = ()
    digest: str = ""


class NotJudged(NamedTuple):
    """Records of one game left out for the same reason, reported together.

    Attributes:
        game: The title of their game.
        rules: The rule set that was asked for, as it was named.
        why: Why it cannot be used for this game, and what to do.
    """

    game: str
    rules: str
    why: str

    def told(self, records: int) -> str:
        """Return the sentence about the records left out, without the reason.

        >>> NotJudged("Hold'em", "macau", "").told(2)
        "Hold'em: 2 records were not judged under macau"
        """
        return f"{self.game}: {records} {'record was' if records == 1 else 'records were'} not judged under {self.rules}"


@attrs.frozen
class ChunkJudged:
    """The judgement of one chunk of the sources.

    Attributes:
        hands: The hands with findings, in order; all of them where every hand was asked for.
        records: The number of records judged, selected or not.
        played: The number of hands and coups in them.
        changed: The number of them made under rules that have changed since.
        files: The number of files that begin in it.
        size: Bytes of the sources that it covers.
        not_judged: The number of records not judged, because the chosen rule set cannot be used for their game.
        passing: Whether something in it could not be read, or was not judged, that may be so when somebody looks again.
    """

    hands: tuple[HandJudged, ...] = ()
    records: int = 0
    played: int = 0
    changed: int = 0
    files: int = 0
    size: int = 0
    not_judged: tuple[tuple[NotJudged, int], ...] = ()
    passing: bool = False

    def packed(self) -> bytes:
        """Return the judged chunk as JSON, for storing or sending."""
        rows = [_row(hand) for hand in self.hands]
        return json.dumps([rows, *_counts(self)], ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    @staticmethod
    def lasts(packed: bytes) -> bool:
        """Return whether judging the same piece again would give the same result, so that it may be saved."""
        return not packed.endswith(b"true]")

    @classmethod
    def unpacked(cls, packed: bytes) -> Self:
        """Return the judged chunk that `packed` has written.

        Raises:
            ValueError, TypeError: If `packed` did not write it.
        """
        rows, *counts = json.loads(packed.decode("utf-8", "surrogatepass"))
        counts[_LEFT] = tuple((NotJudged(*what), records) for what, records in counts[_LEFT])
        return cls(tuple(map(_hand, rows)), *counts)


@attrs.frozen
class Judging:
    """Settings of a judgement.

    Attributes:
        rules: The rule set to judge by, whatever the records say; None for each record's own.
        usual: The rule set for records that name none.
        every: Whether every hand is told, or those with findings alone.
    """

    rules: str | Path | None = None
    usual: str | Path | None = None
    every: bool = False


@attrs.frozen
class Piece:
    """A part of a file that is judged at once: from the beginning of a hand to the beginning of another.

    Attributes:
        file: The file, as its findings name it.
        phh: Whether it holds hands in PHH; records of our own otherwise, or hands of another format.
        start: Its first byte in the text.
        stop: The byte after its last.
        line: The number of lines before it.
        number: The number of records before it.
        twice: The indexes, from 0, of its sections that repeat the name of an earlier one in the file.
        whole: Whether it is all of the file.
        first: Whether the file begins with it.
        trouble: The error of the file behind it: line, message, consequence; None for none.
        data: Its text; None where it is to be read from the file.
        stamp: Bytes and time of change of the file; None of a stream.
        reader: The title of the other format; empty of PHH and of our own.
        passing: Whether its trouble may be gone when somebody looks again.
    """

    file: str
    phh: bool
    start: int
    stop: int
    line: int = 0
    number: int = 0
    twice: tuple[int, ...] = ()
    whole: bool = False
    first: bool = False
    trouble: tuple[int, str, str] | None = None
    data: bytes | None = None
    stamp: tuple[int, int] | None = None
    reader: str = ""
    passing: bool = False


@attrs.frozen
class Files:
    """Small files that are judged at once.

    Attributes:
        paths: The files.
        stamps: Bytes and time of change of each.
    """

    paths: tuple[str, ...]
    stamps: tuple[tuple[int, int], ...]


Chunk = Piece | Files


def _names(of: type[attrs.AttrsInstance], *but: str) -> list[str]:
    return [field.name for field in attrs.fields(of) if field.name not in but]


def _getter(of: type[attrs.AttrsInstance], *but: str) -> Callable[[Any], tuple[Any, ...]]:
    getter: Callable[[Any], tuple[Any, ...]] = operator.attrgetter(*_names(of, *but))
    return getter


_HAND = _names(HandJudged, "findings", "unreadable")
_of_hand, _of_flaw, _of_lost = _getter(HandJudged, "findings", "unreadable"), _getter(Flaw), _getter(Unreadable)
_counts = _getter(ChunkJudged, "hands")
_CITE = _names(Flaw).index("cite")
_LEFT = _names(ChunkJudged, "hands").index("not_judged")


def _row(hand: HandJudged) -> list[object]:
    lost = None if hand.unreadable is None else _of_lost(hand.unreadable)
    return [_of_hand(hand), [_of_flaw(flaw) for flaw in hand.findings], lost]


def _hand(row: list[Any]) -> HandJudged:
    values, flaws, lost = row
    fields = dict(zip(_HAND, values, strict=True))
    fields["players"] = tuple(fields["players"])
    findings = tuple(map(_flaw, flaws))
    return HandJudged(**fields, findings=findings, unreadable=None if lost is None else Unreadable(*lost))


def _flaw(row: list[Any]) -> Flaw:
    row[_CITE] = tuple(row[_CITE])
    return Flaw(*row)
